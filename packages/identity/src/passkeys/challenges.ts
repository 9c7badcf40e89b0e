import { createHash, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";

/** What a passkey signs a challenge for. Only signing in needs no session. */
export type Ceremony =
  | { readonly purpose: "ENROL" | "PROVE"; readonly sessionId: string }
  | { readonly purpose: "SIGN_IN" };

export interface Challenge {
  /** As the client sends it back. */
  readonly token: string;
  /** Of its use, which is recorded. */
  readonly id: string;
  /** What the authenticator signs. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const CHALLENGE_SECONDS = 300;
const AUDIENCE = "passkey";
const ALGORITHM = "HS256";

export type Challenges = ReturnType<typeof createChallenges>;

/** Signed, so that asking for one stores nothing: what is answered is recorded with the use of the passkey. */
export function createChallenges({ key, now }: { readonly key: Uint8Array; readonly now: () => Date }) {
  const toChallenge = (token: string, id: string, exp: number): Challenge => ({
    token,
    id,
    bytes: new Uint8Array(createHash("sha256").update(token).digest()),
    expiresAt: exp * 1000,
  });
  return {
    async issue(ceremony: Ceremony): Promise<Challenge> {
      const id = randomUUID();
      const exp = Math.floor(now().getTime() / 1000) + CHALLENGE_SECONDS;
      const token = await new SignJWT({ ...ceremony })
        .setProtectedHeader({ alg: ALGORITHM })
        .setAudience(AUDIENCE)
        .setJti(id)
        .setExpirationTime(exp)
        .sign(key);
      return toChallenge(token, id, exp);
    },

    /** Undefined for one that was not issued for this, or is too old. */
    async open(token: string, ceremony: Ceremony): Promise<Challenge | undefined> {
      const options = {
        algorithms: [ALGORITHM],
        audience: AUDIENCE,
        currentDate: now(),
        requiredClaims: ["exp", "jti"],
      };
      const verified = await jwtVerify(token, key, options).catch(() => undefined);
      if (!verified) return undefined;
      const { purpose, sessionId, jti, exp } = verified.payload;
      const isOfIt =
        purpose === ceremony.purpose && (ceremony.purpose === "SIGN_IN" || sessionId === ceremony.sessionId);
      return isOfIt ? toChallenge(token, jti!, exp!) : undefined;
    },
  };
}
