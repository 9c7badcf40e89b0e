import { AssayError } from "@assay/contract";
import type { Context } from "../tenancy/context.ts";
import { SCIM_ACTOR } from "../tenancy/name-actors.ts";

/** Throws FORBIDDEN for anybody but a directory with its key. */
export function requireDirectory({ actor }: Pick<Context, "actor">): void {
  if (!actor.id.startsWith(SCIM_ACTOR))
    throw new AssayError("FORBIDDEN", "Cannot do this without a SCIM key: it is for a directory");
}
