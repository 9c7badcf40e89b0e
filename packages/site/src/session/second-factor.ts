import { type AuthClient, authClient, signInMessage } from "./auth.ts";
import { orThrow, type Refusal, withProof } from "./with-proof.ts";

export interface OwnFactor {
  readonly id: string;
  readonly name: string;
  readonly addedAt: string;
  readonly isPasskey: boolean;
  /** Of a passkey. */
  readonly lastUsedAt?: string | undefined;
}

export interface OwnFactors {
  readonly factors: readonly OwnFactor[];
  /** Of the recovery codes those that were not used; undefined without any. */
  readonly codesLeft: number | undefined;
}

/** Raises the session by the six digits of an authenticator app, or by a recovery code. Throws what can be shown. */
export async function giveCode(typed: string): Promise<void> {
  const auth = await authClient();
  const code = typed.replaceAll(/\s/g, "");
  const { error } = /^\d{6}$/.test(code)
    ? await proveByApps(auth, code)
    : await auth.mfa.recoveryCodes.verify({ code });
  if (error) throw new Error(codeMessage(error));
}

/** Any of them may be the one in the user's hand. */
async function proveByApps(auth: AuthClient, code: string): Promise<{ error: Refusal | null }> {
  const { data, error } = await auth.mfa.listFactors();
  let last: Refusal = error ?? { message: "This account has no authenticator app", status: 404 };
  for (const { id: factorId } of data?.totp ?? []) {
    const { error: refusal } = await auth.mfa.challengeAndVerify({ factorId, code });
    if (!refusal) return { error: null };
    last = refusal;
  }
  return { error: last };
}

export async function readOwnFactors(): Promise<OwnFactors> {
  const { mfa } = await authClient();
  const { all, webauthn } = orThrow(await mfa.listFactors());
  const lastUses = webauthn.length > 0 ? await (await import("./passkeys.ts")).readLastUses() : undefined;
  const codes = all.some(({ factor_type: type }) => type === "recovery_code")
    ? orThrow(await mfa.recoveryCodes.getStatus())
    : undefined;
  return {
    factors: all
      .filter(({ status, factor_type: type }) => status === "verified" && type !== "recovery_code")
      .map(({ id, friendly_name: name = "Authenticator app", created_at: addedAt, factor_type: type }) => {
        return { id, name, addedAt, isPasskey: type === "webauthn", lastUsedAt: lastUses?.get(id) };
      }),
    codesLeft: codes?.remaining,
  };
}

export interface StartedApp {
  readonly factorId: string;
  /** A data URL. */
  readonly picture: string;
  readonly secret: string;
}

export async function startApp(name: string): Promise<StartedApp> {
  const { mfa } = await authClient();
  const { id, totp } = await withProof(() => mfa.enroll({ factorType: "totp", friendlyName: name, issuer: "Assay" }));
  return { factorId: id, picture: totp.qr_code, secret: totp.secret };
}

export async function finishApp(factorId: string, typed: string): Promise<void> {
  const { mfa } = await authClient();
  const { error } = await mfa.challengeAndVerify({ factorId, code: typed.replaceAll(/\s/g, "") });
  if (error) throw new Error(codeMessage(error));
}

export async function removeFactor(factorId: string): Promise<void> {
  const { mfa } = await authClient();
  await withProof(() => mfa.unenroll({ factorId }));
}

/** In place of those of before. */
export async function makeRecoveryCodes({ again }: { again: boolean }): Promise<readonly string[]> {
  const { recoveryCodes } = (await authClient()).mfa;
  return (await withProof(() => (again ? recoveryCodes.regenerate() : recoveryCodes.generate()))).codes;
}

function codeMessage(error: Refusal): string {
  if (error.code === "mfa_verification_failed") return "This code is wrong, or was used already";
  return error.code === "over_request_rate_limit" ? error.message : signInMessage(error);
}
