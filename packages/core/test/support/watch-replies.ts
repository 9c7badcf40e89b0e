import type { Database, Transaction } from "@assay/db";

export interface Reply {
  readonly rows: readonly unknown[];
  readonly params: readonly unknown[];
}

interface Session {
  prepareQuery(
    query: { sql: string; params: readonly unknown[] },
    ...rest: unknown[]
  ): { execute(...args: unknown[]): Promise<unknown> };
}

/** The same database; `see` is called with what each statement that has the text was given and replied, in transactions. */
export function watchReplies(db: Database, text: string, see: (reply: Reply) => void): Database {
  const watch = (tx: Transaction) => {
    const { session } = tx as unknown as { session: Session };
    const { prepareQuery } = session;
    session.prepareQuery = (query, ...rest) => {
      const prepared = prepareQuery.call(session, query, ...rest);
      if (!query.sql.includes(text)) return prepared;
      const { execute } = prepared;
      prepared.execute = async (...args) => {
        const reply = await execute.apply(prepared, args);
        const rows = Array.isArray(reply) ? reply : (reply as { rows: unknown[] }).rows;
        see({ rows, params: query.params });
        return reply;
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
