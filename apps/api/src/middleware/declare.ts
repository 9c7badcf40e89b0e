import type { LinkCapability, Role } from "@assay/contract";
import type { z } from "zod";
import type { Operation } from "../openapi/operation.ts";

/** What a handler says of the route that it stands in. */
export interface Declaration {
  readonly role?: Role;
  /** An auditor's link with one of these may use it. */
  readonly link?: readonly LinkCapability[];
  readonly operation?: Operation;
  readonly query?: z.ZodType;
  readonly json?: z.ZodType;
}

const DECLARED = new WeakMap<object, Declaration>();

/** Returns the handler, of which `declaredBy` then tells the declaration. */
export function declare<H extends object>(handler: H, declaration: Declaration): H {
  DECLARED.set(handler, declaration);
  return handler;
}

export function declaredBy(handler: object): Declaration {
  return DECLARED.get(handler) ?? {};
}
