import type { EvidenceRules } from "@assay/client";
import type { RetrievalVersion, ThresholdPreview } from "@assay/client/admin";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { clientsOf, useTenantId } from "../app/tenant.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";

const PAGE_SIZE = 50;
const CHANGED_PAGE_SIZE = 50;
const RUNS_MAX = 50;
const WATCH_MS = 2000;
const QUOTA_WATCH_MS = 5000;
const FORECAST_WATCH_MS = 5000;

export const lacksVectors = ({ vectors: { ready, total } }: RetrievalVersion) => ready < total;

/** A page, newest first, looked at again while vectors are being made. */
export function useVersionPage(cursor: string | undefined) {
  return useTenantQuery({
    key: ["engine", "page", cursor ?? null],
    load: ({ admin }, options) => admin.retrievalVersions.list(options).page({ limit: PAGE_SIZE, cursor }),
    refetchInterval: ({ state }) => state.data?.items.some(lacksVectors) === true && WATCH_MS,
  });
}

/** The metrics of a version, next to those of the active one. */
export function useVersionMetrics(id: string) {
  return useTenantQuery({
    key: ["engine", "metrics", id],
    load: ({ admin }, options) => admin.retrievalVersions.metrics(id, options),
  });
}

/** What the models may be asked and what is used of it. It is the same in every tenant, so another is not entered for it. */
export function useModelUse() {
  return useQuery({
    queryKey: ["models"],
    queryFn: async ({ signal }) => (await clientsOf(undefined)).admin.models.list({ signal }),
    refetchInterval: QUOTA_WATCH_MS,
  });
}

/** What the version that is to judge would change, of all tenants. */
export function useForecasts() {
  return useQuery({
    queryKey: ["engine", "forecasts"],
    queryFn: async ({ signal }) => (await clientsOf(undefined)).admin.retrievalVersions.forecasts({ signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined &&
      (data.pendingTenants > 0 || data.forecasts.some(({ state }) => state === "UNDER_WAY")) &&
      FORECAST_WATCH_MS,
  });
}

/** All versions, so that the active one is among them. */
export function useEngineVersions() {
  return useTenantQuery({
    key: ["engine", "all"],
    load: ({ admin }, options) => admin.retrievalVersions.list(options).toArray(),
    refetchInterval: ({ state }) => state.data?.some(lacksVectors) === true && WATCH_MS,
  });
}

/** The tenant's newest runs that a preview can be made on. */
export function useFinishedRuns() {
  return useTenantQuery({
    key: ["engine", "finished-runs"],
    load: async ({ admin }, { signal }) => {
      const { items } = await admin.runs.list({ status: ["COMPLETED", "FAILED"], signal }).page({ limit: RUNS_MAX });
      return items.filter(({ triggerType, assessedCount }) => triggerType !== "import" && assessedCount > 0);
    },
  });
}

/** What the thresholds and the rules would make of a run's verdicts; while others are asked for, the ones before stay. */
export function usePreview(
  runId: string | undefined,
  {
    complete,
    partial,
    rules,
  }: { complete: number | undefined; partial: number | undefined; rules: EvidenceRules | undefined },
) {
  const tenantId = useTenantId();
  return useInfiniteQuery({
    queryKey: ["tenant", tenantId ?? null, "engine", "preview", runId, complete, partial, rules],
    queryFn: async ({ pageParam, signal }): Promise<ThresholdPreview> => {
      const { admin } = await clientsOf(tenantId);
      const page = { limit: CHANGED_PAGE_SIZE, cursor: pageParam, signal };
      return admin.retrievalVersions.preview(runId!, { complete: complete!, partial: partial!, ...rules }, page);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // One of the two may settle a moment before the other.
    enabled: runId !== undefined && complete !== undefined && partial !== undefined && partial <= complete,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
