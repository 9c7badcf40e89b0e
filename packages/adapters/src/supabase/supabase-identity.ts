import type { Clock, Identity } from "@assay/core/ports";
import { assertCompactJws, createJwtIdentity } from "@assay/identity/jwt";
import { decodeProtectedHeader } from "jose";

/** The clock is by default this machine's. */
export interface SupabaseIdentityOptions extends Partial<Clock> {
  /** The project's address. */
  readonly url: string;
  /** The shared secret of a project whose tokens are, or until lately were, signed with HS256. */
  readonly jwtSecret?: string;
  readonly fetch?: typeof fetch;
}

/**
 * Verifies access tokens of a Supabase project: by its published keys (ES256, RS256), and with a secret those signed with
 * HS256 as well. Each kind is verified with its own key only, whatever the token's header says.
 */
export function createSupabaseIdentity({ url, jwtSecret, fetch, ...clock }: SupabaseIdentityOptions): Identity {
  const issuer = `${url.replace(/\/+$/, "")}/auth/v1`;
  const common = { issuer, ...clock };
  const published = createJwtIdentity({
    ...common,
    keys: { jwksUrl: `${issuer}/.well-known/jwks.json`, ...(fetch && { fetch }) },
  });
  if (jwtSecret === undefined) return published;
  const shared = createJwtIdentity({ ...common, keys: { secret: jwtSecret } });
  return {
    verify: (token) => (saysSharedSecret(token) ? shared : published).verify(token),
    check: () => published.check(),
  };
}

/** Read without trust: it only chooses who verifies. */
function saysSharedSecret(token: string): boolean {
  try {
    assertCompactJws(token);
    return decodeProtectedHeader(token).alg === "HS256";
  } catch {
    return false;
  }
}
