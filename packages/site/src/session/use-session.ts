import type { Role } from "@assay/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { assay } from "./assay.ts";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal }) => (await assay()).session({ signal }),
  staleTime: 60_000,
});

export function useSession() {
  return useQuery(sessionQuery);
}

const ORDER: readonly Role[] = ["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"];

/** Whether the user's role reaches that far; false until it is known. The API decides in the end. */
export function useMay(least: Role): boolean {
  const { data } = useSession();
  return data !== undefined && ORDER.indexOf(data.role) >= ORDER.indexOf(least);
}
