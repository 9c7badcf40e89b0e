import { AssayError, FACTORS, isSecondFactor } from "@assay/contract";
import type { SsoCaller } from "@assay/core/ports";
import { type Context, Hono } from "hono";
import { decodeJwt, type JSONWebKeySet } from "jose";
import { type AccessTokens, appMetadata } from "./access-tokens.ts";
import { changePassword } from "./change-password.ts";
import type { FactorChange } from "./factors/factor-change.ts";
import { createFactorRoutes, GOTRUE_TYPES } from "./factors/factor-routes.ts";
import type { Factors } from "./factors/factors.ts";
import { GoTrueError } from "./gotrue-error.ts";
import type { RelyingParty } from "./passkeys/ceremonies.ts";
import { createChallenges } from "./passkeys/challenges.ts";
import { createPasskeyProofs } from "./passkeys/passkey-proofs.ts";
import { createPasskeyRoutes } from "./passkeys/passkey-routes.ts";
import { passwordIssue, SAME_PASSWORD } from "./password-issue.ts";
import { readJsonBody } from "./read-json-body.ts";
import { readText, refuseMethod } from "./requests.ts";
import { type KnownSession, type Sessions, SIGN_OUT_SCOPES, type StartedSession } from "./sessions.ts";
import type { SignInDelay } from "./sign-in-delay.ts";
import type { SignOnCodes } from "./sso/sign-on-codes.ts";
import { createSsoRoutes, type SsoOptions } from "./sso/sso-routes.ts";
import type { LocalUser, Users } from "./users.ts";

const BODY_LIMIT_BYTES = 65_536;
/** Passwords and factors are changed by a session that was proved so lately. */
const FRESH_MS = 5 * 60_000;

export interface RoutesOptions {
  readonly jwks: JSONWebKeySet;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly factors: Factors;
  readonly accessTokens: AccessTokens;
  readonly accessTokenTtlSeconds: number;
  readonly clientAddress: (c: Context) => string;
  readonly signInDelay: SignInDelay;
  readonly passwordChanged: (user: LocalUser) => Promise<void>;
  readonly factorChanged: (user: LocalUser, change: FactorChange) => Promise<void>;
  /** Takes over what other processes wrote. */
  readonly refresh: () => Promise<void>;
  readonly now: () => Date;
  /** Undefined where nobody signs in through a provider. */
  readonly sso?: SsoOptions | undefined;
  readonly codes: SignOnCodes;
  readonly ownKey: Uint8Array;
  readonly passkeyKey: Uint8Array;
  readonly relyingParty: RelyingParty | undefined;
}

