import { AssayError } from "@assay/contract";
import type { Clock, Identity } from "@assay/core/ports";
import {
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  jwtVerify,
  type ResolvedKey,
} from "jose";
import { setBounded } from "../set-bounded.ts";
import { assertCompactJws } from "./assert-compact-jws.ts";
import { aheadSeconds, CLOCK_TOLERANCE_SECONDS, readClaims, TokenFromFuture } from "./read-claims.ts";
import { createRemoteKeys, type KeySource } from "./remote-keys.ts";

export type JwtKeys =
  /** Fetched and kept; `fetch` defaults to the global one. */
  | { readonly jwksUrl: string; readonly fetch?: typeof fetch }
  | { readonly jwks: JSONWebKeySet }
  /** The shared secret of HS256. */
  | { readonly secret: string };

/** The clock is by default this machine's. */
export interface JwtIdentityOptions extends Partial<Clock> {
  readonly issuer: string;
  /** Default `authenticated`. */
  readonly audience?: string;
  /** Default ES256 and RS256; HS256 with a secret, and only then. */
  readonly algorithms?: readonly string[];
  readonly keys: JwtKeys;
}

/**
 * Verifies access tokens of Supabase Auth, or of any issuer that writes the same claims. Every token that is not
 * accepted throws the same AssayError UNAUTHORIZED; a key set out of reach throws SERVICE_UNAVAILABLE.
 */
export function createJwtIdentity(options: JwtIdentityOptions): Identity {
  const { issuer, audience = "authenticated", keys, now = () => new Date() } = options;
  const { uncertaintyMs = () => 0 } = options;
  const toleranceSeconds = () => CLOCK_TOLERANCE_SECONDS + Math.ceil(uncertaintyMs() / 1000);
  const algorithms = [...(options.algorithms ?? ("secret" in keys ? ["HS256"] : ["ES256", "RS256"]))];
  assertAlgorithmsFit(algorithms, keys);
  const source = keySource(keys, now);
  const verified = new Map<string, Verified>();

  async function verify(token: unknown, currentDate: Date): Promise<Verified> {
    assertCompactJws(token);
    const found = await jwtVerify(token, source.getKey, {
      algorithms,
      issuer,
      audience,
      requiredClaims: ["exp", "iss", "aud", "sub"],
      clockTolerance: toleranceSeconds(),
      currentDate,
    });
    setBounded(verified, VERIFIED_MAX, token, found);
    return found;
  }

  /** What the same token was found to be, as long as its key is still the issuer's and its time has come and not passed. */
  async function recall(token: string, currentDate: Date): Promise<Verified | undefined> {
    const known = verified.get(token);
    if (!known) return undefined;
    const { payload, protectedHeader, key } = known;
    const seconds = currentDate.getTime() / 1000;
    const isOfNow = (payload.exp ?? 0) > seconds && (payload.nbf ?? 0) <= seconds;
    if (isOfNow && (await source.getKey(protectedHeader, NO_SIGNATURE)) === key) return known;
    verified.delete(token);
    return undefined;
  }

  return {
    async verify(token) {
      try {
        const currentDate = now();
        const { payload, protectedHeader } = (await recall(token, currentDate)) ?? (await verify(token, currentDate));
        return readClaims(payload, protectedHeader, { now: currentDate, toleranceSeconds: toleranceSeconds() });
      } catch (cause) {
        if (cause instanceof AssayError && cause.code === "SERVICE_UNAVAILABLE") throw cause;
        throw new AssayError("UNAUTHORIZED", "A valid bearer token is required", {
          cause: toTokenFromFuture(cause, now()),
        });
      }
    },

    check: source.check,
  };
}

type Verified = Awaited<ReturnType<typeof jwtVerify>> & ResolvedKey;

/** Tokens whose signatures are not verified again with each request: of so many callers at a time. */
const VERIFIED_MAX = 1000;
/** A key is found by the header alone. */
const NO_SIGNATURE = { payload: "", signature: "" } satisfies FlattenedJWSInput;

/** The issuer's signature was verified before its claims are looked at. */
function toTokenFromFuture(cause: unknown, now: Date): unknown {
  if (!(cause instanceof errors.JWTClaimValidationFailed) || cause.claim !== "nbf") return cause;
  const { nbf } = cause.payload;
  return typeof nbf === "number" ? new TokenFromFuture("nbf", aheadSeconds(nbf, now)) : cause;
}

/** RFC 7518 §3.2. */
const SECRET_BYTES_MIN = 32;

function keySource(keys: JwtKeys, now: () => Date): KeySource {
  if ("secret" in keys) {
    const secret = new TextEncoder().encode(keys.secret);
    if (secret.length < SECRET_BYTES_MIN) {
      throw new TypeError(
        `Cannot verify tokens because the secret must be at least ${SECRET_BYTES_MIN} bytes: current length is ${secret.length}`,
      );
    }
    return { getKey: async () => secret, check: async () => {} };
  }
  if ("jwks" in keys) return { getKey: createLocalJWKSet(keys.jwks), check: async () => {} };
  return createRemoteKeys({ url: keys.jwksUrl, fetch: keys.fetch ?? fetch, now });
}

const PUBLIC_KEY_ALGORITHM = /^(ES|RS|PS)(256|384|512)$|^EdDSA$/;

function assertAlgorithmsFit(algorithms: readonly string[], keys: JwtKeys): void {
  const fits =
    "secret" in keys ? (name: string) => name === "HS256" : (name: string) => PUBLIC_KEY_ALGORITHM.test(name);
  if (algorithms.length > 0 && algorithms.every(fits)) return;
  const required = "secret" in keys ? "a secret requires HS256" : "a key set requires public key algorithms";
  throw new TypeError(`Cannot verify tokens because ${required}: current value is ${JSON.stringify(algorithms)}`);
}
