import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type { DocumentPage, LoadedPages } from "./refresh-pages.ts";

/** Writes what is made of a list. What another read of it overtakes, or would write over, is made again after that. */
export async function mergeInto(
  queries: QueryClient,
  queryKey: QueryKey,
  refresh: (known: LoadedPages<DocumentPage>) => Promise<LoadedPages<DocumentPage> | undefined>,
): Promise<void> {
  const current = () => queries.getQueryData<LoadedPages<DocumentPage>>(queryKey);
  for (;;) {
    const known = await whenIdle(queries, queryKey, current);
    const merged = known && (await refresh(known));
    if (!merged) return readAgain(queries, queryKey);
    if (current() !== known || isFetching(queries, queryKey)) continue;
    queries.setQueryData(queryKey, merged);
    return;
  }
}

/** Of each list, the read that begins once the present one ends. */
const nextReads = new Map<string, Promise<void>>();

/** Reads the whole of what is shown of a list; who asks while it is being read shares the read after that. */
export function readAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const read = () => queries.invalidateQueries({ queryKey, exact: true });
  if (!isFetching(queries, queryKey)) return read();
  const hash = hashKey(queryKey);
  const next =
    nextReads.get(hash) ??
    whenIdle(queries, queryKey, () => {
      nextReads.delete(hash);
      return read();
    });
  nextReads.set(hash, next);
  return next;
}

/** Does it once no read of the list is under way: two at once would write over one another. */
export async function whenIdle<T>(queries: QueryClient, queryKey: QueryKey, act: () => T): Promise<Awaited<T>> {
  while (isFetching(queries, queryKey)) await nextChange(queries);
  return await act();
}

function isFetching(queries: QueryClient, queryKey: QueryKey): boolean {
  return (queries.getQueryState(queryKey)?.fetchStatus ?? "idle") !== "idle";
}

function nextChange(queries: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const stop = queries.getQueryCache().subscribe(() => {
      stop();
      resolve();
    });
  });
}
