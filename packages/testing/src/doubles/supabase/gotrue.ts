import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { answerJson, type Exchange, readJson } from "./exchange.ts";

export interface GoTrueUser {
  readonly id: string;
  readonly email: string;
  password: string;
  email_confirmed_at: string | null;
  last_sign_in_at: string | null;
  app_metadata: Record<string, unknown>;
  readonly user_metadata: Record<string, unknown>;
  readonly created_at: string;
}

export interface GoTrueDouble {
  serve(exchange: Exchange): Promise<void>;
  readonly users: readonly GoTrueUser[];
  /** As a user would by signing up, or an administrator in the dashboard. */
  addUser(user: {
    email: string;
    password?: string;
    signedIn?: boolean;
    appMetadata?: Record<string, unknown>;
  }): GoTrueUser;
  /** An access token as the server signs it now; also for a user that it does not know. */
  issueToken(user: { id: string; email?: string; tenantId: string | null; ttlSeconds?: number }): Promise<string>;
  /** A new key signs from now on; the one before stays published until `withdrawKeys`. */
  rotateKey(): Promise<void>;
  /** Publishes the active key only. */
  withdrawKeys(): void;
}

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** As many projects ask for: a password needs each kind of character. */
const STRONG_PASSWORD = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^\w]).{8,72}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export async function openGoTrue({ issuer, filtersUsers }: { issuer: string; filtersUsers: boolean }) {
  const users: GoTrueUser[] = [];
  let keys: SigningKey[] = [await makeKey()];

  function addUser({
    email,
    password = "",
    signedIn = false,
    appMetadata = {},
  }: Parameters<GoTrueDouble["addUser"]>[0]) {
    const now = new Date().toISOString();
    const user: GoTrueUser = {
      id: crypto.randomUUID(),
      email: email.toLowerCase(),
      password,
      email_confirmed_at: signedIn ? now : null,
      last_sign_in_at: signedIn ? now : null,
      app_metadata: { provider: "email", providers: ["email"], ...appMetadata },
      user_metadata: {},
      created_at: now,
    };
    users.unshift(user);
    return user;
  }

  function listUsers(exchange: Exchange): void {
    const query = exchange.url.searchParams;
    const [page, perPage] = [Number(query.get("page") || 1), Number(query.get("per_page") || 50)];
    if (!(page >= 1 && perPage >= 1)) {
      answerError(exchange, 400, "validation_failed", "Bad Pagination Parameters");
      return;
    }
    const filter = filtersUsers ? (query.get("filter") ?? "") : "";
    const found = users.filter(({ email }) => email.includes(filter));
    const body = { users: found.slice((page - 1) * perPage, page * perPage).map(toUser), aud: "authenticated" };
    answerJson(exchange, 200, body, { "x-total-count": String(found.length) });
  }

  async function createUser(exchange: Exchange): Promise<void> {
    const body = await readJson(exchange.request);
    const { email, password } = body as { email: string; password: string };
    if (!EMAIL.test(email)) return answerError(exchange, 400, "validation_failed", "Unable to validate email address");
    if (users.some((user) => user.email === email.toLowerCase()))
      return answerError(exchange, 422, "email_exists", "A user with this email address has already been registered");
    if (!STRONG_PASSWORD.test(password)) return answerError(exchange, 422, "weak_password", "Password is too weak");
    const user = addUser({ email, password, appMetadata: body.app_metadata as Record<string, unknown> });
    if (body.email_confirm === true) user.email_confirmed_at = user.created_at;
    answerJson(exchange, 200, toUser(user));
  }

  async function changeUser(exchange: Exchange, user: GoTrueUser): Promise<void> {
    const { password, app_metadata: appMetadata, email_confirm: confirm } = await readJson(exchange.request);
    if (password !== undefined && !STRONG_PASSWORD.test(String(password)))
      return answerError(exchange, 422, "weak_password", "Password is too weak");
    if (password !== undefined) user.password = String(password);
    if (confirm === true) user.email_confirmed_at ??= new Date().toISOString();
    Object.assign(user.app_metadata, appMetadata);
    // As the server does: null takes a key away.
    for (const [key, value] of Object.entries(user.app_metadata)) if (value === null) delete user.app_metadata[key];
    answerJson(exchange, 200, toUser(user));
  }

  async function signIn(exchange: Exchange): Promise<void> {
    const { email, password } = await readJson(exchange.request);
    const user = users.find((each) => each.email === String(email).toLowerCase());
    if (exchange.url.searchParams.get("grant_type") !== "password" || !user || user.password !== password)
      return answerError(exchange, 400, "invalid_credentials", "Invalid login credentials");
    if (!user.email_confirmed_at) return answerError(exchange, 400, "email_not_confirmed", "Email not confirmed");
    user.last_sign_in_at = new Date().toISOString();
    const tenantId = (user.app_metadata.tenant_id as string | undefined) ?? null;
    answerJson(exchange, 200, {
      access_token: await issueToken({ ...user, tenantId }),
      token_type: "bearer",
      expires_in: 3600,
      expires_at: Math.floor(Date.now() / 1000) + 3600,
      refresh_token: crypto.randomUUID(),
      user: toUser(user),
    });
  }

  async function issueToken({
    id,
    email = "",
    tenantId,
    ttlSeconds = 3600,
  }: Parameters<GoTrueDouble["issueToken"]>[0]) {
    const { kid, privateKey } = keys[0]!;
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      email,
      phone: "",
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "password", timestamp: now }],
      session_id: crypto.randomUUID(),
      is_anonymous: false,
      app_metadata: {
        provider: "email",
        providers: ["email"],
        ...users.find((user) => user.id === id)?.app_metadata,
        ...(tenantId && { tenant_id: tenantId }),
      },
      user_metadata: {},
    })
      .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
      .setIssuer(issuer)
      .setAudience("authenticated")
      .setSubject(id)
      .setIssuedAt(now)
      .setExpirationTime(now + ttlSeconds)
      .sign(privateKey);
  }

  const gotrue: GoTrueDouble = {
    users,
    addUser,
    issueToken,
    async rotateKey() {
      keys = [await makeKey(), ...keys];
    },
    withdrawKeys() {
      keys = keys.slice(0, 1);
    },
    async serve(exchange) {
      const path = exchange.path.slice("/auth/v1".length);
      const route = `${exchange.method} ${path}`;
      if (route === "GET /.well-known/jwks.json")
        return answerJson(
          exchange,
          200,
          { keys: keys.map(({ jwk }) => jwk) },
          { "cache-control": "public, max-age=600" },
        );
      if (route === "POST /token") return signIn(exchange);
      if (route === "POST /logout") return answerJson(exchange, 204, {});
      if (route === "GET /admin/users") return listUsers(exchange);
      if (route === "POST /admin/users") return createUser(exchange);
      const id = /^\/admin\/users\/([0-9a-f-]{36})$/.exec(path)?.[1];
      const user = users.find((each) => each.id === id);
      if (!user) return answerError(exchange, 404, "user_not_found", "User not found");
      if (exchange.method === "GET") return answerJson(exchange, 200, toUser(user));
      if (exchange.method === "DELETE") {
        users.splice(users.indexOf(user), 1);
        return answerJson(exchange, 200, {});
      }
      if (exchange.method === "PUT") return changeUser(exchange, user);
      answerError(exchange, 405, "unexpected_failure", "Method not allowed");
    },
  };
  return gotrue;
}

async function makeKey(): Promise<SigningKey> {
  const kid = crypto.randomUUID();
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig", key_ops: ["verify"] };
  return { kid, privateKey, jwk };
}

function answerError(exchange: Exchange, status: number, code: string, message: string): void {
  answerJson(exchange, status, { code, message }, { "x-supabase-api-version": "2024-01-01" });
}

function toUser({ password: _, email_confirmed_at, last_sign_in_at, ...user }: GoTrueUser) {
  return {
    ...user,
    aud: "authenticated",
    role: "authenticated",
    phone: "",
    identities: [],
    is_anonymous: false,
    ...(email_confirmed_at && { email_confirmed_at, confirmed_at: email_confirmed_at }),
    ...(last_sign_in_at && { last_sign_in_at }),
    updated_at: user.created_at,
  };
}
