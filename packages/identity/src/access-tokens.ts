import { isSecondFactor } from "@assay/contract";
import type { Clock } from "@assay/core/ports";
import { SignJWT } from "jose";
import { createJwtIdentity } from "./jwt/index.ts";
import { METHOD_OF } from "./jwt/read-session.ts";
import type { SessionProof } from "./sessions.ts";
import type { SigningKey } from "./signing-key.ts";

export interface TokenSubject {
  readonly id: string;
  readonly email: string;
  readonly tenantId: string | null;
}

/** How the session of a token was made; times are milliseconds since 1970. */
export interface SessionStart {
  readonly id?: string;
  readonly createdAt: number;
  readonly proofs: readonly Readonly<SessionProof>[];
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** Access tokens with the claims of Supabase Auth. */
export function createAccessTokens(options: { issuer: string; signingKey: SigningKey } & Clock) {
  const { issuer, signingKey, now, uncertaintyMs } = options;
  return {
    issue({ user, session, ttlSeconds }: { user: TokenSubject; session: SessionStart; ttlSeconds: number }) {
      const iat = Math.floor(now().getTime() / 1000);
      return new SignJWT({
        iss: issuer,
        sub: user.id,
        aud: "authenticated",
        iat,
        exp: iat + ttlSeconds,
        role: "authenticated",
        email: user.email,
        session_id: session.id,
        auth_time: toSeconds(session.createdAt),
        aal: session.proofs.some(({ factor, second }) => second || isSecondFactor(factor)) ? "aal2" : "aal1",
        amr: session.proofs.flatMap(toMethods),
        app_metadata: appMetadata(user),
        user_metadata: {},
      })
        .setProtectedHeader({ alg: "ES256", kid: signingKey.kid, typ: "JWT" })
        .sign(signingKey.privateKey);
    },

    verifier: createJwtIdentity({ issuer, keys: { jwks: signingKey.jwks }, now, uncertaintyMs }),
  };
}

/** As Supabase Auth names them. A recovery code serves as the factor that it replaces, and is named with it. */
function toMethods({ factor, at, recovered }: SessionProof) {
  const methods = [METHOD_OF[factor], ...(recovered ? ["mfa/recovery_code"] : [])];
  return methods.map((method) => ({ method, timestamp: toSeconds(at) }));
}

const toSeconds = (ms: number) => Math.floor(ms / 1000);

export function appMetadata({ tenantId }: TokenSubject) {
  return { provider: "email", providers: ["email"], ...(tenantId !== null && { tenant_id: tenantId }) };
}
