import { assayQuery } from "@assay/site/assay-query";
import { DOCUMENTS_KEY } from "./queries.ts";

/** It reads all documents, so not as often as a list. */
const RECOUNT_MS = 10_000;

/** Counts of all documents, or of those uploaded from a time on; kept up to date while some are being read. */
export function summaryQuery(uploadedFrom?: string) {
  return assayQuery(
    [...DOCUMENTS_KEY, "summary", uploadedFrom ?? null],
    ({ documents }, options) => documents.summary({ uploadedFrom, ...options }),
    {
      refetchInterval: ({ state: { data } }) =>
        data !== undefined && data.waiting + data.archivesWaiting > 0 && RECOUNT_MS,
    },
  );
}
