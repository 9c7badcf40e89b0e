/** One JSON object a line. Values are ids, codes and numbers: never evidence, tokens or file names. */
export interface Logger {
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  /** What works and should be changed all the same. */
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

export const LOG_LEVELS = ["info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** `least` is the lowest level that is written. */
export function createLogger(write: (line: string) => void, least: LogLevel = "info"): Logger {
  const log =
    (level: LogLevel) =>
    (event: string, fields: Readonly<Record<string, unknown>> = {}) => {
      if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(least)) return;
      write(JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }));
    };
  return { info: log("info"), warn: log("warn"), error: log("error") };
}

/** An error for the log: its kind, code and place. Never its text, which may quote what it failed on. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? { cause: describeError(error.cause) } : {};
  const code = (error as { code?: unknown }).code;
  return {
    error: isName(error.name) ? error.name : "Error",
    ...(isName(code) ? { code } : {}),
    stack: placesOf(error),
    ...cause,
  };
}

function isName(value: unknown): value is string {
  return typeof value === "string" && /^\w{1,60}$/.test(value);
}

// The text is at the head of the stack, and may itself have lines that look like places.
function placesOf({ stack = "", message }: Error): string[] {
  const at = stack.indexOf(message);
  if (at < 0) return [];
  return stack
    .slice(at + message.length)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "))
    .slice(0, 7);
}
