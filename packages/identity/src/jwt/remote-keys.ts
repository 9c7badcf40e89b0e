import { AssayError } from "@assay/contract";
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";

export interface RemoteKeysOptions {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly now: () => Date;
}

export interface KeySource {
  readonly getKey: JWTVerifyGetKey | (() => Promise<Uint8Array>);
  /** Throws AssayError SERVICE_UNAVAILABLE when there are no keys to be had. */
  check(): Promise<void>;
}

/** Keys this old are fetched again, and used on while that fails. */
const FRESH_MS = 5 * 60_000;
/** Keys this old are used no more. */
const USABLE_MS = 10 * 60_000;
/** Between two fetches while the keys are usable, whatever tokens come. */
const COOLDOWN_MS = 30_000;
/** Between two fetches while there are none. */
const RETRY_MS = 5_000;
const FETCH_TIMEOUT_MS = 5_000;

/**
 * The issuer's key set, fetched and kept. jose's own remote set does not count failed fetches towards its cooldown,
 * so that tokens with an unknown key would hammer an issuer that is down.
 */
export function createRemoteKeys({ url, fetch, now }: RemoteKeysOptions) {
  let keys: { readonly find: JWTVerifyGetKey; readonly fetchedAt: number } | undefined;
  let attemptedAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<void> | undefined;
  let failure: unknown;

  const since = (time: number) => now().getTime() - time;
  const usable = () => (keys !== undefined && since(keys.fetchedAt) < USABLE_MS ? keys : undefined);

  async function load(): Promise<void> {
    const response = await fetch(url, {
      headers: { accept: "application/json" },
      redirect: "manual",
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`Cannot fetch the key set because status 200 is required: current status is ${response.status}`);
    }
    keys = { find: createLocalJWKSet((await response.json()) as JSONWebKeySet), fetchedAt: now().getTime() };
    failure = undefined;
  }

  /** Joins a fetch under way, or starts one unless the last was too recent. Throws nothing: the keys tell. */
  async function refresh(): Promise<void> {
    if (pending === undefined && since(attemptedAt) >= (usable() ? COOLDOWN_MS : RETRY_MS)) {
      attemptedAt = now().getTime();
      pending = load()
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => {
          pending = undefined;
        });
    }
    await pending;
  }

  const getKey: JWTVerifyGetKey = async (header, token) => {
    await refreshKeys();
    try {
      return await current().find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refresh();
      return await findAfterRefresh(header, token);
    }
  };

  /** A key that is not among those known may be a new one, as long as nobody could look. */
  async function findAfterRefresh(...asked: Parameters<JWTVerifyGetKey>) {
    try {
      return await current().find(...asked);
    } catch (error) {
      throw error instanceof errors.JWKSNoMatchingKey && failure !== undefined ? outOfReach() : error;
    }
  }

  async function refreshKeys(): Promise<void> {
    const known = usable();
    if (known === undefined || (since(known.fetchedAt) >= FRESH_MS && pending === undefined)) await refresh();
  }

  return {
    getKey,
    async check() {
      await refreshKeys();
      current();
    },
  } satisfies KeySource;

  function current() {
    const found = usable();
    if (found !== undefined) return found;
    throw outOfReach();
  }

  function outOfReach(): AssayError {
    const waitMs = (usable() ? COOLDOWN_MS : RETRY_MS) - since(attemptedAt);
    return new AssayError(
      "SERVICE_UNAVAILABLE",
      "Cannot verify tokens now because the issuer's keys cannot be reached",
      { cause: failure, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
    );
  }
}
