import { assay } from "@assay/site/assay";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { DOCUMENTS_KEY, LIST_KEY, type ListFilters, readListPage } from "./queries.ts";
import { type DocumentPage, type LoadedPages, refreshPages } from "./refresh-pages.ts";

/** Brings what is shown of documents up to date after a change of these, or while some are read. */
export async function refreshDocuments(queries: QueryClient, changedIds: readonly string[]): Promise<void> {
  const changed = new Set(changedIds);
  const shown = queries.getQueryCache().findAll({ queryKey: LIST_KEY, type: "active" });
  await Promise.all([
    queries.invalidateQueries({ queryKey: DOCUMENTS_KEY, predicate: ({ queryKey }) => queryKey[1] !== LIST_KEY[1] }),
    queries.invalidateQueries({ queryKey: LIST_KEY, refetchType: "none" }),
    ...shown.map(({ queryKey }) => refreshList(queries, queryKey, changed).catch(() => readAgain(queries, queryKey))),
  ]);
}

/** Of the pages of a list only those are read again that can have changed. */
export async function refreshList(
  queries: QueryClient,
  queryKey: QueryKey,
  changedIds?: ReadonlySet<string>,
): Promise<void> {
  const client = await assay();
  const [filters, limit] = queryKey.slice(LIST_KEY.length) as [ListFilters, number?];
  const current = () => queries.getQueryData<LoadedPages<DocumentPage>>(queryKey);
  const merged = await refreshPages(current, (cursor) => readListPage(client, filters, cursor, { limit }), changedIds);
  if (merged) queries.setQueryData(queryKey, merged);
  else await readAgain(queries, queryKey);
}

function readAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  return queries.invalidateQueries({ queryKey, exact: true });
}
