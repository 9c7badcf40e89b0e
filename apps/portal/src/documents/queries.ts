import type { Document, DocumentFilters } from "@assay/client";
import { assayPages, assayQuery } from "@assay/site/assay-query";
import { isSettled } from "./is-settled.ts";

const PAGE_SIZE = 100;
const WATCH_MS = 1500;

export const DOCUMENTS_KEY = ["documents"] as const;

export type ListFilters = Omit<DocumentFilters, "signal" | "limit" | "cursor" | "total">;

/** As they are sorted, with how many there are; looked at again while something in it is being processed. */
export function documentListQuery(filters: ListFilters) {
  return assayPages(
    [...DOCUMENTS_KEY, "list", filters],
    ({ documents }, options, cursor) =>
      documents
        .list({ ...filters, total: cursor === undefined ? "true" : undefined, ...options })
        .page({ limit: PAGE_SIZE, cursor }),
    {
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ items }) => !items.every(isSettled)) === true && WATCH_MS,
    },
  );
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

const OVERVIEW_PAGES_MAX = 5;
const OVERVIEW_PAGE_SIZE = 200;

/** The newest documents, members of archives included: as many as an overview looks at. */
export const newestDocumentsQuery = assayQuery(
  [...DOCUMENTS_KEY, "newest"],
  async (assay, options) => {
    const list = assay.documents.list(options);
    const documents: Document[] = [];
    let cursor: string | null | undefined;
    for (let page = 0; page < OVERVIEW_PAGES_MAX && cursor !== null; page += 1) {
      const { items, nextCursor } = await list.page({ limit: OVERVIEW_PAGE_SIZE, cursor: cursor ?? undefined });
      documents.push(...items);
      cursor = nextCursor;
    }
    return { documents, isMore: cursor != null };
  },
  { refetchInterval: ({ state }) => state.data?.documents.every(isSettled) === false && WATCH_MS },
);

/** Where files come from, by name. */
export const sourcesQuery = assayQuery(["sources", "all"], ({ sources }, options) => sources.list(options).toArray());
