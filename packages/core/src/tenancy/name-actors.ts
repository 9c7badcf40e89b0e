import { isUuid } from "@assay/contract";
import { apiKeys, memberships, type Transaction } from "@assay/db";
import { and, eq, inArray } from "drizzle-orm";

/** Before the id of a key that acts. */
export const KEY_ACTOR = "api-key:";

/**
 * What people call each actor: a member's e-mail, also of one who has left, or a key's name, also of a revoked one. An
 * actor without either, such as `system` or somebody of another tenant, is left out.
 */
export async function nameActors(
  tx: Transaction,
  tenantId: string,
  actors: readonly string[],
): Promise<Record<string, string>> {
  const keyIds = actors.filter((actor) => actor.startsWith(KEY_ACTOR)).map((actor) => actor.slice(KEY_ACTOR.length));
  const members = await tx
    .select({ id: memberships.userId, name: memberships.email })
    .from(memberships)
    .where(and(eq(memberships.tenantId, tenantId), inArray(memberships.userId, actors.filter(isUuid))));
  const keys = await tx
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(and(eq(apiKeys.tenantId, tenantId), inArray(apiKeys.id, keyIds.filter(isUuid))));
  return Object.fromEntries([
    ...members.map(({ id, name }) => [id, name]),
    ...keys.map(({ id, name }) => [`${KEY_ACTOR}${id}`, name]),
  ]);
}
