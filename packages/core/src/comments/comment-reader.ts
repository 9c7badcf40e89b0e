import { isUuid } from "@assay/contract";
import type { Context } from "../tenancy/context.ts";

/** Whose marks tell what is unread: a person of this tenant. Undefined for an API key, a link and somebody from outside. */
export function readerOf({ actor, tenantId }: Context): string | undefined {
  return isUuid(actor.id) && actor.tenantId === tenantId ? actor.id : undefined;
}
