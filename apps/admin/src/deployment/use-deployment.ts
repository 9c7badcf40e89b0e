import type { DeploymentFilters, DeploymentLogFilters } from "@assay/client/admin";
import { queryClient } from "@assay/site/query-client";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Clients, clientsOf } from "../app/tenant.ts";

/** All tenants: asked for as oneself at home, as they belong to no tenant. */
export const useDeployment = (filters: DeploymentFilters) =>
  useAsked(["tenants", filters], async ({ deployment }, signal) => {
    const page = await deployment.get({ ...filters, signal });
    return { ...page, items: page.tenants };
  });

export const useDeploymentLog = (filters: DeploymentLogFilters) =>
  useAsked(["log", filters], async ({ deployment }, signal) => {
    const page = await deployment.log({ ...filters, signal });
    return { ...page, items: page.entries };
  });

function useAsked<T>(key: readonly unknown[], ask: (admin: Clients["admin"], signal: AbortSignal) => Promise<T>) {
  return useQuery({
    queryKey: ["deployment", ...key],
    queryFn: async ({ signal }) => ask((await clientsOf(undefined)).admin, signal),
    placeholderData: keepPreviousData,
  });
}

/** An act on a tenant from outside; `told` is what it answered, which may hold a secret. */
export function useDeploymentAct<Input, Result>(act: (admin: Clients["admin"], input: Input) => Promise<Result>) {
  const [told, setTold] = useState<Result>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (input: Input) => setTold(await act((await clientsOf(undefined)).admin, input)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["deployment"] }),
  });
  return { mutate, isPending, error, told };
}
