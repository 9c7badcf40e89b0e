import { assayQuery } from "@assay/site/assay-query";
import { keepPreviousData } from "@tanstack/react-query";

const RESULTS_MAX = 20;

/** The passages for what is typed; a search that nobody waits for any more is aborted. */
export function searchQuery(q: string) {
  return assayQuery(["search", q], (assay, options) => assay.search(q, { limit: RESULTS_MAX, ...options }), {
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
}
