import { connectServer } from "@assay/db/connect";
import { migrate } from "@assay/db/migrate";

interface Addresses {
  readonly DATABASE_URL: string;
  readonly DATABASE_MIGRATE_URL: string;
}

/** The schema of this release on a new database, with a connection of its owner and one of the service; both end with `stack`. */
export async function openMigrated(stack: AsyncDisposableStack, { DATABASE_URL, DATABASE_MIGRATE_URL }: Addresses) {
  const open = (url: string) => {
    const connection = connectServer(url, { poolSize: 1, statementTimeoutMs: 900_000 });
    stack.defer(() => connection.close());
    return connection;
  };
  const owner = open(DATABASE_MIGRATE_URL);
  await migrate(owner, { serviceRole: new URL(DATABASE_URL).username });
  return { owner, db: open(DATABASE_URL).db };
}
