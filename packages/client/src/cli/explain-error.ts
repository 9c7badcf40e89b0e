import { AssayApiError, AssayConnectionError } from "../assay-error.ts";
import { CommandError, type ExitName } from "./exit-codes.ts";
import { toOneLine } from "./terminal/plain-text.ts";

export interface Explained {
  readonly exit: ExitName;
  /** The first is what failed; the others say more and what to do. */
  readonly lines: readonly string[];
  readonly json: Readonly<Record<string, unknown>>;
}

const ISSUES_MAX = 20;

interface Issue {
  readonly field: string;
  readonly issue: string;
  /** Of a pack file: what to do about it. */
  readonly mend?: string;
}

const FIXES: Readonly<Record<string, string>> = {
  UNAUTHORIZED: "Run `assay login`, or set ASSAY_API_KEY to a key that is valid.",
  FORBIDDEN: "Ask an administrator of your tenant for the role, or use another key.",
  RUN_ALREADY_IN_PROGRESS: "Follow it with `assay status --watch`, then start the next one.",
  RATE_LIMITED: "Wait, then try again.",
  MAINTENANCE: "Wait until the maintenance has ended, then try again.",
  SERVICE_UNAVAILABLE: "Wait, then try again.",
  INTERNAL_ERROR: "Give the request id to the operators of the service.",
};

/** What is said of an error, and the exit code that it means. */
export function explainError(error: unknown, address: string | undefined): Explained {
  if (error instanceof CommandError) return explainCommandError(error);
  if (error instanceof AssayApiError) return explainReply(error);
  if (error instanceof AssayConnectionError) return explainConnection(error, address);
  const { code, message } = error as NodeJS.ErrnoException;
  const text = code === undefined ? `Unexpected error: ${message}` : message;
  return {
    exit: code === undefined ? "SERVICE" : "USAGE",
    lines: [text],
    json: { error: code ?? "UNEXPECTED", message },
  };
}

function explainCommandError({ exit, message, fix }: CommandError): Explained {
  return { exit, lines: [message, ...(fix ? [fix] : [])], json: { error: exit, message, fix } };
}

export const SECOND_FACTOR_FIX =
  "This account has a second factor: run `assay login` in a terminal, which asks for a code, or log in with an API key.";

function explainReply(error: AssayApiError): Explained {
  const { status, code, message, details, requestId, help, retryAfterSeconds } = error;
  const issues = Array.isArray(details.issues) ? (details.issues as Issue[]) : [];
  const lines = [
    toOneLine(message),
    ...issues
      .slice(0, ISSUES_MAX)
      .map(({ field, issue, mend }) => toOneLine(`${field}: ${issue}${mend ? `: ${mend}` : ""}`)),
    ...(issues.length > ISSUES_MAX ? [`and ${issues.length - ISSUES_MAX} more`] : []),
    ...(details.reason === "PASSWORD_CHANGE_REQUIRED" ? ["Sign in to the portal and change your first password."] : []),
    ...(details.reason === "SECOND_FACTOR_REQUIRED" ? [SECOND_FACTOR_FIX] : []),
    ...(details.reason === "PERSON_REQUIRED" ? ["Run `assay login` with your e-mail, or use the portal."] : []),
    ...(FIXES[code] && details.reason === undefined ? [FIXES[code]] : []),
    ...(retryAfterSeconds === null ? [] : [`The service asks to wait ${retryAfterSeconds} s.`]),
    `${code}, status ${status}${requestId ? `, request ${requestId}` : ""}`,
    ...(help ? [`Help: ${help}`] : []),
  ];
  const exit = status === 401 || status === 403 ? "NOT_ALLOWED" : "SERVICE";
  return { exit, lines, json: { error: code, message, status, details, requestId, help } };
}

function explainConnection(error: AssayConnectionError, address: string | undefined): Explained {
  const cause = error.cause as (Error & { cause?: Error }) | undefined;
  const why = toOneLine(cause?.cause?.message || cause?.message || error.message);
  const message = `Cannot reach ${address ?? "the service"}: ${why}`;
  return {
    exit: "SERVICE",
    lines: [message, "Check the address (--url, ASSAY_URL) and the network, then try again."],
    json: { error: "UNREACHABLE", message },
  };
}
