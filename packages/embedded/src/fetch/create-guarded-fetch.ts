import { FetchError } from "@assay/contract";
import { type ConnectionOptions, connectDirectly } from "./open-connection.ts";
import { readBody } from "./read-body.ts";
import { resolveName, resolvePublicAddresses } from "./resolve-public-addresses.ts";
import { sendVetted } from "./send-vetted.ts";

export interface GuardedFetchOptions extends Partial<ConnectionOptions> {
  /** Origins that an operator trusts: over http too, and at addresses that are not public. */
  readonly trustedOrigins?: readonly string[];
  /** Counted after decompression. */
  readonly bytesMax?: number;
  /** Everything together: names, connection, reply. */
  readonly totalMs?: number;
  /** All addresses of a name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

interface GuardedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<Response>;

const BYTES_MAX = 1024 * 1024;
const TOTAL_MS = 10_000;
const IDLE_MS = 5_000;
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Calls the public internet over https, and origins that an operator trusts. Every address of the host is vetted for each
 * request, and the connection goes to a vetted address itself. Follows no redirect. Throws FetchError.
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const { trustedOrigins = [], bytesMax = BYTES_MAX, totalMs = TOTAL_MS, resolve = resolveName } = options;
  const connection: ConnectionOptions = {
    connect: options.connect ?? connectDirectly,
    ca: options.ca,
    idleMs: options.idleMs ?? IDLE_MS,
  };

  async function addressesOf(url: URL, signal: AbortSignal): Promise<readonly string[]> {
    if (trustedOrigins.includes(url.origin)) return resolve(url.hostname.replace(/^\[(.*)\]$/, "$1"));
    if (url.protocol !== "https:")
      throw new FetchError("UNSAFE_URL", "Cannot call this address because it must be https");
    return resolvePublicAddresses(url, resolve, signal);
  }

  return async (given, { method, headers, body }) => {
    const limit = AbortSignal.timeout(totalMs);
    try {
      const url = new URL(given);
      if (method !== "GET" && method !== "POST") throw new FetchError("FETCH_REFUSED", "Cannot call with this method");
      const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
      const response = await sendVetted(
        {
          url,
          addresses: await addressesOf(url, limit),
          method,
          headers: { ...headers, ...(bytes && { "Content-Length": bytes.length }) },
          ...(bytes && { body: bytes }),
        },
        connection,
        limit,
      );
      try {
        const status = response.statusCode!;
        const type = response.headers["content-type"];
        const read = WITHOUT_BODY.has(status) ? null : await readBody(response, bytesMax);
        return new Response(read as Uint8Array<ArrayBuffer> | null, {
          status,
          headers: type === undefined ? {} : { "content-type": type },
        });
      } finally {
        response.destroy();
      }
    } catch (error) {
      if (limit.aborted)
        throw new FetchError("FETCH_TIMEOUT", `Cannot read the reply within ${totalMs / 1000} seconds`);
      if (error instanceof FetchError) throw error;
      throw new FetchError("FETCH_FAILED", "Cannot reach the address", { cause: error });
    }
  };
}
