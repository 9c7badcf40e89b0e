import { pause } from "../../http.ts";
import { CommandError, usageError } from "../exit-codes.ts";
import { type AwsKey, signGet } from "./sign-get.ts";

export interface BucketObject {
  readonly key: string;
  readonly etag: string;
  readonly bytes: number;
}

export interface Bucket {
  /** For messages and for what is kept of it: no secret is in it. */
  readonly address: string;
  /** With a slash at the end, or empty. */
  readonly prefix: string;
  list(): AsyncGenerator<BucketObject>;
  /** What it has now, if it is what was listed. Throws CommandError SERVICE. */
  read(object: BucketObject): Promise<ReadableStream<Uint8Array>>;
}

type Env = Readonly<Record<string, string | undefined>>;

const PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/s;
const TRIES_MAX = 3;
const TRY_AGAIN_MS = 500;
const FIX =
  "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_REGION; AWS_ENDPOINT_URL for another server than AWS.";

/** Throws CommandError USAGE for what names no bucket, and where the environment has no key. */
export function openBucket(from: string, env: Env, signal: AbortSignal): Bucket {
  const [, name, folder = ""] = PLACE.exec(from) ?? [];
  if (name === undefined) throw usageError(`Cannot sync '${from}': a bucket is s3://bucket or s3://bucket/prefix`);
  const key = readKey(from, env);
  const address = toAddress(name, key.region, env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL);
  const prefix = folder === "" || folder.endsWith("/") ? folder : `${folder}/`;

  async function get(path: string, query?: Readonly<Record<string, string>>, headers?: Record<string, string>) {
    for (let tries = 1; ; tries += 1) {
      const signed = signGet(address, { path, ...(query && { query }) }, key);
      const request = { headers: { ...signed.headers, ...headers }, redirect: "manual", signal } as const;
      const response = await fetch(signed.url, request).catch((error: Error) => error);
      if (response instanceof Response && response.ok) return response;
      signal.throwIfAborted();
      const isFinal = response instanceof Response && response.status < 500 && response.status !== 429;
      if (isFinal || tries === TRIES_MAX) throw await refusal(from, response);
      await pause(TRY_AGAIN_MS * 2 ** tries, signal);
    }
  }

  return {
    address,
    prefix,
    async *list() {
      let token: string | undefined;
      do {
        const query = { "list-type": "2", "encoding-type": "url", prefix, "max-keys": "1000" };
        const page = await (
          await get("", token === undefined ? query : { ...query, "continuation-token": token })
        ).text();
        yield* readObjects(page);
        token = readTag(page, "NextContinuationToken");
      } while (token !== undefined);
    },
    async read({ key: path, etag }) {
      const { body } = await get(path, undefined, { "If-Match": etag });
      return body!;
    },
  };
}

function readKey(from: string, env: Env): AwsKey {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) throw usageError(`Cannot read ${from} without a key`, FIX);
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || "us-east-1";
  return { accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN || undefined, region };
}

function toAddress(bucket: string, region: string, endpoint: string | undefined): string {
  if (!/^[a-z0-9-]+$/.test(region)) throw usageError(`AWS_REGION cannot be '${region}'`);
  // A certificate covers one label before the host: a name with dots goes into the path.
  if (!endpoint && !bucket.includes(".")) return `https://${bucket}.s3.${region}.amazonaws.com`;
  const base = endpoint || `https://s3.${region}.amazonaws.com`;
  const url = URL.canParse(base) ? new URL(base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search)
    throw usageError("AWS_ENDPOINT_URL must be an address such as https://minio.example.com");
  return `${url.href.replace(/\/+$/, "")}/${bucket}`;
}

async function refusal(from: string, response: Response | Error): Promise<CommandError> {
  if (!(response instanceof Response))
    return new CommandError(
      "SERVICE",
      `Cannot read ${from}: its server cannot be reached`,
      "Check AWS_ENDPOINT_URL and the network.",
    );
  const code = readTag(await response.text().catch(() => ""), "Code") ?? `status ${response.status}`;
  const region = response.headers.get("x-amz-bucket-region");
  return new CommandError("SERVICE", `Cannot read ${from}: ${code}`, region ? `Set AWS_REGION=${region}.` : FIX);
}

/** Keys are URL-encoded, as XML has not all characters that they may have. */
function readObjects(page: string): BucketObject[] {
  return [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry]) => ({
    key: decodeURIComponent((readTag(entry!, "Key") ?? "").replaceAll("+", "%20")),
    etag: readTag(entry!, "ETag") ?? "",
    bytes: Number(readTag(entry!, "Size")),
  }));
}

function readTag(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text?.replaceAll("&quot;", '"').replaceAll("&#34;", '"').replaceAll("&amp;", "&");
}
