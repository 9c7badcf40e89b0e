import { createHash, createHmac } from "node:crypto";
import { jwtVerify } from "jose";

interface Wrapped {
  readonly plaintext: string;
  readonly context: string;
}

export interface KeyServices {
  readonly fetch: typeof fetch;
  readonly asked: string[];
  /** What every request gets instead, while it is set. */
  refusal: number | { readonly status: number; readonly body: unknown } | undefined;
}

export const AWS = { accessKeyId: "AKIAEXAMPLE", secretAccessKey: "aws-secret", region: "eu-central-1" };
export const VAULT_TOKEN = "vault-token";

/** Doubles of AWS KMS, Vault's transit engine and Google Cloud KMS, which check what authenticates a request. */
export function serveKeyServices(publicKey: CryptoKey): KeyServices {
  const wrapped: Wrapped[] = [];
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const wrap = (each: Wrapped) => String(wrapped.push(each) - 1);
  const unwrap = (index: string, context: string) => {
    const found = wrapped[Number(index)];
    return found?.context === context ? found.plaintext : undefined;
  };
  // As the three services reply to a text of another key or context.
  const bad = (body: object) => Response.json(body, { status: 400 });
  const badOfAws = { __type: "InvalidCiphertextException" };
  const badOfVault = { errors: ["cipher: message authentication failed"] };
  const badOfGoogle = { error: { code: 400, message: "Decryption failed", status: "INVALID_ARGUMENT" } };

  async function aws(request: Request, body: string): Promise<Response> {
    if (!isSigned(request, body)) return Response.json({}, { status: 403 });
    const given = JSON.parse(body) as Record<string, string> & { EncryptionContext: Record<string, string> };
    const context = JSON.stringify([given.KeyId, given.EncryptionContext]);
    if (request.headers.get("x-amz-target") === "TrentService.Encrypt")
      return Response.json({ CiphertextBlob: base64(wrap({ plaintext: given.Plaintext!, context })) });
    const plaintext = unwrap(Buffer.from(given.CiphertextBlob!, "base64").toString(), context);
    return plaintext === undefined ? bad(badOfAws) : Response.json({ Plaintext: plaintext });
  }

  async function vault(request: Request, body: string): Promise<Response> {
    if (request.headers.get("x-vault-token") !== VAULT_TOKEN) return Response.json({}, { status: 403 });
    const given = JSON.parse(body) as Record<string, string>;
    const [, action, name] = /\/v1\/transit\/(encrypt|decrypt)\/(\w+)$/.exec(request.url)!;
    const context = JSON.stringify([name, given.associated_data]);
    if (action === "encrypt")
      return Response.json({ data: { ciphertext: `vault:v1:${wrap({ plaintext: given.plaintext!, context })}` } });
    const plaintext = unwrap(given.ciphertext!.replace("vault:v1:", ""), context);
    return plaintext === undefined ? bad(badOfVault) : Response.json({ data: { plaintext } });
  }

  async function google(request: Request, body: string): Promise<Response> {
    if (request.url === "https://oauth2.example.com/token") {
      const { payload } = await jwtVerify(new URLSearchParams(body).get("assertion")!, publicKey, {
        audience: request.url,
        issuer: "assay@example.com",
        currentDate: new Date(0),
      });
      return Response.json({ access_token: `token-of-${payload.iss}`, expires_in: 3600 });
    }
    if (new URL(request.url).hostname === "metadata.google.internal") {
      const isAsked = request.headers.get("metadata-flavor") === "Google";
      return isAsked ? Response.json({ access_token: "token-of-machine", expires_in: 3600 }) : bad({});
    }
    if (!request.headers.get("authorization")?.startsWith("Bearer token-of-"))
      return Response.json({}, { status: 401 });
    const given = JSON.parse(body) as Record<string, string>;
    const [name, action] = request.url.split(/:(?=\w+$)/) as [string, string];
    const context = JSON.stringify([name, given.additionalAuthenticatedData]);
    if (action === "encrypt")
      return Response.json({ ciphertext: base64(wrap({ plaintext: given.plaintext!, context })) });
    const plaintext = unwrap(Buffer.from(given.ciphertext!, "base64").toString(), context);
    return plaintext === undefined ? bad(badOfGoogle) : Response.json({ plaintext });
  }

  const services: KeyServices = {
    asked: [],
    refusal: undefined,
    async fetch(input, init) {
      const request = new Request(input as string, init);
      const body = await request.clone().text();
      services.asked.push(request.url);
      const { refusal } = services;
      if (typeof refusal === "number") return Response.json({}, { status: refusal });
      if (refusal) return Response.json(refusal.body, { status: refusal.status });
      const { hostname } = new URL(request.url);
      if (hostname.startsWith("kms.")) return aws(request, body);
      return hostname.startsWith("vault.") ? vault(request, body) : google(request, body);
    },
  };
  return services;
}

/** Signature version 4, computed here a second time. */
function isSigned(request: Request, body: string): boolean {
  const { region, secretAccessKey } = AWS;
  const header = request.headers.get("authorization") ?? "";
  const [, signedHeaders = "", signature] = /SignedHeaders=([^,]+), Signature=(\w+)/.exec(header) ?? [];
  const at = request.headers.get("x-amz-date") ?? "";
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const { hostname, pathname } = new URL(request.url);
  const headerOf = (name: string) => (name === "host" ? hostname : request.headers.get(name));
  const headers = signedHeaders.split(";").map((name) => `${name}:${headerOf(name)}\n`);
  const canonical = ["POST", pathname, "", headers.join(""), signedHeaders, sha256(body)].join("\n");
  const scope = `${at.slice(0, 8)}/${region}/kms/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", at, scope, sha256(canonical)].join("\n");
  const key = scope
    .split("/")
    .reduce<string | Buffer>((previous, part) => hmac(previous, part), `AWS4${secretAccessKey}`);
  return hmac(key, toSign).toString("hex") === signature;
}
