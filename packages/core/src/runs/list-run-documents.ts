import {
  isUuid,
  type PageStates,
  type ReadingWarning,
  type RunDocument,
  type RunDocumentListQuery,
} from "@assay/contract";
import { assessments, documents, oneRow, runDocuments, runDocumentsLeftOut, type Transaction } from "@assay/db";
import { and, count, countDistinct, desc, eq, inArray, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { contains } from "../contains.ts";
import { type CoverageRow, toCoverage } from "../documents/to-document.ts";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import { findSealedRun } from "../sealed/index.ts";
import type { Context } from "../tenancy/context.ts";
import { withRun } from "./read-runs.ts";
import type { RunRow } from "./to-run.ts";

export interface RunDocumentPage extends Page<RunDocument> {
  readonly judgedCount: number;
  readonly leftOutCount: number;
}

type Table = typeof runDocuments | typeof runDocumentsLeftOut;

/** The documents as they were when the run started, judged or omitted, the newest first. */
export function listRunDocuments(ctx: Context, runId: string, query: RunDocumentListQuery): Promise<RunDocumentPage> {
  const { judged, cited, evidenceKind, documentId, q, limit, cursor } = query;
  const before = cursor === undefined ? undefined : decodeCursor("run-documents", cursor, ["id"])[0];
  return withRun(ctx, runId, async (tx, run) => {
    const citing = await countCiting(tx, run);
    const ofRun = (table: Table) => and(eq(table.tenantId, ctx.tenantId), eq(table.runId, runId));
    const isCited = (table: Table) => inArray(table.documentId, [...citing.keys()]);
    const wanted = (table: Table, isJudged: SQL) =>
      and(
        ofRun(table),
        judged === undefined ? undefined : sql`${isJudged} = ${judged === "true"}`,
        cited === undefined ? undefined : cited === "true" ? isCited(table) : not(isCited(table)),
        contains(table.originalFilename, q),
        documentId === undefined ? undefined : isUuid(documentId) ? eq(table.documentId, documentId) : sql`false`,
        before === undefined ? undefined : lt(table.documentId, before),
      );
    const isJudged = sql<boolean>`${runDocuments.excludedReason} is null`;
    const evidence = tx
      .select({
        ...fieldsOf(runDocuments),
        evidenceKind: sql<RunDocument["evidenceKind"]>`${runDocuments.evidenceKind}`.as("evidence_kind"),
        reason: sql<RunDocument["reason"]>`${runDocuments.excludedReason}`.as("reason"),
      })
      .from(runDocuments)
      .where(
        and(
          wanted(runDocuments, isJudged),
          evidenceKind === undefined ? undefined : eq(runDocuments.evidenceKind, evidenceKind),
        ),
      );
    const leftOut = tx
      .select({
        ...fieldsOf(runDocumentsLeftOut),
        evidenceKind: sql<RunDocument["evidenceKind"]>`null::text`.as("evidence_kind"),
        reason: sql<RunDocument["reason"]>`${runDocumentsLeftOut.reason}`.as("reason"),
      })
      .from(runDocumentsLeftOut)
      .where(and(wanted(runDocumentsLeftOut, sql`false`), evidenceKind === undefined ? undefined : sql`false`));
    const rows = await unionAll(evidence, leftOut)
      .orderBy(desc(sql`document_id`))
      .limit(limit + 1);
    const page = toPage("run-documents", rows, limit, (row) => [row.documentId]);
    const present = await listPresent(tx, ctx.tenantId, page.items);
    return {
      items: page.items.map((row) => ({
        ...toRunDocument(row, present),
        citedByCount: citing.get(row.documentId) ?? 0,
      })),
      nextCursor: page.nextCursor,
      judgedCount: await countOf(tx, runDocuments, and(ofRun(runDocuments), isNull(runDocuments.excludedReason))),
      leftOutCount:
        (await countOf(tx, runDocuments, and(ofRun(runDocuments), isNotNull(runDocuments.excludedReason)))) +
        (await countOf(tx, runDocumentsLeftOut, ofRun(runDocumentsLeftOut))),
    };
  });
}

function fieldsOf(table: Table) {
  return {
    documentId: sql<string>`${table.documentId}`.as("document_id"),
    originalFilename: sql<string>`${table.originalFilename}`.as("original_filename"),
    fileType: sql<RunDocument["fileType"]>`${table.fileType}`.as("file_type"),
    sha256Hash: sql<string>`${table.sha256Hash}`.as("sha256_hash"),
    sizeBytes: sql<number | null>`${table.sizeBytes}`.as("size_bytes"),
    category: sql<string | null>`${table.category}`.as("category"),
    effectiveDate: sql<string | null>`${table.effectiveDate}`.as("effective_date"),
    expiresAt: sql<string | null>`${table.expiresAt}`.as("expires_at"),
    pages: sql<number | null>`${table.pages}`.as("pages"),
    pagesWithText: sql<number | null>`${table.pagesWithText}`.as("pages_with_text"),
    characters: sql<number | null>`${table.characters}`.as("characters"),
    chunkCount: sql<number | null>`${table.chunkCount}`.as("chunk_count"),
    pageStates: sql<PageStates | null>`${table.pageStates}`.as("page_states"),
    readingWarnings: sql<ReadingWarning[] | null>`${table.readingWarnings}`.as("reading_warnings"),
  };
}

async function listPresent(tx: Transaction, tenantId: string, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const ids = rows.map(({ documentId }) => documentId);
  const present = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.tenantId, tenantId), inArray(documents.id, ids)));
  return new Set(present.map(({ id }) => id));
}

/** How many requirements cite each document that is cited: of a CAPTURED run, by its snapshot. */
async function countCiting(tx: Transaction, run: RunRow): Promise<ReadonlyMap<string, number>> {
  const sealed = await findSealedRun(tx, run);
  if (sealed) return sealed.citedBy;
  const cited = tx
    .select({
      requirementId: assessments.requirementId,
      documentId: sql<string>`(jsonb_array_elements(${assessments.citations}) ->> 'documentId')::uuid`.as(
        "document_id",
      ),
    })
    .from(assessments)
    .where(and(eq(assessments.tenantId, run.tenantId), eq(assessments.runId, run.id)))
    .as("cited");
  const counted = await tx
    .select({ documentId: cited.documentId, value: countDistinct(cited.requirementId) })
    .from(cited)
    .groupBy(cited.documentId);
  return new Map(counted.map(({ documentId, value }) => [documentId, value]));
}

type Row = Omit<RunDocument, "coverage" | "judged" | "citedByCount" | "deleted"> & CoverageRow;

function toRunDocument(read: Row, present: ReadonlySet<string>): Omit<RunDocument, "citedByCount"> {
  const { pages, pagesWithText, characters, chunkCount, pageStates, readingWarnings, reason, ...row } = read;
  return {
    ...row,
    sizeBytes: row.sizeBytes === null ? null : Number(row.sizeBytes),
    coverage: toCoverage({ pages, pagesWithText, characters, chunkCount, pageStates, readingWarnings }),
    judged: reason === null,
    reason,
    deleted: !present.has(row.documentId),
  };
}

async function countOf(tx: Transaction, table: Table, where: SQL | undefined): Promise<number> {
  const row = oneRow(await tx.select({ value: count() }).from(table).where(where));
  return row.value;
}
