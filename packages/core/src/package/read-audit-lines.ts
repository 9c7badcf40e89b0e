import { canonicalJson } from "@assay/contract";
import { auditEntries, type Database } from "@assay/db";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { toAuditEntry } from "../audit/to-audit-entry.ts";
import { inTenant } from "../tenancy/transact.ts";
import type { PackedAudit } from "./package-state.ts";

const BATCH = 500;

type Scope = { readonly db: Database; readonly tenantId: string };
type Range = Pick<PackedAudit, "firstSequence" | "head"> & { readonly runId: string };

/** The lines of `audit.jsonl`, a batch at a time. Of entries that are not of the run only their place in the chain is read. */
export async function* readAuditLines(
  { db, tenantId }: Scope,
  { runId, firstSequence, head }: Range,
): AsyncGenerator<string[], void> {
  for (let after = firstSequence - 1; after < head.sequence; after += BATCH) {
    const inBatch = and(
      eq(auditEntries.tenantId, tenantId),
      gt(auditEntries.sequence, after),
      lte(auditEntries.sequence, Math.min(after + BATCH, head.sequence)),
    );
    const { whole, others } = await inTenant({ db, tenantId }, async (tx) => ({
      whole: await tx
        .select()
        .from(auditEntries)
        .where(and(inBatch, eq(auditEntries.runId, runId))),
      others: await tx
        .select({
          sequence: auditEntries.sequence,
          previousHash: auditEntries.previousHash,
          hash: auditEntries.hash,
        })
        .from(auditEntries)
        .where(and(inBatch, sql`${auditEntries.runId} is distinct from ${runId}`)),
    }));
    yield [...whole.map(toAuditEntry), ...others]
      .sort((one, other) => one.sequence - other.sequence)
      .map((entry) => canonicalJson(entry));
  }
}
