import type { Assay, DocumentFilters } from "@assay/client";
import { assayPages, assayQuery } from "@assay/site/assay-query";
import { isSettled } from "./is-settled.ts";

const PAGE_SIZE = 100;
export const WATCH_MS = 1500;

export const DOCUMENTS_KEY = ["documents"] as const;
export const LIST_KEY = [...DOCUMENTS_KEY, "list"] as const;

export type ListFilters = Omit<DocumentFilters, "signal" | "limit" | "cursor" | "total">;

/** A page of the list, the first one with how many there are. */
export function readListPage(
  { documents }: Assay,
  filters: ListFilters,
  cursor: string | undefined,
  options: { signal?: AbortSignal } = {},
) {
  return documents
    .list({ ...filters, total: cursor === undefined ? "true" : undefined, ...options })
    .page({ limit: PAGE_SIZE, cursor });
}

/** As they are sorted, with how many there are. */
export function documentListQuery(filters: ListFilters) {
  return assayPages([...LIST_KEY, filters], (assay, options, cursor) => readListPage(assay, filters, cursor, options));
}

/** What came out of an archive: at most a thousand documents. */
export function membersQuery(archiveId: string) {
  return assayQuery(
    [...DOCUMENTS_KEY, "members", archiveId],
    ({ documents }, options) => documents.list({ parentDocumentId: archiveId, ...options }).toArray(),
    { refetchInterval: ({ state }) => state.data?.every(isSettled) === false && WATCH_MS },
  );
}

export function documentQuery(documentId: string) {
  return assayQuery(
    [...DOCUMENTS_KEY, "one", documentId],
    ({ documents }, options) => documents.get(documentId, options),
    { refetchInterval: ({ state }) => state.data !== undefined && !isSettled(state.data) && WATCH_MS },
  );
}

/** Where files come from, by name. */
export const sourcesQuery = assayQuery(["sources", "all"], ({ sources }, options) => sources.list(options).toArray());
