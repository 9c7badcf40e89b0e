import { AssayError, CONNECTION_DAYS, CONNECTIONS_PER_MEMBER_MAX } from "@assay/contract";
import { connections, memberships, oneRow, type Transaction } from "@assay/db";
import { and, count, eq, isNull, lte, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { sha256Hex } from "../digest.ts";
import { newSecret } from "../new-secret.ts";
import type { Context } from "../tenancy/context.ts";
import { isUsableConnection } from "../tenancy/end-connections.ts";
import { requireMember } from "../tenancy/require-person.ts";
import { secondFactorOf } from "../tenancy/second-factor.ts";
import { inTenant } from "../tenancy/transact.ts";
import type { App } from "./find-app.ts";

export interface Agreement {
  readonly app: App;
  readonly redirectUri: string;
  /** SHA-256 of the verifier, in base64url. */
  readonly codeChallenge: string;
  readonly resource: string;
}

const CODE_SECONDS = 60;

/**
 * Lets an application read what the member may read of the tenant, and returns the code that it gets its tokens for.
 * Throws INVALID_STATE for a token without a session, and with too many connections.
 */
export async function createConnection(ctx: Context, { app, ...asked }: Agreement): Promise<{ code: string }> {
  const act = "connect an application";
  requireMember(ctx, act);
  const { tenantId, session } = ctx;
  const userId = ctx.actor.id;
  const sessionId = session?.id;
  if (!sessionId)
    throw new AssayError("INVALID_STATE", `Cannot ${act} because the token belongs to no session: sign in`);
  const code = newSecret();
  const codeHash = await sha256Hex(code);
  return inTenant(ctx, async (tx) => {
    await requireFewConnections(tx, { tenantId, userId });
    const { id } = oneRow(
      await tx
        .insert(connections)
        .values({
          ...asked,
          ...{ tenantId, userId, sessionId, codeHash, clientId: app.id, clientName: app.name },
          hasSecondFactor: secondFactorOf(session) === "PROVED",
          codeExpiresAt: sql`now() + make_interval(secs => ${CODE_SECONDS})`,
          expiresAt: sql`now() + make_interval(days => ${CONNECTION_DAYS})`,
        })
        .returning({ id: connections.id }),
    );
    await recordAudit(tx, ctx, { action: "connection.created", objectType: "connection", objectId: id });
    return { code };
  });
}

/** Holds the membership, so that two at once are counted one after the other, and removes codes that nobody used. */
async function requireFewConnections(tx: Transaction, { tenantId, userId }: { tenantId: string; userId: string }) {
  const ofMember = and(eq(connections.tenantId, tenantId), eq(connections.userId, userId));
  await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId)))
    .for("update");
  const isUnused = and(isNull(connections.codeUsedAt), lte(connections.codeExpiresAt, sql`now()`));
  await tx.delete(connections).where(and(ofMember, isUnused));
  const [active] = await tx.select({ value: count() }).from(connections).where(and(ofMember, isUsableConnection));
  if ((active?.value ?? 0) < CONNECTIONS_PER_MEMBER_MAX) return;
  throw new AssayError(
    "INVALID_STATE",
    `Cannot connect more than ${CONNECTIONS_PER_MEMBER_MAX} applications: end one of them first`,
    { details: { limit: CONNECTIONS_PER_MEMBER_MAX } },
  );
}
