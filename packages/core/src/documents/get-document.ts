import type { Document } from "@assay/contract";
import { isUuid } from "@assay/contract";
import { documents, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { inTenantForDocument } from "./in-tenant-for-document.ts";
import type { DocumentRow } from "./to-document.ts";
import { toDocuments } from "./to-documents.ts";

/**
 * Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED for another tenant's, FORBIDDEN for an auditor's link and a document that no
 * verdict of its run cites.
 */
export async function getDocument(ctx: Context, id: string): Promise<Document> {
  const find = async (tx: Transaction) => {
    const row = isUuid(id) ? await findDocumentRow(tx, ctx.tenantId, id) : undefined;
    return row && (await toDocuments(tx, ctx.tenantId, [row]))[0];
  };
  const document = isUuid(id) || ctx.link ? await inTenantForDocument(ctx, id, find) : undefined;
  return found(ctx, "document", id, document);
}

export async function findDocumentRow(tx: Transaction, tenantId: string, id: string): Promise<DocumentRow | undefined> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)));
  return row;
}
