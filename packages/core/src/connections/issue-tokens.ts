import { connections, type Database, memberships, type Transaction, tenants } from "@assay/db";
import { and, eq, getTableColumns, isNull, ne, or, sql } from "drizzle-orm";
import { toBase64Url } from "../base64url.ts";
import { sha256Hex } from "../digest.ts";
import { systemActor } from "../tenancy/context.ts";
import { endConnectionsWhere } from "../tenancy/end-connections.ts";
import { isSuspended, tenantSuspended } from "../tenancy/tenant-suspended.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";
import { ACCESS_SECONDS, type ConnectionTokens, makeTokens, readRefreshToken } from "./connection-secrets.ts";

/** Whether a session of a person has not ended; asked of the identity. */
export type HasSession = (userId: string, sessionId: string) => Promise<boolean>;

export interface CodeExchange {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
  /** Where the application says it; the one of the connection by default. */
  readonly resource?: string | undefined;
}

/** An application may send the same refresh token twice where the first answer did not arrive; later it is a stolen one. */
const REUSE_GRACE_SECONDS = 10;

/** The tokens for a code; undefined for one that is wrong, or has expired. A code that is sent again ends its connection. */
export async function exchangeCode(
  db: Database,
  { code, ...asked }: CodeExchange,
  hasSession: HasSession,
): Promise<ConnectionTokens | undefined> {
  const codeHash = await sha256Hex(code);
  const challenge = await challengeOf(asked.codeVerifier);
  const which = await findConnection(db, eq(connections.codeHash, codeHash));
  return (
    which &&
    onActive(db, which, hasSession, async (tx, row) => {
      if (row.codeUsedAt) return endFor(tx, row, "CODE_REUSED");
      const isRight =
        row.clientId === asked.clientId &&
        row.redirectUri === asked.redirectUri &&
        row.codeChallenge === challenge &&
        (asked.resource === undefined || row.resource === asked.resource);
      if (!isRight || row.isCodeOld) return undefined;
      const { tokens, hashes } = await makeTokens();
      await keep(tx, row, { ...hashes, codeUsedAt: sql`now()` });
      return tokens;
    })
  );
}

export interface TokenRefresh {
  readonly refreshToken: string;
  readonly clientId: string;
  readonly resource?: string | undefined;
}

/** New tokens in the place of those of before; undefined where there are none. A token that was replaced ends its connection. */
export async function refreshConnection(
  db: Database,
  { refreshToken, clientId, resource }: TokenRefresh,
  hasSession: HasSession,
): Promise<ConnectionTokens | undefined> {
  const given = readRefreshToken(refreshToken);
  if (!given) return undefined;
  const [familyHash, secretHash] = await Promise.all([sha256Hex(given.family), sha256Hex(given.secret)]);
  const which = await findConnection(db, eq(connections.familyHash, familyHash));
  return (
    which &&
    onActive(db, which, hasSession, async (tx, row) => {
      if (row.clientId !== clientId || (resource !== undefined && row.resource !== resource)) return undefined;
      const isRepeated = row.previousRefreshHash === secretHash && row.isRefreshNew;
      if (row.refreshHash !== secretHash && !isRepeated) return endFor(tx, row, "REFRESH_TOKEN_REUSED");
      const { tokens, hashes } = await makeTokens(given.family);
      await keep(tx, row, { ...hashes, previousRefreshHash: row.refreshHash, refreshedAt: sql`now()` });
      return tokens;
    })
  );
}

/** Ends the connection of a token that its application gives back; nothing for any other. */
export async function revokeToken(db: Database, token: string): Promise<void> {
  const given = readRefreshToken(token);
  const by = given
    ? eq(connections.familyHash, await sha256Hex(given.family))
    : eq(connections.accessHash, await sha256Hex(token));
  const secretHash = given && (await sha256Hex(given.secret));
  const which = await findConnection(db, by);
  if (!which) return;
  await inTenant({ db, tenantId: which.tenantId }, async (tx) => {
    const row = await lock(tx, which);
    const isNewest = secretHash === undefined || row?.refreshHash === secretHash;
    if (row && !row.endedAt && isNewest) await endFor(tx, row, "GIVEN_BACK");
  });
}

interface Which {
  readonly id: string;
  readonly tenantId: string;
}

function findConnection(db: Database, where: ReturnType<typeof eq>): Promise<Which | undefined> {
  return inSystem(db, async (tx) => {
    const { id, tenantId } = connections;
    const [row] = await tx.select({ id, tenantId }).from(connections).where(where);
    return row;
  });
}

const ofRow = ({ tenantId, id }: Which) => and(eq(connections.tenantId, tenantId), eq(connections.id, id));

async function lock(tx: Transaction, which: Which) {
  const [row] = await tx
    .select({
      ...getTableColumns(connections),
      isOld: sql<boolean>`${connections.expiresAt} <= now()`,
      isCodeOld: sql<boolean>`${connections.codeExpiresAt} <= now()`,
      isRefreshNew: sql<boolean>`coalesce(${connections.refreshedAt} > now() - make_interval(secs => ${REUSE_GRACE_SECONDS}), false)`,
    })
    .from(connections)
    .where(ofRow(which))
    .for("update");
  return row;
}
type LockedConnection = NonNullable<Awaited<ReturnType<typeof lock>>>;

/**
 * Acts on a connection whose member, tenant and session are active; one whose session has ended ends. Throws FORBIDDEN
 * while the tenant is suspended, so that an application keeps its tokens.
 */
async function onActive(
  db: Database,
  which: Which,
  hasSession: HasSession,
  act: (tx: Transaction, row: LockedConnection) => Promise<ConnectionTokens | undefined>,
): Promise<ConnectionTokens | undefined> {
  const { tenantId } = which;
  const owner = await inTenant({ db, tenantId }, (tx) => findActiveOwner(tx, which));
  if (!owner) {
    if (await inTenant({ db, tenantId }, (tx) => isSuspended(tx, tenantId))) throw tenantSuspended();
    return undefined;
  }
  const isSignedIn = await hasSession(owner.userId, owner.sessionId);
  return inTenant({ db, tenantId }, async (tx) => {
    const row = await lock(tx, which);
    if (!row || row.endedAt || row.isOld) return undefined;
    if (!isSignedIn) return endFor(tx, row, "SESSION_ENDED");
    return (await findActiveOwner(tx, which)) && act(tx, row);
  });
}

/** Whom the tenant would still let in as they agreed: a member, with the second factor that it demands by now. */
async function findActiveOwner(tx: Transaction, which: Which) {
  const { userId, sessionId, tenantId, hasSecondFactor } = connections;
  const isProved = or(hasSecondFactor, ne(tenants.secondFactor, "EVERYBODY"));
  const [owner] = await tx
    .select({ userId, sessionId })
    .from(connections)
    .innerJoin(memberships, and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId)))
    .innerJoin(tenants, eq(tenants.id, tenantId))
    .where(and(ofRow(which), isProved, isNull(memberships.revokedAt), eq(tenants.status, "ACTIVE")));
  return owner;
}

async function keep(tx: Transaction, which: Which, values: object): Promise<void> {
  const accessExpiresAt = sql`now() + make_interval(secs => ${ACCESS_SECONDS})`;
  await tx
    .update(connections)
    .set({ ...values, accessExpiresAt })
    .where(ofRow(which));
}

async function endFor(tx: Transaction, which: Which, reasonCode: string): Promise<undefined> {
  await endConnectionsWhere(tx, systemActor(which.tenantId), eq(connections.id, which.id), reasonCode);
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  return toBase64Url(digest);
}
