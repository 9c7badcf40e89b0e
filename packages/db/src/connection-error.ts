/** No connection could be had. SQLSTATE of the class "connection exception". */
const NOT_CONNECTED = "08001";
/** A connection was lost: what was under way on it may or may not have been committed. */
const LOST = "08006";

/** A failure between this process and the database, with the code that servers use for it. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly code: typeof NOT_CONNECTED | typeof LOST;

  constructor(code: typeof NOT_CONNECTED | typeof LOST, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export function notConnected(cause: unknown): ConnectionError {
  return new ConnectionError(NOT_CONNECTED, "Cannot connect to the database", asError(cause));
}

export function connectionLost(cause: unknown): ConnectionError {
  return new ConnectionError(LOST, "Cannot go on because the connection to the database was lost", asError(cause));
}

/** SQLSTATE of a transaction that succeeds when it is run again. */
const RUN_AGAIN = "40001";

export function mustPrepareAgain(cause: unknown): Error {
  return Object.assign(new Error("Cannot go on because the server does not know a prepared statement", { cause }), {
    code: RUN_AGAIN,
  });
}

/** What a server says last, in a session that an operator, a crash or a failover ends. */
const ENDED_BY_SERVER = new Set(["57P01", "57P02"]);

/** Whether a query failed as its connection was lost. */
export function isConnectionLoss(error: unknown): boolean {
  const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: string };
  return code !== undefined && (code === LOST || ENDED_BY_SERVER.has(code));
}

/** A WebSocket reports an event in place of an error. */
function asError(cause: unknown): unknown {
  if (cause instanceof Error) return cause;
  return (cause as { error?: unknown } | undefined)?.error;
}
