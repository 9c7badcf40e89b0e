import type { Database, Transaction } from "@assay/db";

interface Session {
  prepareQuery(query: { sql: string }, ...rest: unknown[]): { execute(...args: unknown[]): unknown };
}

/**
 * The same database, on which `act` happens once, in a transaction that is under way: right before its first statement
 * that has the text.
 */
export function beforeStatement(db: Database, text: string, act: () => Promise<unknown>): Database {
  let isDone = false;
  const once = async () => {
    if (isDone) return;
    isDone = true;
    await act();
  };
  const watch = (tx: Transaction) => {
    const { session } = tx as unknown as { session: Session };
    const { prepareQuery } = session;
    session.prepareQuery = (query, ...rest) => {
      const prepared = prepareQuery.call(session, query, ...rest);
      if (!query.sql.includes(text)) return prepared;
      const { execute } = prepared;
      prepared.execute = async (...args) => {
        await once();
        return execute.apply(prepared, args);
      };
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
