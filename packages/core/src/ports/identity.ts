export interface VerifiedToken {
  readonly userId: string;
  /** From `app_metadata.tenant_id`; `null` when the token selects none. */
  readonly tenantId: string | null;
  /** The password is a first one: nothing but changing it is allowed. */
  readonly mustChangePassword?: true;
}

/** Verifies a bearer token. Throws AssayError UNAUTHORIZED, or SERVICE_UNAVAILABLE when the key set is out of reach. */
export interface Identity {
  verify(token: string): Promise<VerifiedToken>;
  /** Throws when no token could be verified now, as the key set is out of reach. */
  check(): Promise<void>;
}
