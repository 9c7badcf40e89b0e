import { AssayError } from "@assay/contract";
import type { Context } from "./context.ts";
import { KEY_ACTOR, LINK_ACTOR } from "./name-actors.ts";

/** Throws FORBIDDEN for an API key and for an auditor's link; `act` completes "Cannot …". */
export function requirePerson({ actor }: Pick<Context, "actor">, act: string): void {
  if (actor.id.startsWith(KEY_ACTOR))
    throw new AssayError("FORBIDDEN", `Cannot ${act} with an API key: sign in as a user`);
  if (actor.id.startsWith(LINK_ACTOR))
    throw new AssayError("FORBIDDEN", `Cannot ${act} with an auditor's link: sign in as a user`);
}
