import { canonicalJson, type ManifestPayload } from "@assay/contract";
import { auditEntries, type Database, rowsOf, sourceManifests, type Transaction } from "@assay/db";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { isTextSigned } from "../audit/sign-text.ts";
import { sha256Hex } from "../digest.ts";
import type { PublicSigningKey } from "../ports/signer.ts";
import { inTenant } from "../tenancy/transact.ts";
import type { Damage } from "../webhooks/record-damage.ts";
import { hashFiles, hasItsFiles, isAsRecorded, readRecorded } from "./compare-manifests.ts";
import type { ManifestRow } from "./to-manifest.ts";

type Keys = readonly PublicSigningKey[];

/** Rows that one statement reads. */
const BATCH = 500;
/** Each may have 100,000 files. */
const HASHED_TOGETHER = 20;

interface Checking {
  readonly db: Database;
  readonly tenantId: string;
}

/**
 * All manifests of the tenant, a transaction for each batch: those that differ from the audit log, whose files are others,
 * that are gone, and whose known key never signed them.
 */
export async function checkManifests(scope: Checking, keys: Keys, signal: AbortSignal): Promise<Damage[]> {
  const damages: Damage[] = [];
  for (let after: string | undefined; ; ) {
    signal.throwIfAborted();
    const batch = await inTenant(scope, async (tx) => {
      const rows = await readBatch(tx, scope.tenantId, after);
      return { rows, damages: await compareBatch(tx, scope.tenantId, { rows, keys, signal }) };
    });
    damages.push(...batch.damages);
    if (batch.rows.length < BATCH) break;
    after = batch.rows.at(-1)!.id;
  }
  signal.throwIfAborted();
  return [...damages, ...(await inTenant(scope, (tx) => listMissing(tx, scope.tenantId)))];
}

function readBatch(tx: Transaction, tenantId: string, after: string | undefined): Promise<ManifestRow[]> {
  return tx
    .select()
    .from(sourceManifests)
    .where(and(eq(sourceManifests.tenantId, tenantId), after === undefined ? undefined : gt(sourceManifests.id, after)))
    .orderBy(asc(sourceManifests.id))
    .limit(BATCH);
}

interface Batch {
  readonly rows: readonly ManifestRow[];
  readonly keys: Keys;
  readonly signal: AbortSignal;
}

async function compareBatch(tx: Transaction, tenantId: string, { rows, keys, signal }: Batch): Promise<Damage[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const recorded = await readRecorded(tx, tenantId, ids);
  const damages: Damage[] = [];
  for (let at = 0; at < rows.length; at += HASHED_TOGETHER) {
    signal.throwIfAborted();
    const filesHashes = await hashFiles(tx, tenantId, ids.slice(at, at + HASHED_TOGETHER));
    for (const row of rows.slice(at, at + HASHED_TOGETHER))
      damages.push(
        ...(await damageOf(row, { keys, recorded: recorded.get(row.id), filesHash: filesHashes.get(row.id) })),
      );
  }
  return damages;
}

interface Known {
  readonly keys: Keys;
  readonly recorded: string | undefined;
  readonly filesHash: string | undefined;
}

/** Signatures are not kept here: all that a tenant has would crowd out those that are listed. */
async function damageOf(row: ManifestRow, { keys, recorded, filesHash }: Known): Promise<Damage[]> {
  const isForged = keys.some(({ kid }) => kid === row.keyId) && !(await isTextSigned(row, keys));
  if (isForged || !(await isAsRecorded(row, recorded))) {
    const foundHash = await sha256Hex(canonicalJson({ ...row, closedAt: row.closedAt.toISOString() }));
    return [damage(row.id, recorded, foundHash)];
  }
  if (await hasItsFiles(row, filesHash)) return [];
  const said = JSON.parse(row.payload) as ManifestPayload;
  return [damage(row.id, said.filesHash, filesHash ?? (await sha256Hex("")))];
}

function damage(objectId: string, recordedHash: string | undefined, foundHash: string | null): Damage {
  return { objectType: "manifest", objectId, recordedHash: recordedHash ?? "", foundHash };
}

/** Those that the audit log knows and that are gone. */
async function listMissing(tx: Transaction, tenantId: string): Promise<Damage[]> {
  const rows = await rowsOf<{ id: string; hash: string | null }>(
    tx,
    sql`
    select distinct on (entry.object_id) entry.object_id as id, entry.details ->> 'manifestHash' as hash
    from ${auditEntries} entry
    where entry.tenant_id = ${tenantId} and entry.action = 'source.synced'
      -- As in the other records; an entry that was changed may name what is no id.
      and (
        select 1 from ${sourceManifests} kept
        where kept.tenant_id = ${tenantId}
          and kept.id = case when entry.object_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then entry.object_id::uuid end
        limit 1) is null
    order by entry.object_id, entry.sequence`,
  );
  return rows.map(({ id, hash }) => damage(id, hash ?? "", null));
}
