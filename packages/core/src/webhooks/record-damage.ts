import { type AuditDetails, DAMAGED_NAMED_MAX } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { recordAudit } from "../audit/record-audit.ts";
import type { JobRef } from "../jobs/job.ts";
import { systemActor } from "../tenancy/context.ts";
import { announce } from "./announce.ts";

/** What is stored otherwise than it was recorded. */
export interface Damage {
  readonly objectType: string;
  readonly objectId: string;
  /** Empty where nothing was recorded of it. */
  readonly recordedHash: string;
  /** Null where nothing is stored. */
  readonly foundHash: string | null;
}

export function nameOfDamage({ objectType, objectId }: Damage): string {
  return `${objectType}/${objectId}`;
}

/** Records each damage in the audit chain and announces them together. Call it last in a transaction. Returns the jobs that deliver. */
export async function recordDamage(
  tx: Transaction,
  { tenantId, runId }: { readonly tenantId: string; readonly runId?: string },
  damages: readonly Damage[],
): Promise<JobRef[]> {
  if (damages.length === 0) return [];
  const jobs = await announce(tx, tenantId, {
    type: "integrity.failed",
    data: {
      tenantId,
      runId: runId ?? null,
      count: damages.length,
      damaged: damages.slice(0, DAMAGED_NAMED_MAX).map(({ objectType, objectId }) => ({ objectType, objectId })),
    },
  });
  const events = damages.map(({ objectType, objectId, ...hashes }) => ({
    action: "integrity.failed" as const,
    objectType,
    objectId,
    ...(runId === undefined ? {} : { runId }),
    details: detailsOf(hashes),
  }));
  await recordAudit(tx, systemActor(tenantId), ...events);
  return jobs;
}

function detailsOf({ recordedHash, foundHash }: Pick<Damage, "recordedHash" | "foundHash">): AuditDetails {
  return { ...(recordedHash && { recordedHash }), ...(foundHash && { foundHash }) };
}
