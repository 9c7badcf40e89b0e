import type { KeptCheckpoint } from "@assay/contract";
import { auditCheckpoints, type Database, type Transaction } from "@assay/db";
import { and, asc, eq, gte, inArray, sql } from "drizzle-orm";
import { isCheckpointOf, toStatement } from "../audit/checkpoint-statement.ts";
import { type CheckpointServices, signChain } from "../checkpoints/make-checkpoint.ts";
import type { StartSha256 } from "../file-keys/seal-parts.ts";
import type { Dispatcher } from "../ports/dispatcher.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { PublicSigningKey } from "../ports/signer.ts";
import { inTenant } from "../tenancy/transact.ts";

const BATCH = 20;

export interface PackageServices extends CheckpointServices {
  readonly files: FileStore;
  /** Whether files are scanned for malware. */
  readonly isScanning: boolean;
  readonly dispatcher: Dispatcher;
  /** The service's version. */
  readonly release: string;
  /** Starts a SHA-256. */
  readonly startSha256: StartSha256;
}

interface Wanted {
  readonly db: Database;
  readonly tenantId: string;
  readonly keys: readonly PublicSigningKey[];
  /** The number of the entry that it must reach. */
  readonly last: number;
}

/** The first checkpoint at or after an entry; one is made where none is. Throws INTEGRITY_ERROR for a broken chain. */
export async function ensureCheckpoint(services: PackageServices, wanted: Wanted): Promise<KeptCheckpoint> {
  const { db, tenantId } = wanted;
  const known = await inTenant({ db, tenantId }, (tx) => findFirst(tx, wanted));
  if (known) return known;
  const hasOne = async (tx: Transaction) => (await findFirst(tx, wanted)) !== undefined;
  await services.dispatcher.dispatch(await signChain(services, { db, tenantId }, hasOne));
  const made = await inTenant({ db, tenantId }, (tx) => findFirst(tx, wanted));
  if (!made) throw new Error(`Cannot find the checkpoint that was made of tenant '${tenantId}'`);
  return made;
}

/** The one that was made first: no later one comes before it, whatever its sequence. Unknown keys' checkpoints do not count. */
async function findFirst(tx: Transaction, { tenantId, keys, last }: Wanted): Promise<KeptCheckpoint | undefined> {
  const kids = keys.map(({ kid }) => kid);
  for (let offset = 0; ; offset += BATCH) {
    const rows = await tx
      .select()
      .from(auditCheckpoints)
      .where(
        and(
          eq(auditCheckpoints.tenantId, tenantId),
          gte(auditCheckpoints.sequence, last),
          inArray(auditCheckpoints.keyId, kids),
        ),
      )
      .orderBy(
        sql`${auditCheckpoints.counter} asc nulls first`,
        asc(auditCheckpoints.createdAt),
        asc(auditCheckpoints.id),
      )
      .limit(BATCH)
      .offset(offset);
    for (const row of rows) {
      const kept = { statement: toStatement(row), keyId: row.keyId, signature: row.signature };
      if (await isCheckpointOf(tenantId, kept, keys)) return kept;
    }
    if (rows.length < BATCH) return undefined;
  }
}
