import type { ExceptionFilters } from "@assay/client";
import { assay } from "@assay/site/assay";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

const PAGE_SIZE = 50;

export const EXCEPTIONS_KEY = ["exceptions"] as const;

export type RegisterFilters = Pick<
  ExceptionFilters,
  "status" | "kind" | "requirementId" | "expiringWithinDays" | "sort"
>;

export function exceptionListQuery(filters: RegisterFilters) {
  return infiniteQueryOptions({
    queryKey: [...EXCEPTIONS_KEY, "list", filters],
    queryFn: async ({ pageParam, signal }) =>
      (await assay()).exceptions.list({ ...filters, signal }).page({ limit: PAGE_SIZE, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

export function exceptionQuery(exceptionId: string) {
  return queryOptions({
    queryKey: [...EXCEPTIONS_KEY, "one", exceptionId],
    queryFn: async ({ signal }) => (await assay()).exceptions.get(exceptionId, { signal }),
  });
}

/** All that are said of a requirement of the pack, the newest first. */
export function requirementExceptionsQuery(packId: string, requirementId: string) {
  return queryOptions({
    queryKey: [...EXCEPTIONS_KEY, "of", packId, requirementId],
    queryFn: async ({ signal }) => (await assay()).exceptions.list({ packId, requirementId, signal }).toArray(),
  });
}

/** Those in force today, by id: what marks tasks. */
export const exceptionsInForceQuery = queryOptions({
  queryKey: [...EXCEPTIONS_KEY, "in-force"],
  queryFn: async ({ signal }) => {
    const all = await (await assay()).exceptions.list({ inForce: "true", signal }).toArray();
    return new Map(all.map((exception) => [exception.id, exception]));
  },
  staleTime: 60_000,
});

/** Those that were in force when the run started. */
export function runExceptionsQuery(runId: string) {
  return queryOptions({
    queryKey: ["run", runId, "exceptions"],
    queryFn: async ({ signal }) => (await assay()).runs.exceptions(runId, { signal }),
  });
}
