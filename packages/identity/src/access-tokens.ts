import type { Clock } from "@assay/core/ports";
import { SignJWT } from "jose";
import { createJwtIdentity } from "./jwt/index.ts";
import type { SigningKey } from "./signing-key.ts";

export interface TokenSubject {
  readonly id: string;
  readonly email: string;
  readonly tenantId: string | null;
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** Access tokens with the claims of Supabase Auth. */
export function createAccessTokens(options: { issuer: string; signingKey: SigningKey } & Clock) {
  const { issuer, signingKey, now, uncertaintyMs } = options;
  return {
    issue({ user, sessionId, ttlSeconds }: { user: TokenSubject; sessionId?: string; ttlSeconds: number }) {
      const iat = Math.floor(now().getTime() / 1000);
      return new SignJWT({
        iss: issuer,
        sub: user.id,
        aud: "authenticated",
        iat,
        exp: iat + ttlSeconds,
        role: "authenticated",
        email: user.email,
        session_id: sessionId,
        app_metadata: appMetadata(user),
        user_metadata: {},
      })
        .setProtectedHeader({ alg: "ES256", kid: signingKey.kid, typ: "JWT" })
        .sign(signingKey.privateKey);
    },

    verifier: createJwtIdentity({ issuer, keys: { jwks: signingKey.jwks }, now, uncertaintyMs }),
  };
}

export function appMetadata({ tenantId }: TokenSubject) {
  return { provider: "email", providers: ["email"], ...(tenantId !== null && { tenant_id: tenantId }) };
}
