import type { Database, Transaction } from "@assay/db";

interface Session {
  prepareQuery(
    query: { sql: string; params: readonly unknown[] },
    ...rest: unknown[]
  ): { execute(...args: unknown[]): Promise<unknown> };
}

export interface Reply {
  readonly rows: readonly unknown[];
  readonly params: readonly unknown[];
}

/**
 * The same database, on which `act` happens once, in a transaction that is under way: right before its first statement
 * that has the text.
 */
export function beforeStatement(db: Database, text: string, act: () => Promise<unknown>): Database {
  let isDone = false;
  return aroundStatements(db, text, async (execute) => {
    if (!isDone) {
      isDone = true;
      await act();
    }
    return execute();
  });
}

/** The same database; `see` is called with what each statement that has the text was given and replied, in transactions. */
export function watchReplies(db: Database, text: string, see: (reply: Reply) => void): Database {
  return aroundStatements(db, text, async (execute, params) => {
    const reply = await execute();
    see({ rows: Array.isArray(reply) ? reply : (reply as { rows: unknown[] }).rows, params });
    return reply;
  });
}

type Around = (execute: () => Promise<unknown>, params: readonly unknown[]) => Promise<unknown>;

function aroundStatements(db: Database, text: string, around: Around): Database {
  const watch = (tx: Transaction) => {
    const { session } = tx as unknown as { session: Session };
    const { prepareQuery } = session;
    session.prepareQuery = (query, ...rest) => {
      const prepared = prepareQuery.call(session, query, ...rest);
      if (!query.sql.includes(text)) return prepared;
      const { execute } = prepared;
      prepared.execute = (...args) => around(() => execute.apply(prepared, args), query.params);
      return prepared;
    };
    return () => {
      session.prepareQuery = prepareQuery;
    };
  };
  return Object.create(db, {
    transaction: {
      value: (inside: (tx: Transaction) => Promise<unknown>, ...rest: []) =>
        db.transaction(
          async (tx) => {
            const unwatch = watch(tx);
            try {
              return await inside(tx);
            } finally {
              unwatch();
            }
          },
          ...rest,
        ),
    },
  }) as Database;
}
