import type { SupabaseClient } from "@supabase/supabase-js";
import { siteConfig } from "./site-config.ts";

export const SESSION_KEY = "assay.session";
/** A token that ends sooner is renewed before it is used. */
const MARGIN_SECONDS = 60;

/** Nobody is signed in, or no longer. */
export class SignedOutError extends Error {
  override readonly name = "SignedOutError";

  constructor() {
    super("Your session has ended: sign in again");
  }
}

export interface StoredSession {
  readonly accessToken: string;
  readonly expiresAt: number;
  readonly email: string;
  /** As of the last sign-in here. */
  readonly hasSecondFactor: boolean;
  readonly hasPasskey: boolean;
  readonly hasApp: boolean;
}

/** What supabase-js has stored; reading it here spares every page the library until a token must be renewed. */
export function storedSession(): StoredSession | null {
  return readSession(localStorage.getItem(SESSION_KEY));
}

export function readSession(text: string | null): StoredSession | null {
  try {
    const stored = JSON.parse(text ?? "null") as {
      access_token: string;
      expires_at: number;
      user?: { email?: string; factors?: readonly { status?: string; factor_type?: string }[] };
    } | null;
    if (typeof stored?.access_token !== "string" || typeof stored.expires_at !== "number") return null;
    const { email = "", factors = [] } = stored.user ?? {};
    const verified = factors.filter(({ status }) => status === "verified");
    return {
      accessToken: stored.access_token,
      expiresAt: stored.expires_at,
      email,
      hasSecondFactor: verified.length > 0,
      hasPasskey: verified.some(({ factor_type: type }) => type === "webauthn"),
      hasApp: verified.some(({ factor_type: type }) => type === "totp"),
    };
  } catch {
    return null;
  }
}

export type AuthClient = SupabaseClient["auth"];

let client: Promise<AuthClient> | undefined;

/** The library, loaded when it is first needed. */
export function authClient(): Promise<AuthClient> {
  client ??= open().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}

async function open(): Promise<AuthClient> {
  const [{ createClient }, { authUrl, publishableKey }] = await Promise.all([
    import("@supabase/supabase-js"),
    siteConfig(),
  ]);
  const { auth } = createClient(authUrl, publishableKey, {
    auth: {
      storageKey: SESSION_KEY,
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
  });
  return auth;
}

/** A token that is valid for another minute. Throws SignedOutError; other errors when the network is away. */
export async function accessToken({ renew = false } = {}): Promise<string> {
  const stored = storedSession();
  if (!stored) throw new SignedOutError();
  if (!renew && stored.expiresAt - Date.now() / 1000 > MARGIN_SECONDS) return stored.accessToken;
  const auth = await authClient();
  const { data, error } = await (renew ? auth.refreshSession() : auth.getSession());
  if (data.session) return data.session.access_token;
  if (error?.name === "AuthRetryableFetchError") throw error;
  throw new SignedOutError();
}

/** Throws an error whose message can be shown. */
export async function signIn(email: string, password: string): Promise<void> {
  const { error } = await (await authClient()).signInWithPassword({ email, password });
  if (error) throw new Error(signInMessage(error));
}

export function signInMessage({
  code,
  status,
  message,
}: {
  code?: string | undefined;
  status?: number | undefined;
  message: string;
}): string {
  if (code === "invalid_credentials") return "Incorrect e-mail or password";
  if (status === 429) return "Too many attempts: wait a minute, then try again";
  if (status === undefined || status === 0) return "Cannot reach the service: check the network and try again";
  return message;
}

/** Ends the session on this device, whether the service can be reached or not. */
export async function signOut(): Promise<void> {
  await authClient()
    .then((auth) => auth.signOut({ scope: "local" }))
    .catch(() => undefined);
  localStorage.removeItem(SESSION_KEY);
}
