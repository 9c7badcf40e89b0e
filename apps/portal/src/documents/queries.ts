import type { Document, DocumentFilters } from "@assay/client";
import { assay } from "@assay/site/assay";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { isSettled } from "./is-settled.ts";

const PAGE_SIZE = 100;
const WATCH_MS = 1500;

export const DOCUMENTS_KEY = ["documents"] as const;

export type ListFilters = Pick<DocumentFilters, "status" | "category" | "q" | "parentDocumentId">;

/** The newest first, looked at again while something in it is being processed. */
export function documentListQuery(filters: ListFilters) {
  return infiniteQueryOptions({
    queryKey: [...DOCUMENTS_KEY, "list", filters],
    queryFn: async ({ pageParam, signal }) =>
      (await assay()).documents.list({ ...filters, signal }).page({ limit: PAGE_SIZE, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) => state.data?.pages.some(({ items }) => !items.every(isSettled)) === true && WATCH_MS,
  });
}

/** What came out of an archive: at most a thousand documents. */
export function membersQuery(archiveId: string) {
  return queryOptions({
    queryKey: [...DOCUMENTS_KEY, "members", archiveId],
    queryFn: async ({ signal }) => (await assay()).documents.list({ parentDocumentId: archiveId, signal }).toArray(),
    refetchInterval: ({ state }) => state.data?.every(isSettled) === false && WATCH_MS,
  });
}

export function documentQuery(documentId: string) {
  return queryOptions({
    queryKey: [...DOCUMENTS_KEY, "one", documentId],
    queryFn: async ({ signal }) => (await assay()).documents.get(documentId, { signal }),
    refetchInterval: ({ state }) => state.data !== undefined && !isSettled(state.data) && WATCH_MS,
  });
}

const OVERVIEW_PAGES_MAX = 5;
const OVERVIEW_PAGE_SIZE = 200;

/** The newest documents, members of archives included: as many as an overview looks at. */
export const newestDocumentsQuery = queryOptions({
  queryKey: [...DOCUMENTS_KEY, "newest"],
  queryFn: async ({ signal }) => {
    const list = (await assay()).documents.list({ signal });
    const documents: Document[] = [];
    let cursor: string | null | undefined;
    for (let page = 0; page < OVERVIEW_PAGES_MAX && cursor !== null; page += 1) {
      const { items, nextCursor } = await list.page({ limit: OVERVIEW_PAGE_SIZE, cursor: cursor ?? undefined });
      documents.push(...items);
      cursor = nextCursor;
    }
    return { documents, isMore: cursor != null };
  },
  refetchInterval: ({ state }) => state.data?.documents.every(isSettled) === false && WATCH_MS,
});
