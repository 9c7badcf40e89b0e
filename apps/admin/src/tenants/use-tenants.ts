import type { TenantStatus } from "@assay/client/admin";
import { queryClient } from "@assay/site/query-client";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { type Clients, clientsOf } from "../app/tenant.ts";

interface TenantsAsked {
  readonly q: string | undefined;
  readonly status: TenantStatus | undefined;
  readonly cursor: string | undefined;
}

/** Tenants belong to no tenant: they are asked for, and changed, as oneself at home. */
export function useTenants({ cursor, ...filters }: TenantsAsked) {
  return useQuery({
    queryKey: ["tenants", "list", filters, cursor],
    queryFn: async ({ signal }) =>
      (await clientsOf(undefined)).admin.tenants.list({ ...filters, signal }).page({ cursor }),
    placeholderData: keepPreviousData,
  });
}

export function useTenantsAct<Input>(
  act: (admin: Clients["admin"], input: Input) => Promise<unknown>,
  onDone: () => void,
) {
  return useMutation({
    mutationFn: async (input: Input) => act((await clientsOf(undefined)).admin, input),
    onSuccess: async () => {
      onDone();
      // The name of a tenant is on every page.
      await Promise.all(
        [["tenants"], ["tenant"], ["session"], ["deployment"], ["erasures"]].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
