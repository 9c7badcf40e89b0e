import { useQuery } from "@tanstack/react-query";
import { clientsOf } from "./tenant.ts";

const TENANTS_MAX = 200;

/** The newest tenants, and whether others than one's own may be entered. */
export function useTenants() {
  return useQuery({
    queryKey: ["tenants", "newest"],
    queryFn: async ({ signal }) => {
      const { admin } = await clientsOf(undefined);
      const [{ items, nextCursor }, settings] = await Promise.all([
        admin.tenants.list({ signal }).page({ limit: TENANTS_MAX }),
        admin.settings({ signal }),
      ]);
      return { tenants: items, isMore: nextCursor !== null, mode: settings.service.superAdminMode.value };
    },
  });
}
