import { chunks, documentPages, segments, type Transaction } from "@assay/db";
import { and, eq, inArray } from "drizzle-orm";
import type { ReadWord } from "../../../assessments/evaluated-evidence.ts";
import type { Passage } from "./load-passages.ts";

/** Gives the passages that were read from an image the words with their certainty; others stay as they are. */
export async function withReadWords(
  tx: Transaction,
  { tenantId }: { readonly tenantId: string },
  passages: readonly Passage[],
): Promise<Passage[]> {
  const ids = passages.filter(({ certainty }) => certainty != null).map(({ chunkId }) => chunkId);
  if (ids.length === 0) return [...passages];
  const rows = await tx
    .select({
      chunkId: chunks.id,
      chunkStart: chunks.startOffset,
      segmentStart: segments.startOffset,
      words: documentPages.words,
    })
    .from(chunks)
    .innerJoin(
      segments,
      and(
        eq(segments.tenantId, chunks.tenantId),
        eq(segments.documentId, chunks.documentId),
        eq(segments.segmentIndex, chunks.segmentIndex),
      ),
    )
    .innerJoin(
      documentPages,
      and(
        eq(documentPages.tenantId, chunks.tenantId),
        eq(documentPages.documentId, chunks.documentId),
        eq(documentPages.pictureSegment, chunks.segmentIndex),
      ),
    )
    .where(and(eq(chunks.tenantId, tenantId), inArray(chunks.id, ids)));
  const read = new Map(
    rows.map(({ chunkId, chunkStart, segmentStart, words }) => {
      const by = chunkStart - segmentStart;
      const placed = (words ?? []).map(([start, end, , , , , certainty]): ReadWord => {
        return { start: start - by, end: end - by, certainty };
      });
      return [chunkId, placed];
    }),
  );
  return passages.map((passage) => {
    const words = read.get(passage.chunkId);
    return words ? { ...passage, words } : passage;
  });
}
