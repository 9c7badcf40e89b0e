import type { Context } from "hono";
import { Hono } from "hono";
import { renderSVG } from "uqr";
import { GoTrueError } from "../gotrue-error.ts";
import { requestOptions } from "../passkeys/ceremonies.ts";
import type { Challenges } from "../passkeys/challenges.ts";
import { challengeExpired, type PasskeyProofs } from "../passkeys/passkey-proofs.ts";
import { readJsonBody } from "../read-json-body.ts";
import { NAME_LENGTH_MAX, readName, readText, refuseMethod, requireSession } from "../requests.ts";
import type { SessionProof, Sessions, StartedSession } from "../sessions.ts";
import type { SignInDelay } from "../sign-in-delay.ts";
import type { LocalUser } from "../users.ts";
import type { FactorChange } from "./factor-change.ts";
import type { CodeCheck, Factors } from "./factors.ts";
import { removeFactor } from "./remove-factor.ts";
import { FACTORS_PER_USER_MAX, type KnownFactor, type SecondFactor } from "./stored-factors.ts";
import { toBase32, toKeyUri } from "./totp.ts";

const BODY_LIMIT_BYTES = 65_536;

interface SignedInUser {
  readonly user: LocalUser;
  readonly sessionId: string | undefined;
  /** Throws where the session was not proved lately by the strongest factor that the user has. */
  requireFresh(): void;
}

export interface FactorRoutesOptions {
  readonly factors: Factors;
  readonly proofs: PasskeyProofs;
  readonly challenges: Challenges;
  readonly sessions: Sessions;
  readonly signInDelay: SignInDelay;
  readonly clientAddress: (c: Context) => string;
  readonly now: () => Date;
  readonly readBearer: (c: Context) => Promise<SignedInUser>;
  readonly toSession: (user: LocalUser, session: StartedSession) => Promise<object>;
  readonly factorChanged: (user: LocalUser, change: FactorChange) => Promise<void>;
}

/** As GoTrue's users have them. */
export const GOTRUE_TYPES = { TOTP: "totp", PASSKEY: "webauthn" } as const satisfies Record<SecondFactor, string>;

