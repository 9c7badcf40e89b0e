import { isUuid } from "@assay/contract";
import type { VerifiedToken } from "@assay/core/ports";
import type { JWTHeaderParameters, JWTPayload } from "jose";
import { readSession } from "./read-session.ts";

export const CLOCK_TOLERANCE_SECONDS = 5;

const ACCESS_TOKEN_TYPES = [undefined, "jwt", "at+jwt"];
/** The project's public and service keys are tokens too, signed alike, and name no user. */
const MACHINE_ROLES = ["anon", "service_role"];

/** A token of the issuer's that is not valid yet: this machine's clock is behind, or the issuer's is ahead. */
export class TokenFromFuture extends Error {
  override readonly name = "TokenFromFuture";
  readonly claim: "iat" | "nbf";
  readonly aheadSeconds: number;

  constructor(claim: "iat" | "nbf", aheadSeconds: number) {
    super(`Cannot accept the token because its '${claim}' is ${aheadSeconds} s ahead of this machine's clock`);
    this.claim = claim;
    this.aheadSeconds = aheadSeconds;
  }
}

export function aheadSeconds(claimed: number, now: Date): number {
  return Math.round(claimed - now.getTime() / 1000);
}

/** Reads the claims of a token whose signature, issuer, audience and expiry were verified; throws on any other. */
export function readClaims(
  payload: JWTPayload,
  header: JWTHeaderParameters,
  { now, toleranceSeconds }: { readonly now: Date; readonly toleranceSeconds: number },
): VerifiedToken {
  const { sub, exp, iat, role, app_metadata } = payload;
  // Supabase Auth issues them to applications that a user connected there, for no resource in particular.
  if (payload.client_id !== undefined) throw refused("client_id");
  if (!Number.isSafeInteger(exp)) throw refused("exp");
  if (iat !== undefined && !(typeof iat === "number" && aheadSeconds(iat, now) <= toleranceSeconds)) {
    throw typeof iat === "number" ? new TokenFromFuture("iat", aheadSeconds(iat, now)) : refused("iat");
  }
  if (!ACCESS_TOKEN_TYPES.includes(header.typ?.toLowerCase())) throw refused("typ");
  for (const claim of ["typ", "token_use", "token_type"]) {
    const use = payload[claim];
    if (use !== undefined && !(typeof use === "string" && /^(access|bearer|jwt)/i.test(use))) throw refused(claim);
  }
  if (typeof role === "string" && MACHINE_ROLES.includes(role)) throw refused("role");
  if (typeof sub !== "string" || !isUuid(sub)) throw refused("sub");
  const session = readSession(payload, { latest: new Date(now.getTime() + toleranceSeconds * 1000) });
  const verified = { userId: sub, tenantId: tenantOf(app_metadata), ...(session && { session }) };
  return hasFirstPassword(app_metadata) ? { ...verified, mustChangePassword: true } : verified;
}

function tenantOf(appMetadata: unknown): string | null {
  if (typeof appMetadata !== "object" || appMetadata === null || !("tenant_id" in appMetadata)) return null;
  const tenantId = appMetadata.tenant_id;
  return typeof tenantId === "string" && isUuid(tenantId) ? tenantId : null;
}

function hasFirstPassword(appMetadata: unknown): boolean {
  return (
    typeof appMetadata === "object" &&
    appMetadata !== null &&
    "mustChangePassword" in appMetadata &&
    appMetadata.mustChangePassword === true
  );
}

const refused = (claim: string) =>
  new TypeError(`Cannot accept the token because its '${claim}' is not the expected one`);
