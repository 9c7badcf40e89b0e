import { isUuid } from "@assay/contract";
import { apiKeys, memberships, runLinks, scimKeys, type Transaction } from "@assay/db";
import { and, eq, getTableColumns, inArray } from "drizzle-orm";
import { recordedHash, splitRecorded } from "../records/index.ts";

/** Before the id of a key that acts. */
export const KEY_ACTOR = "api-key:";

/** Before the id of an auditor's link that acts. */
export const LINK_ACTOR = "link:";

/** Before the id of a directory's key that acts. */
export const SCIM_ACTOR = "scim-key:";

/**
 * What people call each actor: a member's e-mail, also of one who has left, a key's name or a link's label, also of a
 * revoked one. An actor without any, such as `system` or somebody of another tenant, is omitted; so is a member who is
 * stored otherwise than the audit log recorded.
 */
export async function nameActors(
  tx: Transaction,
  tenantId: string,
  actors: readonly string[],
): Promise<Record<string, string>> {
  const idsAfter = (start: string) =>
    actors.filter((actor) => actor.startsWith(start)).map((actor) => actor.slice(start.length));
  const [keyIds, linkIds] = [idsAfter(KEY_ACTOR).filter(isUuid), idsAfter(LINK_ACTOR).filter(isUuid)];
  const scimKeyIds = idsAfter(SCIM_ACTOR).filter(isUuid);
  const userIds = [...new Set(actors.filter(isUuid))];
  const members = await nameMembers(tx, tenantId, userIds);
  const keys =
    keyIds.length === 0
      ? []
      : await tx
          .select({ id: apiKeys.id, name: apiKeys.name })
          .from(apiKeys)
          .where(and(eq(apiKeys.tenantId, tenantId), inArray(apiKeys.id, keyIds)));
  const links =
    linkIds.length === 0
      ? []
      : await tx
          .select({ id: runLinks.id, name: runLinks.label })
          .from(runLinks)
          .where(and(eq(runLinks.tenantId, tenantId), inArray(runLinks.id, linkIds)));
  const directories =
    scimKeyIds.length === 0
      ? []
      : await tx
          .select({ id: scimKeys.id, name: scimKeys.name })
          .from(scimKeys)
          .where(and(eq(scimKeys.tenantId, tenantId), inArray(scimKeys.id, scimKeyIds)));
  return Object.fromEntries([
    ...directories.map(({ id, name }) => [`${SCIM_ACTOR}${id}`, name]),
    ...members.map(({ id, name }) => [id, name]),
    ...keys.map(({ id, name }) => [`${KEY_ACTOR}${id}`, name]),
    ...links.map(({ id, name }) => [`${LINK_ACTOR}${id}`, name]),
  ]);
}

async function nameMembers(tx: Transaction, tenantId: string, userIds: readonly string[]) {
  if (userIds.length === 0) return [];
  const rows = await tx
    .select({ ...getTableColumns(memberships), recordedHash: recordedHash("member", tenantId) })
    .from(memberships)
    .where(and(eq(memberships.tenantId, tenantId), inArray(memberships.userId, [...userIds])));
  const { sound } = await splitRecorded("member", rows, (row) => row);
  return sound.map(({ userId, email }) => ({ id: userId, name: email }));
}
