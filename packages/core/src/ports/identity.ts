import type { Factor } from "@assay/contract";

/** That the person proved who they are, and when. */
export interface Proof {
  readonly factor: Factor;
  readonly at: Date;
  /** By a company's sign-in that says so, in a way that the tenant still names. */
  readonly isSecond?: true;
  /** When the second factor was enrolled, where the issuer says so. */
  readonly enrolledAt?: Date;
}

/** How a session was made. Refreshing its token changes nothing of it. */
export interface SignedInSession {
  /** `session_id`; null for a token without a session. */
  readonly id: string | null;
  /** When the session began. */
  readonly authenticatedAt: Date;
  /** The strongest that was used in the session, and when it was used last. */
  readonly factor: Factor;
  readonly factorAt: Date;
  /** The last use of each. */
  readonly proofs: readonly Proof[];
  /** The strongest that the person has, where the issuer says so. */
  readonly strongest?: Factor;
}

export interface VerifiedToken {
  readonly userId: string;
  /** From `app_metadata.tenant_id`; `null` when the token selects none. */
  readonly tenantId: string | null;
  /** A tenant's identity provider vouches for the session: it selects no other tenant. */
  readonly isTenantFixed?: true;
  /** Undefined where the token does not say how its session was made. */
  readonly session?: SignedInSession;
  /** The password is a first one: nothing but changing it is allowed. */
  readonly mustChangePassword?: true;
}

/** Verifies a bearer token. Throws AssayError UNAUTHORIZED, or SERVICE_UNAVAILABLE when the key set is out of reach. */
export interface Identity {
  verify(token: string): Promise<VerifiedToken>;
  /**
   * Whether a session of a user has not ended, nor the word of a company that alone showed its second factor; undefined
   * where the issuer does not say so.
   */
  hasSession?(userId: string, sessionId: string): Promise<boolean>;
  /** Throws when no token could be verified now, as the key set is out of reach. */
  check(): Promise<void>;
}
