import {
  type API_KEY_ROLES,
  type ApiKey,
  type ApiKeyListQuery,
  AssayError,
  type CreateApiKeyBody,
  isUuid,
} from "@assay/contract";
import { apiKeys, type Database, oneRow, preparedOnce, tenants } from "@assay/db";
import { and, eq, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { toBase64Url } from "../base64url.ts";
import { databaseMillis } from "../database-clock.ts";
import { sha256Hex } from "../digest.ts";
import { mapPage, newestPage, type Page } from "../paging.ts";
import type { Context } from "./context.ts";
import { found } from "./missing-resource.ts";
import { nameActors } from "./name-actors.ts";
import { requirePerson } from "./require-person.ts";
import { hasRole, requireRole } from "./require-role.ts";
import { inSystem, inTenant, readInSystem } from "./transact.ts";

export const API_KEY_START = "assay_";
const KEY_BYTES = 32;
const SHOWN_LENGTH = API_KEY_START.length + 6;

/** Newest first, those that are revoked or have expired included. */
export function listApiKeys(ctx: Context, query: ApiKeyListQuery): Promise<Page<ApiKey>> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, async (tx) => {
    const where = and(eq(apiKeys.tenantId, ctx.tenantId), isInState(query.state));
    const page = await newestPage("api-keys", query, { from: tx.select().from(apiKeys), columns: apiKeys, where });
    const makers = page.items.map(({ createdBy }) => createdBy);
    const names = await nameActors(tx, ctx.tenantId, makers);
    return mapPage(page, (row) => toApiKey(row, names));
  });
}

/** `key` is nowhere but in this answer. Throws FORBIDDEN for a role above the actor's, VALIDATION_ERROR on `expiresAt`. */
export async function createApiKey(
  ctx: Context,
  { name, role, expiresAt }: CreateApiKeyBody,
): Promise<{ apiKey: ApiKey; key: string }> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "create an API key");
  if (!hasRole(ctx.actor, role))
    throw new AssayError(
      "FORBIDDEN",
      `Cannot create a key with the role ${role} because it is above the actor's own role: current role is ${ctx.actor.role}`,
    );
  const { tenantId, actor } = ctx;
  const key = newKey();
  const keyHash = await sha256Hex(key);
  return inTenant(ctx, async (tx) => {
    const clock = oneRow(await tx.select({ now: databaseMillis }).from(tenants).where(eq(tenants.id, tenantId)));
    requireWithinAYear(new Date(expiresAt), new Date(clock.now));
    const prefix = key.slice(0, SHOWN_LENGTH);
    const row = oneRow(
      await tx
        .insert(apiKeys)
        .values({ tenantId, name, prefix, keyHash, role, createdBy: actor.id, expiresAt: new Date(expiresAt) })
        .returning(),
    );
    const names = await nameActors(tx, tenantId, [actor.id]);
    await recordAudit(tx, ctx, { action: "api_key.created", objectType: "api_key", objectId: row.id });
    return { apiKey: toApiKey(row, names), key };
  });
}

/** Ends the key with the next request; one that was revoked before stays as it is. Throws NOT_FOUND. */
export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "revoke an API key");
  const result = isUuid(id)
    ? await inTenant(ctx, async (tx) => {
        const mine = and(eq(apiKeys.tenantId, ctx.tenantId), eq(apiKeys.id, id));
        const [row] = await tx.select({ revokedAt: apiKeys.revokedAt }).from(apiKeys).where(mine).for("update");
        if (!row || row.revokedAt) return row;
        await tx.update(apiKeys).set({ revokedAt: sql`now()` }).where(mine);
        await recordAudit(tx, ctx, { action: "api_key.revoked", objectType: "api_key", objectId: id });
        return row;
      })
    : undefined;
  await found(ctx, "api key", id, result);
}

export interface KeyHolder {
  readonly id: string;
  readonly tenantId: string;
  /** Undefined while the tenant is not active. */
  readonly role: ApiKey["role"] | undefined;
}

