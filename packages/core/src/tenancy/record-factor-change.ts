import { recordAudit } from "../audit/record-audit.ts";
import { type Context, toOwnTenant } from "./context.ts";
import { inTenant } from "./transact.ts";

const ACTIONS = {
  ENROLLED: "member.factor_enrolled",
  REMOVED: "member.factor_removed",
  RECOVERY_CODES_MADE: "member.recovery_codes_made",
  RECOVERY_CODES_REMOVED: "member.recovery_codes_removed",
  RECOVERY_CODE_USED: "member.recovery_code_used",
  COPY_REFUSED: "member.passkey_copy_refused",
} as const;

/** What people do with their own second factors at an issuer of ours; `kind` is the factor's. */
export interface OwnFactorChange {
  readonly change: keyof typeof ACTIONS;
  readonly kind?: string;
}

/** The entry of what somebody did with a second factor of their own. */
export function recordFactorChange(ctx: Context, { change, kind }: OwnFactorChange): Promise<void> {
  const home = toOwnTenant(ctx);
  return inTenant(home, (tx) =>
    recordAudit(tx, home, {
      action: ACTIONS[change],
      objectType: "member",
      objectId: home.actor.id,
      ...(kind && { details: { kind } }),
    }),
  );
}
