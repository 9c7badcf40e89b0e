import type { ChainProblem } from "@assay/contract";
import { auditEntries, auditHeads, type Database } from "@assay/db";
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { inTenant } from "../tenancy/transact.ts";
import { auditHash } from "./audit-hash.ts";
import { toAuditEntry } from "./to-audit-entry.ts";

const BATCH = 500;

type Scope = { readonly db: Database; readonly tenantId: string };

/** A place in a chain: the number of an entry and its hash. */
export interface ChainPoint {
  readonly sequence: number;
  readonly hash: string;
}

export interface ChainCheck {
  /** How many entries were recomputed. */
  readonly entries: number;
  readonly firstBroken?: { readonly sequence: number; readonly problem: ChainProblem };
}

/** Where the tenant's chain says that it ends, and the number of the entry that really is the last. */
export function readChainEnd(scope: Scope): Promise<{ head: ChainPoint; lastSequence: number }> {
  return inTenant(scope, async (tx) => {
    const [row] = await tx
      .select({
        sequence: auditHeads.sequence,
        hash: auditHeads.hash,
        lastSequence: sql<number>`coalesce((
          select max(entry.sequence) from ${auditEntries} entry where entry.tenant_id = ${scope.tenantId}), 0)`.mapWith(
          Number,
        ),
      })
      .from(auditHeads)
      .where(eq(auditHeads.tenantId, scope.tenantId));
    if (!row) throw new Error(`Cannot check the audit chain because tenant '${scope.tenantId}' has no chain`);
    const { lastSequence, ...head } = row;
    return { head, lastSequence };
  });
}

/**
 * Recomputes every entry after `from` up to `end`, in batches, each in a short transaction of its own: what is already
 * written may not change, so that nothing is lost by looking at it in parts.
 */
export async function checkChain(scope: Scope, from: ChainPoint, end: ChainPoint): Promise<ChainCheck> {
  let { sequence, hash } = from;
  let entries = 0;
  const broken = (at: number, problem: ChainProblem): ChainCheck => ({
    entries,
    firstBroken: { sequence: at, problem },
  });
  while (sequence < end.sequence) {
    const rows = await listAfter(scope, sequence, end.sequence);
    if (rows.length === 0) return broken(sequence + 1, "SEQUENCE_GAP");
    for (const row of rows) {
      const { hash: stored, ...entry } = toAuditEntry(row);
      entries += 1;
      if (entry.sequence !== sequence + 1) return broken(sequence + 1, "SEQUENCE_GAP");
      if (entry.previousHash !== hash) return broken(entry.sequence, "PREVIOUS_HASH_DIFFERS");
      if ((await auditHash(entry)) !== stored) return broken(entry.sequence, "HASH_DIFFERS");
      sequence = entry.sequence;
      hash = stored;
    }
  }
  return hash === end.hash ? { entries } : broken(Math.max(1, end.sequence), "HEAD_DIFFERS");
}

function listAfter(scope: Scope, after: number, upTo: number) {
  return inTenant(scope, (tx) =>
    tx
      .select()
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.tenantId, scope.tenantId),
          gt(auditEntries.sequence, after),
          lte(auditEntries.sequence, upTo),
        ),
      )
      .orderBy(asc(auditEntries.sequence))
      .limit(BATCH),
  );
}
