import type { Reset } from "@assay/contract";
import { oneRow, resets, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { nameActors } from "../tenancy/name-actors.ts";
import { shownReset, toReset } from "./to-reset.ts";

/** As it is shown, once a transaction has changed it. */
export async function readReset(tx: Transaction, tenantId: string, id: string): Promise<Reset> {
  const isIt = and(eq(resets.tenantId, tenantId), eq(resets.id, id));
  const row = oneRow(await tx.select(shownReset).from(resets).where(isIt));
  const people = [row.requestedBy, ...(row.confirmedBy ? [row.confirmedBy] : [])];
  return toReset(row, await nameActors(tx, tenantId, people));
}
