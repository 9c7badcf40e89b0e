import { AssayApiError, AssayConnectionError, AssayTimeoutError, readError } from "./assay-error.ts";
import { CLIENT_VERSION } from "./client-version.ts";

export interface AssayOptions {
  /** Where the service runs, such as `https://assay.example.com`. Default: the environment's ASSAY_URL. */
  readonly baseUrl?: string | undefined;
  /** An access token or API key, or what gets one before each attempt. Default: the environment's ASSAY_API_KEY. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** The tenant to act in: a SUPER_ADMIN's alone to choose, and only where SUPER_ADMIN_MODE is on. */
  readonly tenantId?: string | undefined;
  readonly fetch?: typeof fetch;
  /** Sent with every request, such as those that a proxy asks for. */
  readonly defaultHeaders?: Readonly<Record<string, string>> | undefined;
  /** Called before each attempt, without the token and the body. */
  readonly onRequest?: ((attempt: SentRequest) => void) | undefined;
  /** Called for each attempt that got a reply, before its body is read. */
  readonly onResponse?: ((response: Response, attempt: SentRequest & { readonly ms: number }) => void) | undefined;
  /**
   * What the console says: `warn`, the default, once that the versions of client and service are too far apart; `debug` also
   * each attempt.
   */
  readonly logLevel?: "off" | "warn" | "debug" | undefined;
  /**
   * Called where the service asks for a more recent authentication (FORBIDDEN with `details.reason`
   * FRESH_AUTHENTICATION_REQUIRED). True sends the call again, once; false throws the refusal.
   */
  readonly confirmIdentity?: ((refusal: AssayApiError) => Promise<boolean>) | undefined;
  /** Further attempts of a call that may be repeated, see `RequestOptions`. Default 2. */
  readonly maxRetries?: number | undefined;
  /** Milliseconds that one attempt may take. Default 60,000; calls that send a file have 600,000 unless they say otherwise. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds to wait for a `Retry-After` at the most; one that asks for longer is thrown at once. Default 30,000. */
  readonly retryWaitMaxMs?: number | undefined;
}

export interface SentRequest {
  readonly method: string;
  readonly url: string;
}

/**
 * Of every call. Reading calls, PUT, DELETE and calls with an idempotency key are repeated after 429, 502, 503, 504, a
 * time-out or no reply; all others only after RATE_LIMITED, which the service says before it does anything.
 */
export interface RequestOptions {
  /** Ends the call, also while it waits to try again; it then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt: up to the whole reply, of a file or a stream up to its begin. */
  readonly timeoutMs?: number | undefined;
  /** 0 for a single attempt. */
  readonly maxRetries?: number | undefined;
}

export interface KeyedOptions extends RequestOptions {
  /**
   * The same key and request give the first reply again, for 24 hours. Omitted, each call makes a random one, which its
   * own further attempts share.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface HttpRequest extends RequestOptions {
  readonly query?: object | undefined;
  readonly json?: unknown;
  /** Sent as it is; `headers` say its Content-Type. A function makes the body of each attempt. */
  readonly body?: BodyInit | (() => BodyInit);
  /** Those without a value are omitted; with an `Authorization` of its own the client's token is not sent. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Whether it may be sent again where it is unknown if it arrived. Omitted, by its method. */
  readonly repeatable?: boolean;
  /** In the place of the client's. */
  readonly fetch?: typeof fetch | undefined;
}

/** Sends requests with the token, repeats them where that is safe, and turns refusals into errors. */
export interface Http {
  /** The reply once it begins, for what is no JSON. */
  send(method: string, path: string, request?: HttpRequest): Promise<Response>;
  json<T>(method: string, path: string, request?: HttpRequest): Promise<T>;
  /** JSON with its status, where that says more than that it went well. */
  reply<T>(method: string, path: string, request?: HttpRequest): Promise<Reply<T>>;
}

export interface Reply<T> {
  readonly status: number;
  readonly body: T;
}

