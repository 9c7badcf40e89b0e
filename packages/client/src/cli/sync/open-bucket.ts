import { pause } from "../../http.ts";
import { CommandError, usageError } from "../exit-codes.ts";
import { type AwsKey, signGet } from "./sign-get.ts";

export interface BucketObject {
  readonly key: string;
  /** Empty where the server lists none, as `modified`. */
  readonly etag: string;
  readonly bytes: number;
  /** When it was last written, as the server says it. */
  readonly modified: string;
}

export interface Bucket {
  /** For messages and for what is kept of it: no secret is in it. */
  readonly address: string;
  /** With a slash at the end, or empty. */
  readonly prefix: string;
  list(): AsyncGenerator<BucketObject>;
  /** What it has now. Throws CommandError INCOMPLETE where it is not what was listed, else SERVICE. */
  read(object: BucketObject): Promise<ReadableStream<Uint8Array>>;
}

interface Wanted {
  /** Empty for the bucket itself. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

type Env = Readonly<Record<string, string | undefined>>;

const PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/s;
const TRIES_MAX = 3;
const TRY_AGAIN_MS = 500;
const WHOLE = /^[^<]*(?:<\?[^>]*>\s*)?<ListBucketResult[\s>].*<\/ListBucketResult>\s*$/s;
/** What `fetch` undoes. */
const DECODED = /\b(?:gzip|deflate|br|zstd|compress)\b/i;
const FIX =
  "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_REGION; AWS_ENDPOINT_URL for another server than AWS.";

/** Throws CommandError USAGE for what names no bucket, and where the environment has no key. */
export function openBucket(from: string, env: Env, signal: AbortSignal): Bucket {
  const [, name, folder = ""] = PLACE.exec(from) ?? [];
  if (name === undefined) throw usageError(`Cannot sync '${from}': a bucket is s3://bucket or s3://bucket/prefix`);
  const key = readKey(from, env);
  const address = toAddress(name, key.region, env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL);
  const prefix = folder === "" || folder.endsWith("/") ? folder : `${folder}/`;

  async function get<T>(wanted: Wanted, read: (response: Response) => T | Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const signed = signGet(address, wanted, key);
      const request = { headers: { ...signed.headers, ...wanted.headers }, redirect: "manual", signal } as const;
      const met = await fetch(signed.url, request)
        .then(async (response) => (response.ok ? { got: await read(response) } : response))
        .catch((error: Error) => error);
      if ("got" in met) return met.got;
      signal.throwIfAborted();
      const isFinal = met instanceof Response && met.status < 500 && met.status !== 429;
      if (isFinal || tries === TRIES_MAX) throw await refusal(from, wanted, met);
      await pause(TRY_AGAIN_MS * 2 ** tries, signal);
    }
  }

  return {
    address,
    prefix,
    async *list() {
      for (let token: string | undefined; ; ) {
        const query = { "list-type": "2", "encoding-type": "url", prefix, "max-keys": "1000" };
        const asked = { path: "", query: token === undefined ? query : { ...query, "continuation-token": token } };
        const page = await get(asked, (response) => response.text());
        const objects = readObjects(page).filter(({ key: path }) => path.startsWith(prefix));
        const next = readTag(page, "NextContinuationToken");
        const isLast = readTag(page, "IsTruncated") === "false";
        const isWhole = WHOLE.test(page) && objects.length === page.split("<Contents>").length - 1;
        if (!isWhole || (!isLast && (!next || next === token))) throw brokenList(from, page);
        yield* objects;
        if (isLast) return;
        token = next;
      }
    },
    async read({ key: path, etag }) {
      const headers = { ...(etag && { "If-Match": etag }), "Accept-Encoding": "identity" };
      const response = await get({ path, headers }, (answer) => answer);
      const encoding = response.headers.get("content-encoding") ?? "";
      if (!DECODED.test(encoding)) return response.body!;
      await response.body!.cancel();
      throw new CommandError(
        "INCOMPLETE",
        `It is kept with Content-Encoding '${encoding}', so that its bytes are others on their way: keep it without`,
      );
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

/** One that is taken for the last page by mistake would retire all that it lacks. */
function brokenList(from: string, page: string): CommandError {
  const code = readTag(page, "Code");
  return new CommandError(
    "SERVICE",
    `Cannot read ${from}: its list is not whole${code ? ` (${code})` : ""}`,
    "Try again; if it stays, check AWS_ENDPOINT_URL: the server does not list as S3 does.",
  );
}

async function refusal(from: string, { path }: Wanted, response: Response | Error): Promise<CommandError> {
  if (!(response instanceof Response))
    return new CommandError(
      "SERVICE",
      `Cannot read ${from}: its server cannot be reached`,
      "Check AWS_ENDPOINT_URL and the network.",
    );
  const code = readTag(await response.text().catch(() => ""), "Code") ?? `status ${response.status}`;
  if (path !== "" && (response.status === 404 || response.status === 412))
    return new CommandError("INCOMPLETE", `It went or changed while it was synced (${code}): sync again`);
  const region = response.headers.get("x-amz-bucket-region");
  return new CommandError("SERVICE", `Cannot read ${from}: ${code}`, region ? `Set AWS_REGION=${region}.` : FIX);
}

/**
 * Keys are URL-encoded where the page says so, as XML has not all characters that they may have. One that cannot be read is left
 * out.
 */
function readObjects(page: string): BucketObject[] {
  const isEncoded = readTag(page, "EncodingType") === "url";
  return [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry]) => {
    const [name, size] = [readTag(entry!, "Key"), readTag(entry!, "Size")];
    const key = name && isEncoded ? decodeKey(name) : name;
    if (!key || !/^\d+$/.test(size ?? "")) return [];
    const [etag = "", modified = ""] = [readTag(entry!, "ETag"), readTag(entry!, "LastModified")];
    return [{ key, etag, bytes: Number(size), modified }];
  });
}

function decodeKey(name: string): string | undefined {
  try {
    return decodeURIComponent(name.replaceAll("+", "%20"));
  } catch {
    return undefined;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: "<", gt: ">", amp: "&" };

function readTag(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text?.replace(/&(?:#x([0-9a-f]{1,5})|#(\d{1,6})|(\w+));/gi, (written, hex, decimal, word) =>
    word ? (ENTITIES[word] ?? written) : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  );
}
