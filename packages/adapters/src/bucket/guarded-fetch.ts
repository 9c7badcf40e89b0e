import type { Unavailable } from "./unavailable.ts";
import { type IdleWatch, watchIdle } from "./watch-idle.ts";

export interface GuardedFetchOptions {
  readonly fetch: typeof fetch;
  readonly idleTimeoutMs: number;
  readonly unavailable: Unavailable;
}

/**
 * A fetch that gives up when the other side is silent, however long a transfer takes, and turns what may pass (no
 * connection, 3xx, 429, 5xx) into the vendor's AssayError SERVICE_UNAVAILABLE: an SDK would drop the Retry-After header.
 * Redirects are not followed, as the key would go along.
 */
export function createGuardedFetch({ fetch: send, idleTimeoutMs, unavailable }: GuardedFetchOptions): typeof fetch {
  const noRedirect = refuseRedirects();
  return async (input, init) => {
    const watch = watchIdle(idleTimeoutMs, unavailable);
    const signal = init?.signal ? AbortSignal.any([init.signal, watch.signal]) : watch.signal;
    const body = init?.body instanceof ReadableStream ? watch.whileSending(init.body) : init?.body;
    const request: RequestInit = { ...init, ...noRedirect, body: body ?? null, signal };
    watch.start();
    const response = await send(input, request).catch((cause: unknown) => {
      watch.end(cause);
      throw unavailable("it cannot be reached", { cause: watch.signal.reason });
    });
    watch.stop();
    const watched = withWatchedBody(response, watch);
    if (response.ok && response.status !== 206 && new Headers(init?.headers).has("range")) {
      watch.end(new Error("The reply was the whole file"));
      throw unavailable("it sent a whole file instead of a range");
    }
    if (response.ok) return watched;
    // The reason first: ending a body that is still being sent ends the answer too.
    const text = await watched.text();
    watch.end(new Error(`The reply had status ${response.status}`));
    if (isRefusal(response.status)) return new Response(text, response);
    throw unavailable(`it replied with status ${response.status}`, {
      retryAfterSeconds: readRetryAfter(response.headers.get("retry-after")),
    });
  };
}

/** What asking again will not change: 501 is a part of the protocol that the server does not know. */
function isRefusal(status: number): boolean {
  return (status >= 400 && status < 500 && status !== 429) || status === 501;
}

/**
 * Node's fetch keeps a copy of a streamed body in memory for a redirect that might come, unless there can be none and no
 * window is asked. Workers do not know "error", and keep no copy.
 */
function refuseRedirects(): RequestInit {
  try {
    new Request("https://vendor.invalid", { redirect: "error" });
    return { redirect: "error", window: null };
  } catch {
    return { redirect: "manual" };
  }
}

function withWatchedBody(response: Response, watch: IdleWatch): Response {
  if (response.body === null) return response;
  return new Response(watch.whileReceiving(response.body), response);
}

const RETRY_AFTER_MAX_SECONDS = 3600;

/** Seconds or a date, as RFC 9110 §10.2.3 has it. */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_SECONDS) : undefined;
}
