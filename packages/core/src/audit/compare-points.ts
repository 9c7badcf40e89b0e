import type { AuditResumption, CheckpointProblem } from "@assay/contract";
import { auditEntries, type Database } from "@assay/db";
import { and, eq, inArray } from "drizzle-orm";
import type { KeptPoint } from "../ports/checkpoint-store.ts";
import type { PublicSigningKey } from "../ports/signer.ts";
import { inTenant } from "../tenancy/transact.ts";
import { isCheckpointOf } from "./checkpoint-statement.ts";
import { breakOf } from "./resumptions.ts";

const BATCH = 500;

type Scope = { readonly db: Database; readonly tenantId: string };

export interface Trust {
  /** Every key whose signature counts. */
  readonly keys: readonly PublicSigningKey[];
  readonly resumptions: readonly AuditResumption[];
}

export interface Compared {
  /** What the chain contains. */
  readonly good: readonly KeptPoint[];
  readonly problems: readonly { readonly sequence: number; readonly problem: CheckpointProblem }[];
}

/**
 * Holds what is kept outside against the chain. What differs counts only where a key that counts signed it, and where no
 * break covers it.
 */
export async function comparePoints(scope: Scope, points: readonly KeptPoint[], trust: Trust): Promise<Compared> {
  const hashes = await readHashes(
    scope,
    points.map(({ sequence }) => sequence),
  );
  const good: KeptPoint[] = [];
  const problems: { sequence: number; problem: CheckpointProblem }[] = [];
  for (const point of points) {
    const problem = placeProblem(point.hash, hashes.get(point.sequence));
    if (!problem) good.push(point);
    else if (!breakOf(trust.resumptions, point.sequence) && (await isSigned(scope, point, trust)))
      problems.push({ sequence: point.sequence, problem });
  }
  return { good, problems };
}

export function placeProblem(said: string, found: string | null | undefined): CheckpointProblem | undefined {
  if (!found) return "BEYOND_END_OF_CHAIN";
  return found === said ? undefined : "HASH_DIFFERS";
}

/** The highest counter that a key that counts signed. */
export async function highestCounter(scope: Scope, points: readonly KeptPoint[], trust: Trust): Promise<number> {
  for (const point of points.toSorted((a, b) => (b.counter ?? 0) - (a.counter ?? 0)))
    if (await isSigned(scope, point, trust)) return point.counter ?? 0;
  return 0;
}

async function isSigned({ tenantId }: Scope, point: KeptPoint, { keys }: Trust): Promise<boolean> {
  const kept = await point.load();
  const { sequence, hash, counter = null } = kept.statement;
  const saysSo = sequence === point.sequence && hash === point.hash && counter === point.counter;
  return saysSo && isCheckpointOf(tenantId, kept, keys);
}

/** The hashes of entries, by their numbers. */
export async function readHashes(
  { db, tenantId }: Scope,
  sequences: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  for (let at = 0; at < sequences.length; at += BATCH) {
    const some = sequences.slice(at, at + BATCH);
    const rows = await inTenant({ db, tenantId }, (tx) =>
      tx
        .select({ sequence: auditEntries.sequence, hash: auditEntries.hash })
        .from(auditEntries)
        .where(and(eq(auditEntries.tenantId, tenantId), inArray(auditEntries.sequence, some))),
    );
    for (const { sequence, hash } of rows) found.set(sequence, hash);
  }
  return found;
}
