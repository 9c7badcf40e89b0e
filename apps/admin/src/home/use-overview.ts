import { useTenantQuery } from "../app/use-tenant-query.ts";

const REFRESH_MS = 30_000;
const BUSY_REFRESH_MS = 5_000;

/** How the tenant is, looked at again from time to time and more often while there is work. */
export function useOverview() {
  return useTenantQuery({
    key: ["overview"],
    load: ({ admin }, options) => admin.overview(options),
    refetchInterval: ({ state }) => (state.data && state.data.queue.kinds.length > 0 ? BUSY_REFRESH_MS : REFRESH_MS),
  });
}
