import type { DocumentVersion } from "@assay/contract";
import { documentPlaces, documents } from "@assay/db";
import { and, desc, eq, sql } from "drizzle-orm";
import { newestFirst, type Page, toPage } from "../../paging.ts";
import type { Context } from "../../tenancy/context.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { getDocument } from "../get-document.ts";
import { BY_HAND } from "./list-places.ts";

/** All that has stood at the places where the document stood, the newest first. */
export async function listVersions(
  ctx: Context,
  id: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<DocumentVersion>> {
  await getDocument(ctx, id);
  const after = newestFirst("versions", documentPlaces.heldFrom, documentPlaces.id, cursor);
  return inTenant(ctx, async (tx) => {
    const rows = await tx
      .select({ place: documentPlaces, document: documents })
      .from(documentPlaces)
      .innerJoin(
        documents,
        and(eq(documents.tenantId, documentPlaces.tenantId), eq(documents.id, documentPlaces.documentId)),
      )
      .where(
        and(
          eq(documentPlaces.tenantId, ctx.tenantId),
          sql`(${documentPlaces.source}, ${documentPlaces.pathHash}) in (
            select stood.source, stood.path_hash from document_places stood
            where stood.tenant_id = ${ctx.tenantId} and stood.document_id = ${id})`,
          after,
        ),
      )
      .orderBy(desc(documentPlaces.heldFrom), desc(documentPlaces.id))
      .limit(limit + 1);
    const page = toPage("versions", rows, limit, ({ place }) => [place.heldFrom.toISOString(), place.id]);
    return {
      items: page.items.map(({ place, document }) => ({
        documentId: document.id,
        originalFilename: document.originalFilename,
        status: document.status,
        sha256Hash: document.sha256Hash,
        sizeBytes: document.sizeBytes,
        source: place.source === BY_HAND ? null : place.source,
        path: place.source === BY_HAND ? null : place.path,
        version: place.version,
        heldFrom: place.heldFrom.toISOString(),
        heldUntil: place.heldUntil?.toISOString() ?? null,
        isEvidence: document.supersededById === null && document.retiredAt === null,
      })),
      nextCursor: page.nextCursor,
    };
  });
}
