import { AssayError, ROLES, type Role } from "@assay/contract";
import type { Actor } from "./context.ts";

export function hasRole(actor: Pick<Actor, "role">, least: Role): boolean {
  return ROLES.indexOf(actor.role) >= ROLES.indexOf(least);
}

/** Throws FORBIDDEN unless the actor holds `least` or more. */
export function requireRole({ actor }: { readonly actor: Pick<Actor, "role"> }, least: Role): void {
  if (!hasRole(actor, least))
    throw new AssayError(
      "FORBIDDEN",
      `Cannot do this because it requires the role ${least}: current role is ${actor.role}`,
    );
}
