import { documentPlaces, documents, type Transaction } from "@assay/db";
import { and, eq, isNull } from "drizzle-orm";
import type { DocumentRow } from "../to-document.ts";
import { BY_HAND } from "./list-places.ts";
import { type Place, placeDocument } from "./place-document.ts";

/**
 * Where a newer version comes to stand: at the places of the document. One that an upload holds gets a line of versions, which
 * holds it from then on. Needs `lockPlaces`.
 */
export async function listStands(tx: Transaction, row: DocumentRow): Promise<Place[]> {
  const { tenantId, id } = row;
  if (row.heldByUpload !== false) {
    await tx
      .update(documents)
      .set({ heldByUpload: false })
      .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)));
    await placeDocument(tx, { ...row, heldByUpload: false }, { source: BY_HAND, path: id });
  }
  return tx
    .select({ source: documentPlaces.source, path: documentPlaces.path })
    .from(documentPlaces)
    .where(
      and(eq(documentPlaces.tenantId, tenantId), eq(documentPlaces.documentId, id), isNull(documentPlaces.heldUntil)),
    );
}
