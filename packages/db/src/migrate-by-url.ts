import { type ByUrlOptions, connectByUrl } from "./connect-by-url.ts";
import { migrate } from "./migrate.ts";

/** A migration may rewrite a table, and waits while another process migrates. */
const STATEMENT_MS_MAX = 15 * 60_000;

/**
 * Applies what is missing to a server's database and answers the names applied. `url` is the owner's address
 * (`DATABASE_MIGRATE_URL`); on Neon the pooled one does too, as everything happens in one transaction.
 */
export async function migrateByUrl(
  url: string,
  options: Pick<ByUrlOptions, "driver" | "wsProxy"> = {},
): Promise<string[]> {
  const connection = connectByUrl(url, { ...options, poolSize: 1, statementTimeoutMs: STATEMENT_MS_MAX });
  try {
    return await migrate(connection);
  } finally {
    await connection.close();
  }
}
