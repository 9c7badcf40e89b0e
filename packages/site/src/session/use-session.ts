import type { Role, Session } from "@assay/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { assay } from "./assay.ts";
import { showTenant } from "./page-tenant.ts";
import { principal } from "./principal.ts";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal }) => principal()?.session ?? readSession(signal),
  staleTime: 60_000,
});

async function readSession(signal: AbortSignal): Promise<Session> {
  const session = await (await assay()).session({ signal });
  showTenant(session);
  return session;
}

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
