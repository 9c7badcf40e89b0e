import { type AuditEntry, type AuditResumption, type ChainProblem, canonicalJson } from "@assay/contract";
import { auditEntries, auditHeads, type Database } from "@assay/db";
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import { inTenant } from "../tenancy/transact.ts";
import { auditHash } from "./audit-hash.ts";
import { resumptionBytes } from "./resumptions.ts";
import { toAuditEntry } from "./to-audit-entry.ts";

const BATCH = 500;

type Scope = { readonly db: Database; readonly tenantId: string };

/** A place in a chain: the number of an entry and its hash. */
export interface ChainPoint {
  readonly sequence: number;
  readonly hash: string;
}

export interface ChainProblemAt {
  readonly sequence: number;
  readonly problem: ChainProblem;
}

export interface ChainCheck {
  /** How many entries were recomputed. */
  readonly entries: number;
  readonly firstBroken?: ChainProblemAt;
}

/** What is known before a chain is walked. */
export interface Walk {
  readonly from: ChainPoint;
  /** Without a hash it may end anywhere in the chain. */
  readonly end: { readonly sequence: number; readonly hash?: string };
  /** Breaks that the chain continues behind. */
  readonly resumptions: readonly AuditResumption[];
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
 * written may not change, so that nothing is lost by looking at it in parts. At a break that an operator signed it goes
 * on with the entry that names it, if what the break covers is still what it was then.
 */
export async function checkChain(scope: Scope, { from, end, resumptions }: Walk): Promise<ChainCheck> {
  let { sequence, hash } = from;
  let entries = 0;
  const broken = (at: number, problem: ChainProblem): ChainCheck => ({
    entries,
    firstBroken: { sequence: at, problem },
  });
  while (sequence < end.sequence) {
    const { statement } = resumptions.findLast((each) => each.statement.broken.sequence === sequence + 1) ?? {};
    if (statement && statement.sequence <= end.sequence) {
      const covered = await digestCovered(scope, { after: sequence, before: statement.sequence });
      entries += covered.entries;
      if (covered.hash !== statement.coveredHash) return broken(sequence + 1, statement.broken.problem);
      const [row] = await listAfter(scope, statement.sequence - 1, statement.sequence);
      const entry = row && toAuditEntry(row);
      if (!entry) return broken(statement.sequence, "SEQUENCE_GAP");
      entries += 1;
      const isNamed = entry.details?.resumptionHash === (await sha256Hex(resumptionBytes(statement)));
      if (entry.action !== "audit.resumed" || !isNamed || !(await isWhole(entry)))
        return broken(statement.sequence, "HASH_DIFFERS");
      ({ sequence, hash } = entry);
      continue;
    }
    const stop = nextBreak(resumptions, sequence, end.sequence);
    const rows = await listAfter(scope, sequence, stop);
    if (rows.length === 0) return broken(sequence + 1, "SEQUENCE_GAP");
    for (const row of rows) {
      const entry = toAuditEntry(row);
      entries += 1;
      if (entry.sequence !== sequence + 1) return broken(sequence + 1, "SEQUENCE_GAP");
      if (entry.previousHash !== hash) return broken(entry.sequence, "PREVIOUS_HASH_DIFFERS");
      if (!(await isWhole(entry))) return broken(entry.sequence, "HASH_DIFFERS");
      ({ sequence, hash } = entry);
    }
  }
  return end.hash === undefined || hash === end.hash ? { entries } : broken(Math.max(1, end.sequence), "HEAD_DIFFERS");
}

/** What the entries between two others are now, whether or not they belong to the chain. */
export async function digestCovered(
  scope: Scope,
  { after, before }: { readonly after: number; readonly before: number },
): Promise<{ readonly entries: number; readonly hash: string }> {
  let [at, entries, hash] = [after, 0, await sha256Hex("")];
  for (;;) {
    const rows = await listAfter(scope, at, before - 1);
    for (const row of rows) hash = await sha256Hex(`${hash}${canonicalJson(toAuditEntry(row))}`);
    entries += rows.length;
    if (rows.length < BATCH) return { entries, hash };
    at = rows.at(-1)!.sequence;
  }
}

async function isWhole({ hash, ...entry }: AuditEntry): Promise<boolean> {
  return (await auditHash(entry)) === hash;
}

function nextBreak(resumptions: readonly AuditResumption[], after: number, end: number): number {
  const before = resumptions.map(({ statement }) => statement.broken.sequence - 1).filter((at) => at > after);
  return Math.min(end, ...before);
}

export function listAfter(scope: Scope, after: number, upTo: number) {
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
