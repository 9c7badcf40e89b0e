import { oneRow, packs, type Transaction } from "@assay/db";
import { eq } from "drizzle-orm";

export async function getPackName(tx: Transaction, packId: string): Promise<string> {
  const row = oneRow(await tx.select({ name: packs.name }).from(packs).where(eq(packs.id, packId)));
  return row.name;
}
