import { AssayError, type Reset, type StartResetBody } from "@assay/contract";
import { memberships, resets } from "@assay/db";
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { JobRef } from "../jobs/job.ts";
import { enqueueMail } from "../mail/enqueue-mail.ts";
import type { Accounts } from "../ports/accounts.ts";
import type { Context } from "../tenancy/context.ts";
import { isUniqueViolation } from "../tenancy/database-errors.ts";
import { endOpenResets } from "../tenancy/end-open-resets.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requireMember } from "../tenancy/require-person.ts";
import { requireRank } from "../tenancy/require-rank.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { asSystem, inTenant } from "../tenancy/transact.ts";
import { findProvedTenant } from "./ask-reset.ts";
import { insertReset } from "./insert-reset.ts";
import { readReset } from "./read-reset.ts";
import { requireOneTenant } from "./require-one-tenant.ts";

/**
 * Begins a reset of a member, which the ADMIN never finishes: of a password by a link to the proved address where mail is
 * sent; else another ADMIN must confirm. Throws FORBIDDEN for oneself, for a key, and for somebody of a higher role;
 * INVALID_STATE where one is open, where there is no password, and for two ADMINs where the account is not this tenant's alone.
 */
export async function startReset(
  ctx: Context,
  accounts: Accounts,
  { userId, kind, isMailed }: StartResetBody & { readonly isMailed: boolean },
): Promise<{ readonly reset: Reset; readonly jobs: readonly JobRef[] }> {
  requireRole(ctx, "ADMIN");
  requireMember(ctx, "reset an account");
  const { tenantId, actor } = ctx;
  if (userId === actor.id)
    throw new AssayError(
      "FORBIDDEN",
      "Cannot reset your own account: another administrator must begin and another confirm",
    );
  if (accounts.resetsByMail) throw keptElsewhere();
  const email = kind === "PASSWORD" ? await accounts.findEmail(userId) : undefined;
  const hasNoPassword = email !== undefined && (await accounts.findByAddress(email)) !== userId;
  const result = await inTenant(ctx, async (tx) => {
    const isMember = and(
      eq(memberships.tenantId, tenantId),
      eq(memberships.userId, userId),
      isNull(memberships.revokedAt),
    );
    const [member] = await tx.select({ role: memberships.role }).from(memberships).where(isMember).for("update");
    if (!member) return undefined;
    requireRank(ctx, member.role, `reset a member with the role ${member.role}`);
    if (hasNoPassword) throw openedElsewhere();
    const isProved =
      isMailed && email !== undefined && (await asSystem(tx, () => findProvedTenant(tx, { userId, email })));
    const way = isProved ? "MAIL" : "TWO_ADMINS";
    if (way === "TWO_ADMINS") await requireOneTenant(tx, tenantId, userId);
    // One that has expired makes place for another.
    await endOpenResets(tx, { tenantId, userId, kind }, lte(resets.expiresAt, sql`now()`));
    const id = await insertReset(tx, { tenantId, userId, kind, way, requestedBy: actor.id });
    const jobs = isProved ? await enqueueMail(tx, { tenantId, kind: "RESET", subjectId: id, address: email }) : [];
    const event = { objectType: "member", objectId: userId, details: { kind } };
    await recordAudit(tx, ctx, { action: "member.reset_asked", ...event });
    return { reset: await readReset(tx, tenantId, id), jobs };
  }).catch((error: unknown) => {
    throw isUniqueViolation(error, "resets_one_open") ? alreadyOpen() : error;
  });
  return found(ctx, "member", userId, result);
}

function alreadyOpen(): AssayError {
  return new AssayError(
    "INVALID_STATE",
    "Cannot begin another reset because one is open: confirm or withdraw it first",
  );
}

function openedElsewhere(): AssayError {
  return new AssayError(
    "INVALID_STATE",
    "Cannot reset the password because the account has none: the person signs in by single sign-on, at their company's provider",
  );
}

function keptElsewhere(): AssayError {
  return new AssayError(
    "INVALID_STATE",
    "Cannot reset the account here because Supabase keeps it: people reset a password at sign-in, operators a factor in Supabase",
  );
}
