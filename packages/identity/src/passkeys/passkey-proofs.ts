import type { Context } from "hono";
import type { FactorChange } from "../factors/factor-change.ts";
import type { Passkeys } from "../factors/passkeys.ts";
import { GoTrueError } from "../gotrue-error.ts";
import type { SessionProof } from "../sessions.ts";
import type { LocalUser, Users } from "../users.ts";
import { checkSigned, type RelyingParty, readSigned } from "./ceremonies.ts";
import type { Challenge } from "./challenges.ts";

export interface PasskeyProofsOptions {
  readonly passkeys: Passkeys;
  readonly users: Users;
  /** Undefined where only pages at localhost may use passkeys. */
  readonly party: RelyingParty | undefined;
  readonly factorChanged: (user: LocalUser, change: FactorChange) => Promise<void>;
}

export type PasskeyProofs = ReturnType<typeof createPasskeyProofs>;

/** Whose passkey has signed a challenge. */
export function createPasskeyProofs({ passkeys, users, party, factorChanged }: PasskeyProofsOptions) {
  return {
    /** For whom browsers make and use passkeys. */
    party(c: Context): RelyingParty {
      if (party) return party;
      const own = URL.parse(`http://${c.req.header("host")}`);
      if (own?.hostname === "localhost") return { id: own.hostname, origins: [own.origin] };
      throw new GoTrueError(
        422,
        "passkey_disabled",
        "Passkeys need the service's address: the operator must set API_URL. On your own machine, open it at http://localhost",
      );
    },

    /** Throws where it is no passkey of this user, or of anybody where none is named, or not of this challenge. */
    async prove(
      challenge: Challenge,
      given: unknown,
      { party, userId }: { readonly party: RelyingParty; readonly userId?: string },
    ): Promise<{ user: LocalUser; proof: SessionProof }> {
      const credential = readSigned(given);
      const passkey = credential && passkeys.findByCredential(credential.id);
      const user = passkey && users.find(passkey.userId);
      if (!credential || !passkey || !user || (userId !== undefined && user.id !== userId)) throw notVerified();
      const counter = await checkSigned(party, challenge, { passkey, credential });
      if (counter === undefined) throw notVerified();
      const used = await passkeys.use(passkey.credentialId, counter, challenge);
      switch (used.result) {
        case "PROVED":
          return {
            user,
            proof: { factor: "PASSKEY", at: used.passkey.lastUsedAt!, enrolledAt: used.passkey.createdAt },
          };
        case "ANSWERED":
          throw challengeExpired();
        case "COPIED":
          await factorChanged(user, { change: "COPY_REFUSED", kind: "PASSKEY" });
          throw notVerified();
        case "GONE":
          throw notVerified();
        default:
          return used satisfies never;
      }
    },
  };
}

export const notVerified = () =>
  new GoTrueError(422, "webauthn_verification_failed", "This passkey could not be verified");

export const challengeExpired = () =>
  new GoTrueError(422, "webauthn_challenge_expired", "This challenge has expired or was answered: start again");
