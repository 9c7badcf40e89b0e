import { ERRORS_OF_EVERY_REQUEST, errorsOf, type Operation } from "@assay/contract/operations";
import type { Hono } from "hono";
import { operationOf } from "../middleware/declare.ts";
import type { ApiEnv } from "../variables.ts";
import { SIGN_IN_ROUTES } from "./local-sign-in.ts";

/** A route of the document. */
export interface DocumentedRoute {
  readonly operation: Operation;
  readonly signedIn: boolean;
  /** Its errors, by status. */
  readonly errors: ReturnType<typeof errorsOf>;
  /** Whether it is the API's, and not the issuer's. */
  readonly own: boolean;
}

/** Every operation that an app serves, in order. */
export function listDocumentedRoutes(app: Pick<Hono<ApiEnv>, "routes">): DocumentedRoute[] {
  const found = new Map<string, DocumentedRoute>();
  for (const { method, path, handler } of app.routes) {
    const name = `${method} ${path}`;
    const signIn = SIGN_IN_ROUTES[name];
    const operation = operationOf(handler);
    if (signIn) found.set(name, { ...signIn, errors: ERRORS_OF_EVERY_REQUEST, own: false });
    if (operation)
      found.set(name, { operation, signedIn: operation.role !== null, errors: errorsOf(operation), own: true });
  }
  return [...found.values()];
}
