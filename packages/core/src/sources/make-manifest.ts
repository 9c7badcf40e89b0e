import { type ClosedSync, canonicalJson, type ManifestFile, type ManifestPayload } from "@assay/contract";
import {
  documentPlaces,
  documents,
  newId,
  rowsOf,
  sourceManifestParts,
  sourceManifests,
  type Transaction,
} from "@assay/db";
import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { signText } from "../audit/sign-text.ts";
import { readDatabaseMillis } from "../database-clock.ts";
import { sha256Hex } from "../digest.ts";
import type { Signer } from "../ports/signer.ts";
import type { Context } from "../tenancy/context.ts";
import { nameActors } from "../tenancy/name-actors.ts";
import { findSoundLast } from "./last-manifests.ts";
import { toManifest } from "./to-manifest.ts";

const LINES_PER_PART = 2_000;

/** Why a file is not held. */
export interface Reason {
  readonly reason: string;
  readonly refusal: ManifestFile["refusal"];
}

interface Closing {
  readonly source: string;
  readonly planId: string | null;
  /** Null where it began with its end. */
  readonly startedAt: Date | null;
  /** The source's files, as a relation of path, path_hash, sha256_hash and size_bytes. */
  readonly files: SQL;
  /** Why some of them are not held. */
  readonly reasons?: ReadonlyMap<string, Reason>;
}

/**
 * Signs and stores what stands at a source's places now, and what of its files does not. Call it last in a transaction: it
 * records the audit entry. Needs `lockPlaces`. Throws INTEGRITY_ERROR where the source's manifest before is not stored as it
 * was signed.
 */
export async function makeManifest(
  tx: Transaction,
  ctx: Context,
  { signer }: { readonly signer: Signer },
  { source, planId, startedAt, files: given, reasons = new Map() }: Closing,
): Promise<Pick<ClosedSync, "kept" | "notHeld" | "manifest">> {
  const { tenantId } = ctx;
  const files = await listFiles(tx, tenantId, source, given, reasons);
  const held = files.filter(({ documentId }) => documentId !== null);
  const lines = files.map((file) => `${canonicalJson(file)}\n`);
  const last = await findSoundLast(tx, tenantId, source);
  const closedAt = new Date(await readDatabaseMillis(tx));
  const payload: ManifestPayload = {
    origin: "assay/source-manifest/v1",
    manifestId: newId(),
    tenantId,
    source,
    sequence: (last?.sequence ?? 0) + 1,
    previousHash: last?.payloadHash ?? null,
    planId,
    startedAt: (startedAt ?? closedAt).toISOString(),
    closedAt: closedAt.toISOString(),
    closedBy: ctx.actor.id,
    fileCount: held.length,
    notHeldCount: files.length - held.length,
    bytes: held.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
    filesHash: await sha256Hex(lines.join("")),
  };
  const text = canonicalJson(payload);
  const row = {
    id: payload.manifestId,
    tenantId,
    source,
    sequence: payload.sequence,
    planId,
    payload: text,
    payloadHash: await sha256Hex(text),
    signature: await signText(signer, text),
    keyId: signer.keyId,
    closedBy: ctx.actor.id,
    closedAt,
  };
  await tx.insert(sourceManifests).values(row);
  for (let at = 0; at * LINES_PER_PART < lines.length; at++)
    await tx.insert(sourceManifestParts).values({
      tenantId,
      manifestId: row.id,
      partIndex: at,
      lines: lines.slice(at * LINES_PER_PART, (at + 1) * LINES_PER_PART).join(""),
    });
  const names = await nameActors(tx, tenantId, [row.closedBy]);
  await recordAudit(tx, ctx, {
    action: "source.synced",
    objectType: "manifest",
    objectId: row.id,
    details: {
      manifestHash: row.payloadHash,
      sourceHash: await sha256Hex(source),
      version: row.sequence,
      count: held.length,
    },
  });
  return {
    kept: held.length,
    notHeld: files.filter(({ documentId }) => documentId === null).map(({ path }) => path),
    manifest: toManifest(row, names, true),
  };
}

/** Of a source what stands at its places, and what stands for none of its files, in the order of their paths. */
async function listFiles(
  tx: Transaction,
  tenantId: string,
  source: string,
  given: SQL,
  reasons: ReadonlyMap<string, Reason>,
): Promise<ManifestFile[]> {
  const rows = await rowsOf<{
    path: string;
    sha256: string | null;
    bytes: string | number | null;
    documentId: string | null;
    version: number | null;
  }>(
    tx,
    sql`
    select coalesce(standing.path, given.path) as path,
      coalesce(standing.sha256, given.sha256_hash) as sha256, coalesce(standing.bytes, given.size_bytes) as bytes,
      standing.document_id as "documentId", standing.version
    from ${given} given
    full join (
      select place.path, place.path_hash, place.document_id, place.version,
        document.sha256_hash as sha256, document.size_bytes as bytes
      from ${documentPlaces} place
      join ${documents} document on document.tenant_id = ${tenantId} and document.id = place.document_id
      where place.tenant_id = ${tenantId} and place.source = ${source} and place.held_until is null
    ) standing on standing.path_hash = given.path_hash
    order by coalesce(standing.path, given.path) collate "C"`,
  );
  return rows.map(({ path, sha256, bytes, documentId, version }) => {
    const why = documentId === null ? reasons.get(path) : undefined;
    return {
      path,
      sha256,
      bytes: bytes === null ? null : Number(bytes),
      documentId,
      version,
      ...(why && { refused: why.reason }),
      ...(why?.refusal && { refusal: why.refusal }),
    };
  });
}
