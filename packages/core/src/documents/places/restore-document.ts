import type { Document } from "@assay/contract";
import { documentPlaces, type Transaction } from "@assay/db";
import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { AuditEvent } from "../../audit/audit-event.ts";
import type { Context } from "../../tenancy/context.ts";
import type { DocumentRow } from "../to-document.ts";
import { changeDocument, refused } from "./change-document.ts";
import { holdByUpload } from "./hold-by-upload.ts";
import { type Place, placeDocument } from "./place-document.ts";

/**
 * Makes a retired or superseded document evidence of later runs again: at the places that it left last, in the stead of what
 * stands there. Throws INVALID_STATE for one that is evidence, and for one that came out of another document alone.
 */
export function restoreDocument(ctx: Context, id: string): Promise<Document> {
  return changeDocument(ctx, id, async (tx, row) => {
    if (!row.supersededById && !row.retiredAt)
      throw refused("restore", id, "it is evidence of later runs already", null);
    const places = await listLastPlaces(tx, row);
    if (places.length === 0 && row.parentDocumentId)
      throw refused("restore", id, "it came out of another document: restore that one", row.parentDocumentId);
    return places.length > 0 ? placeAgain(tx, row, places) : holdByUpload(tx, row);
  });
}

/** The places that the document left together, the last time. */
async function listLastPlaces(tx: Transaction, { tenantId, id }: DocumentRow): Promise<Place[]> {
  const rows = await tx
    .select({
      source: documentPlaces.source,
      path: documentPlaces.path,
      filename: documentPlaces.filename,
      heldUntil: documentPlaces.heldUntil,
    })
    .from(documentPlaces)
    .where(
      and(
        eq(documentPlaces.tenantId, tenantId),
        eq(documentPlaces.documentId, id),
        isNotNull(documentPlaces.heldUntil),
      ),
    )
    .orderBy(desc(documentPlaces.heldUntil));
  const last = rows[0]?.heldUntil?.getTime();
  return rows.filter(({ heldUntil }) => heldUntil?.getTime() === last);
}

async function placeAgain(tx: Transaction, row: DocumentRow, places: readonly Place[]): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  for (const { source, path, filename } of places)
    events.push(...(await placeDocument(tx, row, { source, path, filename })));
  return events;
}
