import { assay } from "./assay.ts";
import { storedSession } from "./auth.ts";
import { signInAgain } from "./own-tenant.ts";

/** Changes the password and signs in with it: where the identity ends all sessions, this page keeps one. */
export async function changePassword(change: { current: string; new: string }): Promise<void> {
  await (await assay()).changePassword(change);
  const stored = storedSession();
  // A new session would have to prove the second factor again.
  if (!stored?.hasSecondFactor) await signInAgain(change.new);
}
