import { chunks, insertInBatches, newId, oneRow, segments, type Transaction } from "@assay/db";
import { and, asc, count, eq, inArray, isNull } from "drizzle-orm";
import type { Job } from "../../jobs/job.ts";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { advanceDocument } from "./advance.ts";
import { loadDescription, saveDescription } from "./describe-document.ts";
import { findInstructionLikeText } from "./flag-instructions.ts";
import { type DocumentServices, now } from "./open-document.ts";
import { estimateTokens, splitIntoChunks } from "./split-into-chunks.ts";

const BATCH_SEGMENTS = 100;

type SegmentRow = typeof segments.$inferSelect;

/** Splits a batch of segments, and describes the document with the last one; progress is the segments not yet split, so an attempt may be repeated at will. */
export async function chunkDocument(_: DocumentServices, { db, job }: Attempt): Promise<Outcome> {
  const batch = await inTenant({ db, tenantId: job.tenantId }, (tx) =>
    tx
      .select()
      .from(segments)
      .where(
        and(eq(segments.tenantId, job.tenantId), eq(segments.documentId, job.subjectId), isNull(segments.chunkedAt)),
      )
      .orderBy(asc(segments.segmentIndex))
      .limit(BATCH_SEGMENTS),
  );
  const rows = batch.flatMap(chunksOf);
  if (batch.length === BATCH_SEGMENTS)
    return {
      state: "more",
      async write(tx) {
        await store(tx, job, batch, rows);
      },
    };
  const description = await loadDescription({ db, job });
  return {
    state: "done",
    async write(tx) {
      const stored = await store(tx, job, batch, rows);
      if (description) await saveDescription(tx, job, description);
      return advanceDocument(tx, job, { chunkCount: stored });
    },
  };
}

type NewChunk = Omit<typeof chunks.$inferInsert, "chunkIndex">;

function chunksOf(segment: SegmentRow): NewChunk[] {
  const flagged = [
    ...segment.hidden.map(([start, end]) => ({ start, end, reason: "HIDDEN" as const })),
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

/** Returns how many chunks the document has now. */
async function store(
  tx: Transaction,
  { tenantId, subjectId }: Job,
  batch: SegmentRow[],
  rows: NewChunk[],
): Promise<number> {
  const stored = oneRow(
    await tx
      .select({ value: count() })
      .from(chunks)
      .where(and(eq(chunks.tenantId, tenantId), eq(chunks.documentId, subjectId))),
  );
  const from = stored.value;
  await insertInBatches(
    tx,
    chunks,
    rows.map((row, at) => ({ id: newId(), ...row, chunkIndex: from + at })),
  );
  if (batch.length === 0) return from;
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
  return from + rows.length;
}
