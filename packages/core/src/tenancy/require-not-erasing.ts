import { AssayError } from "@assay/contract";
import { oneRow, rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";

/** With the rights of the system, once the tenant's row is locked. Throws INVALID_STATE. */
export async function requireNotErasing(tx: Transaction, tenantId: string, act: string): Promise<void> {
  const { erasing } = oneRow(await rowsOf<{ erasing: boolean }>(tx, sql`select is_erasing(${tenantId}) as erasing`));
  if (erasing) throw new AssayError("INVALID_STATE", `Cannot ${act} the tenant because it is being erased`);
}
