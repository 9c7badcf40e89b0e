import { documentPlaces, documents, rowsOf, type Transaction } from "@assay/db";
import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { AuditEvent } from "../../audit/audit-event.ts";
import { sha256Hex } from "../../digest.ts";
import type { DocumentRow } from "../to-document.ts";
import { settleHolds } from "./settle-holds.ts";

export interface Place {
  readonly source: string;
  readonly path: string;
  /** Of the file there; null for the last part of the path. */
  readonly filename?: string | null;
}

export interface Standing {
  readonly id: string;
  readonly documentId: string;
  readonly isReady: boolean;
}

/** The document that stands at the place now. */
export async function findStanding(tx: Transaction, tenantId: string, place: Place): Promise<Standing | undefined> {
  const [row] = await tx
    .select({
      id: documentPlaces.id,
      documentId: documentPlaces.documentId,
      // Also while it is made again under another name: later runs wait for it.
      isReady: sql<boolean>`(${documents.status} = 'READY'
        or ${documents.status} in ('PARSED', 'INDEXED') and ${documents.factsVersion} is null)`,
    })
    .from(documentPlaces)
    .innerJoin(
      documents,
      and(eq(documents.tenantId, documentPlaces.tenantId), eq(documents.id, documentPlaces.documentId)),
    )
    .where(and(await at(tenantId, place), isNull(documentPlaces.heldUntil)));
  return row;
}

/**
 * Puts a document at a place, in the stead of what stands there, which later runs judge until this one is READY. Returns the
 * audit events, which the caller records last. Needs `lockPlaces`.
 */
export async function placeDocument(
  tx: Transaction,
  document: Pick<DocumentRow, "id" | "tenantId" | "status" | "heldByUpload">,
  place: Place,
): Promise<AuditEvent[]> {
  const { id, tenantId } = document;
  // A document from before places is the place's from now on: else it would stay when the place has another.
  if (document.heldByUpload === null)
    await tx
      .update(documents)
      .set({ heldByUpload: false })
      .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)));
  const standing = await findStanding(tx, tenantId, place);
  if (standing?.documentId === id) return [];
  const here = await at(tenantId, place);
  const left: string[] = [];
  if (standing) {
    const stays = standing.isReady && document.status !== "READY";
    await tx
      .update(documentPlaces)
      .set({ heldUntil: sql`now()`, ...(stays ? {} : { leftAt: sql`now()` }) })
      .where(and(eq(documentPlaces.tenantId, tenantId), eq(documentPlaces.id, standing.id)));
    if (!stays) left.push(standing.documentId);
    // What waited for the one that goes waits no longer where it was READY itself.
    if (standing.isReady || document.status === "READY")
      left.push(...(await leaveWaiting(tx, here, standing.id, stays)));
  }
  const [last] = await tx
    .select({ version: documentPlaces.version })
    .from(documentPlaces)
    .where(here)
    .orderBy(desc(documentPlaces.version))
    .limit(1);
  const version = (last?.version ?? 0) + 1;
  await tx.insert(documentPlaces).values({
    tenantId,
    source: place.source,
    path: place.path,
    filename: place.filename ?? null,
    pathHash: await sha256Hex(place.path),
    documentId: id,
    version,
  });
  const settled = await settleHolds(tx, tenantId, [id, ...left], { byDocumentId: id });
  const placeHash = await sha256Hex(JSON.stringify([place.source, place.path]));
  const replaced = standing && { replacedDocumentId: standing.documentId };
  return [
    { action: "document.placed", objectType: "document", objectId: id, details: { placeHash, version, ...replaced } },
    ...settled,
  ];
}

/** Rows of the place that still keep an earlier document live, but for one: they do no longer. */
async function leaveWaiting(
  tx: Transaction,
  here: Awaited<ReturnType<typeof at>>,
  standingId: string,
  keepsStanding: boolean,
): Promise<string[]> {
  const rows = await tx
    .update(documentPlaces)
    .set({ leftAt: sql`now()` })
    .where(
      and(
        here,
        isNotNull(documentPlaces.heldUntil),
        isNull(documentPlaces.leftAt),
        keepsStanding ? sql`${documentPlaces.id} <> ${standingId}` : undefined,
      ),
    )
    .returning({ documentId: documentPlaces.documentId });
  return rows.map(({ documentId }) => documentId);
}

/** A document has become READY: what stood before it at its places is judged no longer. Needs `lockPlaces`. */
export async function settleReady(tx: Transaction, tenantId: string, documentId: string): Promise<AuditEvent[]> {
  const left = await rowsOf<{ id: string }>(
    tx,
    sql`
    update document_places earlier set left_at = now() from document_places here
    where here.tenant_id = ${tenantId} and here.document_id = ${documentId} and here.held_until is null
      and earlier.tenant_id = here.tenant_id and earlier.source = here.source and earlier.path_hash = here.path_hash
      and earlier.held_until is not null and earlier.left_at is null
    returning earlier.document_id as id`,
  );
  if (left.length === 0) return [];
  return settleHolds(
    tx,
    tenantId,
    left.map(({ id }) => id),
    { byDocumentId: documentId },
  );
}

async function at(tenantId: string, { source, path }: Place) {
  return and(
    eq(documentPlaces.tenantId, tenantId),
    eq(documentPlaces.source, source),
    eq(documentPlaces.pathHash, await sha256Hex(path)),
  );
}
