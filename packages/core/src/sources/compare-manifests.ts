import { AssayError, canonicalJson, type ManifestPayload } from "@assay/contract";
import { auditEntries, sourceManifests, type Transaction } from "@assay/db";
import { and, asc, eq, inArray } from "drizzle-orm";
import { isTextSigned } from "../audit/sign-text.ts";
import { sha256Hex } from "../digest.ts";
import type { PublicSigningKey } from "../ports/signer.ts";
import { boundedCache } from "../records/bounded-cache.ts";
import type { Damage } from "../webhooks/record-damage.ts";
import type { ManifestRow } from "./to-manifest.ts";

type Keys = readonly PublicSigningKey[];

const KNOWN_MAX = 10_000;
/** Signatures that verified, with their payload's hash and their key. */
const verified = boundedCache<true>(KNOWN_MAX);

/** Whether a key that counts signed the payload. */
export async function isManifestSigned(row: ManifestRow, keys: Keys): Promise<boolean> {
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
  return new AssayError("INTEGRITY_ERROR", `Cannot serve manifest '${id}' because it is not stored as it was signed`, {
    details: { id },
  });
}

/** All manifests of the tenant: those that differ from the audit log, that are gone, and whose known key never signed them. */
export async function checkManifests(tx: Transaction, tenantId: string, keys: Keys): Promise<Damage[]> {
  const rows = await tx.select().from(sourceManifests).where(eq(sourceManifests.tenantId, tenantId));
  const recorded = await readRecorded(tx, tenantId);
  const damages: Damage[] = [];
  for (const row of rows) {
    const isForged = keys.some(({ kid }) => kid === row.keyId) && !(await isManifestSigned(row, keys));
    if (!isForged && (await isAsRecorded(row, recorded.get(row.id)))) continue;
    const foundHash = await sha256Hex(canonicalJson({ ...row, closedAt: row.closedAt.toISOString() }));
    damages.push(damage(row.id, recorded.get(row.id), foundHash));
  }
  const stored = new Set(rows.map(({ id }) => id));
  for (const [id, hash] of recorded) if (!stored.has(id)) damages.push(damage(id, hash, null));
  return damages;
}

function damage(objectId: string, recordedHash: string | undefined, foundHash: string | null): Damage {
  return { objectType: "manifest", objectId, recordedHash: recordedHash ?? "", foundHash };
}

/** The hash of each payload. The first entry counts: what is added later changes nothing. */
async function readRecorded(tx: Transaction, tenantId: string, ids?: readonly string[]) {
  const rows = await tx
    .select({ id: auditEntries.objectId, details: auditEntries.details })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.tenantId, tenantId),
        eq(auditEntries.action, "source.synced"),
        ids && inArray(auditEntries.objectId, [...ids]),
      ),
    )
    .orderBy(asc(auditEntries.sequence));
  return new Map(rows.toReversed().map(({ id, details }) => [id, details?.manifestHash ?? ""]));
}

async function isAsRecorded(row: ManifestRow, recordedHash: string | undefined): Promise<boolean> {
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
