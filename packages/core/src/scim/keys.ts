import { AssayError, type CreateScimKeyBody, isUuid, SCIM_KEYS_MAX, type ScimKey } from "@assay/contract";
import { type Database, oneRow, scimKeys, type Transaction, tenants } from "@assay/db";
import { and, count, eq, isNull, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { sha256Hex } from "../digest.ts";
import { newSecret } from "../new-secret.ts";
import type { Page } from "../paging.ts";
import { lockSignOns } from "../single-sign-on/lock-sign-ons.ts";
import type { SignOnParts } from "../single-sign-on/providers.ts";
import { requireSignOn } from "../single-sign-on/require-sign-on.ts";
import type { Context } from "../tenancy/context.ts";
import { listForAdmins, type PageQuery } from "../tenancy/list-for-admins.ts";
import { found } from "../tenancy/missing-resource.ts";
import { SCIM_ACTOR } from "../tenancy/name-actors.ts";
import { requirePerson } from "../tenancy/require-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { tenantSuspended } from "../tenancy/tenant-suspended.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";

type KeyRow = typeof scimKeys.$inferSelect;

/** No API key starts so, and no such key as an API key. */
export const SCIM_KEY_START = "assayscim_";
const SHOWN_LENGTH = SCIM_KEY_START.length + 6;

/** Newest first, those that are revoked included. */
export function listScimKeys(ctx: Context, query: PageQuery): Promise<Page<ScimKey>> {
  return listForAdmins(ctx, query, { list: "scim-keys", table: scimKeys, toItem: toScimKey });
}

/** `key` is nowhere but in this answer. Throws TENANT_LIMIT_EXCEEDED, INVALID_STATE where people sign in elsewhere. */
export async function createScimKey(
  ctx: Context,
  { signOn }: Pick<SignOnParts, "signOn">,
  { name }: CreateScimKeyBody,
): Promise<{ scimKey: ScimKey; key: string }> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "create a SCIM key");
  requireSignOn(signOn);
  const { tenantId, actor } = ctx;
  const key = `${SCIM_KEY_START}${newSecret()}`;
  const made = { prefix: key.slice(0, SHOWN_LENGTH), keyHash: await sha256Hex(key), createdBy: actor.id };
  return inTenant(ctx, async (tx) => {
    await lockSignOns(tx, tenantId);
    const active = and(eq(scimKeys.tenantId, tenantId), isNull(scimKeys.revokedAt));
    const { value } = oneRow(await tx.select({ value: count() }).from(scimKeys).where(active));
    if (value >= SCIM_KEYS_MAX)
      throw new AssayError(
        "TENANT_LIMIT_EXCEEDED",
        `Cannot create the key because a tenant can have at most ${SCIM_KEYS_MAX} active SCIM keys: revoke one first`,
        { details: { limit: SCIM_KEYS_MAX, value } },
      );
    const row = oneRow(
      await tx
        .insert(scimKeys)
        .values({ tenantId, name, ...made })
        .returning(),
    );
    await recordAudit(tx, ctx, { action: "scim_key.created", objectType: "scim_key", objectId: row.id });
    return { scimKey: toScimKey(row), key };
  });
}

/** Ends the key with the next request; one that was revoked before stays as it is. Members stay. Throws NOT_FOUND. */
export async function revokeScimKey(ctx: Context, id: string): Promise<void> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "revoke a SCIM key");
  const known = isUuid(id) ? await inTenant(ctx, (tx) => endKey(tx, ctx, id)) : undefined;
  await found(ctx, "SCIM key", id, known);
}

async function endKey(tx: Transaction, ctx: Context, id: string) {
  const mine = and(eq(scimKeys.tenantId, ctx.tenantId), eq(scimKeys.id, id));
  const [ended] = await tx
    .update(scimKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(mine, isNull(scimKeys.revokedAt)))
    .returning({ id: scimKeys.id });
  if (ended) await recordAudit(tx, ctx, { action: "scim_key.revoked", objectType: "scim_key", objectId: id });
  return ended ?? (await tx.select({ id: scimKeys.id }).from(scimKeys).where(mine))[0];
}

/**
 * The context of the directory that holds a key; undefined for a key that is not active. Throws FORBIDDEN while the
 * tenant is suspended. Notes the use once a minute.
 */
export async function findDirectory(db: Database, key: string): Promise<Context | undefined> {
  if (!key.startsWith(SCIM_KEY_START)) return undefined;
  const keyHash = await sha256Hex(key);
  return inSystem(db, async (tx) => {
    const [row] = await tx
      .select({
        id: scimKeys.id,
        tenantId: scimKeys.tenantId,
        status: tenants.status,
        isUseDue: sql<boolean>`coalesce(${scimKeys.lastUsedAt} < now() - interval '1 minute', true)`,
      })
      .from(scimKeys)
      .innerJoin(tenants, eq(tenants.id, scimKeys.tenantId))
      .where(and(eq(scimKeys.keyHash, keyHash), isNull(scimKeys.revokedAt)));
    if (!row) return undefined;
    if (row.status !== "ACTIVE") throw tenantSuspended();
    const { id, tenantId } = row;
    if (row.isUseDue) await tx.update(scimKeys).set({ lastUsedAt: sql`now()` }).where(eq(scimKeys.id, id));
    return { db, tenantId, actor: { id: `${SCIM_ACTOR}${id}`, role: "VIEWER", tenantId } };
  });
}

function toScimKey({ id, name, prefix, createdBy, ...row }: KeyRow): ScimKey {
  const createdAt = row.createdAt.toISOString();
  const revokedAt = row.revokedAt?.toISOString() ?? null;
  return { id, name, prefix, createdBy, createdAt, revokedAt, lastUsedAt: row.lastUsedAt?.toISOString() ?? null };
}
