import type { Document } from "@assay/client";
import { isSettled } from "./is-settled.ts";

/** Of a list in its order, from a cursor on. */
export interface DocumentPage {
  readonly items: readonly Document[];
  readonly nextCursor: string | null;
  readonly total?: number | undefined;
}

export interface LoadedPages<P extends DocumentPage> {
  readonly pages: P[];
  readonly pageParams: (string | undefined)[];
}

/** The pages that can have changed: the first, where new documents come, and those with unread or the given ones. */
export function pagesToRefresh(
  { pages }: LoadedPages<DocumentPage>,
  changedIds: ReadonlySet<string> = new Set(),
): readonly number[] {
  const mayChange = (document: Document) => !isSettled(document) || changedIds.has(document.id);
  return pages.flatMap(({ items }, index) => (index === 0 || items.some(mayChange) ? [index] : []));
}

/**
 * The pages with one of them read again, where it holds the same documents in the same order; undefined where others can have
 * changed with it, so that all is to be read again.
 */
export function mergePage<P extends DocumentPage>(
  loaded: LoadedPages<P>,
  index: number,
  reply: P,
): LoadedPages<P> | undefined {
  const page = loaded.pages[index]!;
  const isLast = index === loaded.pages.length - 1;
  const isSame =
    page.items.length === reply.items.length && page.items.every(({ id }, at) => id === reply.items[at]!.id);
  const othersWent = page.total !== reply.total || (!isLast && reply.nextCursor === null);
  if (!isSame || othersWent) return undefined;
  // What was judged in its stead until now is on a page that may have been read before it left.
  if (page.items.some((document, at) => waitsToReplace(document) && isSettled(reply.items[at]!))) return undefined;
  const nextCursor = isLast ? reply.nextCursor : page.nextCursor;
  return { ...loaded, pages: loaded.pages.with(index, { ...reply, nextCursor }) };
}

function waitsToReplace(document: Document): boolean {
  const { replacesDocumentId, places } = document;
  return !isSettled(document) && (replacesDocumentId !== null || places.some(({ version }) => version > 1));
}

/** More pages than this are read one after another. */
const AT_ONCE_MAX = 20;

/** Reads again what can have changed, of these documents or of those that are being read. Undefined where that can be all. */
export async function refreshPages<P extends DocumentPage>(
  known: LoadedPages<P>,
  read: (cursor: string | undefined) => Promise<P>,
  changedIds: ReadonlySet<string> = new Set(),
): Promise<LoadedPages<P> | undefined> {
  if (known.pages.length === 1) return { ...known, pages: [await read(known.pageParams[0])] };
  const listed = new Map(known.pages.flatMap(({ items }) => items.map((document) => [document.id, document])));
  // What is not listed may be from now on, and with a container change those that came out of it.
  if ([...changedIds].some((id) => !listed.has(id) || listed.get(id)!.archive)) return undefined;
  const indexes = pagesToRefresh(known, changedIds);
  if (indexes.length > AT_ONCE_MAX) return undefined;
  const replies = await Promise.all(indexes.map((index) => read(known.pageParams[index])));
  return indexes.reduce<LoadedPages<P> | undefined>(
    (merged, index, at) => merged && mergePage(merged, index, replies[at]!),
    known,
  );
}
