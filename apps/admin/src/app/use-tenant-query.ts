import { queryClient } from "@assay/site/query-client";
import { type UseMutationOptions, type UseQueryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { type Clients, clientsOf, useTenantId } from "./tenant.ts";

/** Each read of another tenant is an entry of its audit log: what is looked at live is read less often there. */
const OTHER_TENANT_REFETCH_MS = 15_000;

export interface TenantQuery<T> extends Omit<UseQueryOptions<T>, "queryKey" | "queryFn"> {
  readonly key: readonly unknown[];
  load(clients: Clients, options: { signal: AbortSignal }): Promise<T>;
  /** What was shown before stays, as a placeholder, while so many first parts of the key are the same. */
  readonly keepWithin?: number;
}

/** A query in the tenant of the address: what one tenant has shown never is under the name of another. */
export function useTenantQuery<T>({ key, load, keepWithin, refetchInterval, ...options }: TenantQuery<T>) {
  const tenantId = useTenantId();
  const queryKey = ["tenant", tenantId ?? null, ...key];
  const isNear = (other: readonly unknown[]) =>
    keepWithin !== undefined && queryKey.slice(0, 2 + keepWithin).every((part, at) => part === other[at]);
  return useQuery<T>({
    placeholderData: ((earlier: T | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
      query && isNear(query.queryKey) ? earlier : undefined) as UseQueryOptions<T>["placeholderData"],
    ...options,
    refetchInterval: (query) => {
      const ms = typeof refetchInterval === "function" ? refetchInterval(query) : (refetchInterval ?? false);
      return ms === false || ms === undefined || tenantId === undefined ? ms : Math.max(ms, OTHER_TENANT_REFETCH_MS);
    },
    queryKey,
    queryFn: async ({ signal }) => load(await clientsOf(tenantId), { signal }),
  });
}

/** An act in the tenant of the address; what the page shows of that tenant is read again after it. */
export function useTenantAct<Input = void, Result = unknown>(
  act: (clients: Clients, input: Input) => Promise<Result>,
  options: Omit<UseMutationOptions<Result, Error, Input>, "mutationFn"> = {},
) {
  const tenantId = useTenantId();
  return useMutation({
    ...options,
    mutationFn: async (input: Input) => act(await clientsOf(tenantId), input),
    onSuccess: async (...given) => {
      await queryClient.invalidateQueries({ queryKey: ["tenant"] });
      await options.onSuccess?.(...given);
    },
  });
}
