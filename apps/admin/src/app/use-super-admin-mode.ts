import { useQuery } from "@tanstack/react-query";
import { clientsOf } from "./tenant.ts";

/** Whether a SUPER_ADMIN may act in another tenant; undefined until it is known. */
export function useSuperAdminMode() {
  return useQuery({
    queryKey: ["settings", "super-admin-mode"],
    queryFn: async ({ signal }) =>
      (await (await clientsOf(undefined)).admin.settings({ signal })).service.superAdminMode.value,
  });
}
