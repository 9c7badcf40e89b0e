export interface ErrorBody {
  readonly error: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

/** An error reply of the service: of a documented code it is of the class that is named for it, such as NotFoundError. */
export class AssayApiError<Code extends string = string> extends Error {
  override readonly name: string = "AssayApiError";
  readonly status: number;
  /** One of the documented list, such as `NOT_FOUND`; UNKNOWN if something in front of the service sent the reply. */
  readonly code: Code;
  readonly details: Readonly<Record<string, unknown>>;
  /** Address of the page that explains the code; null if something in front of the service sent the reply. */
  readonly help: string | null;
  /** Names the request in the log of the service; null if something in front of the service sent the reply. */
  readonly requestId: string | null;
  /** How long the service asks to wait before another attempt. */
  readonly retryAfterSeconds: number | null;

  /** `baseUrl` is the address of the service, which is before the path of the help. */
  constructor(response: Pick<Response, "status" | "headers">, body: Partial<ErrorBody>, baseUrl = "") {
    super(body.message ?? `The service replied with status ${response.status}`);
    this.status = response.status;
    this.code = (body.error ?? "UNKNOWN") as Code;
    this.details = body.details ?? {};
    const { help } = this.details;
    this.help = typeof help === "string" ? `${baseUrl}${help}` : null;
    this.requestId = body.requestId ?? response.headers.get("X-Request-Id");
    this.retryAfterSeconds = toSeconds(response.headers.get("Retry-After"));
  }
}

/** No reply came: the network or the service is down. */
export class AssayConnectionError extends Error {
  override readonly name: string = "AssayConnectionError";

  constructor(cause: unknown, message = "Cannot reach the service: check the network and try again") {
    super(message, { cause });
  }
}

/** No reply came in time; whether the service did what was asked is unknown. */
export class AssayTimeoutError extends AssayConnectionError {
  override readonly name = "AssayTimeoutError";
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(undefined, `Cannot wait for the service any longer: no reply came within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/** `Details` is what the service says of most errors with this code; read it as what may be absent. */
export interface ErrorClass<Code extends string, Details = object> {
  new (
    ...values: ConstructorParameters<typeof AssayApiError>
  ): AssayApiError<Code> & { readonly details: Readonly<Partial<Details>> };
}

const classes = new Map<string, ErrorClass<string>>();

/** Returns the one class of the errors with this code, whose name is made from it: NOT_FOUND is NotFoundError. */
export function errorClass<Code extends string>(code: Code): ErrorClass<Code> {
  const name = errorName(code);
  const made =
    classes.get(code) ??
    {
      [name]: class extends AssayApiError {
        override readonly name = name;
      },
    }[name]!;
  classes.set(code, made);
  return made as ErrorClass<Code>;
}

export function errorName(code: string): string {
  const words = code.replace(/_?ERROR$/, "").split("_");
  return `${words.map((word) => word.slice(0, 1) + word.slice(1).toLowerCase()).join("")}Error`;
}

/** Returns the error for an error reply, whatever its body is. */
export async function readError(response: Response, baseUrl: string): Promise<AssayApiError> {
  // A proxy's page, or nothing: the status says what there is to say.
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  return typeof body?.error === "string"
    ? new (errorClass(body.error))(response, body, baseUrl)
    : new AssayApiError(response, {});
}

/** Of a number of seconds, or of a date as proxies send it. */
function toSeconds(value: string | null): number | null {
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
