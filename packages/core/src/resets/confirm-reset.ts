import { AssayError, type Reset } from "@assay/contract";
import { resets, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { sha256Hex } from "../digest.ts";
import { newSecret } from "../new-secret.ts";
import type { Accounts } from "../ports/accounts.ts";
import type { Context } from "../tenancy/context.ts";
import { requireMember } from "../tenancy/require-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { resetLinkEnd } from "./insert-reset.ts";
import { onReset } from "./on-reset.ts";
import { readReset } from "./read-reset.ts";
import { requireTwoAdmins } from "./require-two-admins.ts";
import type { ShownReset } from "./to-reset.ts";

/**
 * The second ADMIN's part: of a password it makes the link, whose secret is in this answer only; second factors are gone
 * with it. Throws FORBIDDEN for who began it and for whose account it is; INVALID_STATE where it does not wait for that.
 */
export async function confirmReset(
  ctx: Context,
  accounts: Accounts,
  id: string,
): Promise<{ readonly reset: Reset; readonly secret: string | undefined }> {
  requireRole(ctx, "ADMIN");
  requireMember(ctx, "confirm a reset");
  const { userId, kind } = await onReset(ctx, id, async (tx, row) => {
    await requireConfirmable(tx, ctx, row);
    return row;
  });
  const secret = kind === "PASSWORD" ? newSecret() : undefined;
  const hashes = secret ? [await sha256Hex(secret)] : [];
  const confirm = () => onReset(ctx, id, (tx, row) => writeConfirmed(tx, ctx, row, hashes));
  if (secret) return { reset: await confirm(), secret };
  let reset: Reset | undefined;
  // In no transaction: the accounts may be in this database too, which takes a second connection.
  await accounts.resetFactors((await accounts.findEmail(userId)) ?? "", async (found) => {
    if (found === userId) reset = await confirm();
    else throw noFactors();
  });
  if (!reset) throw noFactors();
  return { reset, secret };
}

async function writeConfirmed(tx: Transaction, ctx: Context, row: ShownReset, secretHashes: string[]): Promise<Reset> {
  const { tenantId, actor } = ctx;
  await requireConfirmable(tx, ctx, row);
  const { id, userId, kind } = row;
  const confirmed = { confirmedBy: actor.id, confirmedAt: sql`now()` };
  const done =
    kind === "PASSWORD"
      ? { ...confirmed, secretHashes, expiresAt: resetLinkEnd }
      : { ...confirmed, usedAt: sql`now()` };
  await tx
    .update(resets)
    .set(done)
    .where(and(eq(resets.tenantId, tenantId), eq(resets.id, id)));
  const event = { objectType: "member", objectId: userId };
  const events = [
    { action: "member.reset_confirmed", ...event, details: { kind } } as const,
    ...(kind === "FACTORS" ? [{ action: "member.factors_reset", ...event } as const] : []),
  ];
  await recordAudit(tx, ctx, ...events);
  return readReset(tx, tenantId, id);
}

async function requireConfirmable(tx: Transaction, ctx: Context, row: ShownReset): Promise<void> {
  const { tenantId, actor } = ctx;
  const { userId, requestedBy, state } = row;
  if (actor.id === requestedBy || actor.id === userId)
    throw new AssayError(
      "FORBIDDEN",
      "Cannot confirm a reset that you began, or one of your own account: another administrator must",
    );
  if (state !== "ASKED")
    throw new AssayError("INVALID_STATE", `Cannot confirm the reset because it must wait for that: it is ${state}`, {
      details: { state },
    });
  await requireTwoAdmins(tx, { tenantId, userId, admins: [requestedBy, actor.id] });
}

function noFactors(): AssayError {
  return new AssayError(
    "INVALID_STATE",
    "Cannot remove second factors because the account has none: withdraw the reset",
  );
}
