import type { Document, DocumentPage, PageState } from "@assay/client";
import { assay } from "@assay/site/assay";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { isSettled } from "../documents/is-settled.ts";
import { DOCUMENTS_KEY } from "../documents/queries.ts";
import { isUnread } from "./page-state.ts";

const PAGE_SIZE = 100;
const WATCH_MS = 1500;
/** Those that may have a picture. */
const WITH_PICTURES: readonly PageState[] = ["OCR", "MIXED", "IMAGE_ONLY", "UNREADABLE", "EMPTY"];

type Read = Pick<Document, "id" | "status" | "extractedAt" | "coverage">;

const keyOf = ({ id, extractedAt }: Read) => [...DOCUMENTS_KEY, "pages", id, extractedAt] as const;

/** The pages of a document in their order, of one state or of all. */
export function pageListQuery(document: Read, state: PageState | undefined) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(document), "list", state],
    queryFn: async ({ pageParam, signal }) =>
      (await assay()).documents.pages(document.id, { state, signal }).page({ limit: PAGE_SIZE, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: isSettled(document) ? false : WATCH_MS,
  });
}

const UNREAD: readonly PageState[] = ["IMAGE_ONLY", "UNREADABLE", "MIXED"];

/** The pages that were not read, or not whole, in their order. */
export function unreadPagesQuery(document: Read) {
  return queryOptions({
    queryKey: [...keyOf(document), "unread"],
    queryFn: async ({ signal }) => (await pagesIn(document, UNREAD, signal)).filter(isUnread),
    refetchInterval: isSettled(document) ? false : WATCH_MS,
  });
}

/** The pages whose pictures can be shown. */
export function picturePagesQuery(document: Read) {
  const asked = WITH_PICTURES.filter((state) => (document.coverage?.states?.[state] ?? 0) > 0);
  return queryOptions({
    queryKey: [...keyOf(document), "pictures", asked],
    queryFn: async ({ signal }) => (await pagesIn(document, asked, signal)).filter(({ picture }) => picture !== null),
    enabled: asked.length > 0,
    refetchInterval: isSettled(document) ? false : WATCH_MS,
    staleTime: 60_000,
  });
}

async function pagesIn({ id }: Read, states: readonly PageState[], signal: AbortSignal): Promise<DocumentPage[]> {
  const { documents } = await assay();
  const lists = await Promise.all(states.map((state) => documents.pages(id, { state, signal }).toArray()));
  return lists.flat().sort((a, b) => a.pageIndex - b.pageIndex);
}

/** The words that were read from the picture of a page, with their boxes. */
export function pageWordsQuery(
  document: Read,
  { pageIndex, certainty }: Pick<DocumentPage, "pageIndex" | "certainty">,
) {
  return queryOptions({
    queryKey: [...keyOf(document), "words", pageIndex],
    queryFn: async ({ signal }) => (await assay()).documents.pageWords(document.id, pageIndex, { signal }),
    enabled: certainty !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
