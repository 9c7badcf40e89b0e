import { AssayError, isStorableText } from "@assay/contract";
import { type Context, Hono } from "hono";
import { decodeJwt, type JSONWebKeySet } from "jose";
import { type AccessTokens, appMetadata } from "./access-tokens.ts";
import { changePassword } from "./change-password.ts";
import { GoTrueError } from "./gotrue-error.ts";
import { passwordIssue, SAME_PASSWORD } from "./password-issue.ts";
import { readJsonBody } from "./read-json-body.ts";
import { type Sessions, SIGN_OUT_SCOPES, type StartedSession } from "./sessions.ts";
import type { SignInDelay } from "./sign-in-delay.ts";
import type { LocalUser, Users } from "./users.ts";

const BODY_LIMIT_BYTES = 65_536;
/** A password is changed by a session that was proved so lately. */
const FRESH_MS = 5 * 60_000;

export interface RoutesOptions {
  readonly jwks: JSONWebKeySet;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly accessTokens: AccessTokens;
  readonly accessTokenTtlSeconds: number;
  readonly clientAddress: (c: Context) => string;
  readonly signInDelay: SignInDelay;
  readonly passwordChanged: (user: LocalUser) => Promise<void>;
  /** Takes over what other processes wrote. */
  readonly refresh: () => Promise<void>;
  readonly now: () => Date;
}

/** The routes of GoTrue that supabase-js needs for signing in and out, refreshing and reading the user. */
export function createRoutes(options: RoutesOptions): Hono {
  const { users, sessions, accessTokens, accessTokenTtlSeconds, clientAddress, signInDelay, now } = options;

  async function toSession(user: LocalUser, session: StartedSession) {
    const accessToken = await accessTokens.issue({ user, session, ttlSeconds: accessTokenTtlSeconds });
    return {
      access_token: accessToken,
      token_type: "bearer",
      expires_in: accessTokenTtlSeconds,
      expires_at: Math.floor(now().getTime() / 1000) + accessTokenTtlSeconds,
      refresh_token: session.refreshToken,
      user: toUser(user, session.createdAt),
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
    const provedAt = session && Math.max(...session.proofs.map(({ at }) => at));
    return { user, sessionId, signedInAt: session?.createdAt, provedAt };
  }

  /** For a signed-in user; its other sessions end, so that anyone who knew the old password is out. */
  async function changeOwnPassword(c: Context) {
    const { user, sessionId, signedInAt, provedAt } = await readBearer(c);
    if (sessionId === undefined || provedAt === undefined)
      throw new GoTrueError(403, "session_not_found", "A session is required");
    if (now().getTime() - provedAt > FRESH_MS)
      throw new GoTrueError(403, "reauthentication_needed", "Sign in again: the last sign-in is over 5 minutes ago");
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
    return toUser(user, signedInAt);
  }

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
      throw new GoTrueError(400, "validation_failed", "grant_type must be password or refresh_token");
    })
    .all("/token", refuseMethod("POST"))
    .get("/user", async (c) => {
      const { user, signedInAt } = await readBearer(c);
      return c.json(toUser(user, signedInAt));
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
    .get("/.well-known/jwks.json", (c) => c.json(options.jwks))
    .all("/.well-known/jwks.json", refuseMethod("GET"))
    .all("*", () => {
      throw new GoTrueError(404, "not_found", "This route does not exist");
    })
    .onError((thrown, c) => {
      const error = isRateLimited(thrown) ? tooMany(thrown) : thrown;
      if (!(error instanceof GoTrueError)) throw error;
      const { status, errorCode, message, headers } = error;
      return c.json({ code: status, error_code: errorCode, msg: message }, status, headers);
    });
}

function isRateLimited(error: unknown): error is AssayError {
  return error instanceof AssayError && error.code === "RATE_LIMITED";
}

function tooMany({ message, retryAfterSeconds }: AssayError): GoTrueError {
  return new GoTrueError(429, "over_request_rate_limit", message, { "Retry-After": String(retryAfterSeconds) });
}

function refuseMethod(allowed: string) {
  return (): never => {
    throw new GoTrueError(405, "method_not_allowed", `The method must be ${allowed}`, { Allow: allowed });
  };
}

function readText(body: Record<string, unknown>, field: string): string {
  const value = body[field];
  if (typeof value === "string" && value !== "" && isStorableText(value)) return value;
  throw new GoTrueError(400, "validation_failed", `${field} must be text`);
}

function toUser(user: LocalUser, signedInAt: number | undefined) {
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
    created_at: user.createdAt,
    updated_at: user.createdAt,
    is_anonymous: false,
  };
}
