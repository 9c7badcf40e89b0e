import { type ChainBreak, canonicalJson } from "@assay/contract";
import { chainChecks, type Transaction } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { JobRef } from "../jobs/job.ts";
import { systemActor } from "../tenancy/context.ts";
import { announce } from "../webhooks/announce.ts";
import type { Found } from "./find-break.ts";

/** Keeps what a check found, and says once that a chain is broken: in the audit log, as far as it goes, and by webhook. */
export async function noteCheck(tx: Transaction, tenantId: string, found: Found): Promise<readonly JobRef[]> {
  const [before] = await tx.select().from(chainChecks).where(eq(chainChecks.tenantId, tenantId)).for("update");
  const state = { ...found, checkedAt: sql`clock_timestamp()` };
  await tx
    .insert(chainChecks)
    .values({ tenantId, ...state })
    .onConflictDoUpdate({ target: chainChecks.tenantId, set: state });
  const { broken } = found;
  if (!broken || isSame(before?.broken, broken)) return [];
  const object = { objectType: "audit_chain", objectId: tenantId };
  const data = { tenantId, runId: null, count: 1, damaged: [object] };
  const jobs = await announce(tx, tenantId, { type: "integrity.failed", data });
  await recordAudit(tx, systemActor(tenantId), {
    action: "integrity.failed",
    ...object,
    details: { errorCode: broken.problem, brokenSequence: broken.sequence },
  });
  return jobs;
}

function isSame(before: ChainBreak | null | undefined, broken: ChainBreak): boolean {
  const nameOf = ({ sequence, problem }: ChainBreak) => canonicalJson({ sequence, problem });
  return !!before && nameOf(before) === nameOf(broken);
}