/** Who holds a key that is active by the database's clock; undefined for any other. Notes the use once a minute. */
export async function findKeyHolder(db: Database, key: string): Promise<KeyHolder | undefined> {
  return (await findKeyHolders(db, [key])).get(key);
}

/** As `findKeyHolder`, of several keys by each; those that are not active are missing. */
export async function findKeyHolders(db: Database, keys: readonly string[]): Promise<Map<string, KeyHolder>> {
  const keyHashes = await Promise.all(keys.map(sha256Hex));
  const rows = await readInSystem(db, (tx) => activeKeys(tx, { keyHashes }));
  const ids = rows.filter(({ noteUse }) => noteUse).map(({ id }) => id);
  if (ids.length > 0) await inSystem(db, (tx) => noteUse(tx, { ids }));
  const byHash = new Map(rows.map(({ keyHash, ...row }) => [keyHash, row]));
  return new Map(
    keys.flatMap((key, at) => {
      const row = byHash.get(keyHashes[at]!);
      if (!row) return [];
      const { id, tenantId, role, tenantStatus } = row;
      return [[key, { id, tenantId, role: tenantStatus === "ACTIVE" ? keyRole(role) : undefined }]];
    }),
  );
}

const useIsDue = sql<boolean>`coalesce(${apiKeys.lastUsedAt} < now() - interval '1 minute', true)`;

/** Where many requests find at once that it is due, one notes it; the others neither wait for that one nor write again. */
const noteUse = preparedOnce((tx) => {
  const due = tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(sql`${apiKeys.id} = any(${sql.placeholder("ids")}::uuid[])`, useIsDue))
    .for("update", { skipLocked: true });
  return tx
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(sql`${apiKeys.id} = any(array(${due}))`)
    .prepare("note_key_use");
});

/** Asked before each request with a key. */
const activeKeys = preparedOnce((tx) =>
  tx
    .select({
      id: apiKeys.id,
      keyHash: apiKeys.keyHash,
      tenantId: apiKeys.tenantId,
      role: apiKeys.role,
      tenantStatus: tenants.status,
      noteUse: useIsDue,
    })
    .from(apiKeys)
    .innerJoin(tenants, eq(tenants.id, apiKeys.tenantId))
    .where(
      and(
        sql`${apiKeys.keyHash} = any(${sql.placeholder("keyHashes")}::text[])`,
        isNull(apiKeys.revokedAt),
        gt(apiKeys.expiresAt, sql`now()`),
      ),
    )
    .prepare("keys_in_force"),
);

/** By the database's clock, as `findKeyHolder`. */
function isInState(state: ApiKeyListQuery["state"]): SQL | undefined {
  switch (state) {
    case undefined:
      return undefined;
    case "IN_FORCE":
      return and(isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, sql`now()`));
    case "EXPIRED":
      return and(isNull(apiKeys.revokedAt), lte(apiKeys.expiresAt, sql`now()`));
    case "REVOKED":
      return isNotNull(apiKeys.revokedAt);
    default:
      return state satisfies never;
  }
}

function newKey(): string {
  return `${API_KEY_START}${toBase64Url(crypto.getRandomValues(new Uint8Array(KEY_BYTES)))}`;
}

function requireWithinAYear(expiresAt: Date, now: Date): void {
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + 1);
  if (expiresAt > now && expiresAt <= latest) return;
  throw new AssayError("VALIDATION_ERROR", "Cannot create the key because it must expire within a year", {
    details: { issues: [{ field: "expiresAt", issue: `must be after now and not after ${latest.toISOString()}` }] },
  });
}

function keyRole(role: string): ApiKey["role"] {
  return role as (typeof API_KEY_ROLES)[number];
}

function toApiKey(row: typeof apiKeys.$inferSelect, names: Readonly<Record<string, string>>): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    role: keyRole(row.role),
    createdBy: row.createdBy,
    createdByName: names[row.createdBy] ?? null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
