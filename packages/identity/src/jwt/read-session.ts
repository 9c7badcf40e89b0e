import { FACTORS, type Factor } from "@assay/contract";
import type { Proof, SignedInSession } from "@assay/core/ports";
import type { JWTPayload } from "jose";

/** The methods of `amr`, as Supabase Auth names them, that prove a factor. A refreshed token is no proof, nor is a mail. */
const FACTOR_OF: Readonly<Record<string, Factor>> = {
  password: "PASSWORD",
  oauth: "SSO",
  "sso/saml": "SSO",
  totp: "TOTP",
  "mfa/totp": "TOTP",
  "mfa/webauthn": "PASSKEY",
};

/** As `amr` names a factor. */
export const METHOD_OF = {
  PASSWORD: "password",
  SSO: "oauth",
  TOTP: "totp",
  PASSKEY: "mfa/webauthn",
} as const satisfies Record<Factor, string>;

/** Returns how a session was made, from the claims of its token; undefined where they do not say. */
export function readSession(
  { amr, auth_time, session_id }: JWTPayload,
  { latest }: { readonly latest: Date },
): SignedInSession | undefined {
  const proofs = (Array.isArray(amr) ? amr : []).flatMap((entry) => toProof(entry, latest));
  const began = toTime(auth_time, latest);
  return describeSession({ id: typeof session_id === "string" ? session_id : null, proofs, ...(began && { began }) });
}

/** The session of these proofs; undefined without any. It began with the first where nothing says otherwise. */
export function describeSession({
  id,
  proofs,
  began,
}: {
  readonly id: string | null;
  readonly proofs: readonly Proof[];
  readonly began?: Date;
}): SignedInSession | undefined {
  const newestFirst = proofs.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const last = FACTORS.flatMap((factor) => newestFirst.find((proof) => proof.factor === factor) ?? []);
  const [strongest, first] = [last.at(-1), newestFirst.at(-1)];
  if (!strongest || !first) return undefined;
  return { id, authenticatedAt: began ?? first.at, factor: strongest.factor, factorAt: strongest.at, proofs: last };
}

function toProof(entry: unknown, latest: Date): Proof[] {
  if (typeof entry !== "object" || entry === null || !("method" in entry) || !("timestamp" in entry)) return [];
  const factor = typeof entry.method === "string" ? FACTOR_OF[entry.method] : undefined;
  const at = toTime(entry.timestamp, latest);
  return factor && at ? [{ factor, at }] : [];
}

/** Seconds since 1970. A time that has not come is none. */
function toTime(seconds: unknown, latest: Date): Date | undefined {
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds < 0) return undefined;
  return seconds * 1000 <= latest.getTime() ? new Date(seconds * 1000) : undefined;
}