/** The routes of GoTrue that supabase-js needs for signing in and out, refreshing and reading the user. */
export function createRoutes(options: RoutesOptions): Hono {
  const { users, sessions, factors, accessTokens, accessTokenTtlSeconds, clientAddress, signInDelay, now } = options;
  const { factorChanged } = options;

  async function toSession(known: LocalUser, session: StartedSession) {
    const user = { ...known, tenantId: session.tenantId ?? known.tenantId };
    const accessToken = await accessTokens.issue({ user, session, ttlSeconds: accessTokenTtlSeconds });
    return {
      access_token: accessToken,
      token_type: "bearer",
      expires_in: accessTokenTtlSeconds,
      expires_at: Math.floor(now().getTime() / 1000) + accessTokenTtlSeconds,
      refresh_token: session.refreshToken,
      user: toUser(user, session.createdAt, factors),
    };
  }

  async function signIn(c: Context) {
    const body = await readJsonBody(c.req.raw, BODY_LIMIT_BYTES);
    const [email, password] = [readText(body, "email"), readText(body, "password")];
    const each = { account: email.trim().toLowerCase(), address: clientAddress(c) };
    const user = await signInDelay.run(each, () => users.authenticate(email, password));
    if (user === undefined) throw new GoTrueError(400, "invalid_credentials", "Invalid login credentials");
    return toSession(user, await sessions.start(user.id, "PASSWORD"));
  }

  /** For the site that began the way to a provider, whose verifier alone fits the code. */
  async function exchangeCode(c: Context) {
    const body = await readJsonBody(c.req.raw, BODY_LIMIT_BYTES);
    const vouched = await options.codes.exchange(readText(body, "auth_code"), readText(body, "code_verifier"));
    const user = vouched && users.find(vouched.userId);
    if (!vouched || !user) throw new GoTrueError(400, "flow_state_not_found", "This sign-in has expired: start again");
    return toSession(user, await sessions.start(user.id, "SSO", vouched));
  }

  /** Who goes to a provider while signed in; a password that somebody else has seen joins no account. */
  async function readCaller(c: Context): Promise<SsoCaller> {
    const { user, isFresh } = await readBearer(c);
    return { userId: user.id, mayJoin: isFresh() && !user.mustChangePassword };
  }

  async function refresh(c: Context) {
    const body = await readJsonBody(c.req.raw, BODY_LIMIT_BYTES);
    const session = await sessions.refresh(readText(body, "refresh_token"));
    const user = typeof session === "string" ? undefined : users.find(session.userId);
    if (session === "already_used") {
      throw new GoTrueError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
    }
    if (session === "not_found" || user === undefined) {
      throw new GoTrueError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
    }
    return toSession(user, session);
  }

  async function readBearer(c: Context) {
    const token = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    if (token === undefined) throw new GoTrueError(401, "no_authorization", "This endpoint requires a bearer token");
    const { userId } = await accessTokens.verifier.verify(token).catch(() => {
      throw new GoTrueError(403, "bad_jwt", "Invalid token");
    });
    const user = users.find(userId);
    if (user === undefined) throw new GoTrueError(403, "user_not_found", "The token's user does not exist");
    const { session_id: sessionId } = decodeJwt<{ session_id?: string }>(token);
    const session = sessionId === undefined ? undefined : sessions.find(sessionId);
    if (sessionId !== undefined && session === undefined) {
      throw new GoTrueError(403, "session_not_found", "The token's session does not exist");
    }
    return {
      user,
      sessionId,
      signedInAt: session?.createdAt,
      requireFresh: () => requireFresh(user, session),
      isFresh: () => findStaleness(user, session) === undefined,
    };
  }

  /** Throws where the session was not proved lately by the strongest factor that the user has. */
  function requireFresh(user: LocalUser, session: KnownSession | undefined): void {
    const staleness = findStaleness(user, session);
    if (staleness) throw staleness;
  }

  function findStaleness(user: LocalUser, session: KnownSession | undefined): GoTrueError | undefined {
    if (!session) return new GoTrueError(403, "session_not_found", "A session is required");
    const strongest = factors.strongest(user.id);
    const serve: readonly string[] = strongest ? FACTORS.slice(FACTORS.indexOf(strongest)) : FACTORS;
    const proofs = session.proofs.filter(({ factor }) => serve.includes(factor));
    if (proofs.length === 0) return new GoTrueError(403, "insufficient_aal", `This needs a proof by ${strongest}`);
    if (now().getTime() - Math.max(...proofs.map(({ at }) => at)) <= FRESH_MS) return undefined;
    return new GoTrueError(
      403,
      "reauthentication_needed",
      strongest && isSecondFactor(strongest)
        ? `Prove ${strongest} again: the last proof is over 5 minutes ago`
        : "Sign in again: the last sign-in is over 5 minutes ago",
    );
  }

  /** For a signed-in user; its other sessions end, so that anyone who knew the old password is out. */
  async function changeOwnPassword(c: Context) {
    const { user, sessionId, signedInAt, requireFresh } = await readBearer(c);
    requireFresh();
    const body = await readJsonBody(c.req.raw, BODY_LIMIT_BYTES);
    const next = readText(body, "password");
    if (body.current_password === undefined)
      throw new GoTrueError(400, "current_password_required", "current_password must be the present password");
    const current = readText(body, "current_password");
    const change = { user, sessionId, current, next };
    const isChanged = await changePassword({ users, sessions, signInDelay }, change).catch((error: unknown) => {
      const issue = passwordIssue(error);
      const code = issue === SAME_PASSWORD ? "same_password" : "weak_password";
      throw new GoTrueError(422, code, `The password ${issue}`);
    });
    if (!isChanged)
      throw new GoTrueError(400, "current_password_invalid", "current_password is not the present password");
    await options.passwordChanged(user);
    return toUser(user, signedInAt, factors);
  }

  const { sso, codes, ownKey: key } = options;
  const challenges = createChallenges({ key: options.passkeyKey, now });
  const proofs = createPasskeyProofs({
    passkeys: factors.passkeys,
    users,
    party: options.relyingParty,
    factorChanged,
  });
  const ofFactors = { factors, proofs, challenges, users, sessions, readBearer, toSession, factorChanged };
  return new Hono()
    .use(async (c, next) => {
      await options.refresh();
      await next();
      c.header("Cache-Control", "no-store");
    })
    .post("/token", async (c) => {
      const grantType = c.req.query("grant_type");
      if (grantType === "password") return c.json(await signIn(c));
      if (grantType === "refresh_token") return c.json(await refresh(c));
      if (grantType === "pkce") return c.json(await exchangeCode(c));
      throw new GoTrueError(400, "validation_failed", "grant_type must be password, refresh_token or pkce");
    })
    .all("/token", refuseMethod("POST"))
    .get("/user", async (c) => {
      const { user, signedInAt } = await readBearer(c);
      return c.json(toUser(user, signedInAt, factors));
    })
    .put("/user", async (c) => c.json(await changeOwnPassword(c)))
    .all("/user", refuseMethod("GET, PUT"))
    .post("/logout", async (c) => {
      const { user, sessionId } = await readBearer(c);
      const scope = SIGN_OUT_SCOPES.find((each) => each === (c.req.query("scope") ?? "global"));
      if (scope === undefined) {
        throw new GoTrueError(400, "validation_failed", `scope must be one of ${SIGN_OUT_SCOPES.join(", ")}`);
      }
      await sessions.end({ userId: user.id, sessionId, scope });
      return c.body(null, 204);
    })
    .all("/logout", refuseMethod("POST"))
    .route("/factors", createFactorRoutes({ ...ofFactors, signInDelay, clientAddress, now }))
    .route("/passkeys", createPasskeyRoutes(ofFactors))
    .route("/", sso ? createSsoRoutes({ ...sso, users, codes, key, now, readCaller }) : new Hono())
    .get("/.well-known/jwks.json", (c) => c.json(options.jwks))
    .all("/.well-known/jwks.json", refuseMethod("GET"))
    .all("*", noRoute)
    .onError((thrown, c) => {
      const error = isRateLimited(thrown) ? tooMany(thrown) : thrown;
      if (!(error instanceof GoTrueError)) throw error;
      const { status, errorCode, message, headers } = error;
      return c.json({ code: status, error_code: errorCode, msg: message }, status, headers);
    });
}

