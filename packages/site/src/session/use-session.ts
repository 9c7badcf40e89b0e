import type { Role, Session } from "@assay/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { assay } from "./assay.ts";
import { principal } from "./principal.ts";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal }) => principal()?.session ?? (await assay()).session({ signal }),
  staleTime: 60_000,
});

export function useSession() {
  return useQuery(sessionQuery);
}

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  VIEWER: "Viewer",
  MEMBER: "Member",
  ADMIN: "Administrator",
  SUPER_ADMIN: "Super administrator",
};

const ORDER: readonly Role[] = ["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"];

export function hasRole({ role }: Pick<Session, "role">, least: Role): boolean {
  return ORDER.indexOf(role) >= ORDER.indexOf(least);
}

/** Whether the user's role reaches that far; false until it is known. The API decides in the end. */
export function useMay(least: Role): boolean {
  const { data } = useSession();
  return data !== undefined && hasRole(data, least);
}
