import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { createGuardedFetch } from "../bucket/guarded-fetch.ts";
import { s3Unavailable } from "./s3-failure.ts";

export interface S3Options {
  /** Such as `https://s3.eu-central-1.amazonaws.com` or `http://minio.example:9000`. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Part of each signature; servers other than AWS mostly take any. */
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is in the path, else in the name of the host. */
  readonly pathStyle: boolean;
  /** Defaults to the global one. */
  readonly fetch?: typeof fetch;
  /** A request is given up when the server has been silent for this long; default 30,000. */
  readonly idleTimeoutMs?: number;
  /** Between the tries of one request. */
  readonly wait?: (ms: number) => Promise<void>;
}

interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** An object; empty for the bucket itself. */
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
}

/** Sends a signed request. Returns replies of 2xx and 4xx, throws SERVICE_UNAVAILABLE otherwise. */
export type SendToS3 = (request: S3Request) => Promise<Response>;

const IDLE_TIMEOUT_MS = 30_000;
const TRIES_MAX = 3;
const TRY_AGAIN_MS = 200;

/**
 * Signs each request with version 4 of AWS's signatures, the hash of its body included, so that the server refuses bytes
 * that changed on the way. What the server fails at is tried again: each request may be repeated.
 */
export function connectS3(options: S3Options): SendToS3 {
  const { accessKeyId, secretAccessKey, region, idleTimeoutMs = IDLE_TIMEOUT_MS, wait = sleep } = options;
  const send = createGuardedFetch({
    fetch: options.fetch ?? fetch,
    idleTimeoutMs,
    unavailable: s3Unavailable,
  });
  const base = addressOf(options);

  return async ({ method, name, query = {}, headers = {}, body }) => {
    const url = new URL(`${base}${name}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const attempt = async (): Promise<Response> => {
      const signed = await new AwsV4Signer({
        method,
        url: url.href,
        headers: { ...headers, "X-Amz-Content-Sha256": sha256(body ?? "") },
        accessKeyId,
        secretAccessKey,
        region,
        service: "s3",
      }).sign();
      return send(signed.url, { method, headers: signed.headers, body: body ?? null });
    };
    const begunAt = Date.now();
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (tries === TRIES_MAX || Date.now() - begunAt >= idleTimeoutMs) throw error;
        await wait(TRY_AGAIN_MS * 2 ** tries);
      }
    }
  };
}

/** The bucket's address, with a slash at its end. */
export function addressOf({
  endpoint,
  bucket,
  pathStyle,
}: Pick<S3Options, "endpoint" | "bucket" | "pathStyle">): string {
  const url = new URL(endpoint);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  return `${url.href.replace(/\/*$/, "/")}${pathStyle ? `${bucket}/` : ""}`;
}

const sha256 = (body: Uint8Array | string) => createHash("sha256").update(body).digest("hex");

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
