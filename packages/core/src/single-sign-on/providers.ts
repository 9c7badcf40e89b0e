import {
  AssayError,
  type CreateIdentityProviderBody,
  canonicalJson,
  IDENTITY_PROVIDERS_MAX,
  type IdentityProvider,
  isUuid,
  type PatchIdentityProviderBody,
} from "@assay/contract";
import { identityProviders, lockUntilCommit, newId, oneRow, ssoSubjects, type Transaction } from "@assay/db";
import { and, count, eq, ne } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { sha256Hex } from "../digest.ts";
import type { Page } from "../paging.ts";
import type { Accounts } from "../ports/accounts.ts";
import type { SecretBox } from "../ports/secret-box.ts";
import type { SignOn } from "../ports/sign-on.ts";
import type { Context } from "../tenancy/context.ts";
import { listForAdmins, type PageQuery } from "../tenancy/list-for-admins.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requirePerson } from "../tenancy/require-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { requireRoom } from "../tenancy/require-room.ts";
import { inTenant } from "../tenancy/transact.ts";
import { contextOfProvider, requireProviderBox } from "./provider-secrets.ts";
import { requireSignOn } from "./require-sign-on.ts";

/** What the verbs work with. */
export interface SignOnParts {
  /** Undefined where people do not sign in at this service itself. */
  readonly signOn: SignOn | undefined;
  /** Undefined where the deployment has no key to keep secrets with. */
  readonly secretBox: SecretBox | undefined;
}

interface RemovalParts extends Pick<SignOnParts, "signOn"> {
  readonly accounts: Pick<Accounts, "endSessionsIn">;
}

type ProviderRow = typeof identityProviders.$inferSelect;

/** Newest first. */
export function listIdentityProviders(ctx: Context, query: PageQuery): Promise<Page<IdentityProvider>> {
  return listForAdmins(ctx, query, { list: "identity-providers", table: identityProviders, toItem: toProvider });
}

/** Throws UNSAFE_URL by what the issuer alone tells, TENANT_LIMIT_EXCEEDED. */
export async function createIdentityProvider(
  ctx: Context,
  { signOn, secretBox }: SignOnParts,
  { clientSecret, ...body }: CreateIdentityProviderBody,
): Promise<IdentityProvider> {
  requireAdmin(ctx, "create an identity provider");
  requireSignOn(signOn).checkIssuer(body.issuer);
  const { tenantId, actor } = ctx;
  const id = newId();
  const sealed = await requireProviderBox(secretBox).seal(clientSecret, contextOfProvider({ tenantId, id }));
  return inTenant(ctx, async (tx) => {
    await oneAtATime(tx, tenantId);
    await requireRoomFor(tx, tenantId);
    const kept = { secret: sealed.bytes, secretKeyId: sealed.keyId, active: false, createdBy: actor.id };
    const row = oneRow(
      await tx
        .insert(identityProviders)
        .values({ id, tenantId, ...body, ...kept })
        .returning(),
    );
    await recordAudit(tx, ctx, await eventOf("created", row));
    return toProvider(row);
  });
}

/**
 * Changes what is named. Another issuer needs a secret of its own: the one before was given to the earlier issuer alone.
 * Throws UNSAFE_URL, VALIDATION_ERROR, INVALID_STATE where another one is active, and for another issuer once people have
 * signed in: whom the first one vouched for, the other does not know.
 */
export async function changeIdentityProvider(
  ctx: Context,
  { signOn, secretBox }: SignOnParts,
  id: string,
  { clientSecret, ...body }: PatchIdentityProviderBody,
): Promise<IdentityProvider> {
  const act = "change an identity provider";
  requireAdmin(ctx, act);
  const { tenantId } = ctx;
  const outside = requireSignOn(signOn);
  if (body.issuer !== undefined) outside.checkIssuer(body.issuer);
  const sealed =
    clientSecret === undefined
      ? undefined
      : await requireProviderBox(secretBox).seal(clientSecret, contextOfProvider({ tenantId, id }));
  return withProvider(ctx, act, id, async (tx, before) => {
    if (body.issuer !== undefined && body.issuer !== before.issuer) {
      if (!sealed) throw secretRequired();
      if ((await listSignedOn(tx, before, 1)).length > 0) throw issuerInUse(before);
    }
    if (body.active) await requireNoOther(tx, before);
    const set = withoutUndefined({ ...body, ...(sealed && { secret: sealed.bytes, secretKeyId: sealed.keyId }) });
    if (Object.keys(set).length === 0) return toProvider(before);
    const after = oneRow(await tx.update(identityProviders).set(set).where(keyOf(before)).returning());
    await recordAudit(tx, ctx, await eventOf("changed", after));
    return toProvider(after);
  });
}

/**
 * Removes it with its secret. Members stay; the sessions of all whom it vouched for end, but the caller's. Where it stops
 * in between, the provider stands, no longer active, and can be removed again.
 */
