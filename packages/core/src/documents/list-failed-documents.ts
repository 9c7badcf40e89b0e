import {
  DOCUMENT_STATUSES,
  type FailedDocument,
  type FailedDocumentListQuery,
  type ReadingCounts,
} from "@assay/contract";
import { documents, oneRow, type Transaction } from "@assay/db";
import { and, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { newestFirst, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { countFailures, isFailed } from "./count-failures.ts";
import { GAPS, hasWarnings } from "./gaps.ts";
import { readEarlier } from "./stages/reader-version.ts";
import { toDocuments } from "./to-documents.ts";

/** The tenant's FAILED documents, newest first, each with the archives that it came from. */
export function listFailedDocuments(
  ctx: Context,
  { code, limit, cursor }: FailedDocumentListQuery,
): Promise<Page<FailedDocument>> {
  requireRole(ctx, "ADMIN");
  const after = newestFirst("failed-documents", documents.uploadedAt, documents.id, cursor);
  return inTenant(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(documents)
      .where(
        and(
          eq(documents.tenantId, ctx.tenantId),
          isFailed,
          code === undefined ? undefined : eq(documents.failureCode, code),
          after,
        ),
      )
      .orderBy(desc(documents.uploadedAt), desc(documents.id))
      .limit(limit + 1);
    const page = toPage("failed-documents", rows, limit, (row) => [row.uploadedAt.toISOString(), row.id]);
    const archives = await listArchivesAbove(tx, ctx.tenantId, page.items);
    const failed = await toDocuments(tx, ctx.tenantId, page.items);
    return {
      items: failed.map((document) => ({ ...document, within: placeOf(document, archives) })),
      nextCursor: page.nextCursor,
    };
  });
}

interface Placed {
  readonly id: string;
  readonly originalFilename: string;
  readonly parentDocumentId: string | null;
}

/** A level of nesting at a time: there are few. */
async function listArchivesAbove(
  tx: Transaction,
  tenantId: string,
  members: readonly Placed[],
): Promise<Map<string, Placed>> {
  const archives = new Map<string, Placed>();
  let level = members;
  for (;;) {
    const wanted = new Set(level.flatMap(({ parentDocumentId: id }) => (id && !archives.has(id) ? [id] : [])));
    if (wanted.size === 0) return archives;
    level = await tx
      .select({
        id: documents.id,
        originalFilename: documents.originalFilename,
        parentDocumentId: documents.parentDocumentId,
      })
      .from(documents)
      .where(and(eq(documents.tenantId, tenantId), inArray(documents.id, [...wanted])));
    for (const archive of level) archives.set(archive.id, archive);
  }
}

function placeOf({ parentDocumentId }: Placed, archives: ReadonlyMap<string, Placed>): FailedDocument["within"] {
  const archive = parentDocumentId ? archives.get(parentDocumentId) : undefined;
  if (!archive) return [];
  return [...placeOf(archive, archives), { id: archive.id, originalFilename: archive.originalFilename }];
}

const UNDER_WAY = DOCUMENT_STATUSES.filter((status) => status !== "READY" && status !== "FAILED");
const countWhere = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

/**
 * How many of the tenant's documents failed and why, were read by a previous reader, not fully or in a doubtful encoding,
 * and are being read now.
 */
export function countReadings(ctx: Context): Promise<ReadingCounts> {
  requireRole(ctx, "ADMIN");
  const mine = eq(documents.tenantId, ctx.tenantId);
  return inTenant(ctx, async (tx) => {
    const failed = await countFailures(tx, ctx.tenantId);
    const earlierReadings = await tx
      .select({ fileType: documents.fileType, readerVersion: documents.readerVersion, documents: count() })
      .from(documents)
      .where(and(mine, readEarlier))
      .groupBy(documents.fileType, documents.readerVersion)
      .orderBy(documents.fileType, documents.readerVersion);
    const ready = oneRow(
      await tx
        .select({
          notFullyRead: countWhere(GAPS.NOT_FULLY_READ),
          encodingUnsure: countWhere(GAPS.ENCODING_UNSURE),
        })
        .from(documents)
        .where(and(mine, hasWarnings)),
    );
    const underWay = oneRow(
      await tx
        .select({ value: count() })
        .from(documents)
        .where(and(mine, inArray(documents.status, UNDER_WAY))),
    );
    return {
      failed: failed.flatMap(({ code, count }) => (code ? [{ code, documents: count }] : [])),
      readEarlier: earlierReadings.reduce((sum, { documents: some }) => sum + some, 0),
      earlierReadings,
      ...ready,
      underWay: underWay.value,
    };
  });
}
