import { chunks, insertInBatches, newId, oneRow, segments, type Transaction } from "@assay/db";
import { and, asc, count, eq, inArray, isNull } from "drizzle-orm";
import type { Job } from "../../jobs/job.ts";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { advanceDocument } from "./advance.ts";
import { changeOf, describe, listRanges, loadSubject, saveFacts } from "./describe-document.ts";
import { findInstructionLikeText } from "./flag-instructions.ts";
import { type DocumentServices, now } from "./open-document.ts";
import { estimateTokens, splitIntoChunks } from "./split-into-chunks.ts";

const BATCH_SEGMENTS = 100;

type SegmentRow = typeof segments.$inferSelect;

/** Splits a batch of segments, and describes the document with the last one; progress is the segments not yet split, so an attempt may be repeated at will. */
export async function chunkDocument(_: DocumentServices, { db, job }: Attempt): Promise<Outcome> {
  const { batch, from, subject } = await inTenant({ db, tenantId: job.tenantId }, (tx) => load(tx, job));
  const rows = batch.flatMap(chunksOf).map((row, at) => ({ id: newId(), ...row, chunkIndex: from + at }));
  if (batch.length === BATCH_SEGMENTS)
    return {
      state: "more",
      async write(tx) {
        await store(tx, job, batch, rows);
      },
    };
  const description = subject && describe(subject);
  return {
    state: "done",
    async write(tx) {
      await store(tx, job, batch, rows);
      if (description) await saveFacts(tx, job, description, from === 0 ? rows : await listRanges(tx, job));
      return advanceDocument(tx, job, {
        chunkCount: from + rows.length,
        ...(description && changeOf(description)),
      });
    },
  };
}

/** The next segments to split, the index of their first chunk, and with the last batch what the document is described from. */
async function load(tx: Transaction, job: Job) {
  const batch = await tx
    .select()
    .from(segments)
    .where(and(eq(segments.tenantId, job.tenantId), eq(segments.documentId, job.subjectId), isNull(segments.chunkedAt)))
    .orderBy(asc(segments.segmentIndex))
    .limit(BATCH_SEGMENTS);
  const isFirst = batch[0]?.segmentIndex === 0;
  const from = isFirst ? 0 : await countChunks(tx, job);
  if (batch.length === BATCH_SEGMENTS) return { batch, from };
  return { batch, from, subject: await loadSubject(tx, job, isFirst ? batch : undefined) };
}

async function countChunks(tx: Transaction, { tenantId, subjectId }: Job): Promise<number> {
  const { value } = oneRow(
    await tx
      .select({ value: count() })
      .from(chunks)
      .where(and(eq(chunks.tenantId, tenantId), eq(chunks.documentId, subjectId))),
  );
  return value;
}

type NewChunk = Omit<typeof chunks.$inferInsert, "id" | "chunkIndex">;

/** None of comments: what somebody remarked on a text proves nothing of what it says. */
function chunksOf(segment: SegmentRow): NewChunk[] {
  if (segment.kind === "COMMENT") return [];
  const flagged = [
    ...segment.hidden.map(([start, end]) => ({ start, end, reason: "HIDDEN" as const })),
    ...segment.struck.map(([start, end]) => ({ start, end, reason: "STRUCK" as const })),
    ...segment.quoted.map(([start, end]) => ({ start, end, reason: "QUOTED" as const })),
    ...findInstructionLikeText(segment.text),
  ];
  return splitIntoChunks(segment.text).map(({ start, end }) => {
    const content = segment.text.slice(start, end);
    return {
      tenantId: segment.tenantId,
      documentId: segment.documentId,
      segmentIndex: segment.segmentIndex,
      content,
      pageNumber: segment.pageNumber,
      location: segment.location,
      tokenCount: estimateTokens(content),
      startOffset: segment.startOffset + start,
      endOffset: segment.startOffset + end,
      textSource: segment.textSource,
      certainty: segment.certainty,
      flaggedRanges: flagged
        .filter((range) => range.start < end && range.end > start)
        .map((range) => ({
          start: Math.max(range.start, start) - start,
          end: Math.min(range.end, end) - start,
          reason: range.reason,
        })),
    };
  });
}

async function store(
  tx: Transaction,
  { tenantId, subjectId }: Job,
  batch: readonly SegmentRow[],
  rows: readonly (typeof chunks.$inferInsert)[],
): Promise<void> {
  if (batch.length === 0) return;
  await insertInBatches(tx, chunks, rows);
  await tx
    .update(segments)
    .set({ chunkedAt: now })
    .where(
      and(
        eq(segments.tenantId, tenantId),
        eq(segments.documentId, subjectId),
        inArray(
          segments.segmentIndex,
          batch.map((segment) => segment.segmentIndex),
        ),
      ),
    );
}
