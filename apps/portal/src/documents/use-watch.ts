import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { isSettled } from "./is-settled.ts";
import { WATCH_MS } from "./queries.ts";
import type { DocumentPage } from "./refresh-pages.ts";

/** While some of a list are being read, what can have changed is read again. */
export function useWatch(queryKey: QueryKey, pages: readonly DocumentPage[] = []) {
  const queries = useQueryClient();
  useQuery({
    queryKey: ["watch", ...queryKey],
    queryFn: async () => (await import("./refresh-documents.ts")).refreshList(queries, queryKey).then(() => null),
    enabled: pages.some(({ items }) => !items.every(isSettled)),
    initialData: null,
    refetchInterval: WATCH_MS,
  });
}
