import type { Sessions } from "./sessions.ts";
import type { SignInDelay } from "./sign-in-delay.ts";
import type { LocalUser, Users } from "./users.ts";

export interface PasswordDoors {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly signInDelay: SignInDelay;
}

interface Change {
  readonly user: LocalUser;
  /** The one that continues. */
  readonly sessionId: string | undefined;
  readonly current: string;
  readonly next: string;
}

/**
 * The one way in which somebody changes their own password, whichever door they come through. False where `current` is not
 * the present one, which waits as a sign-in does. The user's other sessions end. Throws as `users.setPassword`.
 */
export async function changePassword(
  { users, sessions, signInDelay }: PasswordDoors,
  { user, sessionId, current, next }: Change,
): Promise<boolean> {
  // Guessed with a stolen token, it waits as a sign-in does.
  const each = { account: user.email, address: `token of ${user.id}` };
  // An account of single sign-on may have the address of another one, whose password is not its own.
  if ((await signInDelay.run(each, () => users.authenticate(user.email, current)))?.id !== user.id) return false;
  await users.setPassword(user.id, next);
  await sessions.end({ userId: user.id, sessionId, scope: "others" });
  return true;
}
