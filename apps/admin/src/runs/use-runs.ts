import { useTyped } from "@assay/site/filters";
import { isActive } from "@assay/site/is-active";
import { useSearch } from "@assay/site/location";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { readFilters } from "./run-filters.ts";

const PAGE_SIZE = 50;
const ACTIVE_REFRESH_MS = 2_000;
const REFRESH_MS = 15_000;

/** The page of runs that the address names, looked at again and more often while one of them is under way. */
export function useRuns() {
  const search = useSearch();
  const asked = readFilters(search);
  const filters = { ...asked, q: useTyped("q") };
  const cursor = search.get("cursor") ?? undefined;
  return useTenantQuery({
    key: ["runs", filters, cursor ?? null],
    load: ({ admin }, { signal }) => admin.runs.list({ ...filters, signal }).page({ limit: PAGE_SIZE, cursor }),
    refetchInterval: ({ state }) => (state.data?.items.some(isActive) ? ACTIVE_REFRESH_MS : REFRESH_MS),
    keepWithin: 1,
  });
}
