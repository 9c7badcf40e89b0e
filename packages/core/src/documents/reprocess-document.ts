import { AssayError, type Document, isUuid } from "@assay/contract";
import { chunks, documents, segments } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { enqueue, type WorkRef } from "../work/work-item.ts";
import { toDocument } from "./to-document.ts";

/** Starts a FAILED document again from its stored file. Throws INVALID_STATE for any other. */
export async function reprocessDocument(
  ctx: Context,
  id: string,
): Promise<{ document: Document; work: readonly WorkRef[] }> {
  requireRole(ctx, "MEMBER");
  const result = !isUuid(id)
    ? undefined
    : await inTenant(ctx, async (tx) => {
        const mine = and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id));
        const [row] = await tx.select().from(documents).where(mine).for("update");
        if (!row) return undefined;
        if (row.status !== "FAILED")
          throw new AssayError(
            "INVALID_STATE",
            `Cannot reprocess document '${id}' as it must be FAILED: current status is ${row.status}`,
          );
        await tx.delete(chunks).where(eq(chunks.documentId, id));
        await tx.delete(segments).where(eq(segments.documentId, id));
        const [reset] = await tx
          .update(documents)
          .set({
            status: "UPLOADED",
            extractedAt: null,
            parsedAt: null,
            indexedAt: null,
            readyAt: null,
            failureStage: null,
            failureCode: null,
            failureMessage: null,
            extractionStartedAt: null,
            pages: null,
            pagesWithText: null,
            characters: null,
            chunkCount: null,
          })
          .where(mine)
          .returning();
        // An archive that still waits for members waits for this one again; a READY one stays READY.
        if (row.parentDocumentId)
          await tx
            .update(documents)
            .set({ membersPending: sql`${documents.membersPending} + 1` })
            .where(
              and(
                eq(documents.tenantId, ctx.tenantId),
                eq(documents.id, row.parentDocumentId),
                eq(documents.status, "EXTRACTED"),
              ),
            );
        const work = await enqueue(tx, [{ tenantId: ctx.tenantId, kind: "document", subjectId: id, stage: "extract" }]);
        await recordAudit(tx, ctx, { action: "document.reprocessed", objectType: "document", objectId: id });
        return { document: toDocument(reset!), work };
      });
  return found(ctx, "document", id, result);
}
