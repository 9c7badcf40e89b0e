import { AssayConnectionError, readError } from "./assay-error.ts";

export interface AssayOptions {
  /** Where the service runs, such as `https://assay.example.com`. */
  readonly baseUrl: string;
  /** An access token or API key, or what gets one before each request. */
  readonly token: string | (() => string | Promise<string>);
  /** The tenant to act in: a SUPER_ADMIN's alone to choose, and only where SUPER_ADMIN_MODE is on. */
  readonly tenantId?: string | undefined;
  readonly fetch?: typeof fetch;
  /** Further attempts of a reading request after 429, 502, 503, 504 or no answer. Default 2. */
  readonly maxRetries?: number;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

type HeaderValues = Readonly<Record<string, string | undefined>>;

interface HttpRequest extends RequestOptions {
  readonly query?: Query | undefined;
  readonly json?: unknown;
  readonly form?: FormData;
  /** Sent as it is; `headers` say its Content-Type. */
  readonly body?: Blob | string;
  /** Those without a value are left out. */
  readonly headers?: HeaderValues;
}

/** Sends requests with the token and turns refusals into errors. */
export interface Http {
  /** The address of the service, without a slash at its end. */
  readonly baseUrl: string;
  send(method: string, path: string, request?: HttpRequest): Promise<Response>;
  json<T>(method: string, path: string, request?: HttpRequest): Promise<T>;
  url(path: string, query?: Query): string;
  token(): Promise<string>;
}

const TRANSIENT = new Set([429, 502, 503, 504]);
const RETRY_DELAY_MS = 400;
const RETRY_DELAY_MAX_MS = 10_000;

export function createHttp(options: AssayOptions): Http {
  const { baseUrl, token, tenantId, fetch = globalThis.fetch, maxRetries = 2 } = options;
  const base = baseUrl.replace(/\/+$/, "");
  const getToken = async () => (typeof token === "function" ? token() : token);
  const url = (path: string, query: Query = {}) => `${base}${path}${toSearch({ tenantId, ...query })}`;

  async function attempt(method: string, path: string, { query, json, form, body, headers, signal }: HttpRequest) {
    const contentType = json === undefined ? undefined : "application/json";
    const given = { Authorization: `Bearer ${await getToken()}`, "Content-Type": contentType, ...headers };
    return fetch(url(path, query), {
      method,
      headers: definedOnly(given),
      body: json === undefined ? (form ?? body ?? null) : JSON.stringify(json),
      signal: signal ?? null,
    }).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw new AssayConnectionError(cause);
    });
  }

  const http: Http = {
    baseUrl: base,
    url,
    token: getToken,
    async send(method, path, request = {}) {
      const attempts = method === "GET" || method === "HEAD" ? maxRetries + 1 : 1;
      for (let made = 1; ; made++) {
        const last = made >= attempts;
        const response = await attempt(method, path, request).catch((error: unknown) => {
          if (last || !(error instanceof AssayConnectionError)) throw error;
          return null;
        });
        if (response?.ok) return response;
        if (response && (last || !TRANSIENT.has(response.status))) throw await readError(response, base);
        const asked = Number(response?.headers.get("Retry-After") ?? 0) * 1000;
        await response?.body?.cancel();
        await pause(Math.min(Math.max(asked, RETRY_DELAY_MS * 2 ** (made - 1)), RETRY_DELAY_MAX_MS), request.signal);
      }
    },
    async json<T>(method: string, path: string, request: HttpRequest = {}) {
      return (await http.send(method, path, request)).json() as Promise<T>;
    },
  };
  return http;
}

function toSearch(query: Query): string {
  const search = new URLSearchParams(definedOnly(query)).toString();
  return search === "" ? "" : `?${search}`;
}

export function definedOnly(values: Query): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** Ends early, and throws, when the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
