import { useQuery } from "@tanstack/react-query";
import { clientsOf } from "./tenant.ts";

const TENANTS_MAX = 200;

/** The newest tenants. */
export function useTenants() {
  return useQuery({
    queryKey: ["tenants", "newest"],
    queryFn: async ({ signal }) => {
      const { admin } = await clientsOf(undefined);
      const { items, nextCursor } = await admin.tenants.list({ signal }).page({ limit: TENANTS_MAX });
      return { tenants: items, isMore: nextCursor !== null };
    },
  });
}
