import { authClient, signInMessage } from "./auth.ts";
import { type Refusal, withProof } from "./with-proof.ts";

const UNVERIFIED = "This device cannot verify you by a PIN or a finger, which a passkey here needs";
const WRONG_ADDRESS = "Passkeys do not work at this address: the operator must set API_URL and PASSKEY_DOMAIN";

/** By the codes of supabase-js and of the issuer. */
const MESSAGES: Readonly<Record<string, string>> = {
  ERROR_INVALID_DOMAIN: WRONG_ADDRESS,
  ERROR_INVALID_RP_ID: WRONG_ADDRESS,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "This device has a passkey of this account already",
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: UNVERIFIED,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: UNVERIFIED,
  webauthn_verification_failed: "The service does not know this passkey",
};

/** Signs in by a passkey alone; the browser asks which. Throws what can be shown. */
export async function signInByPasskey(): Promise<void> {
  const { error } = await (await authClient()).signInWithPasskey();
  if (error) throw new Error(passkeyMessage(error));
}

/** Raises the session by any passkey of the account. Throws what can be shown. */
export async function givePasskey(): Promise<void> {
  const { mfa } = await authClient();
  const { data, error } = await mfa.listFactors();
  if (error) throw new Error(signInMessage(error));
  const [passkey] = data.webauthn;
  if (!passkey) throw new Error("This account has no passkey");
  const { error: refusal } = await mfa.webauthn.authenticate({ factorId: passkey.id });
  if (refusal) throw new Error(passkeyMessage(refusal));
}

/** The passkey has proved the session, too. */
export async function addPasskey(): Promise<void> {
  const auth = await authClient();
  await withProof(() => auth.registerPasskey(), passkeyMessage);
  // Else this page does not know that the account has it.
  await auth.refreshSession();
}

export async function renamePasskey({ id, name }: { id: string; name: string }): Promise<void> {
  const { passkey } = await authClient();
  await withProof(() => passkey.update({ passkeyId: id, friendlyName: name }));
}

/** When each passkey was used last, by its id. */
export async function readLastUses(): Promise<ReadonlyMap<string, string>> {
  const { data, error } = await (await authClient()).passkey.list();
  if (error) throw new Error(signInMessage(error));
  return new Map(data.flatMap(({ id, last_used_at: at }) => (at === undefined ? [] : [[id, at] as const])));
}

function passkeyMessage(error: Refusal): string {
  const known = MESSAGES[error.code ?? ""];
  if (known !== undefined) return known;
  const isOfIssuer = error.status !== undefined && error.status > 0;
  return !isOfIssuer && error.code?.startsWith("ERROR_") ? "No passkey was used: try again" : signInMessage(error);
}
