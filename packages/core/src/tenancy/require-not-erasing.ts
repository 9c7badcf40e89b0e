import { AssayError } from "@assay/contract";
import { oneRow, rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";

/** Whether an erasure of it began and is not finished. With the rights of the system. */
export async function isErasing(tx: Transaction, tenantId: string): Promise<boolean> {
  return oneRow(await rowsOf<{ erasing: boolean }>(tx, sql`select is_erasing(${tenantId}) as erasing`)).erasing;
}

/** With the rights of the system, once the tenant's row is locked. Throws INVALID_STATE. */
export async function requireNotErasing(tx: Transaction, tenantId: string, act: string): Promise<void> {
  if (await isErasing(tx, tenantId))
    throw new AssayError("INVALID_STATE", `Cannot ${act} the tenant because it is being erased`);
}
