import type { Run } from "@assay/client";
import { assay } from "@assay/site/assay";
import { isActive } from "@assay/site/is-active";
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { EvidenceFilterState } from "./use-evidence-filter.ts";

const PAGE_SIZE = 50;

/** The documents as the run fixed them; their citations are counted again while the run goes on. */
export function runDocumentsQuery(run: Run, { judged, cited, kind, q }: EvidenceFilterState) {
  const { id, startedAt, status, assessedCount } = run;
  return infiniteQueryOptions({
    queryKey: [
      "run",
      id,
      "documents",
      { judged, cited, kind, q },
      startedAt !== null,
      isActive(run) ? assessedCount : status,
    ],
    queryFn: async ({ pageParam, signal }) =>
      (await assay()).runs.documents(id, {
        judged,
        cited,
        evidenceKind: kind,
        q: q || undefined,
        limit: PAGE_SIZE,
        cursor: pageParam,
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
