import { AssayError, type Document, isUuid } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { type AuditEvent, recordAudit } from "../../audit/record-audit.ts";
import type { Context } from "../../tenancy/context.ts";
import { found } from "../../tenancy/missing-resource.ts";
import { requireRole } from "../../tenancy/require-role.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { findDocumentRow } from "../get-document.ts";
import type { DocumentRow } from "../to-document.ts";
import { toDocuments } from "../to-documents.ts";
import { lockPlaces } from "./lock-places.ts";

/** Changes what holds a document, records what `act` says happened, and returns the document as it is then. */
export async function changeDocument(
  ctx: Context,
  id: string,
  act: (tx: Transaction, row: DocumentRow) => Promise<AuditEvent[]>,
): Promise<Document> {
  requireRole(ctx, "MEMBER");
  const { tenantId } = ctx;
  const document = !isUuid(id)
    ? undefined
    : await inTenant(ctx, async (tx) => {
        await lockPlaces(tx, tenantId);
        const row = await findDocumentRow(tx, tenantId, id);
        if (!row) return undefined;
        const events = await act(tx, row);
        const after = (await findDocumentRow(tx, tenantId, id))!;
        const [changed] = (await toDocuments(tx, tenantId, [after])) as [Document];
        await recordAudit(tx, ctx, ...events);
        return changed;
      });
  return found(ctx, "document", id, document);
}

export function refused(act: "retire" | "restore", id: string, why: string, documentId: string | null): AssayError {
  return new AssayError("INVALID_STATE", `Cannot ${act} document '${id}' because ${why}`, {
    details: documentId ? { documentId } : {},
  });
}
