import type { Settings } from "@assay/client/admin";
import { useQuery } from "@tanstack/react-query";
import { clientsOf } from "./tenant.ts";

/** A part of what the deployment runs with. It is the same in every tenant, so another tenant is not entered for it. */
export function useSettings<T = Settings>(select?: (settings: Settings) => T) {
  return useQuery({
    queryKey: ["settings"],
    queryFn: async ({ signal }) => (await clientsOf(undefined)).admin.settings({ signal }),
    ...(select && { select }),
  });
}

/** Whether a SUPER_ADMIN may act in another tenant; undefined until it is known. */
export function useSuperAdminMode(): boolean | undefined {
  return useSettings(({ service }) => service.superAdminMode.value).data;
}
