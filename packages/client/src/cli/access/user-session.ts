import { CommandError } from "../exit-codes.ts";

/** Where people sign in: Supabase Auth, or the service's own identity, which speaks the same protocol. */
export interface Issuer {
  readonly authUrl: string;
  readonly publishableKey: string;
}

export interface UserSession extends Issuer {
  readonly email: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

export interface TokenReply {
  access_token: string;
  refresh_token: string;
  expires_at?: number;
  expires_in: number;
}

/** A token that ends sooner is renewed before it is used. */
export const MARGIN_SECONDS = 60;

/** The issuer that the service's portal names; the service itself where it has no portal. */
export async function findIssuer(address: string, signal: AbortSignal): Promise<Issuer> {
  const own = { authUrl: address, publishableKey: "local" };
  const response = await requestOf(`${address}/cm/site-config.json`, { signal });
  if (!response.ok || !response.headers.get("Content-Type")?.includes("json")) return own;
  const { authUrl, publishableKey } = (await response.json()) as Partial<Issuer>;
  if (!authUrl || !publishableKey) return own;
  return { authUrl: new URL(authUrl, `${address}/`).href.replace(/\/+$/, ""), publishableKey };
}

export async function signIn(
  issuer: Issuer,
  { email, password }: { email: string; password: string },
  signal: AbortSignal,
): Promise<UserSession> {
  return { ...issuer, email, ...(await requestToken(issuer, "password", { email, password }, signal)) };
}

export async function renewSession(session: UserSession): Promise<UserSession> {
  const body = { refresh_token: session.refreshToken };
  return { ...session, ...(await requestToken(session, "refresh_token", body)) };
}

/** Ends the session at its issuer, if that can be reached. */
export async function endSession({ authUrl, publishableKey, accessToken }: UserSession): Promise<void> {
  await fetch(`${authUrl}/auth/v1/logout?scope=local`, {
    method: "POST",
    headers: { apikey: publishableKey, Authorization: `Bearer ${accessToken}` },
  }).catch(() => undefined);
}

async function requestToken(
  { authUrl, publishableKey }: Issuer,
  grantType: "password" | "refresh_token",
  body: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<UserTokens> {
  const response = await requestOf(`${authUrl}/auth/v1/token?grant_type=${grantType}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", apikey: publishableKey },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
  if (!response.ok) throw await toRefusal(response, grantType);
  return toUserTokens((await response.json()) as TokenReply);
}

type UserTokens = Pick<UserSession, "accessToken" | "refreshToken" | "expiresAt">;

export function toUserTokens(reply: TokenReply): UserTokens {
  return {
    accessToken: reply.access_token,
    refreshToken: reply.refresh_token,
    expiresAt: reply.expires_at ?? Math.floor(Date.now() / 1000) + reply.expires_in,
  };
}

async function toRefusal(response: Response, grantType: "password" | "refresh_token"): Promise<CommandError> {
  const body = (await response.json().catch(() => ({}))) as { error_code?: string; error?: string; msg?: string };
  if (response.status === 429)
    return new CommandError("NOT_ALLOWED", "Too many attempts to sign in", "Wait a minute, then try again.");
  if (response.status >= 500)
    return new CommandError("SERVICE", `Cannot sign in: the service replied with status ${response.status}`);
  if (grantType === "refresh_token")
    return new CommandError("NOT_ALLOWED", "Your session has ended", "Run `assay login`.");
  if (body.error_code === "invalid_credentials" || body.error === "invalid_grant")
    return new CommandError("NOT_ALLOWED", "Incorrect e-mail or password");
  return new CommandError("NOT_ALLOWED", `Cannot sign in: ${body.msg ?? `status ${response.status}`}`);
}

export async function requestOf(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, init).catch((error: unknown) => {
    init.signal?.throwIfAborted();
    const { cause, message } = error as Error & { cause?: Error };
    throw new CommandError("SERVICE", `Cannot reach ${new URL(url).origin}: ${cause?.message || message}`);
  });
}
