import type { Database } from "@assay/db";
import { drizzle } from "drizzle-orm/pglite";

type Options = Extract<Parameters<typeof drizzle>[0], { client?: unknown }>;
type Query = (text: string, ...rest: unknown[]) => Promise<unknown>;
interface Queryable {
  readonly query: Query;
}

export interface WatchedDatabase {
  readonly db: Database;
  /** Sees each statement that is sent in the role of a tenant, and says what is sent in its place. */
  replace: (statement: string) => string;
}

const TENANT_ROLE = "assay_tenant";

/** The same embedded database, with an eye on what is sent to it. */
export function watchStatements(db: Database): WatchedDatabase {
  const { $client } = db as unknown as { $client: Queryable & { transaction: (act: unknown) => Promise<unknown> } };
  const watched: WatchedDatabase = { db: undefined as never, replace: (statement) => statement };
  const watch = (client: Queryable): Queryable => {
    let role = "";
    return {
      query(text, params, options) {
        if (text.startsWith("select set_config('role'")) {
          role = /'role', '(\w+)'/.exec(text)?.[1] ?? String((params as unknown[])[0]);
          return client.query(text, params, options);
        }
        return client.query(role === TENANT_ROLE ? watched.replace(text) : text, params, options);
      },
    };
  };
  const client = {
    ...watch($client),
    transaction: (act: (tx: Queryable) => unknown) => $client.transaction((tx: Queryable) => act(watch(tx))),
  };
  return Object.assign(watched, { db: drizzle({ client } as unknown as Options) as unknown as Database });
}
