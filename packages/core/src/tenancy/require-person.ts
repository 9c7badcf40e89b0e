import { AssayError, PERSON_REQUIRED } from "@assay/contract";
import type { Context } from "./context.ts";
import { KEY_ACTOR, LINK_ACTOR, SCIM_ACTOR } from "./name-actors.ts";

/** Throws FORBIDDEN for an API key and for an auditor's link; `act` completes "Cannot …". */
export function requirePerson({ actor }: Pick<Context, "actor">, act: string): void {
  if (actor.id.startsWith(KEY_ACTOR)) throw personRequired(act, "an API key");
  if (actor.id.startsWith(LINK_ACTOR)) throw personRequired(act, "an auditor's link");
  if (actor.id.startsWith(SCIM_ACTOR)) throw personRequired(act, "a SCIM key");
}

/** As `requirePerson`, and for anyone who acts from another tenant. */
export function requireMember({ actor, tenantId }: Pick<Context, "actor" | "tenantId">, act: string): void {
  requirePerson({ actor }, act);
  if (actor.tenantId !== tenantId)
    throw new AssayError("FORBIDDEN", `Cannot ${act} in another tenant: it needs a member of that tenant`);
}

function personRequired(act: string, by: string): AssayError {
  return new AssayError("FORBIDDEN", `Cannot ${act} with ${by}: sign in as a user`, {
    details: { reason: PERSON_REQUIRED },
  });
}
