import { createHash } from "node:crypto";

/** Names for statements that a server is to parse and plan once for a connection. */
export interface StatementNames {
  /** Of a statement that its author has named; undefined where the server must not keep it. */
  nameOf(statement: { readonly name?: string | undefined; readonly text: string }): string | undefined;
  /** Whether an error says that a kept statement is not what it was: the same transaction succeeds when it is run again. */
  isStale(error: unknown): boolean;
}

/** The statement is unknown, or known already: a pooler gave this connection to another server process. */
const OF_A_POOLER: ReadonlySet<string> = new Set(["26000", "42P05"]);

/** A migration changed what the statement returns. */
const TYPES_CHANGED = "0A000";

/** Each text has a name of its own, as releases with other texts may share a server. Ends permanently once a pooler shows. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  let isPooled = false;
  let changes = 0;
  return {
    nameOf({ name, text }) {
      if (name === undefined || isPooled) return undefined;
      const known = names.get(text);
      if (known) return known;
      const made = `${name}_${createHash("sha256").update(text).digest("hex").slice(0, 16)}_${changes}`;
      names.set(text, made);
      return made;
    },
    isStale(error) {
      const { code = "", message = "" } = error as { code?: string; message?: string };
      const hasChanged = code === TYPES_CHANGED && message.includes("cached plan");
      if (hasChanged) {
        changes += 1;
        names.clear();
      }
      isPooled ||= OF_A_POOLER.has(code);
      return OF_A_POOLER.has(code) || hasChanged;
    },
  };
}
