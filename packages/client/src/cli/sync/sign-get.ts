import { createHash, createHmac } from "node:crypto";

export interface AwsKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
  readonly region: string;
}

/** A GET without a body, signed by version 4 of AWS's signatures: its address, and the headers to send with it. */
export function signGet(
  address: string,
  { path, query = {} }: { path: string; query?: Readonly<Record<string, string>> },
  key: AwsKey,
  now = new Date(),
): { url: string; headers: Record<string, string> } {
  const { origin, host, pathname } = new URL(address);
  const encodedPath = `${pathname.replace(/\/$/, "")}/${path.split("/").map(encode).join("/")}`;
  const search = Object.keys(query)
    .sort()
    .map((name) => `${encode(name)}=${encode(query[name]!)}`)
    .join("&");
  const date = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const signed: Record<string, string> = {
    host,
    "x-amz-content-sha256": sha256(""),
    "x-amz-date": date,
    ...(key.sessionToken && { "x-amz-security-token": key.sessionToken }),
  };
  const names = Object.keys(signed).sort();
  const canonical = [
    "GET",
    encodedPath,
    search,
    ...names.map((name) => `${name}:${signed[name]}`),
    "",
    names.join(";"),
    sha256(""),
  ].join("\n");
  const scope = [date.slice(0, 8), key.region, "s3", "aws4_request"];
  const text = ["AWS4-HMAC-SHA256", date, scope.join("/"), sha256(canonical)].join("\n");
  const signingKey = scope.reduce<Buffer | string>(hmac, `AWS4${key.secretAccessKey}`);
  const credential = `${key.accessKeyId}/${scope.join("/")}`;
  const signature = hmac(signingKey, text).toString("hex");
  const { host: _, ...headers } = signed;
  return {
    url: `${origin}${encodedPath}${search && `?${search}`}`,
    headers: {
      ...headers,
      authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(";")}, Signature=${signature}`,
    },
  };
}

/** As the signature has it, which is stricter than `encodeURIComponent`. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: Buffer | string, text: string): Buffer => createHmac("sha256", key).update(text).digest();
