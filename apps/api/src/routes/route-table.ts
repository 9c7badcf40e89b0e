import type { LinkCapability, Role } from "@assay/contract";
import type { Hono } from "hono";
import { type Declaration, declaredBy } from "../middleware/declare.ts";
import type { ApiEnv } from "../variables.ts";

interface Route {
  readonly method: string;
  /** With its parameters, such as `/api/documents/:id`. */
  readonly path: string;
}

export interface DeclaredRoute extends Route {
  /** What its handlers declare, in order. */
  readonly declarations: readonly Declaration[];
}

export interface RouteEntry extends Route {
  /** The least role that may use it. */
  readonly role: Role;
  /** What an auditor's link must allow to use it, one of these; left out where no link may. */
  readonly link?: readonly LinkCapability[];
}

/** Every route, once each, in order, with what its handlers declare. */
export function listRoutes(routes: Pick<Hono<ApiEnv>, "routes">): DeclaredRoute[] {
  const table = new Map<string, Route & { declarations: Declaration[] }>();
  for (const { method, path, handler } of routes.routes) {
    if (method === "ALL") continue;
    const name = `${method} ${path}`;
    const entry = table.get(name) ?? { method, path, declarations: [] };
    entry.declarations.push(declaredBy(handler));
    table.set(name, entry);
  }
  return [...table.values()];
}

/** The least role of each route, in order. Throws for a route that declares none, or two. */
export function requireRoles(routes: Pick<Hono<ApiEnv>, "routes">): (DeclaredRoute & RouteEntry)[] {
  return listRoutes(routes).map((route) => {
    const [role, ...others] = route.declarations.flatMap((each) => each.role ?? []);
    if (!role || others.length > 0)
      throw new Error(
        `Cannot serve ${route.method} ${route.path} because it must declare one role: put role("VIEWER") or another before its handler`,
      );
    const link = route.declarations.find((each) => each.link)?.link;
    return { ...route, role, ...(link && { link }) };
  });
}

/** Every route of the API with its role. Throws for one without a role, without an operation, or outside /api/. */
export function routeTable(routes: Hono<ApiEnv>): RouteEntry[] {
  return requireRoles(routes).map(({ method, path, role, link, declarations }) => {
    const name = `${method} ${path}`;
    if (declarations.filter(({ operation }) => operation).length !== 1)
      throw new Error(
        `Cannot serve ${name} because it must declare what it replies: put operation("runs.list", …) after its role`,
      );
    if (!path.startsWith("/api/"))
      throw new Error(`Cannot serve ${name} because its path must begin with /api/: the session guards nothing else`);
    return { method, path, role, ...(link && { link }) };
  });
}
