import { AssayError, type Role } from "@assay/contract";
import type { Context } from "./context.ts";
import { hasRole } from "./require-role.ts";

/** Throws FORBIDDEN for a role above the actor's own; `what` completes "Cannot …". */
export function requireRank({ actor }: Context, role: Role, what: string): void {
  if (!hasRole(actor, role))
    throw new AssayError(
      "FORBIDDEN",
      `Cannot ${what} because it is above the actor's own role: current role is ${actor.role}`,
    );
}
