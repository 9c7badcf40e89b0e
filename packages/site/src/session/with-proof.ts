import { signInMessage } from "./auth.ts";
import { confirmIdentity } from "./confirm-identity.ts";

/** What the issuer says of a request that it refused. */
export interface Refusal {
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly message: string;
}
type Reply<T> = Promise<{ readonly data: T | null; readonly error: Refusal | null }>;

/** The issuer's own refusals of a session that is too old, or has not proved its strongest factor. */
const ASKS_FOR_PROOF = ["reauthentication_needed", "insufficient_aal"];

/** Asks the user who they are where the issuer wants to know, and does it then. */
export async function withProof<T>(act: () => Reply<T>, toMessage = signInMessage): Promise<T> {
  const first = await act();
  if (!ASKS_FOR_PROOF.includes(first.error?.code ?? "")) return orThrow(first, toMessage);
  if (!(await confirmIdentity())) throw new Error("Nothing has been changed, because you did not confirm who you are");
  return orThrow(await act(), toMessage);
}

export function orThrow<T>({ data, error }: { data: T | null; error: Refusal | null }, toMessage = signInMessage): T {
  if (data === null || error) throw new Error(toMessage(error ?? { message: "The service gave no answer" }));
  return data;
}
