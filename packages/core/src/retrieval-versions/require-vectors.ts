import { AssayError } from "@assay/contract";
import { jobs, type Transaction } from "@assay/db";
import { and, eq, inArray } from "drizzle-orm";
import { asSystem } from "../tenancy/transact.ts";
import type { RetrievalVersion } from "./active-version.ts";
import { countVectors } from "./vector-coverage.ts";

/**
 * Throws INVALID_STATE (`details.missing`) while passages of the tenant are still given vectors of the version, as a run
 * would not find them. They are counted only while a job is open that makes them.
 */
export async function requireVectors(tx: Transaction, tenantId: string, version: RetrievalVersion): Promise<void> {
  const [making] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.tenantId, tenantId),
        eq(jobs.kind, "reembedding"),
        eq(jobs.subjectId, version.id),
        eq(jobs.stage, "embed"),
        inArray(jobs.state, ["PENDING", "RUNNING"]),
      ),
    );
  if (!making) return;
  const { ready, total } = await asSystem(tx, () => countVectors(tx, version, { tenantId }));
  const missing = total - ready;
  if (missing > 0)
    throw new AssayError(
      "INVALID_STATE",
      `Cannot start a run because ${missing} passages have no vector of engine version '${version.id}' yet: they are being created, try again later`,
      { details: { missing } },
    );
}