function noRoute(): never {
  throw new GoTrueError(404, "not_found", "This route does not exist");
}

function isRateLimited(error: unknown): error is AssayError {
  return error instanceof AssayError && error.code === "RATE_LIMITED";
}

function tooMany({ message, retryAfterSeconds }: AssayError): GoTrueError {
  return new GoTrueError(429, "over_request_rate_limit", message, { "Retry-After": String(retryAfterSeconds) });
}

function toUser(user: LocalUser, signedInAt: number | undefined, factors: Factors) {
  return {
    id: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: user.email,
    email_confirmed_at: user.createdAt,
    phone: "",
    ...(signedInAt !== undefined && { last_sign_in_at: new Date(signedInAt).toISOString() }),
    app_metadata: appMetadata(user),
    user_metadata: {},
    identities: [],
    factors: toFactors(user, factors),
    created_at: user.createdAt,
    updated_at: user.createdAt,
    is_anonymous: false,
  };
}

function toFactors({ id: userId }: LocalUser, factors: Factors) {
  const kept = factors.recoveryCodes(userId);
  const codes = kept
    ? [{ id: kept.id, name: "Recovery codes", type: "recovery_code", at: kept.createdAt, isVerified: true }]
    : [];
  const own = factors.list(userId).map(({ id, name, kind, createdAt, verifiedAt }) => {
    return { id, name, type: GOTRUE_TYPES[kind], at: createdAt, isVerified: verifiedAt !== null };
  });
  return [...own, ...codes].map(({ id, name, type, at, isVerified }) => ({
    id,
    friendly_name: name,
    factor_type: type,
    status: isVerified ? "verified" : "unverified",
    created_at: new Date(at).toISOString(),
    updated_at: new Date(at).toISOString(),
  }));
}
