import type { SupabaseClient } from "@supabase/supabase-js";
import { createGuardedFetch } from "../bucket/guarded-fetch.ts";
import { supabaseUnavailable } from "./supabase-unavailable.ts";

export interface SupabaseOptions {
  /** The project's address, such as `https://abcdefgh.supabase.co`. */
  readonly url: string;
  /** A secret key (`sb_secret_…`) or the older service-role key. */
  readonly secretKey: string;
  /** Defaults to the global one. */
  readonly fetch?: typeof fetch;
  /** A request is given up when Supabase has been silent for this long; default 30,000. */
  readonly idleTimeoutMs?: number;
}

export interface SupabaseConnection {
  /** Loaded when it is first asked for: a start has no use for it. */
  readonly client: () => Promise<SupabaseClient>;
  /** For what the client has no method for: sends the key along. The path is below `url` and starts without a slash. */
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
}

const IDLE_TIMEOUT_MS = 30_000;

/** A client that acts with the secret key, keeps no session and opens nothing until it is asked. */
export function connectSupabase(options: SupabaseOptions): SupabaseConnection {
  const { secretKey, fetch: send = fetch, idleTimeoutMs = IDLE_TIMEOUT_MS } = options;
  const guarded = createGuardedFetch({ fetch: send, idleTimeoutMs, unavailable: supabaseUnavailable });
  const create = async () => {
    const { createClient } = await import("@supabase/supabase-js");
    return createClient(options.url, secretKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: guarded },
    });
  };
  let client: Promise<SupabaseClient> | undefined;
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  const base = options.url.replace(/\/*$/, "/");
  return {
    client: () => {
      client ??= create();
      return client;
    },
    request: (path, init = {}) =>
      guarded(new URL(path, base), { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } }),
  };
}
