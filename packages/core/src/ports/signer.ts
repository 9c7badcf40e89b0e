/** The public half of an Ed25519 key, as RFC 8037 writes it. */
export interface PublicSigningKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  /** Its RFC 7638 thumbprint. */
  readonly kid: string;
  /** From when the key signed; ISO 8601 UTC. */
  readonly createdAt: string;
}

/** Signs what outsiders keep. Ed25519; the private key never leaves the signer. */
export interface Signer {
  readonly keyId: string;
  readonly publicKey: PublicSigningKey;
  /** Every key that ever signed, the current one first: old signatures stay verifiable. */
  readonly publicKeys: readonly PublicSigningKey[];
  /** The 64 bytes of the signature. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}
