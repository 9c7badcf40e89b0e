import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

export const ISSUER = "https://project.example/auth/v1";
export const NOW = new Date("2026-11-21T10:00:00.000Z");
export const SECONDS = NOW.getTime() / 1000;
export const USER_ID = "1f0c7a51-9f8c-4f06-9a4e-0f5b2f1a6f01";
export const TENANT_ID = "01935a3c-77aa-7c41-8a35-0d6f6f1e2c11";

export async function makeKey(kid: string, alg = "ES256") {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}
export type TestKey = Awaited<ReturnType<typeof makeKey>>;

/** The claims of a Supabase access token. */
export const claims = (changes: JWTPayload = {}): JWTPayload => ({
  iss: ISSUER,
  aud: "authenticated",
  sub: USER_ID,
  iat: SECONDS,
  exp: SECONDS + 3600,
  role: "authenticated",
  email: "ada@example.com",
  session_id: "6f3b9a6e-6f0e-4d41-9b8b-5c7a4f8c2d10",
  app_metadata: { provider: "email", tenant_id: TENANT_ID },
  user_metadata: {},
  ...changes,
});

export const sign = (key: TestKey, payload = claims(), header: Record<string, unknown> = {}): Promise<string> =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: "JWT", ...header })
    .sign(key.privateKey, { crit: { "https://unknown.example": true } });

export const encodePart = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

/** Signs any text as the payload, also such that no library would write. */
export async function signRaw(key: TestKey, payload: string): Promise<string> {
  const input = `${encodePart({ alg: "ES256", kid: key.kid, typ: "JWT" })}.${encodePart(payload)}`;
  const signature = await crypto.subtle.sign(
    { name: "ECDSA", hash: "SHA-256" },
    key.privateKey,
    new TextEncoder().encode(input),
  );
  return `${input}.${Buffer.from(signature).toString("base64url")}`;
}