/** Pages may not name it: there the browser's is sent. */
const node = (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node;
const AGENT = node && `assay-client/${CLIENT_VERSION} node/${node}`;

const TRANSIENT = new Set([429, 502, 503, 504]);
const REPEATABLE = new Set(["GET", "HEAD", "PUT", "DELETE"]);
const BACKOFF_MS = 400;
const BACKOFF_MAX_MS = 10_000;
const TIMEOUT_MS = 60_000;

export function createHttp(options: AssayOptions): Http {
  const { tenantId, retryWaitMaxMs = 30_000, logLevel = "warn" } = options;
  let isVersionChecked = logLevel === "off";
  const token = options.token ?? given("ASSAY_API_KEY", "token");
  const base = (options.baseUrl ?? given("ASSAY_URL", "baseUrl")).replace(/\/+$/, "");

  /** One attempt. `read` is part of it, so that a reply that breaks off is tried again. */
  async function attempt<T>(
    method: string,
    path: string,
    request: HttpRequest,
    read: (response: Response) => T | Promise<T>,
  ) {
    const { query, json, body, signal, timeoutMs = options.timeoutMs ?? TIMEOUT_MS } = request;
    const isOpen = request.headers !== undefined && "Authorization" in request.headers;
    const headers = definedOnly({
      "User-Agent": AGENT,
      ...options.defaultHeaders,
      Authorization: isOpen ? undefined : bearer(typeof token === "function" ? await token() : token),
      "Content-Type": json === undefined ? undefined : "application/json",
      ...request.headers,
    });
    const content = json === undefined ? (typeof body === "function" ? body() : body) : JSON.stringify(json);
    const sent = { method, url: `${base}${path}${toSearch({ tenantId, ...query })}` };
    options.onRequest?.(sent);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    try {
      const sentAt = performance.now();
      const response = await (request.fetch ?? options.fetch ?? fetch)(sent.url, {
        method,
        headers,
        body: content ?? null,
        signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
        ...(content instanceof ReadableStream && { duplex: "half" }),
      });
      const ms = performance.now() - sentAt;
      options.onResponse?.(response, { ...sent, ms });
      if (logLevel === "debug") console.debug(method, sent.url, response.status, `${Math.round(ms)} ms`);
      if (!isVersionChecked) warnOfVersion(response.headers.get("Assay-Version"));
      isVersionChecked = true;
      if (!response.ok) throw await readError(response, base);
      return await read(response);
    } catch (error) {
      if (error instanceof AssayApiError) throw error;
      signal?.throwIfAborted();
      throw late.signal.aborted ? new AssayTimeoutError(timeoutMs) : new AssayConnectionError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async function run<T>(
    method: string,
    path: string,
    request: HttpRequest,
    read: (response: Response) => T | Promise<T>,
  ) {
    const { repeatable = REPEATABLE.has(method), maxRetries = options.maxRetries ?? 2, signal } = request;
    let { confirmIdentity } = options;
    for (let made = 1; ; made++) {
      try {
        return await attempt(method, path, request, read);
      } catch (error) {
        if (asksForProof(error) && (await confirmIdentity?.(error))) {
          confirmIdentity = undefined;
          continue;
        }
        // An earlier attempt deleted it, and its reply was lost.
        if (method === "DELETE" && !request.query && made > 1 && error instanceof AssayApiError && error.status === 404)
          return read(new Response(null, { status: 204 }));
        const waitMs = made > maxRetries ? undefined : retryWaitMs(error, made, repeatable);
        if (waitMs === undefined || waitMs > retryWaitMaxMs) throw error;
        await pause(waitMs, signal);
      }
    }
  }

  return {
    send: (method, path, request = {}) => run(method, path, request, (response) => response),
    json: <T>(method: string, path: string, request: HttpRequest = {}) => run(method, path, request, readJson<T>),
    reply: <T>(method: string, path: string, request: HttpRequest = {}) =>
      run(method, path, request, async (response) => ({
        status: response.status,
        body: await readJson<T>(response),
      })),
  };
}

/** The releases are promised to work together over two minor versions. */
function warnOfVersion(service: string | null): void {
  const [[major, minor], theirs] = [CLIENT_VERSION, service ?? ""].map((version) => version.split(".").map(Number)) as [
    number[],
    number[],
  ];
  if (theirs.length < 3 || (major === theirs[0] && Math.abs(minor! - theirs[1]!) <= 2)) return;
  console.warn(`@assay/client ${CLIENT_VERSION} may not fit service ${service}`);
}

export interface WithResponse<T> {
  readonly data: T;
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | null;
}

/** Calls by a client of its own, and keeps the last reply that it got. */
export async function callWithResponse<Client, T>(
  make: (options: AssayOptions) => Client,
  options: AssayOptions,
  call: (client: Client) => Promise<T>,
): Promise<WithResponse<T>> {
  let last: Response | undefined;
  const onResponse: AssayOptions["onResponse"] = (response, attempt) => {
    last = response;
    options.onResponse?.(response, attempt);
  };
  const data = await call(make({ ...options, onResponse }));
  if (!last) throw new TypeError("withResponse needs a call");
  const { status, headers } = last;
  return { data, status, headers, requestId: headers.get("X-Request-Id") };
}

/** What the environment has in the place of an option; browsers have none, and Deno one that it may refuse to show. */
function given(variable: string, option: string): string {
  let value: string | undefined;
  try {
    value = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[variable];
  } catch {}
  if (value) return value;
  throw new TypeError(`A client needs a ${option}: give it as an option, or set ${variable}`);
}

function bearer(token: string | undefined): string {
  if (token) return `Bearer ${token}`;
  throw new TypeError("A client needs a token: the option `token` is empty, or its function returned none");
}

function asksForProof(error: unknown): error is AssayApiError {
  return error instanceof AssayApiError && error.details?.reason === "FRESH_AUTHENTICATION_REQUIRED";
}

/** Returns undefined for what is not to be tried again. */
function retryWaitMs(error: unknown, made: number, repeatable: boolean): number | undefined {
  const backoffMs = Math.min(BACKOFF_MS * 2 ** (made - 1), BACKOFF_MAX_MS) * (1 + Math.random() / 2);
  if (error instanceof AssayConnectionError) return repeatable ? backoffMs : undefined;
  if (!(error instanceof AssayApiError)) return undefined;
  const { status, code, retryAfterSeconds } = error;
  // INVALID_STATE with a time to wait: an earlier attempt with the same key is still under way.
  const isTransient = TRANSIENT.has(status) || (code === "INVALID_STATE" && retryAfterSeconds !== null);
  if (repeatable ? !isTransient : code !== "RATE_LIMITED") return undefined;
  return Math.max(backoffMs, (retryAfterSeconds ?? 0) * 1000);
}

async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new AssayApiError(response, { message: "The reply is not JSON: something else replied for the service" });
  }
}

/** Returns what a call with an idempotency key adds to its request. */
export function keyed({ idempotencyKey = randomKey(), ...options }: KeyedOptions) {
  return { ...options, headers: { "Idempotency-Key": idempotencyKey }, repeatable: true };
}

/** `crypto.randomUUID` is missing on pages that are not served over TLS. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).reduce((key, word) => `${key}-${word.toString(36)}`, "sdk");
}

/** Returns a request whose query is all that is no option of a call. */
export function asQuery<Filters extends RequestOptions>({ signal, timeoutMs, maxRetries, ...query }: Filters) {
  return { signal, timeoutMs, maxRetries, query };
}

/** A path whose values are escaped. */
export function path(texts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: texts }, ...values.map(encodeURIComponent));
}

function toSearch(query: object): string {
  const search = new URLSearchParams(definedOnly(query)).toString();
  return search && `?${search}`;
}

/** Sets are joined by commas. */
function definedOnly(values: object): Record<string, string> {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined.map(([name, value]) => [name, String(value)]));
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
