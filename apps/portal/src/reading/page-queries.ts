import type { Assay, Document, DocumentPage, PageState } from "@assay/client";
import { assayPages, assayQuery } from "@assay/site/assay-query";
import { isSettled } from "../documents/is-settled.ts";
import { DOCUMENTS_KEY } from "../documents/queries.ts";
import { isUnread } from "./page-state.ts";

const PAGE_SIZE = 100;
const WATCH_MS = 1500;
/** Those that may have an image. */
const WITH_PICTURES: readonly PageState[] = ["OCR", "MIXED", "IMAGE_ONLY", "UNREADABLE", "EMPTY"];

type Read = Pick<Document, "id" | "status" | "extractedAt" | "coverage">;

const keyOf = ({ id, extractedAt }: Read) => [...DOCUMENTS_KEY, "pages", id, extractedAt] as const;

/** Again and again, until it is read. */
const watch = (document: Read) => ({ refetchInterval: isSettled(document) ? (false as const) : WATCH_MS });

/** The pages of a document in their order, of one state or of all. */
export function pageListQuery(document: Read, state: PageState | undefined) {
  return assayPages(
    [...keyOf(document), "list", state],
    ({ documents }, options, cursor) =>
      documents.pages(document.id, { state, ...options }).page({ limit: PAGE_SIZE, cursor }),
    watch(document),
  );
}

const UNREAD: readonly PageState[] = ["IMAGE_ONLY", "UNREADABLE", "MIXED"];

/** The pages that were not read, or not whole, in their order. */
export function unreadPagesQuery(document: Read) {
  return assayQuery(
    [...keyOf(document), "unread"],
    async (assay, options) => (await pagesIn(assay, document, UNREAD, options)).filter(isUnread),
    watch(document),
  );
}

/** The pages whose images can be shown. */
export function picturePagesQuery(document: Read) {
  const asked = WITH_PICTURES.filter((state) => (document.coverage?.states?.[state] ?? 0) > 0);
  return assayQuery(
    [...keyOf(document), "pictures", asked],
    async (assay, options) =>
      (await pagesIn(assay, document, asked, options)).filter(({ picture }) => picture !== null),
    { enabled: asked.length > 0, staleTime: 60_000, ...watch(document) },
  );
}

async function pagesIn(
  { documents }: Assay,
  { id }: Read,
  states: readonly PageState[],
  options: { signal: AbortSignal },
): Promise<DocumentPage[]> {
  const lists = await Promise.all(states.map((state) => documents.pages(id, { state, ...options }).toArray()));
  return lists.flat().sort((a, b) => a.pageIndex - b.pageIndex);
}

/** The words that were read from the image of a page, with their boxes. */
export function pageWordsQuery(
  document: Read,
  { pageIndex, certainty }: Pick<DocumentPage, "pageIndex" | "certainty">,
) {
  return assayQuery(
    [...keyOf(document), "words", pageIndex],
    ({ documents }, options) => documents.pageWords(document.id, pageIndex, options),
    { enabled: certainty !== null, staleTime: Number.POSITIVE_INFINITY },
  );
}
