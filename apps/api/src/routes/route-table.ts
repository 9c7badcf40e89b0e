import type { Role } from "@assay/contract";
import type { Hono } from "hono";
import { declaredRole } from "../middleware/role.ts";
import type { ApiEnv } from "../variables.ts";

export interface RouteEntry {
  readonly method: string;
  /** With its parameters, such as `/api/documents/:id`. */
  readonly path: string;
  /** The least role that may use it. */
  readonly role: Role;
}

/** Every route, once each, in order, with the role that it declares. Throws for a route that declares none, or two. */
export function routeTable(routes: Hono<ApiEnv>): RouteEntry[] {
  const table = new Map<string, { method: string; path: string; roles: Role[] }>();
  for (const { method, path, handler } of routes.routes) {
    if (method === "ALL") continue;
    const name = `${method} ${path}`;
    const entry = table.get(name) ?? { method, path, roles: [] };
    const role = declaredRole(handler);
    if (role) entry.roles.push(role);
    table.set(name, entry);
  }
  return [...table].map(([name, { method, path, roles }]) => {
    const [role] = roles;
    if (!role || roles.length > 1)
      throw new Error(
        `Cannot serve ${name} because it must declare one role: put role("VIEWER") or another before its handler`,
      );
    if (!path.startsWith("/api/"))
      throw new Error(`Cannot serve ${name} because its path must begin with /api/: the session guards nothing else`);
    return { method, path, role };
  });
}
