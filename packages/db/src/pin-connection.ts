import { connectionLost, mustPrepareAgain } from "./connection-error.ts";
import { PASS_GATE } from "./schema-gate.ts";
import type { StatementNames } from "./statement-names.ts";
import type { TransactionSettings } from "./transact-with.ts";

interface Statement {
  readonly text: string;
  readonly name?: string | undefined;
}

/** What the clients of pg and of Neon's driver have in common. */
export interface PoolClient {
  query(statement: Statement, values?: unknown[]): Promise<unknown>;
  /** Where it is a socket, what is written meanwhile leaves as one packet. */
  readonly connection?: { readonly stream?: { cork?(): void; uncork?(): void } };
  release(destroy?: boolean): void;
  on(event: "error" | "end", listener: (reason?: unknown) => void): unknown;
}

export interface HoldLimits {
  /** Also for the answer to `begin`, which shows whether a connection from the pool still lives. */
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** A transaction that nobody continues with, as its process is paused, returns its locks. */
  readonly idleInTransactionMs: number;
}

export interface PinnedConnection {
  query(statement: Statement, values?: unknown[]): Promise<unknown>;
  /**
   * Sends settings with the next `begin`, and that with the first statement after it: two round trips less. Where this is
   * the only one, a read, its end goes with it too: another one less.
   */
  beginWith(settings: TransactionSettings | undefined, ofOneRead?: boolean): void;
  /** Whether the server has begun the last transaction. One that it has not may be open all the same. */
  hasBegun(): boolean;
  /** Whether its connection is gone or in doubt, so that it must not go back to the pool. */
  isLost(): boolean;
}

/** How much longer than the server's own limit an answer may take before the connection counts as dead: a quarter. */
const ANSWER_TIME_FACTOR = 1.25;

/**
 * Makes a loss of the connection the failure of what is under way, at once and with a code: an error event that nobody
 * hears would end the process, and a peer that vanished silently would be waited for without an end.
 */
export function pinConnection(client: PoolClient, limits: HoldLimits, names?: StatementNames): PinnedConnection {
  const waiting = new Set<(error: Error) => void>();
  let loss: Error | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let settings: TransactionSettings | undefined;
  /** What begins a transaction, until its first statement. */
  let opening: Statement | undefined;
  let isOneRead = false;
  /** The end of a transaction of one read. */
  let ended: Promise<unknown> | undefined;
  let state: "none" | "beginning" | "begun" = "none";
  const lose = (reason?: unknown) => {
    loss ??= connectionLost(reason);
    for (const reject of waiting) reject(loss);
  };
  const watch = (answerMaxMs: number) => {
    clearTimeout(watchdog);
    if (waiting.size > 0 && !loss) watchdog = setTimeout(lose, answerMaxMs);
  };
  const answerMaxMs = limits.statementTimeoutMs * ANSWER_TIME_FACTOR;
  const send = (statement: Statement, values: unknown[] | undefined, answerFirstMs: number): Promise<unknown> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.add(reject);
    if (waiting.size === 1) watch(answerFirstMs);
    const name = names?.nameOf(statement);
    client
      .query(name === statement.name ? statement : { ...statement, name }, values)
      .then(resolve, (error) => {
        reject(name !== undefined && names?.isStale(error) ? mustPrepareAgain(error) : error);
      })
      .finally(() => {
        waiting.delete(reject);
        watch(answerMaxMs);
      });
    return promise;
  };
  const begin = (statement: Statement): Promise<void> => {
    state = "beginning";
    return send(statement, undefined, limits.connectTimeoutMs).then(() => {
      state = "begun";
    });
  };
  client.on("error", lose);
  client.on("end", lose);
  return {
    beginWith(given, ofOneRead = false) {
      settings = given;
      isOneRead = ofOneRead;
      ended = undefined;
      state = "none";
    },
    hasBegun: () => state === "begun",
    isLost: () => state === "beginning" || loss !== undefined,
    async query(statement, values) {
      if (loss) throw loss;
      if (isBegin(statement)) {
        opening = withSettings(statement, limits, settings);
        return NO_ROWS;
      }
      if (ended) {
        if (!isEnd(statement)) throw new Error("Cannot send a further statement in a transaction of one read");
        const end = ended;
        ended = undefined;
        return end;
      }
      if (!opening) return send(statement, values, answerMaxMs);
      const { stream } = client.connection ?? {};
      stream?.cork?.();
      const begun = begin(opening);
      const answered = send(statement, values, answerMaxMs);
      if (isOneRead) ended = send(COMMIT, undefined, answerMaxMs);
      stream?.uncork?.();
      ended?.catch(() => {});
      opening = undefined;
      // What could not begin says why; its first statement only that it is in no transaction.
      const [first, second] = await Promise.allSettled([begun, answered]);
      if (first.status === "rejected") throw first.reason;
      if (second.status === "rejected") throw second.reason;
      return second.value;
    },
  };
}

const COMMIT: Statement = { text: "commit" };

function isEnd({ text }: Statement): boolean {
  return text === "commit" || text === "rollback";
}

/** Of a `begin` that is yet to be sent. */
const NO_ROWS = { rows: [], fields: [], rowCount: null };

function isBegin({ text }: Statement): boolean {
  return /^begin\b/.test(text);
}

// A pooler in transaction mode keeps no setting of a session, and takes none at its start: they go out with `begin`.
function withSettings(
  statement: Statement,
  { statementTimeoutMs, idleInTransactionMs }: HoldLimits,
  settings: TransactionSettings | undefined,
): Statement {
  const all = {
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
    ...settings,
  };
  const calls = Object.entries(all).map(([name, value]) => `set_config(${literal(name)}, ${literal(value)}, true)`);
  const settingsFirst = `${statement.text}; select ${calls.join(", ")}`;
  // In a statement of its own: the limit of a statement that was just set is one for the gate.
  return { ...statement, text: settings ? `${settingsFirst}; select ${PASS_GATE}` : settingsFirst };
}

/**
 * Several statements at once take no parameters. A NUL would end the packet within `begin`, and what follows it would run
 * in no transaction.
 */
function literal(value: string): string {
  if (value.includes("\0")) throw new Error("Cannot begin a transaction with such a setting");
  return ` E'${value.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