/** The routes of GoTrue by which supabase-js enrols, proves and removes second factors. To be mounted at `/factors`. */
export function createFactorRoutes(options: FactorRoutesOptions): Hono {
  const {
    factors,
    proofs,
    challenges,
    sessions,
    signInDelay,
    clientAddress,
    now,
    readBearer,
    toSession,
    factorChanged,
  } = options;

  async function enrol(c: Context) {
    const { user, requireFresh } = await readBearer(c);
    requireFresh();
    const body = await readJsonBody(c.req.raw, BODY_LIMIT_BYTES);
    if (body.factor_type === "webauthn")
      throw new GoTrueError(
        422,
        "mfa_webauthn_enroll_not_enabled",
        "Passkeys are enrolled at /passkeys/registration/options",
      );
    if (body.factor_type !== "totp") throw new GoTrueError(400, "validation_failed", "factor_type must be totp");
    if (!factors.canSeal)
      throw new GoTrueError(
        422,
        "mfa_totp_enroll_not_enabled",
        "Authenticator apps cannot be used here, because their secrets could not be encrypted: the operator must set WEBHOOK_SECRET_KEY",
      );
    const name = readName(body, "Authenticator app");
    requirePlace(factors.list(user.id), name);
    const { factor, secret } = await factors.enrolTotp(user.id, name);
    const issuer = body.issuer === undefined ? "Assay" : readText(body, "issuer").slice(0, NAME_LENGTH_MAX);
    const uri = toKeyUri({ secret, email: user.email, issuer });
    return {
      id: factor.id,
      type: "totp",
      friendly_name: name,
      totp: { qr_code: renderSVG(uri), secret: toBase32(secret), uri },
    };
  }

  async function challenge(c: Context) {
    const { user, sessionId } = await readBearer(c);
    const factor = factors.find(user.id, c.req.param("id")!);
    if (factor?.kind === "PASSKEY") return challengePasskeys(c, user, sessionId);
    const made = factor && (await factors.challenge(user.id, factor.id));
    if (!factor || !made) throw noFactor();
    return { id: made.id, type: GOTRUE_TYPES[factor.kind], expires_at: Math.floor(made.expiresAt / 1000) };
  }

  /** Any passkey of the user may answer. */
  async function challengePasskeys(c: Context, user: LocalUser, sessionId: string | undefined) {
    const party = proofs.party(c);
    const challenge = await challenges.issue({ purpose: "PROVE", sessionId: requireSession(sessionId) });
    const publicKey = requestOptions(party, challenge, factors.passkeys.list(user.id));
    const webauthn = { type: "request", credential_options: { publicKey } };
    return { id: challenge.token, type: GOTRUE_TYPES.PASSKEY, expires_at: challenge.expiresAt / 1000, webauthn };
  }

  async function verifyPasskey(
    c: Context,
    { user, sessionId }: Pick<SignedInUser, "user" | "sessionId">,
    { challengeId, webauthn }: { challengeId: string; webauthn: unknown },
  ) {
    const asked = { purpose: "PROVE", sessionId: requireSession(sessionId) } as const;
    const challenge = await challenges.open(challengeId, asked);
    if (!challenge) throw challengeExpired();
    const given = isRecord(webauthn) ? webauthn.credential_response : undefined;
    const { proof } = await proofs.prove(challenge, given, { party: proofs.party(c), userId: user.id });
    return prove(user, sessionId, proof);
  }

  async function verify(c: Context) {
    const { user, sessionId } = await readBearer(c);
    const body = await readJsonBody(c.req.raw, BODY_LIMIT_BYTES);
    const challengeId = readText(body, "challenge_id");
    const factorId = c.req.param("id")!;
    const known = factors.find(user.id, factorId);
    if (!known) throw noFactor();
    if (known.kind === "PASSKEY")
      return verifyPasskey(c, { user, sessionId }, { challengeId, webauthn: body.webauthn });
    const code = readText(body, "code").replaceAll(/\s/g, "");
    const { factor, isFirst } = orThrow(await factors.tryCode({ userId: user.id, factorId, challengeId }, code));
    if (isFirst) await factorChanged(user, { change: "ENROLLED", kind: factor.kind });
    return prove(user, sessionId, { factor: factor.kind, at: now().getTime(), ...sinceOf(factor) });
  }

  async function remove(c: Context) {
    const { user, requireFresh } = await readBearer(c);
    requireFresh();
    const id = c.req.param("id")!;
    if (!(await removeFactor(options, user, id))) throw noFactor();
    return { id };
  }

  /** A recovery code serves in place of the strongest factor. */
  async function recover(c: Context) {
    const { user, sessionId } = await readBearer(c);
    const code = readText(await readJsonBody(c.req.raw, BODY_LIMIT_BYTES), "code");
    const each = { account: `recovery of ${user.id}`, address: clientAddress(c) };
    const used = await signInDelay.run(each, async () => {
      if (!factors.hasRecoveryCode(user.id, code)) return undefined;
      // Recorded first: one that was used and is not in the log would be the worse fault.
      await factorChanged(user, { change: "RECOVERY_CODE_USED" });
      return (await factors.useRecoveryCode(user.id, code)) || undefined;
    });
    const factor = factors.strongest(user.id);
    if (!used || !factor) throw new GoTrueError(422, "mfa_verification_failed", "Invalid recovery code entered");
    const enrolled = factors.list(user.id).filter(({ kind, verifiedAt }) => kind === factor && verifiedAt !== null);
    return prove(user, sessionId, { factor, at: now().getTime(), ...sinceOf(enrolled[0]), recovered: true });
  }

  async function makeCodes(c: Context, { again }: { again: boolean }) {
    const { user, requireFresh } = await readBearer(c);
    requireFresh();
    if (factors.strongest(user.id) === undefined)
      throw new GoTrueError(422, "mfa_recovery_codes_sole_factor", "Recovery codes need another verified factor");
    const has = factors.recoveryCodes(user.id) !== undefined;
    if (again && !has) throw noCodes();
    if (!again && has)
      throw new GoTrueError(422, "mfa_verified_factor_exists", "There are recovery codes already: regenerate them");
    const { id, codes } = await factors.makeRecoveryCodes(user.id);
    await factorChanged(user, { change: "RECOVERY_CODES_MADE" });
    return { id, type: "recovery_code", friendly_name: "Recovery codes", total: codes.length, codes };
  }

  async function dropCodes(c: Context) {
    const { user, requireFresh } = await readBearer(c);
    requireFresh();
    const id = await factors.dropRecoveryCodes(user.id);
    if (id === undefined) throw noCodes();
    await factorChanged(user, { change: "RECOVERY_CODES_REMOVED" });
    return { id };
  }

  async function showCodes(c: Context) {
    const kept = factors.recoveryCodes((await readBearer(c)).user.id);
    if (!kept) throw noCodes();
    return { id: kept.id, type: "recovery_code", total: kept.total, remaining: kept.remaining };
  }

  async function prove(user: LocalUser, sessionId: string | undefined, proof: SessionProof) {
    const session = await sessions.prove(requireSession(sessionId), proof);
    if (!session) throw new GoTrueError(403, "session_not_found", "A session is required");
    return toSession(user, session);
  }

  return new Hono()
    .post("/recovery-codes/verify", async (c) => c.json(await recover(c)))
    .all("/recovery-codes/verify", refuseMethod("POST"))
    .post("/recovery-codes/regenerate", async (c) => c.json(await makeCodes(c, { again: true })))
    .all("/recovery-codes/regenerate", refuseMethod("POST"))
    .get("/recovery-codes", async (c) => c.json(await showCodes(c)))
    .post("/recovery-codes", async (c) => c.json(await makeCodes(c, { again: false })))
    .delete("/recovery-codes", async (c) => c.json(await dropCodes(c)))
    .all("/recovery-codes", refuseMethod("GET, POST, DELETE"))
    .post("/", async (c) => c.json(await enrol(c)))
    .all("/", refuseMethod("POST"))
    .post("/:id/challenge", async (c) => c.json(await challenge(c)))
    .all("/:id/challenge", refuseMethod("POST"))
    .post("/:id/verify", async (c) => c.json(await verify(c)))
    .all("/:id/verify", refuseMethod("POST"))
    .delete("/:id", async (c) => c.json(await remove(c)))
    .all("/:id", refuseMethod("DELETE"));
}

