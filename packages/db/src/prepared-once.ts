import type { Transaction } from "./connection.ts";

interface Prepared<Rows> {
  execute(values: Record<string, unknown>): Promise<Rows>;
}

/**
 * A statement that is made once for each connection and run with other values of its placeholders: to put it together
 * takes longer than to run it. `make` names it in `prepare`, so that the server keeps it too.
 */
export function preparedOnce<Rows>(
  make: (tx: Transaction) => Prepared<Rows>,
): (tx: Transaction, values: Record<string, unknown>) => Promise<Rows> {
  const made = new WeakMap<object, Prepared<Rows>>();
  return (tx, values) => {
    const { session } = tx._;
    let prepared = made.get(session);
    if (!prepared) {
      prepared = make(tx);
      made.set(session, prepared);
    }
    return prepared.execute(values);
  };
}
