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
 * The pages with what was read again from the cursor of one of them. The others stay as they are, and keep their cursors; undefined
 * where the reply leaves a gap, so that all is to be read again.
 */
export function mergePage<P extends DocumentPage>(
  loaded: LoadedPages<P>,
  index: number,
  reply: P,
): LoadedPages<P> | undefined {
  const page = loaded.pages[index]!;
  const others = new Set(
    loaded.pages.flatMap(({ items }, other) => (other === index ? [] : items.map(({ id }) => id))),
  );
  const own = reply.items.filter(({ id }) => !others.has(id));
  const last = reply.items.at(-1);
  const end = page.items.findIndex(({ id }) => id === last?.id);
  // The reply ends within the page: what comes after it was not asked for.
  const endsWithin = reply.nextCursor !== null && end >= 0;
  const isCovered = reply.nextCursor === null || (last !== undefined && others.has(last.id));
  const isLastPage = index === loaded.pages.length - 1;
  if (!endsWithin && !isCovered && !isLastPage) return undefined;
  const items = endsWithin ? [...own, ...page.items.slice(end + 1)] : own;
  const nextCursor = !endsWithin && isLastPage ? reply.nextCursor : page.nextCursor;
  const merged = { ...page, items, nextCursor, ...(reply.total !== undefined && { total: reply.total }) };
  return { ...loaded, pages: loaded.pages.with(index, merged) };
}

/** More pages than this are read one after another. */
const AT_ONCE_MAX = 20;

/** Reads again what can have changed. Undefined where all is to be read again. */
export async function refreshPages<P extends DocumentPage>(
  current: () => LoadedPages<P> | undefined,
  read: (cursor: string | undefined) => Promise<P>,
  changedIds?: ReadonlySet<string>,
): Promise<LoadedPages<P> | undefined> {
  const known = current();
  if (!known) return undefined;
  const cursors = pagesToRefresh(known, changedIds).map((index) => known.pageParams[index]);
  if (cursors.length > AT_ONCE_MAX) return undefined;
  const replies = await Promise.all(cursors.map(async (cursor) => [cursor, await read(cursor)] as const));
  let merged = current();
  for (const [cursor, reply] of replies) {
    // A page that has left the list meanwhile is no longer shown.
    const index = merged?.pageParams.indexOf(cursor) ?? -1;
    if (merged && index >= 0) merged = mergePage(merged, index, reply);
  }
  return merged;
}
