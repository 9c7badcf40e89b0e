import type { Factor } from "@assay/contract";
import { z } from "zod";

const ofEach = {
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  /** Milliseconds since 1970, like every time here. */
  createdAt: z.number(),
};

const storedApp = z.object({
  ...ofEach,
  kind: z.literal("TOTP"),
  /** Null until its first code. */
  verifiedAt: z.number().nullable(),
  secret: z.object({ keyId: z.string(), bytes: z.string() }),
  /** Of the last code that was used. */
  lastStep: z.number(),
  /** Wrong codes since the last right one. */
  failures: z.number(),
  failedAt: z.number(),
  challenges: z.array(z.object({ id: z.string(), expiresAt: z.number() })),
});

const storedPasskey = z.object({
  ...ofEach,
  kind: z.literal("PASSKEY"),
  verifiedAt: z.number(),
  lastUsedAt: z.number(),
  /** In base64url, as the authenticator names it. */
  credentialId: z.string(),
  /** COSE, in base64url. */
  publicKey: z.string(),
  /** Of signatures; 0 where the authenticator does not count. */
  counter: z.number(),
  transports: z.array(z.string()),
});

const storedFactor = z.discriminatedUnion("kind", [storedApp, storedPasskey]);

const storedCodes = z.object({
  id: z.string(),
  userId: z.string(),
  createdAt: z.number(),
  codes: z.array(z.object({ hash: z.string(), usedAt: z.number().nullable() })),
});

export const storedFactors = z.object({
  factors: z.array(storedFactor),
  recovery: z.array(storedCodes),
  /** Challenges of passkeys that were answered; those that have expired are removed. */
  answered: z.array(z.object({ id: z.string(), expiresAt: z.number() })).default([]),
});

export type StoredApp = z.infer<typeof storedApp>;
export type StoredPasskey = z.infer<typeof storedPasskey>;
export type StoredFactor = z.infer<typeof storedFactor>;
export type StoredFactors = z.infer<typeof storedFactors>;

/** Of those that are verified. */
export const FACTORS_PER_USER_MAX = 10;

export type SecondFactor = StoredFactor["kind"] & Factor;
export interface KnownFactor {
  readonly id: string;
  readonly kind: SecondFactor;
  readonly name: string;
  readonly createdAt: number;
  readonly verifiedAt: number | null;
  /** Of a passkey. */
  readonly lastUsedAt?: number;
}

export const toKnown = (factor: StoredFactor): KnownFactor => ({
  id: factor.id,
  kind: factor.kind,
  name: factor.name,
  createdAt: factor.createdAt,
  verifiedAt: factor.verifiedAt,
  ...(factor.kind === "PASSKEY" && { lastUsedAt: factor.lastUsedAt }),
});
