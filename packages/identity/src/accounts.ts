import { AssayError } from "@assay/contract";
import type { Accounts } from "@assay/core/ports";
import { decodeJwt } from "jose";
import { changePassword } from "./change-password.ts";
import type { Factors } from "./factors/factors.ts";
import { passwordIssue } from "./password-issue.ts";
import type { Sessions } from "./sessions.ts";
import type { SignInDelay } from "./sign-in-delay.ts";
import type { Users } from "./users.ts";

/** The people of the issuer in this process. */
export function createAccounts({
  users,
  sessions,
  factors,
  signInDelay,
  refresh,
}: {
  users: Users;
  sessions: Sessions;
  factors: Factors;
  signInDelay: SignInDelay;
  refresh: () => Promise<void>;
}): Accounts {
  return {
    async create({ isProved, ...account }) {
      await refresh();
      const made = await users.register({ ...account, isProved });
      if (!made) return undefined;
      const userId = made.user.id;
      if (made.takenOver) await sessions.end({ userId, sessionId: undefined, scope: "global" });
      return { userId };
    },

    async findEmail(userId) {
      await refresh();
      return users.find(userId)?.email;
    },

    async describe(userId) {
      await refresh();
      const user = users.find(userId);
      if (!user) return undefined;
      const toText = (at: number) => new Date(at).toISOString();
      return {
        email: user.email,
        createdAt: user.createdAt,
        factors: factors
          .list(userId)
          .map(({ kind, name, createdAt }) => ({ kind, name, createdAt: toText(createdAt) })),
        sessions: sessions.list(userId).map(({ id, createdAt, lastUsedAt }) => ({
          ...{ id, startedAt: toText(createdAt), lastUsedAt: toText(lastUsedAt) },
        })),
      };
    },

    async erase(userId) {
      await refresh();
      // The account last: what ends with it can be found until then.
      await sessions.end({ userId, sessionId: undefined, scope: "global" });
      await factors.removeAll(userId);
      await users.remove(userId);
    },

    async findOrInvite(email, tenantId) {
      const { password, ...account } = await users.findOrInvite(email, tenantId);
      return password === undefined ? account : { ...account, invitation: { password } };
    },

    async changePassword({ userId, token, current, next }) {
      await refresh();
      const user = users.find(userId);
      if (!user)
        throw new AssayError("INVALID_STATE", "Cannot change the password because the user has no account here");
      const change = { user, sessionId: sessionOf(token), current, next };
      if (!(await changePassword({ users, sessions, signInDelay }, change).catch(toNewPasswordIssue)))
        throw wrongPassword();
    },

    async listSessions({ userId, token }) {
      await refresh();
      const current = sessionOf(token);
      const listed = sessions.list(userId).map(({ id, createdAt, lastUsedAt }) => ({
        id,
        startedAt: new Date(createdAt).toISOString(),
        lastUsedAt: new Date(lastUsedAt).toISOString(),
        isCurrent: id === current,
      }));
      return { sessions: listed, isComplete: true };
    },

    async endSession({ userId }, sessionId) {
      await refresh();
      if (!sessions.list(userId).some(({ id }) => id === sessionId)) return false;
      await sessions.end({ userId, sessionId, scope: "local" });
      return true;
    },

    async endOtherSessions({ userId, token }) {
      const sessionId = sessionOf(token);
      if (sessionId === undefined)
        throw new AssayError("INVALID_STATE", "Cannot end the other sessions because the token belongs to no session");
      await sessions.end({ userId, sessionId, scope: "others" });
    },

    async endSessionsIn({ tenantId, userIds }) {
      await refresh();
      await sessions.endIn(tenantId, new Map(userIds.map((userId) => [userId, users.find(userId)?.tenantId])));
    },

    async resetFactors(email, record) {
      await refresh();
      const user = users.findByEmail(email);
      if (!user) return undefined;
      if (factors.strongest(user.id) === undefined) return 0;
      // Recorded first: factors that are gone without an entry would be the worse fault.
      await record(user.id);
      const removed = await factors.removeAll(user.id);
      await sessions.end({ userId: user.id, sessionId: undefined, scope: "global" });
      return removed;
    },

    resetsByMail: false,

    async findByAddress(email) {
      await refresh();
      return users.findByEmail(email)?.id;
    },

    async choosePassword({ userId, password }, record) {
      await refresh();
      if (!(await users.choosePassword(userId, password, record)))
        throw new AssayError("INVALID_STATE", "Cannot set a password because the user signs in without one");
      await sessions.end({ userId, sessionId: undefined, scope: "global" });
    },

    async resetPassword(userId) {
      await refresh();
      const password = await users.resetPassword(userId);
      if (password === undefined)
        throw new AssayError("INVALID_STATE", "Cannot set a first password because the user has no account here");
      await sessions.end({ userId, sessionId: undefined, scope: "global" });
      return { password };
    },
  };
}

function sessionOf(token: string): string | undefined {
  return decodeJwt<{ session_id?: string }>(token).session_id;
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
