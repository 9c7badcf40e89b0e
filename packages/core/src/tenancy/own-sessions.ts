import { AssayError, type SessionList } from "@assay/contract";
import { recordAudit } from "../audit/record-audit.ts";
import type { Accounts } from "../ports/accounts.ts";
import { type Context, toOwnTenant } from "./context.ts";
import { requirePerson } from "./require-person.ts";
import { inTenant } from "./transact.ts";

/** Where anyone who is signed in with `token` is signed in. */
export async function listOwnSessions(ctx: Context, accounts: Accounts, token: string): Promise<SessionList> {
  requirePerson(ctx, "list sessions");
  return accounts.listSessions({ userId: ctx.actor.id, token });
}

/** Ends a session of anyone who is signed in with `token`. Throws NOT_FOUND, and as the port does. */
export async function endOwnSession(
  ctx: Context,
  accounts: Accounts,
  { token, sessionId }: { readonly token: string; readonly sessionId: string },
): Promise<void> {
  requirePerson(ctx, "end a session");
  if (!(await accounts.endSession({ userId: ctx.actor.id, token }, sessionId)))
    throw new AssayError("NOT_FOUND", `Cannot find session '${sessionId}'`, { details: { id: sessionId } });
  await recordEnd(ctx);
}

/** Ends all sessions but the one of `token`. Throws as the port does. */
export async function endOtherSessions(ctx: Context, accounts: Accounts, token: string): Promise<void> {
  requirePerson(ctx, "end sessions");
  await accounts.endOtherSessions({ userId: ctx.actor.id, token });
  await recordEnd(ctx);
}

/** After the sessions have ended: they are not in this database. */
function recordEnd(ctx: Context): Promise<void> {
  const home = toOwnTenant(ctx);
  return inTenant(home, (tx) =>
    recordAudit(tx, home, { action: "member.sessions_ended", objectType: "member", objectId: home.actor.id }),
  );
}
