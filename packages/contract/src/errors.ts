import type { Provider } from "./residency.ts";
import type { DocumentFailureCode, FetchFailureCode } from "./statuses.ts";

/**
 * Every code that the HTTP interface may reply with, and its status. `transient` tells the engine that the same act may
 * succeed later; nothing else decides a retry.
 */
export const ERROR_CATALOGUE = {
  VALIDATION_ERROR: { status: 400, transient: false },
  UNAUTHORIZED: { status: 401, transient: false },
  FORBIDDEN: { status: 403, transient: false },
  CROSS_TENANT_ACCESS_DENIED: { status: 403, transient: false },
  NOT_FOUND: { status: 404, transient: false },
  METHOD_NOT_ALLOWED: { status: 405, transient: false },
  RUN_ALREADY_IN_PROGRESS: { status: 409, transient: false },
  REPLAY_UNAVAILABLE: { status: 409, transient: false },
  IMMUTABLE_RESOURCE: { status: 409, transient: false },
  INVALID_STATE: { status: 409, transient: false },
  TENANT_LIMIT_EXCEEDED: { status: 409, transient: false },
  FILE_TOO_LARGE: { status: 413, transient: false },
  PAYLOAD_TOO_LARGE: { status: 413, transient: false },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, transient: false },
  UNSUPPORTED_FILE_TYPE: { status: 415, transient: false },
  RANGE_NOT_SATISFIABLE: { status: 416, transient: false },
  ARCHIVE_LIMIT_EXCEEDED: { status: 422, transient: false },
  UNSAFE_URL: { status: 422, transient: false },
  IDEMPOTENCY_KEY_REUSED: { status: 422, transient: false },
  RATE_LIMITED: { status: 429, transient: true },
  INTEGRITY_ERROR: { status: 500, transient: false },
  INTERNAL_ERROR: { status: 500, transient: true },
  MAINTENANCE: { status: 503, transient: true },
  SERVICE_UNAVAILABLE: { status: 503, transient: true },
} as const satisfies Record<string, { status: number; transient: boolean }>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/** Where the service shows the help for every code, without a token. */
export const ERROR_HELP_PATH = "/docs/errors";

/** The section of a code, in the page that the service shows and in `docs/integrate/errors.md`. */
export function errorAnchor(code: string): string {
  return code.toLowerCase();
}

/** The value of `details.help` in an error reply: relative to the address of the service. */
export function errorHelpPath(code: ErrorCode): string {
  return `${ERROR_HELP_PATH}#${errorAnchor(code)}`;
}

export interface ErrorDetails {
  [key: string]: unknown;
}

export interface AssayErrorOptions {
  details?: ErrorDetails;
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The one error that the service throws on purpose; anything else becomes INTERNAL_ERROR at the edge. */
export class AssayError extends Error {
  override readonly name = "AssayError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AssayErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** What the service needs and may lose for a while; a model by its name, a provider that a tenant does not allow by its. */
export type Part =
  | "files"
  | "disk"
  | "database"
  | "recogniser"
  | "scanner"
  | `model:${string}`
  | `provider:${Provider}`;

/** A part is not available now. This says nothing about the request: jobs that need the part wait. */
export class UnavailableError extends AssayError {
  readonly part: Part;

  constructor(part: Part, message: string, options: Omit<AssayErrorOptions, "details"> = {}) {
    super("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS, ...options });
    this.part = part;
  }
}

const UNAVAILABLE_RETRY_SECONDS = 5;

/** Why a document cannot be read: final, shown to the tenant as `failure`. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
  readonly code: DocumentFailureCode;

  constructor(code: DocumentFailureCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** Why an address of the corpus gave nothing to read; `transient` ones are tried again by the engine. */
export class FetchError extends Error {
  override readonly name = "FetchError";
  readonly code: FetchFailureCode;

  constructor(code: FetchFailureCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

export const FETCH_ERROR_CATALOGUE = {
  UNSAFE_URL: { transient: false },
  FETCH_REFUSED: { transient: false },
  FETCH_FAILED: { transient: true },
  FETCH_TIMEOUT: { transient: true },
  FETCH_TOO_LARGE: { transient: false },
  UNSUPPORTED_FILE_TYPE: { transient: false },
} as const satisfies Record<FetchFailureCode, { transient: boolean }>;

/** How a vendor refused a call, in what may be logged: numbers and codes, never its text. */
export interface VendorAnswer {
  /** Of HTTP. */
  readonly status: number;
  /** The vendor's own code, of capital letters, digits and underscores. */
  readonly reason?: string;
}

/** What calls of a model used, and what they cost. */
export interface ModelUsage {
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** 0 for a model that costs nothing. */
  readonly costUsd: number;
}

export interface ModelErrorOptions {
  retryAfterSeconds?: number;
  answered?: VendorAnswer;
  /** Of the calls that failed, as far as the vendor counted them. */
  usage?: ModelUsage | undefined;
  cause?: unknown;
}

/** What a model or embedder reports when it cannot answer; `transient` ones are tried again by the engine. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly code: ModelErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly answered: VendorAnswer | undefined;
  readonly usage: ModelUsage | undefined;

  constructor(code: ModelErrorCode, message: string, options: ModelErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.answered = options.answered;
    this.usage = options.usage;
  }
}

/**
 * Whose fault an error is. `model`: it would refuse everything, so nobody asks it for a while and no attempt is spent.
 * `request`: it answered, and this request is what it cannot do. `unclear`: an outage and a request that breaks the server
 * look the same, so that evidence decides.
 */
export type ModelFault = "model" | "request" | "unclear";

export const MODEL_ERROR_CATALOGUE = {
  MODEL_TIMEOUT: { transient: true, fault: "unclear" },
  MODEL_RATE_LIMITED: { transient: true, fault: "model" },
  MODEL_UNAVAILABLE: { transient: true, fault: "unclear" },
  MODEL_FAILED: { transient: true, fault: "unclear" },
  MODEL_INVALID_OUTPUT: { transient: true, fault: "request" },
  MODEL_REFUSED: { transient: false, fault: "request" },
  MODEL_REJECTED_REQUEST: { transient: false, fault: "request" },
} as const satisfies Record<string, { transient: boolean; fault: ModelFault }>;
export type ModelErrorCode = keyof typeof MODEL_ERROR_CATALOGUE;

/** A model that answered and gave no verdict: to ask it the same again helps with neither. */
export const UNUSABLE_CODES = ["MODEL_REFUSED", "MODEL_INVALID_OUTPUT"] as const satisfies readonly ModelErrorCode[];
export type UnusableCode = (typeof UNUSABLE_CODES)[number];
