/** One JSON object a line. Values are ids, codes and numbers: never evidence, tokens or file names. */
export interface Logger {
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

export function createLogger(write: (line: string) => void): Logger {
  const log =
    (level: string) =>
    (event: string, fields: Readonly<Record<string, unknown>> = {}) =>
      write(JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }));
  return { info: log("info"), error: log("error") };
}

/** An error for the log: its kind, code and place, and the text of errors that are ours. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? { cause: describeError(error.cause) } : {};
  const code = (error as { code?: unknown }).code;
  return {
    error: error.name,
    ...(typeof code === "string" ? { code } : {}),
    stack: error.stack
      ?.split("\n")
      .slice(1, 8)
      .map((line) => line.trim()),
    ...cause,
  };
}
