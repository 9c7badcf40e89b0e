import { type Context, Hono } from "hono";
import { type RemovalParts, removeFactor } from "../factors/remove-factor.ts";
import { FACTORS_PER_USER_MAX, type KnownFactor } from "../factors/stored-factors.ts";
import { GoTrueError } from "../gotrue-error.ts";
import { readJsonBody } from "../read-json-body.ts";
import { readName, readText, refuseMethod, requireSession } from "../requests.ts";
import type { StartedSession } from "../sessions.ts";
import type { LocalUser, Users } from "../users.ts";
import { checkCreation, creationOptions, requestOptions } from "./ceremonies.ts";
import type { Challenge, Challenges } from "./challenges.ts";
import { challengeExpired, notVerified, type PasskeyProofs } from "./passkey-proofs.ts";

const BODY_LIMIT_BYTES = 65_536;

export interface PasskeyRoutesOptions extends RemovalParts {
  readonly proofs: PasskeyProofs;
  readonly challenges: Challenges;
  readonly users: Users;
  readonly readBearer: (
    c: Context,
  ) => Promise<{ user: LocalUser; sessionId: string | undefined; requireFresh(): void }>;
  readonly toSession: (user: LocalUser, session: StartedSession) => Promise<object>;
}

/** The routes of GoTrue by which supabase-js enrols, names and removes passkeys, and signs in by one. At `/passkeys`. */
export function createPasskeyRoutes(options: PasskeyRoutesOptions): Hono {
  const { proofs, challenges, factors, users, sessions, readBearer, toSession, factorChanged } = options;
  const { passkeys } = factors;

  async function readFresh(c: Context) {
    const { user, sessionId, requireFresh } = await readBearer(c);
    requireFresh();
    return { user, sessionId: requireSession(sessionId) };
  }

  async function beginEnrolment(c: Context) {
    const { user, sessionId } = await readFresh(c);
    const party = proofs.party(c);
    if (factors.list(user.id).filter(({ verifiedAt }) => verifiedAt !== null).length >= FACTORS_PER_USER_MAX)
      throw tooMany();
    const challenge = await challenges.issue({ purpose: "ENROL", sessionId });
    return offer(challenge, await creationOptions(party, { user, known: passkeys.list(user.id), challenge }));
  }

  /** Who has just made a passkey has proved it, too. */
  async function finishEnrolment(c: Context) {
    const { user, sessionId } = await readFresh(c);
    const body = await readJsonBody(c.req.raw, BODY_LIMIT_BYTES);
    const challenge = await challenges.open(readText(body, "challenge_id"), { purpose: "ENROL", sessionId });
    if (!challenge) throw challengeExpired();
    const credential = await checkCreation(proofs.party(c), challenge, body.credential);
    if (!credential) throw notVerified();
    const added = await passkeys.add(user.id, credential, challenge);
    switch (added.result) {
      case "ADDED": {
        const at = added.passkey.createdAt;
        await sessions.prove(sessionId, { factor: "PASSKEY", at, enrolledAt: at });
        await factorChanged(user, { change: "ENROLLED", kind: "PASSKEY" });
        return toPasskey(added.passkey);
      }
      case "ANSWERED":
        throw challengeExpired();
      case "KNOWN":
        throw new GoTrueError(422, "webauthn_credential_exists", "This passkey is enrolled already");
      case "TOO_MANY":
        throw tooMany();
      default:
        return added satisfies never;
    }
  }

  async function beginSignIn(c: Context) {
    const challenge = await challenges.issue({ purpose: "SIGN_IN" });
    return offer(challenge, requestOptions(proofs.party(c), challenge, []));
  }

  async function finishSignIn(c: Context) {
    const body = await readJsonBody(c.req.raw, BODY_LIMIT_BYTES);
    const challenge = await challenges.open(readText(body, "challenge_id"), { purpose: "SIGN_IN" });
    if (!challenge) throw challengeExpired();
    const { user, proof } = await proofs.prove(challenge, body.credential, { party: proofs.party(c) });
    // The company decides who of its people may enter.
    if (!users.hasPassword(user.id))
      throw new GoTrueError(403, "sso_required", "Sign in with your company first, then use the passkey");
    return toSession(user, await sessions.start(user.id, "PASSKEY", { enrolledAt: proof.enrolledAt }));
  }

  async function rename(c: Context) {
    const { user } = await readFresh(c);
    const name = readName(await readJsonBody(c.req.raw, BODY_LIMIT_BYTES));
    const renamed = await passkeys.rename(user.id, c.req.param("id")!, name);
    if (renamed === undefined) throw noPasskey();
    if (renamed) return toPasskey(renamed);
    throw new GoTrueError(422, "mfa_factor_name_conflict", `A factor with the name '${name}' exists already`);
  }

  async function remove(c: Context) {
    const { user } = await readFresh(c);
    const id = c.req.param("id")!;
    if (factors.find(user.id, id)?.kind !== "PASSKEY") throw noPasskey();
    await removeFactor(options, user, id);
    return c.body(null, 204);
  }

  async function list(c: Context) {
    const { user } = await readBearer(c);
    const own = factors.list(user.id).filter(({ kind }) => kind === "PASSKEY");
    return c.json(own.map(toPasskey));
  }

  return new Hono()
    .post("/registration/options", async (c) => c.json(await beginEnrolment(c)))
    .all("/registration/options", refuseMethod("POST"))
    .post("/registration/verify", async (c) => c.json(await finishEnrolment(c)))
    .all("/registration/verify", refuseMethod("POST"))
    .post("/authentication/options", async (c) => c.json(await beginSignIn(c)))
    .all("/authentication/options", refuseMethod("POST"))
    .post("/authentication/verify", async (c) => c.json(await finishSignIn(c)))
    .all("/authentication/verify", refuseMethod("POST"))
    .get("/", list)
    .all("/", refuseMethod("GET"))
    .patch("/:id", async (c) => c.json(await rename(c)))
    .delete("/:id", remove)
    .all("/:id", refuseMethod("PATCH, DELETE"));
}

const offer = ({ token, expiresAt }: Challenge, publicKey: object) => ({
  challenge_id: token,
  options: publicKey,
  expires_at: expiresAt / 1000,
});

const toPasskey = ({ id, name, createdAt, lastUsedAt = createdAt }: KnownFactor) => ({
  id,
  friendly_name: name,
  created_at: new Date(createdAt).toISOString(),
  last_used_at: new Date(lastUsedAt).toISOString(),
});

const tooMany = () =>
  new GoTrueError(422, "too_many_passkeys", `There can be ${FACTORS_PER_USER_MAX} factors at most: remove one first`);
const noPasskey = () => new GoTrueError(404, "passkey_not_found", "Passkey not found");
