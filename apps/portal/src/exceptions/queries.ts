import type { ExceptionFilters } from "@assay/client";
import { assayPages, assayQuery } from "@assay/site/assay-query";
import { collect } from "@assay/site/collect";

const PAGE_SIZE = 50;

export const EXCEPTIONS_KEY = ["exceptions"] as const;

export type RegisterFilters = Pick<
  ExceptionFilters,
  "status" | "kind" | "requirementId" | "expiringWithinDays" | "sort"
>;

export function exceptionListQuery(filters: RegisterFilters) {
  return assayPages([...EXCEPTIONS_KEY, "list", filters], ({ exceptions }, options, cursor) =>
    exceptions.list({ ...filters, ...options }).page({ limit: PAGE_SIZE, cursor }),
  );
}

export function exceptionQuery(exceptionId: string) {
  return assayQuery([...EXCEPTIONS_KEY, "one", exceptionId], ({ exceptions }, options) =>
    exceptions.get(exceptionId, options),
  );
}

/** All that are said of a requirement of the pack, the newest first. */
export function requirementExceptionsQuery(packId: string, requirementId: string) {
  return assayQuery([...EXCEPTIONS_KEY, "of", packId, requirementId], ({ exceptions }, options) =>
    collect(exceptions.list({ packId, requirementId, ...options })),
  );
}

/** Those active today, by id: what marks tasks. */
export const activeExceptionsQuery = assayQuery(
  [...EXCEPTIONS_KEY, "in-force"],
  async ({ exceptions }, options) => {
    const { items } = await collect(exceptions.list({ inForce: "true", ...options }));
    return new Map(items.map((exception) => [exception.id, exception]));
  },
  { staleTime: 60_000 },
);

/** Those that were active when the run started. */
export function runExceptionsQuery(runId: string) {
  return assayQuery(["run", runId, "exceptions"], ({ runs }, options) => runs.exceptions(runId, options));
}
