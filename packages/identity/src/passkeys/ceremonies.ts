import { z } from "zod";
import type { NewCredential } from "../factors/passkeys.ts";
import type { StoredPasskey } from "../factors/stored-factors.ts";
import type { Challenge } from "./challenges.ts";

/** The service, as browsers bind passkeys to it. */
export interface RelyingParty {
  /** A domain. */
  readonly id: string;
  /** Of the pages that may ask for them. */
  readonly origins: readonly string[];
}

/** EdDSA, ES256 and RS256, as COSE numbers them. */
const ALGORITHMS = [-8, -7, -257];

const text = z.string().max(65_536);
const ofEach = { id: text, rawId: text, type: z.literal("public-key") };
const created = z.object({
  ...ofEach,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
const signed = z.object({
  ...ofEach,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullish().transform((handle) => handle ?? undefined),
  }),
});
export type SignedChallenge = z.infer<typeof signed>;

/** Few people ever need it, and it brings much along. */
const library = () => import("@simplewebauthn/server");

/** For `navigator.credentials.create`. The user is verified always: a passkey is then two factors. */
export async function creationOptions(
  party: RelyingParty,
  { user, known, challenge }: CreationRequest,
): Promise<object> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: "Assay",
    rpID: party.id,
    userID: handleOf(user.id),
    userName: user.email,
    userDisplayName: user.email,
    challenge: challenge.bytes,
    timeout: TIMEOUT_MS,
    attestationType: "none",
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}
export interface CreationRequest {
  readonly user: { readonly id: string; readonly email: string };
  /** Those that the user has. */
  readonly known: readonly StoredPasskey[];
  readonly challenge: Challenge;
}

/** For `navigator.credentials.get`. Without `allowed` the person chooses, which says nothing of accounts. */
export function requestOptions(party: RelyingParty, challenge: Challenge, allowed: readonly StoredPasskey[]): object {
  return {
    rpId: party.id,
    challenge: toBase64Url(challenge.bytes),
    timeout: TIMEOUT_MS,
    userVerification: "required",
    allowCredentials: allowed.map((each) => ({ ...toDescriptor(each), type: "public-key" })),
    // Else supabase-js asks for a security key.
    hints: [],
  };
}

/** Undefined for what is not the new credential of this challenge, of a page and a domain of ours. */
export async function checkCreation(
  party: RelyingParty,
  challenge: Challenge,
  given: unknown,
): Promise<NewCredential | undefined> {
  const credential = created.safeParse(given).data;
  if (!credential) return undefined;
  const { verifyRegistrationResponse } = await library();
  // The library throws a plain error at whatever is wrong with what somebody sent.
  const checked = await verifyRegistrationResponse({
    ...expectations(party, challenge),
    response: { ...credential, clientExtensionResults: {} } as never,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!checked?.verified) return undefined;
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: toBase64Url(publicKey),
    counter,
    transports: credential.response.transports ?? [],
  };
}

export const readSigned = (given: unknown): SignedChallenge | undefined => signed.safeParse(given).data;

/** Returns the authenticator's counter; undefined for what this passkey has not signed, on a page and for a domain of ours. */
export async function checkSigned(
  party: RelyingParty,
  challenge: Challenge,
  { passkey, credential }: { readonly passkey: StoredPasskey; readonly credential: SignedChallenge },
): Promise<number | undefined> {
  const handle = credential.response.userHandle;
  if (handle !== undefined && handle !== toBase64Url(handleOf(passkey.userId))) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const checked = await verifyAuthenticationResponse({
    ...expectations(party, challenge),
    response: { ...credential, clientExtensionResults: {} } as never,
    // The counter is compared where it is written.
    credential: { id: passkey.credentialId, publicKey: fromBase64Url(passkey.publicKey), counter: 0 },
  }).catch(() => undefined);
  return checked?.verified ? checked.authenticationInfo.newCounter : undefined;
}

const TIMEOUT_MS = 300_000;

const expectations = ({ id, origins }: RelyingParty, { bytes }: Challenge) => ({
  expectedChallenge: toBase64Url(bytes),
  expectedOrigin: [...origins],
  expectedRPID: id,
  requireUserVerification: true,
});

const toDescriptor = ({ credentialId, transports }: StoredPasskey) => ({ id: credentialId, transports });

const handleOf = (userId: string) => new TextEncoder().encode(userId);
const toBase64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const fromBase64Url = (encoded: string) => new Uint8Array(Buffer.from(encoded, "base64url"));
