import type { LinkCapability, Role } from "@assay/contract";
import type { Hono } from "hono";
import type { z } from "zod";
import { type DeclaredRoute, listRoutes } from "../routes/route-table.ts";
import type { ApiEnv } from "../variables.ts";
import { SIGN_IN_ROUTES } from "./local-sign-in.ts";
import type { Operation } from "./operation.ts";

/** A route of the document, with all that it says of itself. */
export interface DocumentedRoute {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  /** The least role; undefined for a route that asks for none. */
  readonly role: Role | undefined;
  /** What an auditor's link must allow to call it, one of these; undefined where no link may. */
  readonly link?: readonly LinkCapability[];
  readonly signedIn: boolean;
  readonly query: z.ZodType | undefined;
  readonly json: z.ZodType | undefined;
  /** Whether its errors are those of the API, and not of the issuer. */
  readonly issuer: boolean;
}

/** Every route of an app that says what it replies. */
export function listDocumentedRoutes(app: Pick<Hono<ApiEnv>, "routes">): DocumentedRoute[] {
  return listRoutes(app).flatMap((route) => {
    const { method, path } = route;
    const signIn = SIGN_IN_ROUTES[`${method} ${path}`];
    if (signIn) return { query: undefined, json: undefined, ...signIn, method, path, role: undefined, issuer: true };
    return fromDeclarations(route) ?? [];
  });
}

function fromDeclarations({ method, path, declarations }: DeclaredRoute): DocumentedRoute | undefined {
  const { operation, role, link, query, json } = Object.assign(
    {},
    ...declarations,
  ) as DeclaredRoute["declarations"][number];
  const signedIn = role !== undefined;
  return operation && { method, path, operation, role, ...(link && { link }), signedIn, query, json, issuer: false };
}
