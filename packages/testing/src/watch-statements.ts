import type { Database } from "@assay/db";
import { fillPlaceholders, is, Param, Placeholder } from "drizzle-orm";

/** Who a statement is sent as: the roles that the service takes inside a transaction. */
export const WATCHED_ROLES = ["assay_tenant", "assay_system"] as const;
export type WatchedRole = (typeof WATCHED_ROLES)[number];

const sent: Record<WatchedRole, Set<string>> = { assay_tenant: new Set(), assay_system: new Set() };

/** The distinct statements that this process has sent in a role since they were last taken. */
export function takeStatements(role: WatchedRole): string[] {
  const statements = [...sent[role]];
  sent[role].clear();
  return statements;
}

let count = 0;

/** How many statements this process has sent in either role, ever: for tests that count what an act costs. */
export function countStatements(): number {
  return count;
}

export interface SentStatement {
  readonly role: WatchedRole;
  readonly text: string;
  readonly params: readonly unknown[];
}

let listener: ((statement: SentStatement) => void) | undefined;

/** Tells of each statement that is sent in either role while `act` lasts, with its parameters. */
export async function listenToStatements<T>(
  listen: (statement: SentStatement) => void,
  act: () => Promise<T>,
): Promise<T> {
  listener = listen;
  try {
    return await act();
  } finally {
    listener = undefined;
  }
}

interface Session {
  prepareQuery(query: { sql: string; params: unknown[] }, ...rest: unknown[]): Prepared;
}

interface Prepared {
  execute(values?: Record<string, unknown>): unknown;
}

const watched = new WeakMap<Session, { role: string }>();

/** Notes what is sent in the transactions of a database, whatever its driver. */
export function watchStatements(db: Database): void {
  const transact = db.transaction.bind(db);
  db.transaction = (act, config) =>
    transact((tx) => {
      // Where the driver sends the role with `begin`, nothing is prepared that names it.
      const { settings } = (config ?? {}) as { settings?: { readonly role?: string } };
      watchSession((tx as unknown as { session: Session }).session, settings?.role);
      return act(tx);
    }, config);
}

/** A session lasts as long as its connection, a role no longer than its transaction. */
function watchSession(session: Session, role = ""): void {
  const known = watched.get(session);
  if (known) {
    known.role = role;
    return;
  }
  const state = { role };
  watched.set(session, state);
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = (query, ...rest) => {
    const { sql: text, params } = query;
    if (text.startsWith("select set_config('role'"))
      state.role = /'role', '(\w+)'/.exec(text)?.[1] ?? String(params[0]);
    else if (state.role === "assay_tenant" || state.role === "assay_system") {
      sent[state.role].add(text);
      count += 1;
      if (!params.some(isLeftOpen)) listener?.({ role: state.role, text, params });
    }
    const prepared = prepare(query, ...rest);
    if (params.some(isLeftOpen)) {
      const execute = prepared.execute.bind(prepared);
      prepared.execute = (values = {}) => {
        const role = WATCHED_ROLES.find((known) => known === state.role);
        if (role) listener?.({ role, text, params: fillPlaceholders([...params], values) });
        return execute(values);
      };
    }
    return prepared;
  };
}

/** Of a statement that is prepared: its values come with each use. */
function isLeftOpen(param: unknown): boolean {
  return is(param, Placeholder) || (is(param, Param) && is(param.value, Placeholder));
}
