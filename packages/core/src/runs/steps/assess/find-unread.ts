import type { PageStates, UnreadDocument } from "@assay/contract";
import {
  documentPages,
  documents,
  preparedOnce,
  retrievals,
  runDocuments,
  runDocumentsLeftOut,
  runRequirements,
  type Transaction,
} from "@assay/db";
import { and, count, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Verdict } from "../../../assessments/evaluate-answer.ts";
import { isUnread } from "../../../documents/recognition/unread-pages.ts";
import type { RunRow } from "../../to-run.ts";
import type { Subject } from "./load-passages.ts";
import { tellingTerms } from "./telling-terms.ts";

const UNREAD_MAX = 10;

/**
 * Of a verdict below COMPLETE: the documents that were not fully read and that it cites, that were found for the
 * requirement, or whose names share telling words with it. Null for any other verdict, and where there are none.
 */
export async function findUnread(
  tx: Transaction,
  run: Pick<RunRow, "tenantId" | "id">,
  subject: Subject,
  { status, citations }: Pick<Verdict, "status" | "citations">,
): Promise<UnreadDocument[] | null> {
  if (status !== "MISSING" && status !== "PARTIAL") return null;
  const unread = await listUnread(tx, { tenantId: run.tenantId, runId: run.id });
  if (unread.length === 0) return null;
  const cited = new Set(citations.map(({ documentId }) => documentId));
  const retrieved = await listRetrieved(tx, run, subject);
  const asked = tellingTerms(`${subject.title} ${subject.criterionTitle}`);
  const likely = unread
    .map((document) => ({
      ...document,
      isCited: cited.has(document.id),
      isRetrieved: retrieved.has(document.id),
      shared: [...tellingTerms(`${document.originalFilename} ${document.title ?? ""}`)].filter((term) =>
        asked.has(term),
      ).length,
    }))
    .filter(({ isCited, isRetrieved, shared }) => isCited || isRetrieved || shared > 0)
    .sort(
      (one, other) =>
        Number(other.isCited) - Number(one.isCited) ||
        Number(other.isRetrieved) - Number(one.isRetrieved) ||
        other.shared - one.shared ||
        (one.id < other.id ? -1 : 1),
    )
    .slice(0, UNREAD_MAX);
  if (likely.length === 0) return null;
  const counts = await countUnread(tx, run.tenantId, likely);
  return likely.map(({ id, originalFilename, pageStates, isCited }) => ({
    documentId: id,
    originalFilename,
    notRead: counts.get(id) ?? Math.max(1, unreadOf(pageStates)),
    cited: isCited,
  }));
}

/** The evidence with something unread, and what was omitted because nothing of it could be read. */
const listUnread = preparedOnce((tx) => {
  const [tenantId, runId] = [sql.placeholder("tenantId"), sql.placeholder("runId")];
  const judged = tx
    .select({
      id: runDocuments.documentId,
      originalFilename: runDocuments.originalFilename,
      pageStates: runDocuments.pageStates,
      title: documents.title,
    })
    .from(runDocuments)
    .leftJoin(documents, and(eq(documents.tenantId, runDocuments.tenantId), eq(documents.id, runDocuments.documentId)))
    .where(
      and(
        eq(runDocuments.tenantId, tenantId),
        eq(runDocuments.runId, runId),
        sql`${runDocuments.readingWarnings} @> '[{"code":"PAGES_NOT_READ"}]'::jsonb`,
      ),
    );
  // Under a name of its own, so that a predicate that misses in one part is not taken for the other's.
  const unread = alias(documents, "unread");
  const leftOut = tx
    .select({
      id: runDocumentsLeftOut.documentId,
      originalFilename: runDocumentsLeftOut.originalFilename,
      pageStates: runDocumentsLeftOut.pageStates,
      title: unread.title,
    })
    .from(runDocumentsLeftOut)
    .leftJoin(
      unread,
      and(eq(unread.tenantId, runDocumentsLeftOut.tenantId), eq(unread.id, runDocumentsLeftOut.documentId)),
    )
    .where(
      and(
        eq(runDocumentsLeftOut.tenantId, tenantId),
        eq(runDocumentsLeftOut.runId, runId),
        eq(runDocumentsLeftOut.reason, "NO_TEXT"),
      ),
    );
  return judged.unionAll(leftOut).prepare("unread_documents");
});

async function listRetrieved(
  tx: Transaction,
  { tenantId, id }: Pick<RunRow, "tenantId" | "id">,
  { recordId }: Subject,
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectDistinct({ id: retrievals.documentId })
    .from(runRequirements)
    .innerJoin(
      retrievals,
      and(eq(retrievals.tenantId, runRequirements.tenantId), eq(retrievals.runRequirementId, runRequirements.id)),
    )
    .where(
      and(
        eq(runRequirements.tenantId, tenantId),
        eq(runRequirements.runId, id),
        eq(runRequirements.requirementRecordId, recordId),
      ),
    );
  return new Set(rows.map((row) => row.id));
}

async function countUnread(
  tx: Transaction,
  tenantId: string,
  likely: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, number>> {
  const ids = likely.map(({ id }) => id);
  const rows = await tx
    .select({ id: documentPages.documentId, value: count() })
    .from(documentPages)
    .where(and(eq(documentPages.tenantId, tenantId), inArray(documentPages.documentId, ids), isUnread))
    .groupBy(documentPages.documentId);
  return new Map(rows.map(({ id, value }) => [id, value]));
}

function unreadOf(states: PageStates | null): number {
  return (states?.IMAGE_ONLY ?? 0) + (states?.UNREADABLE ?? 0) + (states?.EMPTY ?? 0);
}
