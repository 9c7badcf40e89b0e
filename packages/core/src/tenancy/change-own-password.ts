import type { ChangePasswordBody } from "@assay/contract";
import { recordAudit } from "../audit/record-audit.ts";
import type { Accounts } from "../ports/accounts.ts";
import { type Context, toOwnTenant } from "./context.ts";
import { endOpenLinks } from "./end-open-resets.ts";
import { requirePerson } from "./require-person.ts";
import { inTenant } from "./transact.ts";

/** Changes the password of anyone who is signed in with `token`, and clears the mark of a first one. Throws as the port does. */
export async function changeOwnPassword(
  ctx: Context,
  accounts: Accounts,
  { current, new: next }: ChangePasswordBody,
  token: string,
): Promise<void> {
  requirePerson(ctx, "change a password");
  await accounts.changePassword({ userId: ctx.actor.id, token, current, next });
  await recordPasswordChange(ctx);
}

/** The entry of `changeOwnPassword`, for a change that an issuer of ours took itself. */
export function recordPasswordChange(ctx: Context): Promise<void> {
  const home = toOwnTenant(ctx);
  const userId = home.actor.id;
  return inTenant(home, async (tx) => {
    await endOpenLinks(tx, home.tenantId, userId);
    await recordAudit(tx, home, { action: "member.password_changed", objectType: "member", objectId: userId });
  });
}
