import { assay } from "@assay/site/assay";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { mergeInto, readAgain } from "./list-reads.ts";
import { DOCUMENTS_KEY, LIST_KEY, type ListFilters, readListPage } from "./queries.ts";
import { refreshPages } from "./refresh-pages.ts";

/** Brings what is shown of documents up to date: after a change that concerns the given ones alone, or any. */
export async function refreshDocuments(queries: QueryClient, changedIds?: readonly string[]): Promise<void> {
  const shown = queries.getQueryCache().findAll({ queryKey: LIST_KEY, type: "active" });
  const refresh = (queryKey: QueryKey) =>
    changedIds ? refreshList(queries, queryKey, new Set(changedIds)) : readAgain(queries, queryKey);
  await Promise.all([
    queries.invalidateQueries({ queryKey: DOCUMENTS_KEY, predicate: ({ queryKey }) => queryKey[1] !== LIST_KEY[1] }),
    queries.invalidateQueries({ queryKey: LIST_KEY, refetchType: "none" }),
    ...shown.map(({ queryKey }) => refresh(queryKey).catch(() => readAgain(queries, queryKey))),
  ]);
}

/** Of the pages of a list only those are read again that can have changed. */
export async function refreshList(
  queries: QueryClient,
  queryKey: QueryKey,
  changedIds?: ReadonlySet<string>,
): Promise<void> {
  const client = await assay();
  const filters = queryKey[LIST_KEY.length] as ListFilters;
  const read = (cursor: string | undefined) => readListPage(client, filters, cursor);
  await mergeInto(queries, queryKey, (known) => refreshPages(known, read, changedIds));
}