const sinceOf = (factor: KnownFactor | undefined) =>
  typeof factor?.verifiedAt === "number" ? { enrolledAt: factor.verifiedAt } : {};

/** One that is not verified makes place for the next. */
function requirePlace(enrolled: readonly KnownFactor[], name: string): void {
  const verified = enrolled.filter(({ verifiedAt }) => verifiedAt !== null);
  if (verified.some((each) => each.name === name))
    throw new GoTrueError(422, "mfa_factor_name_conflict", `A factor with the name '${name}' exists already`);
  if (verified.length >= FACTORS_PER_USER_MAX)
    throw new GoTrueError(
      422,
      "too_many_enrolled_mfa_factors",
      `There can be ${FACTORS_PER_USER_MAX} factors at most: remove one first`,
    );
}

function orThrow(check: CodeCheck): Extract<CodeCheck, { result: "PROVED" }> {
  switch (check.result) {
    case "PROVED":
      return check;
    case "WRONG":
      throw new GoTrueError(422, "mfa_verification_failed", "Invalid TOTP code entered");
    case "NO_CHALLENGE":
      throw new GoTrueError(422, "mfa_challenge_expired", "This challenge has expired or was answered: make another");
    case "UNREADABLE":
      throw new GoTrueError(500, "unexpected_failure", "The factor's secret cannot be decrypted with the present keys");
    case "RESTS":
      throw new GoTrueError(
        429,
        "over_request_rate_limit",
        "Too many wrong codes: wait, or use a recovery code or another factor",
        { "Retry-After": String(check.retryAfterSeconds) },
      );
    default:
      return check satisfies never;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const noFactor = () => new GoTrueError(404, "mfa_factor_not_found", "Factor not found");
const noCodes = () => new GoTrueError(404, "mfa_factor_not_found", "There are no recovery codes");
