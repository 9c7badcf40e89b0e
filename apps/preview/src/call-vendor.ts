import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";

export interface Vendor {
  readonly name: string;
  readonly baseUrl: string;
  readonly token: string;
  /** Wait before the second attempt; each further one waits twice as long. */
  readonly retryMs: number;
}

const ATTEMPTS = 6;
const BUSY = new Set([423, 429, 500, 502, 503, 504]);

/**
 * One call of a vendor's HTTP API, tried again while the vendor is busy. `undefined` where the answer is 404.
 * The message of what it throws names the call and the status, never the token.
 */
export async function callVendor<S extends z.ZodType>(
  vendor: Vendor,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  answer: S,
  body?: unknown,
): Promise<z.infer<S> | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${vendor.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${vendor.token}`,
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    if (response.status === 404) return undefined;
    if (response.ok) return answer.parse(response.status === 204 ? undefined : await response.json());
    const text = (await response.text()).slice(0, 300);
    if (!BUSY.has(response.status) || attempt === ATTEMPTS)
      throw new Error(`Cannot ${method} ${path} of ${vendor.name}: it replied with status ${response.status} ${text}`);
    await pause(Math.max(vendor.retryMs * 2 ** (attempt - 1), retryAfterMs(response)));
  }
}

function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get("retry-after") ?? 0);
  return Number.isFinite(seconds) ? Math.min(seconds, 60) * 1000 : 0;
}

/** Asks again until `probe` answers something; throws after `limitMs`. */
export async function waitFor<T>(
  what: string,
  { everyMs, limitMs }: { everyMs: number; limitMs: number },
  probe: () => Promise<T | undefined>,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (Date.now() > end)
      throw new Error(`Cannot go on because ${what} took longer than ${Math.round(limitMs / 1000)} s`);
    await pause(everyMs);
  }
}
