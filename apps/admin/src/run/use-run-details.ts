import { isActive } from "@assay/site/is-active";
import { useTenantQuery } from "../app/use-tenant-query.ts";

const ACTIVE_REFRESH_MS = 1_500;

/** The run's details, looked at again while it is under way. */
export function useRunDetails(runId: string) {
  return useTenantQuery({
    key: ["run", runId],
    load: ({ admin }, options) => admin.runs.get(runId, options),
    refetchInterval: ({ state }) => (state.data && isActive(state.data.run) ? ACTIVE_REFRESH_MS : false),
  });
}
