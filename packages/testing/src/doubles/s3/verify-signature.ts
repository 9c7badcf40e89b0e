import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const SKEW_MAX_MS = 15 * 60_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

/** The code that S3 refuses the request with; undefined where its signature (version 4, in the header) is right. */
export function findSignatureProblem(request: IncomingMessage, key: AccessKey): string | undefined {
  const match = AUTHORIZATION.exec(request.headers.authorization ?? "");
  if (!match) return "AccessDenied";
  const [, keyId, day, region, signedHeaders, signature] = match as unknown as string[];
  const date = String(request.headers["x-amz-date"]);
  const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (keyId !== key.accessKeyId) return "InvalidAccessKeyId";
  if (region !== key.region) return "AuthorizationHeaderMalformed";
  if (!(Math.abs(Date.now() - time) <= SKEW_MAX_MS) || !date.startsWith(day!)) return "RequestTimeTooSkewed";
  const names = signedHeaders!.split(";");
  if (!names.includes("host") || !names.includes("x-amz-content-sha256")) return "AccessDenied";
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", date, scope, sha256(canonicalRequest(request, names))].join("\n");
  const signingKey = [day!, region!, "s3", "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${key.secretAccessKey}`);
  const expected = hmac(signingKey, text);
  return timingSafeEqual(expected, Buffer.from(signature!, "hex")) ? undefined : "SignatureDoesNotMatch";
}

function canonicalRequest(request: IncomingMessage, names: readonly string[]): string {
  const [path, query = ""] = (request.url ?? "/").split("?") as [string, string?];
  const pairs = query.split("&").filter((pair) => pair !== "");
  return [
    request.method,
    path,
    pairs
      .map((pair) => (pair.includes("=") ? pair : `${pair}=`))
      .sort()
      .join("&"),
    ...names.map((name) => `${name}:${String(request.headers[name] ?? "").trim()}`),
    "",
    names.join(";"),
    request.headers["x-amz-content-sha256"],
  ].join("\n");
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: Buffer | string, text: string): Buffer => createHmac("sha256", key).update(text).digest();
