import type { Document } from "@assay/contract";
import { isUuid } from "@assay/contract";
import { documents, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { inTenant } from "../tenancy/transact.ts";
import { type DocumentRow, toDocument } from "./to-document.ts";

/** Throws NOT_FOUND, or CROSS_TENANT_ACCESS_DENIED for another tenant's. */
export async function getDocument(ctx: Context, id: string): Promise<Document> {
  const row = isUuid(id) ? await inTenant(ctx, (tx) => findDocumentRow(tx, ctx.tenantId, id)) : undefined;
  return toDocument(await found(ctx, "document", id, row));
}

export async function findDocumentRow(tx: Transaction, tenantId: string, id: string): Promise<DocumentRow | undefined> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)));
  return row;
}
