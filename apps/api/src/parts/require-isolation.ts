import { verifyIsolation } from "@assay/core/tenancy";
import type { Database } from "@assay/db";
import { ConfigError } from "../config.ts";

/** Throws ConfigError where a tenant could see another's rows. */
export async function requireIsolation(db: Database, options: { anyLogin?: boolean } = {}): Promise<void> {
  const problems = await verifyIsolation(db, options);
  if (problems.length > 0)
    throw new ConfigError(
      `Cannot start because the database does not isolate tenants:\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
    );
}
