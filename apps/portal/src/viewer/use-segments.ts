import type { Document, SegmentPage } from "@assay/client";
import { assay } from "@assay/site/assay";
import { useInfiniteQuery } from "@tanstack/react-query";

const PAGE_SIZE = 20;
/** Shown above what is cited. */
const BEFORE = 2;

interface Window {
  readonly from: number;
  readonly limit: number;
}

/** A document's text around a segment, which grows at both ends. */
export function useSegments({ id, extractedAt }: Pick<Document, "id" | "extractedAt">, around: number) {
  const first: Window = { from: Math.max(0, around - BEFORE), limit: PAGE_SIZE };
  return useInfiniteQuery({
    queryKey: ["segments", id, extractedAt, first.from],
    queryFn: async ({ pageParam, signal }) => (await assay()).documents.segments(id, { ...pageParam, signal }),
    initialPageParam: first,
    getPreviousPageParam: (_, __, window) => windowBefore(window),
    getNextPageParam: (page, _, window) => windowAfter(page, window),
    select: ({ pages }) => ({ segments: pages.flatMap(({ segments }) => segments), total: pages[0]!.total }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function windowBefore({ from }: Window): Window | undefined {
  const start = Math.max(0, from - PAGE_SIZE);
  return from > 0 ? { from: start, limit: from - start } : undefined;
}

function windowAfter({ segments, total }: SegmentPage, { from }: Window): Window | undefined {
  const next = from + segments.length;
  return segments.length > 0 && next < total ? { from: next, limit: PAGE_SIZE } : undefined;
}
