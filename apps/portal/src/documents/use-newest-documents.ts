import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { newestDocumentsQuery } from "./queries.ts";
import { useWatch } from "./use-watch.ts";

/** What an overview looks at, kept up to date while some of it is being read. */
export function useNewestDocuments() {
  const { data, error, refetch } = useQuery(newestDocumentsQuery);
  useWatch(newestDocumentsQuery.queryKey, data?.pages);
  const documents = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  return { documents, isMore: data?.pages.at(-1)?.nextCursor != null, error, refetch };
}
