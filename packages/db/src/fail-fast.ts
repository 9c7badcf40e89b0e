import type { PGlite } from "@electric-sql/pglite";

/** Severities after which a server of PostgreSQL ends itself. */
const LAST_WORDS = new Set(["PANIC", "FATAL"]);

export interface Panic {
  /** Resolves with what the database said last; never, while it lives. */
  readonly ended: Promise<Error>;
  hasEnded(): boolean;
}

/**
 * A server that panics, such as one whose log finds no room on the disk, ends. The embedded one cannot: its next statement
 * would never return, and hold this thread. Refuses it as a server does that has crashed.
 */
export function failFast(client: PGlite): Panic {
  const { promise: ended, resolve } = Promise.withResolvers<Error>();
  let lastWords: Error | undefined;
  const execute = client.execProtocolStream.bind(client);
  client.execProtocolStream = async (...statement) => {
    if (lastWords) throw Object.assign(new Error("The database has ended", { cause: lastWords }), { code: "57P02" });
    try {
      return await execute(...statement);
    } catch (error) {
      if (error instanceof Error && "severity" in error && LAST_WORDS.has(String(error.severity))) {
        lastWords = error;
        resolve(error);
      }
      throw error;
    }
  };
  return { ended, hasEnded: () => lastWords !== undefined };
}
