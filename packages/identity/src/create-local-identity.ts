import { mkdir } from "node:fs/promises";
import { AssayError, isSecondFactor } from "@assay/contract";
import type { Accounts, Clock, Identity, SecretBox, SignedInSession, StateStore } from "@assay/core/ports";
import type { Context, Hono } from "hono";
import { decodeJwt, type JSONWebKeySet } from "jose";
import { createAccessTokens } from "./access-tokens.ts";
import { createAccounts } from "./accounts.ts";
import { deriveSigningKey } from "./derive-signing-key.ts";
import type { FactorChange } from "./factors/factor-change.ts";
import { openFactors } from "./factors/factors.ts";
import { describeSession } from "./jwt/read-session.ts";
import { inFolder, inStore } from "./open-state.ts";
import type { RelyingParty } from "./passkeys/ceremonies.ts";
import { createPasswords, type PasswordCost } from "./passwords.ts";
import { createRoutes } from "./routes.ts";
import { type KnownSession, openSessions } from "./sessions.ts";
import { createSignInDelay } from "./sign-in-delay.ts";
import { openSigningKey } from "./signing-key.ts";
import { openSignOnCodes } from "./sso/sign-on-codes.ts";
import type { SsoOptions } from "./sso/sso-routes.ts";
import { type LocalUser, openUsers } from "./users.ts";

/** The clock is by default this machine's. */
export interface LocalIdentityOptions extends Partial<Clock> {
  /** Created when it is missing, readable by its owner only. One process at a time, unless the state is shared. */
  readonly dir: string;
  /** Where processes share users and sessions; `dir` is then only read, once, for those of before. */
  readonly shared?: {
    readonly store: StateStore /** The same in all processes, and stored in none. */;
    readonly secret: string;
  };
  /** The `iss` of every token: the address that `app` is mounted at, such as `http://127.0.0.1:3000/auth/v1`. */
  readonly issuer: string;
  /** Default 3600. */
  readonly accessTokenTtlSeconds?: number;
  /** Whom failed sign-ins are counted against, next to the e-mail; must not come from a header that a client can write. */
  readonly clientAddress?: (c: Context) => string;
  /** Called after somebody has changed their own password at `PUT /user`. */
  readonly passwordChanged?: (user: LocalUser) => Promise<void>;
  /** Called after somebody has changed their own second factors, and before a recovery code is used up. */
  readonly factorChanged?: (user: LocalUser, change: FactorChange) => Promise<void>;
  /** Seals the secrets of authenticator apps, which cannot be enrolled without it. */
  readonly secretBox?: SecretBox | undefined;
  /** What a guess at a password costs; the service's own by default. */
  readonly passwordCost?: PasswordCost;
  /** Where a tenant's people may sign in through its provider. */
  readonly sso?: SsoOptions;
  /** For whom browsers make passkeys; by default for pages at localhost alone. */
  readonly relyingParty?: RelyingParty | undefined;
  /** How failed sign-ins wait. */
  readonly wait?: (ms: number) => Promise<void>;
}

export interface LocalIdentity {
  /** The routes of GoTrue that supabase-js calls; to be mounted at `/auth/v1`. */
  readonly app: Hono;
  /** Tells of each token also whether its password must be changed; one whose session has ended is refused. */
  readonly identity: Identity;
  /** For `createJwtIdentity({ keys })`. */
  readonly keys: { readonly jwks: JSONWebKeySet };
  /**
   * An access token without a session, also for a user that this issuer does not know, as of a sign-in with a password now
   * or at another time. A negative time to live has passed.
   */
  issueToken(options: {
    userId: string;
    tenantId: string | null;
    ttlSeconds: number;
    signedInAt?: Date;
  }): Promise<string>;
  /** Throws AssayError VALIDATION_ERROR, or INVALID_STATE when the e-mail or id is taken. */
  createUser(user: { id?: string; email: string; password: string; tenantId: string | null }): Promise<LocalUser>;
  /** Tokens issued from now on select this tenant. Throws AssayError NOT_FOUND. */
  setUserTenant(userId: string, tenantId: string | null): Promise<LocalUser>;
  /** Invites with a password that is in the answer only; it is the user's until they change it. */
  readonly accounts: Accounts;
  findUserByEmail(email: string): LocalUser | undefined;
}

/**
 * An issuer of access tokens for an installation without Supabase: users sign in with supabase-js, unchanged. Its
 * state is a few files in `dir`, each written whole and renamed into place, or rows that processes share.
 */
