import { AssayError, UnavailableError } from "@assay/contract";

const RETRY_AFTER_SECONDS = 5;
const MESSAGE = "Cannot reach the database: try again shortly";
/** What the operator of a server that answers has to fix. */
const REASONS: Readonly<Record<string, string>> = { "53100": "its disk is full", "25006": "it is read-only" };
const SERIALIZATION = new Set(["40001", "40P01"]);
/** The server serves nobody now. */
const UNAVAILABLE = new Set([
  "57P01", // the server ended the session
  "57P02",
  "57P03", // starting up
  "53300", // too many connections
  "53100", // disk full
  "25006", // read-only
]);
/** This transaction was refused, and may be again. */
const REFUSED = new Set([
  "53200", // out of memory
  "57014", // statement timeout
  "25P03", // a transaction was idle for too long
]);

/** The SQLSTATE or system code of the first error in the chain of causes that has one. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === "string" && !(cause instanceof AssayError)) return code;
  }
  return undefined;
}

/** The name of the constraint that a statement broke. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const constraint = (cause as { constraint?: unknown }).constraint;
    if (typeof constraint === "string") return constraint;
  }
  return undefined;
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return databaseErrorCode(error) === "23505" && brokenConstraint(error) === constraint;
}

export function isSerializationFailure(error: unknown): boolean {
  return SERIALIZATION.has(databaseErrorCode(error) ?? "");
}

/** Whether the same transaction may succeed later: a deadlock, a lost connection, a server without room. */
export function isPassingDatabaseError(error: unknown): boolean {
  const code = databaseErrorCode(error);
  return code !== undefined && (isOutage(code) || REFUSED.has(code) || SERIALIZATION.has(code));
}

const isOutage = (code: string) => UNAVAILABLE.has(code) || isConnectionException(code);

/** Says a database error in our words where we have some; other errors come back as they are. */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof AssayError) return error;
  const code = databaseErrorCode(error);
  if (code === "AS001")
    return new AssayError("IMMUTABLE_RESOURCE", "Cannot change a resource that is final", { cause: error });
  if (code !== undefined && isOutage(code)) return new UnavailableError("database", messageOf(code), { cause: error });
  if (isPassingDatabaseError(error))
    return new AssayError("SERVICE_UNAVAILABLE", MESSAGE, { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
  return error;
}

function messageOf(code: string): string {
  const reason = REASONS[code];
  return reason ? `Cannot write to the database because ${reason}: try again later` : MESSAGE;
}

/** What the drivers of `@assay/db` report of connections that cannot be had or are lost, and poolers of theirs. */
function isConnectionException(code: string): boolean {
  return code.startsWith("08");
}
