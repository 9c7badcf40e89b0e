export interface WrappedKey {
  /** Names the deployment's key that unwraps it. */
  readonly keyId: string;
  readonly bytes: Uint8Array;
}

/**
 * Seals the keys of tenants with a key of the deployment, which it never shows. Throws UnavailableError of the part `files`
 * while what has that key cannot be used.
 */
export interface KeyWrapper {
  /** Names the key that wraps now. */
  readonly keyId: string;
  /** `context` says whose key it is: wrapped for one, it is unwrapped for no other. */
  wrap(key: Uint8Array, context: string): Promise<WrappedKey>;
  /** Undefined where the deployment's key is not known, or the key was not wrapped for `context`. */
  unwrap(wrapped: WrappedKey, context: string): Promise<Uint8Array | undefined>;
}
