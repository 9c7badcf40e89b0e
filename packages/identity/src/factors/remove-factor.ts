import type { Sessions } from "../sessions.ts";
import type { LocalUser } from "../users.ts";
import type { FactorChange } from "./factor-change.ts";
import type { Factors } from "./factors.ts";

export interface RemovalParts {
  readonly factors: Factors;
  readonly sessions: Sessions;
  readonly factorChanged: (user: LocalUser, change: FactorChange) => Promise<void>;
}

/** The last of its kind takes its proofs along. False where the user has no such factor. */
export async function removeFactor(
  { factors, sessions, factorChanged }: RemovalParts,
  user: LocalUser,
  id: string,
): Promise<boolean> {
  const removed = await factors.remove(user.id, id);
  if (!removed) return false;
  if (removed.verifiedAt === null) return true;
  if (!factors.list(user.id).some(({ kind, verifiedAt }) => kind === removed.kind && verifiedAt !== null))
    await sessions.forget(user.id, [removed.kind]);
  await factorChanged(user, { change: "REMOVED", kind: removed.kind });
  return true;
}