export async function removeIdentityProvider(
  ctx: Context,
  { signOn, accounts }: RemovalParts,
  id: string,
): Promise<void> {
  const act = "remove an identity provider";
  const end = async (people: readonly string[]) => {
    const userIds = people.filter((userId) => userId !== ctx.actor.id);
    if (signOn && userIds.length > 0) await accounts.endSessionsIn({ tenantId: ctx.tenantId, userIds });
  };
  const vouchedFor = await withProvider(ctx, act, id, async (tx, row) => {
    if (row.active) {
      const after = oneRow(await tx.update(identityProviders).set({ active: false }).where(keyOf(row)).returning());
      await recordAudit(tx, ctx, await eventOf("changed", after));
    }
    return listSignedOn(tx, row);
  });
  await end(vouchedFor);
  const { isGone, signedOn } = await withProvider(ctx, act, id, async (tx, row) => {
    if (row.active) return { isGone: false, signedOn: [] };
    await tx.delete(identityProviders).where(keyOf(row));
    await recordAudit(tx, ctx, await eventOf("removed", row));
    return { isGone: true, signedOn: await listSignedOn(tx, row) };
  });
  // Another administrator made it active meanwhile.
  if (!isGone) return removeIdentityProvider(ctx, { signOn, accounts }, id);
  // Whose sign-in was under way as the provider became inactive.
  await end(signedOn);
}

/** Whom the provider's issuer has vouched for in the tenant. */
async function listSignedOn(tx: Transaction, { tenantId, issuer }: ProviderRow, limit?: number): Promise<string[]> {
  const isOfIssuer = and(eq(ssoSubjects.tenantId, tenantId), eq(ssoSubjects.issuer, issuer));
  const query = tx.select({ userId: ssoSubjects.userId }).from(ssoSubjects).where(isOfIssuer);
  const rows = await (limit === undefined ? query : query.limit(limit));
  return [...new Set(rows.map(({ userId }) => userId))];
}

/** Why nobody could sign in at this provider now. */
export async function checkIdentityProvider(
  ctx: Context,
  { signOn }: Pick<SignOnParts, "signOn">,
  id: string,
): Promise<{ problem: string | null }> {
  const { issuer } = await withProvider(ctx, "check an identity provider", id, async (_, row) => row);
  const outside = requireSignOn(signOn);
  return { problem: (await outside.findProblem(issuer)) ?? null };
}

function requireAdmin(ctx: Context, act: string): void {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, act);
}

async function withProvider<T extends object>(
  ctx: Context,
  what: string,
  id: string,
  act: (tx: Transaction, row: ProviderRow) => Promise<T>,
): Promise<T> {
  requireAdmin(ctx, what);
  const result = isUuid(id)
    ? await inTenant(ctx, async (tx) => {
        await oneAtATime(tx, ctx.tenantId);
        const [row] = await tx
          .select()
          .from(identityProviders)
          .where(keyOf({ tenantId: ctx.tenantId, id }));
        return row && act(tx, row);
      })
    : undefined;
  return found(ctx, "identity provider", id, result);
}

/** Changes of a tenant's providers wait for each other, so that no two take the last place or become active at once. */
async function oneAtATime(tx: Transaction, tenantId: string): Promise<void> {
  await lockUntilCommit(tx, `identity-providers:${tenantId}`);
}

async function requireRoomFor(tx: Transaction, tenantId: string): Promise<void> {
  const mine = eq(identityProviders.tenantId, tenantId);
  const { held } = oneRow(await tx.select({ held: count() }).from(identityProviders).where(mine));
  requireRoom({ held, max: IDENTITY_PROVIDERS_MAX, act: "create the identity provider" });
}

async function requireNoOther(tx: Transaction, { tenantId, id }: ProviderRow): Promise<void> {
  const [other] = await tx
    .select({ name: identityProviders.name })
    .from(identityProviders)
    .where(
      and(eq(identityProviders.tenantId, tenantId), ne(identityProviders.id, id), eq(identityProviders.active, true)),
    );
  if (!other) return;
  throw new AssayError(
    "INVALID_STATE",
    `Cannot activate the identity provider because '${other.name}' is active: deactivate that one first`,
  );
}

function issuerInUse({ name }: ProviderRow): AssayError {
  return new AssayError(
    "INVALID_STATE",
    `Cannot change the issuer of '${name}' because people have signed in through it, whom another issuer does not know: create another identity provider, and remove this one, which ends their sessions`,
  );
}

function secretRequired(): AssayError {
  const issue = "must be given with another issuer";
  return new AssayError("VALIDATION_ERROR", `Cannot change the issuer because 'clientSecret' ${issue}`, {
    details: { issues: [{ field: "clientSecret", issue }] },
  });
}

async function eventOf(verb: "created" | "changed" | "removed", row: ProviderRow) {
  const { id, issuer, active, defaultRole, secondFactors } = row;
  return {
    action: `identity_provider.${verb}`,
    objectType: "identity_provider",
    objectId: id,
    details: {
      urlHash: await sha256Hex(issuer),
      status: active ? "ACTIVE" : "INACTIVE",
      role: defaultRole,
      ...(secondFactors.length > 0 && { textHash: await sha256Hex(canonicalJson(secondFactors)) }),
    },
  } as const;
}

function keyOf({ tenantId, id }: Pick<ProviderRow, "tenantId" | "id">) {
  return and(eq(identityProviders.tenantId, tenantId), eq(identityProviders.id, id));
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Defined<T>;
}

/** What administrators see of it: all but its secret. */
function toProvider(row: ProviderRow): IdentityProvider {
  const { id, name, issuer, clientId, defaultRole, secondFactors, active, createdBy } = row;
  const said = { id, name, issuer, clientId, defaultRole, secondFactors, active, createdBy };
  return { ...said, createdAt: row.createdAt.toISOString() };
}
