import {
  type DamagedResult,
  type DocumentPlace,
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
import {
  findChangedRows,
  findDigests,
  findMissingRows,
  findSealedRun,
  type KnownEnd,
  RESULT_TABLES,
  type ResultDigests,
  readRows,
  resultsOf,
} from "../sealed/index.ts";
import type { Context } from "../tenancy/context.ts";
import { withRun } from "./read-runs.ts";
import type { RunRow } from "./to-run.ts";

export interface RunDocumentPage extends Page<RunDocument | DamagedResult> {
  readonly judgedCount: number;
  readonly leftOutCount: number;
}

type Table = typeof runDocuments | typeof runDocumentsLeftOut;

/** The documents as they were when the run started, judged or omitted, the newest first. In the place of one whose row is not what it was when the run ended `{ id, damaged }`. */
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
        places: sql<DocumentPlace[] | null>`${runDocuments.places}`.as("places"),
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
        places: sql<DocumentPlace[] | null>`null::jsonb`.as("places"),
      })
      .from(runDocumentsLeftOut)
      .where(and(wanted(runDocumentsLeftOut, sql`false`), evidenceKind === undefined ? undefined : sql`false`));
    const rows = await unionAll(evidence, leftOut)
      .orderBy(desc(sql`document_id`))
      .limit(limit + 1);
    const page = toPage("run-documents", rows, limit, (row) => [row.documentId]);
    const present = await listPresent(tx, ctx.tenantId, page.items);
    const digests = await findDigests(tx, resultsOf(run));
    const changed = digests ? await findChanged(tx, { tenantId: ctx.tenantId, runId }, digests, page.items) : new Set();
    const isWhole = page.nextCursor === null && documentId === undefined;
    const missing = digests && isWhole ? await findMissing(tx, { tenantId: ctx.tenantId, runId }, digests) : [];
    const items = page.items.map((row) =>
      changed.has(row.documentId)
        ? damagedDocument(row.documentId)
        : { ...toRunDocument(row, present), citedByCount: citing.get(row.documentId) ?? 0 },
    );
    return {
      items: [...items, ...missing.map(damagedDocument)],
      nextCursor: page.nextCursor,
      ...(digests ? countRecorded(digests) : await countStored(tx, ofRun)),
    };
  });
}

interface OfRun {
  readonly tenantId: string;
  readonly runId: string;
}

const TABLES = ["run_documents", "run_documents_left_out"] as const;

/** Of the listed documents those whose rows are not what they were when the run ended. */
async function findChanged(
  tx: Transaction,
  of: OfRun,
  digests: ResultDigests,
  listed: readonly { readonly documentId: string }[],
): Promise<ReadonlySet<string>> {
  const ids = listed.map(({ documentId }) => documentId);
  const changed: string[] = [];
  for (const table of TABLES) {
    const rows = await readRows(tx, of, table, inArray(RESULT_TABLES[table].documentId, ids));
    changed.push(...(await findChangedRows(digests, table, rows)));
  }
  return new Set(changed);
}

/** The documents that the run had when it ended, and that no row is of. */
async function findMissing(tx: Transaction, { tenantId, runId }: OfRun, digests: ResultDigests): Promise<string[]> {
  const missing: string[] = [];
  for (const name of TABLES) {
    const table = RESULT_TABLES[name];
    const rows = await tx
      .select({ id: table.documentId })
      .from(table)
      .where(and(eq(table.tenantId, tenantId), eq(table.runId, runId)));
    const ids = rows.map(({ id }) => id);
    missing.push(...findMissingRows(digests, name, ids));
  }
  return missing;
}

function damagedDocument(id: string): DamagedResult {
  return { id, damaged: true };
}

function countRecorded({ judgedCount, rows }: ResultDigests) {
  const all = TABLES.reduce((sum, table) => sum + Object.keys(rows[table]).length, 0);
  return { judgedCount, leftOutCount: all - judgedCount };
}

async function countStored(tx: Transaction, ofRun: (table: Table) => SQL | undefined) {
  const wasOmitted = and(ofRun(runDocuments), isNotNull(runDocuments.excludedReason));
  return {
    judgedCount: await countOf(tx, runDocuments, and(ofRun(runDocuments), isNull(runDocuments.excludedReason))),
    leftOutCount:
      (await countOf(tx, runDocuments, wasOmitted)) +
      (await countOf(tx, runDocumentsLeftOut, ofRun(runDocumentsLeftOut))),
  };
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
async function countCiting(tx: Transaction, run: RunRow & KnownEnd): Promise<ReadonlyMap<string, number>> {
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

type Row = { places: DocumentPlace[] | null } & Omit<
  RunDocument,
  "places" | "coverage" | "judged" | "citedByCount" | "deleted"
> &
  CoverageRow;

function toRunDocument(read: Row, present: ReadonlySet<string>): Omit<RunDocument, "citedByCount"> {
  const { pages, pagesWithText, characters, chunkCount, pageStates, readingWarnings, reason, places, ...row } = read;
  return {
    ...row,
    sizeBytes: row.sizeBytes === null ? null : Number(row.sizeBytes),
    coverage: toCoverage({ pages, pagesWithText, characters, chunkCount, pageStates, readingWarnings }),
    judged: reason === null,
    reason,
    places: places ?? [],
    deleted: !present.has(row.documentId),
  };
}

async function countOf(tx: Transaction, table: Table, where: SQL | undefined): Promise<number> {
  const row = oneRow(await tx.select({ value: count() }).from(table).where(where));
  return row.value;
}
