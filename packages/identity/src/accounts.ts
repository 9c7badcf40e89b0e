import { AssayError } from "@assay/contract";
import type { Accounts } from "@assay/core/ports";
import { decodeJwt } from "jose";
import { passwordIssue } from "./password-issue.ts";
import type { Sessions } from "./sessions.ts";
import type { SignInDelay } from "./sign-in-delay.ts";
import type { Users } from "./users.ts";

/** The people of the issuer in this process. */
export function createAccounts({
  users,
  sessions,
  signInDelay,
  refresh,
}: {
  users: Users;
  sessions: Sessions;
  signInDelay: SignInDelay;
  refresh: () => Promise<void>;
}): Accounts {
  return {
    async findOrInvite(email, tenantId) {
      const { password, ...account } = await users.findOrInvite(email, tenantId);
      return password === undefined ? account : { ...account, invitation: { password } };
    },

    async changePassword({ userId, token, current, next }) {
      await refresh();
      const user = users.find(userId);
      if (!user)
        throw new AssayError("INVALID_STATE", "Cannot change the password because the user has no account here");
      // Guessed with a stolen token, it waits as a sign-in does.
      const each = { account: user.email, address: `token of ${userId}` };
      if (!(await signInDelay.run(each, () => users.authenticate(user.email, current)))) throw wrongPassword();
      await users.setPassword(userId, next).catch(toNewPasswordIssue);
      const { session_id: sessionId } = decodeJwt<{ session_id?: string }>(token);
      await sessions.end({ userId, sessionId, scope: "others" });
    },

    async resetPassword(userId, tenantId) {
      const password = await users.resetPassword(userId, tenantId);
      if (password === undefined)
        throw new AssayError(
          "INVALID_STATE",
          "Cannot set a first password because the account belongs to another tenant",
        );
      await sessions.end({ userId, sessionId: undefined, scope: "global" });
      return { password };
    },
  };
}

function wrongPassword(): AssayError {
  return new AssayError(
    "VALIDATION_ERROR",
    "Cannot change the password because 'current' is not the current password",
    {
      details: { issues: [{ field: "current", issue: "is not the current password" }] },
    },
  );
}

function toNewPasswordIssue(error: unknown): never {
  const issue = passwordIssue(error);
  throw new AssayError("VALIDATION_ERROR", `Cannot change the password because 'new' ${issue}`, {
    details: { issues: [{ field: "new", issue }] },
  });
}
