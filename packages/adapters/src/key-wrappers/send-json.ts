import { UnavailableError } from "@assay/contract";
import type { z } from "zod";
import { createGuardedFetch } from "../bucket/guarded-fetch.ts";

export interface KeyServiceOptions {
  /** Defaults to the global one. */
  readonly fetch?: typeof fetch;
  /** A request is given up when the service has been silent for this long; default 10,000. */
  readonly idleTimeoutMs?: number;
}

interface Ask<Reply extends z.ZodType> {
  /** Such as `AWS KMS`. */
  readonly vendor: string;
  readonly url: string;
  readonly init: RequestInit;
  readonly reply: Reply;
}

const IDLE_TIMEOUT_MS = 10_000;

/**
 * Asks a key service. `null` is its refusal of what was sent (400): a key that was not wrapped by it, or for another
 * context. Any other failure may pass, a missing right included: it is UnavailableError of `files`.
 */
export function createAsk({ fetch: send = fetch, idleTimeoutMs = IDLE_TIMEOUT_MS }: KeyServiceOptions) {
  return async <Reply extends z.ZodType>({ vendor, url, init, reply }: Ask<Reply>): Promise<z.infer<Reply> | null> => {
    const unavailable = (reason: string, options: { cause?: unknown; retryAfterSeconds?: number | undefined } = {}) =>
      new UnavailableError("files", `Cannot use the key of ${vendor} because ${reason}`, {
        cause: options.cause,
        ...(options.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: options.retryAfterSeconds }),
      });
    const response = await createGuardedFetch({ fetch: send, idleTimeoutMs, unavailable })(url, init);
    if (response.status === 400) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw unavailable(`it replied with status ${response.status}: check the key's name and the rights on it`);
    }
    const read = reply.safeParse(await response.json().catch(() => undefined));
    if (!read.success) throw unavailable("its reply cannot be read", { cause: read.error });
    return read.data;
  };
}

/** For what is wrapped: a refusal says that the settings are wrong. */
export function requireReply<T>(reply: T | null, vendor: string): T {
  if (reply !== null) return reply;
  throw new UnavailableError(
    "files",
    `Cannot use the key of ${vendor} because it refuses to wrap: check the key's kind`,
  );
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
