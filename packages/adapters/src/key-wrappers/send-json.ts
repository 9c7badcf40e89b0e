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
  /** What the body of a refusal says. */
  readRefusal(body: unknown): Refusal;
}

export interface Refusal {
  /** The vendor's, such as `ThrottlingException`. */
  readonly code?: string | undefined;
  /** KEY: what was sent is not of this key, or not for this context. PASSING: later it may be served. SETTINGS: a person must change something. */
  readonly kind: "KEY" | "PASSING" | "SETTINGS";
}

const IDLE_TIMEOUT_MS = 10_000;

/**
 * Asks a key service. `null` is its refusal of what was sent: a key that was not wrapped by it, or for another context. Any
 * other failure may pass, a missing right and a limit of requests included: it is UnavailableError of `files`.
 */
export function createAsk({ fetch: send = fetch, idleTimeoutMs = IDLE_TIMEOUT_MS }: KeyServiceOptions) {
  return async <Reply extends z.ZodType>(asked: Ask<Reply>): Promise<z.infer<Reply> | null> => {
    const { vendor, url, init, reply, readRefusal } = asked;
    const unavailable = (reason: string, options: { cause?: unknown; retryAfterSeconds?: number | undefined } = {}) =>
      new UnavailableError("files", `Cannot use the key of ${vendor} because ${reason}`, {
        cause: options.cause,
        ...(options.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: options.retryAfterSeconds }),
      });
    const response = await createGuardedFetch({ fetch: send, idleTimeoutMs, unavailable })(url, init);
    if (!response.ok) {
      const { code, kind } = readRefusal(parse(await response.text()));
      if (response.status === 400 && kind === "KEY") return null;
      const reason = `it replied with status ${response.status}${code === undefined ? "" : ` (${code})`}`;
      throw unavailable(kind === "PASSING" ? reason : `${reason}: check the key's name and the rights on it`);
    }
    const read = reply.safeParse(await response.json().catch(() => undefined));
    if (!read.success) throw unavailable("its reply cannot be read", { cause: read.error });
    return read.data;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
