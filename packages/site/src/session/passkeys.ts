import { authClient, signInMessage } from "./auth.ts";
import { withProof } from "./second-factor.ts";

interface Refusal {
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly message: string;
}

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
  switch (error.code) {
    case "ERROR_INVALID_DOMAIN":
    case "ERROR_INVALID_RP_ID":
      return "Passkeys do not work at this address: the operator must set API_URL and PASSKEY_DOMAIN";
    case "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED":
      return "This device has a passkey of this account already";
    case "ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT":
    case "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT":
      return "This device cannot verify you by a PIN or a finger, which a passkey here needs";
    case "webauthn_verification_failed":
      return "The service does not know this passkey";
  }
  if (error.status !== undefined && error.status > 0) return signInMessage(error);
  return error.code?.startsWith("ERROR_") ? "No passkey was used: try again" : signInMessage(error);
}
