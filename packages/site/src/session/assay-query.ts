import type { Assay } from "@assay/client";
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
} from "@tanstack/react-query";
import { assay } from "./assay.ts";

type Options<T> = Omit<UseQueryOptions<T>, "queryKey" | "queryFn">;

/** A query of the API, as anyone who acts on this page. */
export function assayQuery<T>(
  queryKey: QueryKey,
  load: (assay: Assay, options: { signal: AbortSignal }) => Promise<T>,
  options: Options<T> = {},
) {
  return queryOptions<T>({ ...options, queryKey, queryFn: async ({ signal }) => load(await assay(), { signal }) });
}

interface Page {
  readonly nextCursor: string | null;
}

type Cursor = string | undefined;
type PagesOptions<P> = Pick<
  UseInfiniteQueryOptions<P, Error, InfiniteData<P, Cursor>, QueryKey, Cursor>,
  "refetchInterval" | "placeholderData" | "staleTime"
>;

/** A list of the API, page after page. */
export function assayPages<P extends Page>(
  queryKey: QueryKey,
  load: (assay: Assay, options: { signal: AbortSignal }, cursor: Cursor) => Promise<P>,
  options: PagesOptions<P> = {},
) {
  return infiniteQueryOptions<P, Error, InfiniteData<P, Cursor>, QueryKey, Cursor>({
    ...options,
    queryKey,
    queryFn: async ({ pageParam, signal }) => load(await assay(), { signal }, pageParam),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}