export async function createLocalIdentity(options: LocalIdentityOptions): Promise<LocalIdentity> {
  const { dir, issuer, now = () => new Date(), accessTokenTtlSeconds = 3600, clientAddress = () => "" } = options;
  const { passwordChanged = async () => {}, wait = sleep, uncertaintyMs = () => 0 } = options;
  const { factorChanged = async () => {} } = options;
  const { shared } = options;
  if (!shared) await mkdir(dir, { recursive: true, mode: 0o700 });
  const openState = shared ? inStore(shared.store, { earlier: dir }) : inFolder(dir);
  const [signingKey, users, sessions, factors, codes] = await Promise.all([
    shared ? deriveSigningKey(shared.secret) : openSigningKey(dir),
    openUsers({ openState, now, passwords: createPasswords(options.passwordCost) }),
    openSessions({ openState, now }),
    openFactors({ openState, now, box: options.secretBox }),
    openSignOnCodes({ openState, now }),
  ]);
  await factors.reseal();
  const states = [users, sessions, factors, codes];
  const refresh = async () => void (await Promise.all(states.map((state) => state.takeOver())));
  const accessTokens = createAccessTokens({ issuer, signingKey, now, uncertaintyMs });
  const signInDelay = createSignInDelay({ now, wait });
  /** What a company's sign-in showed counts as long as its tenant says so. */
  async function isShown({ tenantId, proofs }: KnownSession): Promise<boolean> {
    const second = proofs.find((proof) => proof.second)?.second;
    if (!second || tenantId === undefined || !options.sso) return false;
    return options.sso.directory.isSecond({ tenantId, id: second.providerId }, second.values);
  }
  /** What was agreed by a second factor that only a company's sign-in showed ends with its word. */
  const holdsWhatItShowed = async (session: KnownSession) =>
    session.proofs.every(({ second }) => !second) ||
    session.proofs.some(({ factor }) => isSecondFactor(factor)) ||
    (await isShown(session));
  const identity: Identity = {
    async verify(token) {
      const verified = await accessTokens.verifier.verify(token);
      const { session_id: sessionId } = decodeJwt<{ session_id?: string }>(token);
      await refresh();
      const known = sessionId === undefined ? undefined : sessions.find(sessionId);
      if (sessionId !== undefined && !known) throw new AssayError("UNAUTHORIZED", "A valid bearer token is required");
      const strongest = factors.strongest(verified.userId);
      const found = known ? describeKnown(known, await isShown(known)) : verified.session;
      const session = found && { ...found, ...(strongest && { strongest }) };
      const mustChange = users.find(verified.userId)?.mustChangePassword ?? false;
      return {
        ...verified,
        ...(session && { session }),
        ...(known?.tenantId !== undefined && { isTenantFixed: true as const }),
        ...(mustChange && { mustChangePassword: true as const }),
      };
    },
    async hasSession(userId, sessionId) {
      await refresh();
      const session = sessions.find(sessionId);
      return session?.userId === userId && (await holdsWhatItShowed(session));
    },
    check: () => accessTokens.verifier.check(),
  };
  const app = createRoutes({
    jwks: signingKey.jwks,
    users,
    sessions,
    factors,
    accessTokens,
    accessTokenTtlSeconds,
    clientAddress,
    signInDelay,
    passwordChanged,
    factorChanged,
    refresh,
    now,
    sso: options.sso,
    codes,
    ownKey: signingKey.ownKey,
    passkeyKey: signingKey.passkeyKey,
    relyingParty: options.relyingParty,
  });

  return {
    app,
    identity,
    keys: { jwks: signingKey.jwks },
    issueToken({ userId, tenantId, ttlSeconds, signedInAt = now() }) {
      const createdAt = signedInAt.getTime();
      return accessTokens.issue({
        user: { id: userId, email: users.find(userId)?.email ?? "", tenantId },
        session: { createdAt, proofs: [{ factor: "PASSWORD", at: createdAt }] },
        ttlSeconds,
      });
    },
    createUser: (user) => users.create(user),
    setUserTenant: (userId, tenantId) => users.setTenant(userId, tenantId),
    accounts: createAccounts({ users, sessions, factors, signInDelay, refresh }),
    findUserByEmail: (email) => users.findByEmail(email),
  };
}

/** As it is by now: a token of before may say less of its session. In whole seconds, as tokens say it. */
function describeKnown({ id, createdAt, proofs }: KnownSession, isShown: boolean): SignedInSession | undefined {
  const seen = proofs.map(({ factor, at, enrolledAt, second }) => ({
    factor,
    at: toSecond(at),
    ...(second && isShown && { isSecond: true as const }),
    ...(enrolledAt !== undefined && { enrolledAt: new Date(enrolledAt) }),
  }));
  return describeSession({ id, began: toSecond(createdAt), proofs: seen });
}

const toSecond = (ms: number) => new Date(Math.floor(ms / 1000) * 1000);

/** A wait for a failed sign-in keeps no process from ending. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}
