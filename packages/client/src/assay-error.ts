export interface ErrorBody {
  readonly error: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

/** An error reply of the service. `code` is one of the documented list, such as `NOT_FOUND`. */
export class AssayApiError extends Error {
  override readonly name = "AssayApiError";
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Address of the page that explains the code; null if something in front of the service sent the reply. */
  readonly help: string | null;
  /** Names the request in the log of the service; null if something in front of the service sent the reply. */
  readonly requestId: string | null;
  /** How long the service asks to wait before another attempt. */
  readonly retryAfterSeconds: number | null;

  /** `baseUrl` is the address of the service, which stands before the path of the help. */
  constructor(response: Pick<Response, "status" | "headers">, body: Partial<ErrorBody>, baseUrl = "") {
    super(body.message ?? `The service replied with status ${response.status}`);
    this.status = response.status;
    this.code = body.error ?? "UNKNOWN";
    this.details = body.details ?? {};
    const { help } = this.details;
    this.help = typeof help === "string" ? `${baseUrl}${help}` : null;
    this.requestId = body.requestId ?? response.headers.get("X-Request-Id");
    const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(retryAfter) ? retryAfter : null;
  }
}

/** No reply came: the network or the service is down. */
export class AssayConnectionError extends Error {
  override readonly name = "AssayConnectionError";

  constructor(cause: unknown) {
    super("Cannot reach the service: check the network and try again", { cause });
  }
}

/** Returns the error for an error reply, whatever its body is. */
export async function readError(response: Response, baseUrl: string): Promise<AssayApiError> {
  return toApiError(response, await response.text().catch(() => ""), baseUrl);
}

export function toApiError(
  response: Pick<Response, "status" | "headers">,
  text: string,
  baseUrl: string,
): AssayApiError {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null) return new AssayApiError(response, body, baseUrl);
  } catch {
    // A proxy's page, or nothing: the status says what there is to say.
  }
  return new AssayApiError(response, {});
}
