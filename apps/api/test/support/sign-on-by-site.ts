import { createHash, randomBytes } from "node:crypto";

/** A page of the site that signs somebody in through their provider. */
export function siteOf(url: string) {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const post = (path: string, body: unknown, token?: string) =>
    fetch(`${url}/auth/v1${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  return {
    begin(email: string, { token, ...more }: { token?: string; redirect_to?: string } = {}) {
      const proof = { code_challenge: challenge, code_challenge_method: "s256" };
      const body = { email, ...proof, redirect_to: `${url}/cm/sign-in`, ...(token && { confirm: true }), ...more };
      return post("/sso", body, token);
    },
    exchange: (code: string, by = verifier) => post("/token?grant_type=pkce", { auth_code: code, code_verifier: by }),
  };
}

/** Where a reply of the provider leads: the code, or why there is none. */
export async function comeBack(url: string): Promise<{ code: string | null; error: string | null; status: number }> {
  const response = await fetch(url, { redirect: "manual" });
  const back = URL.parse(response.headers.get("location") ?? "");
  const params = back?.searchParams;
  return { code: params?.get("code") ?? null, error: params?.get("error_code") ?? null, status: response.status };
}
