export interface ErrorBody {
  readonly error: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

/** An answer of the service that is not a success. `code` is one of the documented list, such as `NOT_FOUND`. */
export class AssayApiError extends Error {
  override readonly name = "AssayApiError";
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Names the request in the service's log; null where something before the service answered. */
  readonly requestId: string | null;
  /** How long the service asks to wait before another attempt. */
  readonly retryAfterSeconds: number | null;

  constructor(response: Pick<Response, "status" | "headers">, body: Partial<ErrorBody>) {
    super(body.message ?? `The service answered with status ${response.status}`);
    this.status = response.status;
    this.code = body.error ?? "UNKNOWN";
    this.details = body.details ?? {};
    this.requestId = body.requestId ?? response.headers.get("X-Request-Id");
    const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(retryAfter) ? retryAfter : null;
  }
}

/** No answer came: the network, or the service, is away. */
export class AssayConnectionError extends Error {
  override readonly name = "AssayConnectionError";

  constructor(cause: unknown) {
    super("Cannot reach the service: check the network and try again", { cause });
  }
}

/** The error that an answer stands for, whatever its body is. */
export async function readError(response: Response): Promise<AssayApiError> {
  return toApiError(response, await response.text().catch(() => ""));
}

export function toApiError(response: Pick<Response, "status" | "headers">, text: string): AssayApiError {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null) return new AssayApiError(response, body);
  } catch {
    // A proxy's page, or nothing: the status says what there is to say.
  }
  return new AssayApiError(response, {});
}
