import { AssayError, type Document, isUuid } from "@assay/contract";
import { documentPlaces, documents, type Transaction } from "@assay/db";
import { and, eq, isNull } from "drizzle-orm";
import { type AuditEvent, recordAudit } from "../../audit/record-audit.ts";
import type { Context } from "../../tenancy/context.ts";
import { found } from "../../tenancy/missing-resource.ts";
import { requireRole } from "../../tenancy/require-role.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { findDocumentRow } from "../get-document.ts";
import { toDocuments } from "../to-documents.ts";
import { lockPlaces } from "./lock-places.ts";
import { settleHolds } from "./settle-holds.ts";
import { vacatePlaces } from "./vacate-places.ts";

/**
 * Takes a document, and what came out of it, out of later runs; past ones keep it. Throws INVALID_STATE for one that has left
 * already, and for one that a live archive or mail contains.
 */
export async function retireDocument(ctx: Context, id: string): Promise<Document> {
  requireRole(ctx, "MEMBER");
  const document = !isUuid(id)
    ? undefined
    : await inTenant(ctx, async (tx) => {
        await lockPlaces(tx, ctx.tenantId);
        const row = await findDocumentRow(tx, ctx.tenantId, id);
        if (!row) return undefined;
        if (row.supersededById || row.retiredAt)
          throw refused(id, "it is no evidence of later runs already", row.supersededById);
        await tx
          .update(documents)
          .set({ heldByUpload: false })
          .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id)));
        const left = await vacatePlaces(tx, ctx.tenantId, await listPlaceIds(tx, ctx.tenantId, id));
        const events = await settleHolds(tx, ctx.tenantId, [id, ...left], "RETIRED");
        const after = (await findDocumentRow(tx, ctx.tenantId, id))!;
        if (!after.retiredAt)
          throw refused(id, "an archive or a mail contains it: retire that one", row.parentDocumentId);
        return answer(tx, ctx, id, events);
      });
  return found(ctx, "document", id, document);
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

/** Records what happened, and returns the document as it is then. */
export async function answer(tx: Transaction, ctx: Context, id: string, events: AuditEvent[]): Promise<Document> {
  const row = (await findDocumentRow(tx, ctx.tenantId, id))!;
  const [document] = (await toDocuments(tx, ctx.tenantId, [row])) as [Document];
  await recordAudit(tx, ctx, ...events);
  return document;
}

function refused(id: string, why: string, documentId: string | null): AssayError {
  return new AssayError("INVALID_STATE", `Cannot retire document '${id}' because ${why}`, {
    details: documentId ? { documentId } : {},
  });
}
