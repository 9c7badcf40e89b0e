import { documents, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import type { AuditEvent } from "../../audit/record-audit.ts";
import type { Context } from "../../tenancy/context.ts";
import { settleReady } from "../places/place-document.ts";

/**
 * Counts a member of an archive as READY, FAILED or gone. The last one makes the archive READY, and so on upwards.
 * Returns the audit events, which the caller records last. Needs `lockPlaces`.
 */
export async function finaliseMember(
  tx: Transaction,
  ctx: Pick<Context, "tenantId">,
  archiveId: string,
): Promise<AuditEvent[]> {
  const [archive] = await tx
    .update(documents)
    .set({ membersPending: sql`${documents.membersPending} - 1` })
    .where(
      and(
        eq(documents.tenantId, ctx.tenantId),
        eq(documents.id, archiveId),
        eq(documents.status, "EXTRACTED"),
        sql`${documents.membersPending} > 0`,
      ),
    )
    .returning({ pending: documents.membersPending, parentDocumentId: documents.parentDocumentId });
  if (archive?.pending !== 0) return [];
  return completeArchive(tx, ctx, { id: archiveId, parentDocumentId: archive.parentDocumentId });
}

/** Every member has been settled: the archive is READY. Needs `lockPlaces`. */
export async function completeArchive(
  tx: Transaction,
  ctx: Pick<Context, "tenantId">,
  archive: { id: string; parentDocumentId: string | null },
): Promise<AuditEvent[]> {
  const now = sql`now()`;
  await tx
    .update(documents)
    .set({ status: "READY", parsedAt: now, indexedAt: now, readyAt: now })
    .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, archive.id)));
  const event: AuditEvent = { action: "document.ready", objectType: "document", objectId: archive.id };
  const left = await settleReady(tx, ctx.tenantId, archive.id);
  const above = archive.parentDocumentId ? await finaliseMember(tx, ctx, archive.parentDocumentId) : [];
  return [event, ...left, ...above];
}
