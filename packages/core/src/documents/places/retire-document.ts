import type { Document } from "@assay/contract";
import { documents } from "@assay/db";
import { and, eq } from "drizzle-orm";
import type { Context } from "../../tenancy/context.ts";
import { findDocumentRow } from "../get-document.ts";
import { changeDocument, refused } from "./change-document.ts";
import { listStanding } from "./list-standing.ts";
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
    const standing = await listStanding(tx, tenantId, [id]);
    const left = await vacatePlaces(
      tx,
      tenantId,
      standing.map((place) => place.id),
    );
    const events = await settleHolds(tx, tenantId, [id, ...left], "RETIRED");
    const after = (await findDocumentRow(tx, tenantId, id))!;
    if (!after.retiredAt)
      throw refused("retire", id, "another document contains it: retire that one", row.parentDocumentId);
    return events;
  });
}
