import {
  chunks,
  documents,
  type FlaggedRange,
  retrievals,
  runRequirements,
  segments,
  type Transaction,
} from "@assay/db";
import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Job } from "../../../jobs/job.ts";

const BATCH = 50;

export interface Passage {
  runRequirementId: string;
  rank: number;
  chunkId: string;
  documentId: string;
  chunk: { content: string; startOffset: number; flaggedRanges: FlaggedRange[]; segmentIndex: number } | null;
  document: { status: string; sizeBytes: number; sha256Hash: string } | null;
}

export type Texts = ReadonlyMap<string, { text: string; startOffset: number }>;

/** The requirements that are checked next, what was found for them, and the texts that it was cut from. */
export async function loadBatch(tx: Transaction, job: Job) {
  const batch = await listUnverified(tx, job);
  const passages = batch.length === 0 ? [] : await listPassages(tx, job, batch);
  return { batch, isLast: batch.length < BATCH, passages, texts: await loadSegmentTexts(tx, job, passages) };
}

async function listUnverified(tx: Transaction, job: Job): Promise<string[]> {
  const rows = await tx
    .select({ id: runRequirements.id })
    .from(runRequirements)
    .where(
      and(
        eq(runRequirements.tenantId, job.tenantId),
        eq(runRequirements.runId, job.subjectId),
        isNull(runRequirements.verifiedAt),
      ),
    )
    .orderBy(asc(runRequirements.position))
    .limit(BATCH);
  return rows.map(({ id }) => id);
}

async function listPassages(tx: Transaction, job: Job, batch: string[]): Promise<Passage[]> {
  return tx
    .select({
      runRequirementId: retrievals.runRequirementId,
      rank: retrievals.rank,
      chunkId: retrievals.chunkId,
      documentId: retrievals.documentId,
      chunk: {
        content: chunks.content,
        startOffset: chunks.startOffset,
        flaggedRanges: chunks.flaggedRanges,
        segmentIndex: chunks.segmentIndex,
      },
      document: { status: documents.status, sizeBytes: documents.sizeBytes, sha256Hash: documents.sha256Hash },
    })
    .from(retrievals)
    .leftJoin(chunks, and(eq(chunks.tenantId, retrievals.tenantId), eq(chunks.id, retrievals.chunkId)))
    .leftJoin(documents, and(eq(documents.tenantId, retrievals.tenantId), eq(documents.id, retrievals.documentId)))
    .where(and(eq(retrievals.tenantId, job.tenantId), inArray(retrievals.runRequirementId, batch)));
}

async function loadSegmentTexts(tx: Transaction, job: Job, passages: readonly Passage[]): Promise<Texts> {
  const wanted = new Map(
    passages.flatMap(({ documentId, chunk }) =>
      chunk ? [[`${documentId}/${chunk.segmentIndex}`, sql`(${documentId}::uuid, ${chunk.segmentIndex}::int)`]] : [],
    ) as [string, SQL][],
  );
  if (wanted.size === 0) return new Map();
  const places = sql.join([...wanted.values()], sql`, `);
  const rows = await tx
    .select({
      documentId: segments.documentId,
      index: segments.segmentIndex,
      text: segments.text,
      startOffset: segments.startOffset,
    })
    .from(segments)
    .where(
      and(eq(segments.tenantId, job.tenantId), sql`(${segments.documentId}, ${segments.segmentIndex}) in (${places})`),
    );
  return new Map(rows.map(({ documentId, index, ...row }) => [`${documentId}/${index}`, row]));
}
