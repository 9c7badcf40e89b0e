import type { IncomingMessage } from "node:http";
import { FetchError } from "@assay/contract";
import type { Fetcher } from "@assay/core/ports";
import { type ConnectionOptions, connectDirectly } from "./open-connection.ts";
import { readBody } from "./read-body.ts";
import { requireSafeUrl } from "./require-safe-url.ts";
import { resolveName, resolvePublicAddresses } from "./resolve-public-addresses.ts";
import { sendVetted } from "./send-vetted.ts";

export interface FetcherOptions extends Partial<ConnectionOptions> {
  /** Counted after decompression. */
  readonly bytesMax?: number;
  /** Everything together: names, redirects, body. */
  readonly totalMs?: number;
  /** All addresses of a name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

const BYTES_MAX = 25 * 1024 * 1024;
const TOTAL_MS = 20_000;
const IDLE_MS = 10_000;
const REDIRECTS_MAX = 3;
const HEADERS = { Accept: "*/*", "Accept-Encoding": "gzip, deflate, br" };

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Fetches from the public internet only. Each hop is vetted again: its URL, then every address of its host, and the
 * connection goes to a vetted address itself. No proxy, no cookies, no credentials.
 */
export function createFetcher(options: FetcherOptions = {}): Fetcher {
  const { bytesMax = BYTES_MAX, totalMs = TOTAL_MS, resolve = resolveName } = options;
  const connection: ConnectionOptions = {
    connect: options.connect ?? connectDirectly,
    ca: options.ca,
    idleMs: options.idleMs ?? IDLE_MS,
  };

  async function follow(given: string, signal: AbortSignal) {
    let url = new URL(given);
    for (let hop = 0; ; hop++) {
      const addresses = await resolvePublicAddresses(url, resolve, signal);
      const response = await sendVetted({ url, addresses, method: "GET", headers: HEADERS }, connection, signal);
      try {
        const next = nextHop(url, response);
        if (!next) {
          requireAnswer(response.statusCode!);
          return { bytes: await readBody(response, bytesMax), mediaType: mediaTypeOf(response), url: url.href };
        }
        if (hop === REDIRECTS_MAX)
          throw new FetchError("FETCH_REFUSED", `Cannot follow more than ${REDIRECTS_MAX} redirects`);
        url = next;
      } finally {
        response.destroy();
      }
    }
  }

  return {
    check: (given) => requireSafeUrl(given, "fetch from"),

    async fetch(given, { signal }) {
      const limit = AbortSignal.timeout(totalMs);
      try {
        return await follow(given, AbortSignal.any([signal, limit]));
      } catch (error) {
        signal.throwIfAborted();
        if (limit.aborted)
          throw new FetchError("FETCH_TIMEOUT", `Cannot read the page within ${totalMs / 1000} seconds`);
        if (error instanceof FetchError) throw error;
        throw new FetchError(
          "FETCH_FAILED",
          "Cannot read the page because no safe connection to its server could be made",
          {
            cause: error,
          },
        );
      }
    },
  };
}

function nextHop(url: URL, { statusCode, headers }: IncomingMessage): URL | undefined {
  if (!REDIRECTS.has(statusCode!)) return undefined;
  if (headers.location === undefined || !URL.canParse(headers.location, url.href))
    throw new FetchError("FETCH_REFUSED", "Cannot follow the redirect because it has no valid Location header");
  const next = new URL(headers.location, url.href);
  if (url.protocol === "https:" && next.protocol === "http:")
    throw new FetchError("UNSAFE_URL", "Cannot follow the redirect because it leads from https to http");
  return next;
}

function requireAnswer(status: number): void {
  if (status === 200 || status === 203) return;
  const passing = status >= 500 || PASSING.has(status);
  throw new FetchError(
    passing ? "FETCH_FAILED" : "FETCH_REFUSED",
    `Cannot read the page because its server must reply with status 200: it replied with ${status}`,
  );
}

function mediaTypeOf({ headers }: IncomingMessage): string | null {
  return headers["content-type"]?.split(";")[0]?.trim().toLowerCase() || null;
}
