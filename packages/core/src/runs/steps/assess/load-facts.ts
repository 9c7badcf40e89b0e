import { chunks, datedFacts, segments, type Transaction } from "@assay/db";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { DatedFact } from "../../../assessments/evaluated-evidence.ts";
import type { Passage } from "./load-passages.ts";

/** The dated facts of the passages, in the order of their place. */
export async function loadFacts(
  tx: Transaction,
  { tenantId }: { readonly tenantId: string },
  passages: readonly Passage[],
): Promise<DatedFact[]> {
  if (passages.length === 0) return [];
  const ids = passages.map(({ chunkId }) => chunkId);
  const rows = await tx
    .select({
      date: datedFacts.date,
      documentId: datedFacts.documentId,
      chunkId: datedFacts.chunkId,
      scope: datedFacts.scope,
      start: datedFacts.startOffset,
      end: datedFacts.endOffset,
      chunkStart: chunks.startOffset,
      content: chunks.content,
      segmentStart: segments.startOffset,
      // The clock of an image may are next to the passage.
      elsewhere: sql<string | null>`case when ${datedFacts.startOffset} < ${chunks.startOffset}
        or ${datedFacts.endOffset} > ${chunks.endOffset} then ${segments.text} end`,
      location: segments.location,
      context: segments.context,
    })
    .from(datedFacts)
    .innerJoin(chunks, and(eq(chunks.tenantId, datedFacts.tenantId), eq(chunks.id, datedFacts.chunkId)))
    .innerJoin(
      segments,
      and(
        eq(segments.tenantId, chunks.tenantId),
        eq(segments.documentId, chunks.documentId),
        eq(segments.segmentIndex, chunks.segmentIndex),
      ),
    )
    .where(and(eq(datedFacts.tenantId, tenantId), inArray(datedFacts.chunkId, ids)))
    .orderBy(asc(datedFacts.documentId), asc(datedFacts.startOffset), asc(datedFacts.chunkId));
  return rows.map(({ start, end, chunkStart, content, segmentStart, elsewhere, location, context, ...fact }) => ({
    ...fact,
    text:
      elsewhere?.slice(start - segmentStart, end - segmentStart) ?? content.slice(start - chunkStart, end - chunkStart),
    topic: [location, context].filter(Boolean).join(" "),
  }));
}
