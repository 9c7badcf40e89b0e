import type { Document } from "@assay/contract";
import { documentPlaces, documents, type Transaction } from "@assay/db";
import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "../../tenancy/context.ts";
import { findDocumentRow } from "../get-document.ts";
import { changeDocument, refused } from "./change-document.ts";
import { settleHolds } from "./settle-holds.ts";
import { vacatePlaces } from "./vacate-places.ts";

/**
 * Takes a document, and what came out of it, out of later runs; past ones keep it. Throws INVALID_STATE for one that has left
 * already, and for one that a live archive or mail contains.
 */
export function retireDocument(ctx: Context, id: string): Promise<Document> {
  const { tenantId } = ctx;
  return changeDocument(ctx, id, async (tx, row) => {
    if (row.supersededById || row.retiredAt)
      throw refused("retire", id, "it is no evidence of later runs already", row.supersededById);
    await tx
      .update(documents)
      .set({ heldByUpload: false })
      .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)));
    const left = await vacatePlaces(tx, tenantId, await listPlaceIds(tx, tenantId, id));
    const events = await settleHolds(tx, tenantId, [id, ...left], "RETIRED");
    const after = (await findDocumentRow(tx, tenantId, id))!;
    if (!after.retiredAt)
      throw refused("retire", id, "an archive or a mail contains it: retire that one", row.parentDocumentId);
    return events;
  });
}

/** What stands at a place, or waits there for the next to be READY. */
async function listPlaceIds(tx: Transaction, tenantId: string, documentId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: documentPlaces.id })
    .from(documentPlaces)
    .where(
      and(
        eq(documentPlaces.tenantId, tenantId),
        eq(documentPlaces.documentId, documentId),
        isNull(documentPlaces.leftAt),
      ),
    );
  return rows.map(({ id }) => id);
}
