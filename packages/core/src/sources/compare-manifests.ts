import { AssayError, type ManifestPayload } from "@assay/contract";
import { auditEntries, sourceManifestParts, sourceManifests, type Transaction } from "@assay/db";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { isTextSigned } from "../audit/sign-text.ts";
import { sha256Hex } from "../digest.ts";
import type { PublicSigningKey } from "../ports/signer.ts";
import { boundedCache } from "../records/bounded-cache.ts";
import type { ManifestRow } from "./to-manifest.ts";

/** Rows that one statement reads. */
const BATCH = 500;

const KNOWN_MAX = 10_000;
/** Signatures that verified, with their payload's hash and their key. */
const verified = boundedCache<true>(KNOWN_MAX);

/** Whether a key that counts signed the payload. */
export async function isManifestSigned(row: ManifestRow, keys: readonly PublicSigningKey[]): Promise<boolean> {
  const key = keys.find(({ kid }) => kid === row.keyId);
  if (!key) return false;
  const name = `${key.x}/${await sha256Hex(row.payload)}/${row.signature}`;
  if (verified.get(name)) return true;
  const isSigned = await isTextSigned(row, keys);
  if (isSigned) verified.set(name, true, 1);
  return isSigned;
}

/** The ids of those that are not stored as the audit log recorded them when they were signed. */
export async function findDamagedManifests(
  tx: Transaction,
  tenantId: string,
  rows: readonly ManifestRow[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const ids = rows.map(({ id }) => id);
  const recorded = await readRecorded(tx, tenantId, ids);
  const sound = await Promise.all(rows.map((row) => isAsRecorded(row, recorded.get(row.id))));
  return new Set(ids.filter((_, at) => !sound[at]));
}

export function damagedManifest(id: string): AssayError {
  return new AssayError("INTEGRITY_ERROR", `Cannot use manifest '${id}' because it is not stored as it was signed`, {
    details: { id },
  });
}

/** By their ids those of the named that are stored as the audit log recorded them. */
export async function readSoundManifests(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ManifestRow>> {
  const sound = new Map<string, ManifestRow>();
  for (let at = 0; at < ids.length; at += BATCH) {
    const named = inArray(sourceManifests.id, ids.slice(at, at + BATCH));
    const rows = await tx
      .select()
      .from(sourceManifests)
      .where(and(eq(sourceManifests.tenantId, tenantId), named));
    const damaged = await findDamagedManifests(tx, tenantId, rows);
    for (const row of rows) if (!damaged.has(row.id)) sound.set(row.id, row);
  }
  return sound;
}

/** By the ids of manifests the SHA-256 of the lines of their files. One without files has none. */
export async function hashFiles(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const part = sourceManifestParts;
  const rows = await tx
    .select({
      id: part.manifestId,
      hash: sql<string>`encode(sha256(convert_to(string_agg(${part.lines}, '' order by ${part.partIndex}), 'UTF8')), 'hex')`,
    })
    .from(part)
    .where(and(eq(part.tenantId, tenantId), inArray(part.manifestId, [...ids])))
    .groupBy(part.manifestId);
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

/** Whether the files are those that the payload names, which is as it was recorded. */
export async function hasItsFiles({ payload }: ManifestRow, filesHash: string | undefined): Promise<boolean> {
  return (JSON.parse(payload) as ManifestPayload).filesHash === (filesHash ?? (await sha256Hex("")));
}

/** The hash of each payload. The first entry counts: what is added later changes nothing. */
export async function readRecorded(tx: Transaction, tenantId: string, ids: readonly string[]) {
  const rows = await tx
    .select({ id: auditEntries.objectId, details: auditEntries.details })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.tenantId, tenantId),
        eq(auditEntries.action, "source.synced"),
        inArray(auditEntries.objectId, [...ids]),
      ),
    )
    .orderBy(asc(auditEntries.sequence));
  return new Map(rows.toReversed().map(({ id, details }) => [id, details?.manifestHash ?? ""]));
}

/** Whether the row is that of which the audit log recorded the hash. */
export async function isAsRecorded(row: ManifestRow, recordedHash: string | undefined): Promise<boolean> {
  if (row.payloadHash !== recordedHash || (await sha256Hex(row.payload)) !== recordedHash) return false;
  const said = JSON.parse(row.payload) as ManifestPayload;
  return (
    said.manifestId === row.id &&
    said.tenantId === row.tenantId &&
    said.source === row.source &&
    said.sequence === row.sequence &&
    said.planId === row.planId &&
    said.closedBy === row.closedBy &&
    said.closedAt === row.closedAt.toISOString()
  );
}
