import { AssayError, type Document, isUuid } from "@assay/contract";
import { documentPlaces, type Transaction } from "@assay/db";
import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { AuditEvent } from "../../audit/audit-event.ts";
import type { Context } from "../../tenancy/context.ts";
import { found } from "../../tenancy/missing-resource.ts";
import { requireRole } from "../../tenancy/require-role.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { findDocumentRow } from "../get-document.ts";
import type { DocumentRow } from "../to-document.ts";
import { holdByUpload } from "./hold-by-upload.ts";
import { lockPlaces } from "./lock-places.ts";
import { type Place, placeDocument } from "./place-document.ts";
import { answer } from "./retire-document.ts";

/**
 * Makes a retired or superseded document evidence of later runs again: at the places that it left last, in the stead of what
 * stands there. Throws INVALID_STATE for one that is evidence, and for one that came out of an archive or a mail alone.
 */
export async function restoreDocument(ctx: Context, id: string): Promise<Document> {
  requireRole(ctx, "MEMBER");
  const document = !isUuid(id)
    ? undefined
    : await inTenant(ctx, async (tx) => {
        await lockPlaces(tx, ctx.tenantId);
        const row = await findDocumentRow(tx, ctx.tenantId, id);
        if (!row) return undefined;
        if (!row.supersededById && !row.retiredAt) throw refused(id, "it is evidence of later runs already", null);
        const places = await listLastPlaces(tx, row);
        if (places.length === 0 && row.parentDocumentId)
          throw refused(id, "it came out of an archive or a mail: restore that one", row.parentDocumentId);
        return answer(tx, ctx, id, places.length > 0 ? await placeAgain(tx, row, places) : await holdByUpload(tx, row));
      });
  return found(ctx, "document", id, document);
}

/** The places that the document left together, the last time. */
async function listLastPlaces(tx: Transaction, { tenantId, id }: DocumentRow): Promise<Place[]> {
  const rows = await tx
    .select({ source: documentPlaces.source, path: documentPlaces.path, heldUntil: documentPlaces.heldUntil })
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
  for (const { source, path } of places) events.push(...(await placeDocument(tx, row, { source, path })));
  return events;
}

function refused(id: string, why: string, documentId: string | null): AssayError {
  return new AssayError("INVALID_STATE", `Cannot restore document '${id}' because ${why}`, {
    details: documentId ? { documentId } : {},
  });
}
