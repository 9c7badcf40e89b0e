import { AssayError } from "@assay/contract";
import { idempotencyKeys, newId, type Transaction } from "@assay/db";
import { and, eq, lt, or, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import type { Context } from "./context.ts";
import { inTenant } from "./transact.ts";

const RETRY_AFTER_SECONDS_MAX = 5;

export interface KeptAnswer {
  readonly digest: string;
  readonly status: number;
  readonly body: string;
}

export interface IdempotencyClaim {
  readonly key: string;
  readonly claimId: string;
}

/** Both in milliseconds. A claim ends `claimMs` after its holder last renewed it, by the database's clock. */
export interface ClaimTimes {
  readonly claimMs: number;
  readonly renewMs: number;
}

/**
 * Claims a key for a request that is about to be served. Returns the kept answer of an earlier one; throws
 * INVALID_STATE while another request with the key is under way. A claim that its holder no longer renews is taken over.
 */
export function claimIdempotencyKey(
  ctx: Context,
  key: string,
  { claimMs }: Pick<ClaimTimes, "claimMs">,
): Promise<{ kept: KeptAnswer } | { claim: IdempotencyClaim }> {
  const claimId = newId();
  return inTenant(ctx, async (tx) => {
    const claimedUntil = databaseTimeIn(claimMs);
    const expiresAt = sql`now() + interval '24 hours'`;
    const [mine] = await tx
      .insert(idempotencyKeys)
      .values({ tenantId: ctx.tenantId, key, claimId, state: "UNDER_WAY", claimedUntil, expiresAt })
      .onConflictDoUpdate({
        target: [idempotencyKeys.tenantId, idempotencyKeys.key],
        set: { claimId, state: "UNDER_WAY", claimedUntil, expiresAt, requestDigest: null, responseBody: null },
        setWhere: or(
          lt(idempotencyKeys.expiresAt, sql`now()`),
          and(eq(idempotencyKeys.state, "UNDER_WAY"), lt(idempotencyKeys.claimedUntil, sql`now()`)),
        ),
      })
      .returning({ claimId: idempotencyKeys.claimId });
    if (mine) return { claim: { key, claimId } };
    const [row] = await tx.select().from(idempotencyKeys).where(ofKey(ctx.tenantId, key));
    if (row?.state === "DONE")
      return { kept: { digest: row.requestDigest!, status: row.responseStatus!, body: row.responseBody! } };
    throw new AssayError(
      "INVALID_STATE",
      "Cannot serve this request because another one with the same Idempotency-Key is running",
      {
        retryAfterSeconds: Math.min(RETRY_AFTER_SECONDS_MAX, Math.max(1, Math.ceil(claimMs / 1000))),
      },
    );
  });
}

/** Keeps the claim for another `claimMs`. Returns false once another request has taken it over. */
export function renewIdempotencyKey(
  ctx: Context,
  claim: IdempotencyClaim,
  { claimMs }: Pick<ClaimTimes, "claimMs">,
): Promise<boolean> {
  return inTenant(ctx, async (tx) => {
    const renewed = await tx
      .update(idempotencyKeys)
      .set({ claimedUntil: databaseTimeIn(claimMs) })
      .where(heldBy(ctx.tenantId, claim))
      .returning({ key: idempotencyKeys.key });
    return renewed.length > 0;
  });
}

/**
 * Keeps the answer, in the transaction that does what it reports. Only 2xx answers are kept. Throws INVALID_STATE, which
 * undoes that transaction, once another request has taken the claim over.
 */
export async function keepAnswer(
  tx: Transaction,
  tenantId: string,
  claim: IdempotencyClaim,
  answer: KeptAnswer,
): Promise<void> {
  const kept = await tx
    .update(idempotencyKeys)
    .set({ state: "DONE", requestDigest: answer.digest, responseStatus: answer.status, responseBody: answer.body })
    .where(heldBy(tenantId, claim))
    .returning({ key: idempotencyKeys.key });
  if (kept.length === 0)
    throw new AssayError(
      "INVALID_STATE",
      "Cannot finish this request because a later one with the same Idempotency-Key replaced it",
      { retryAfterSeconds: RETRY_AFTER_SECONDS_MAX },
    );
}

/** Gives the key back after a refusal: the next request with it starts again. */
export function releaseIdempotencyKey(ctx: Context, claim: IdempotencyClaim): Promise<void> {
  return inTenant(ctx, async (tx) => {
    await tx.delete(idempotencyKeys).where(heldBy(ctx.tenantId, claim));
  });
}

function heldBy(tenantId: string, claim: IdempotencyClaim) {
  return and(
    ofKey(tenantId, claim.key),
    eq(idempotencyKeys.claimId, claim.claimId),
    eq(idempotencyKeys.state, "UNDER_WAY"),
  );
}

function ofKey(tenantId: string, key: string) {
  return and(eq(idempotencyKeys.tenantId, tenantId), eq(idempotencyKeys.key, key));
}

/** Throws IDEMPOTENCY_KEY_REUSED unless the kept answer is one to the same request. */
export function requireSameRequest(kept: KeptAnswer, digest: string): void {
  if (kept.digest !== digest)
    throw new AssayError(
      "IDEMPOTENCY_KEY_REUSED",
      "Cannot use this Idempotency-Key because it was used for another request: send a new key",
    );
}
