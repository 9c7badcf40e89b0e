import { RESET_LINK_MINUTES, RESET_QUESTION_HOURS } from "@assay/contract";
import { oneRow, resets, type Transaction } from "@assay/db";
import { databaseTimeIn } from "../database-clock.ts";

/** When a link that is made now ends. */
export const resetLinkEnd = databaseTimeIn(RESET_LINK_MINUTES * 60_000);
const questionEnd = databaseTimeIn(RESET_QUESTION_HOURS * 3_600_000);

type NewReset = Pick<typeof resets.$inferInsert, "tenantId" | "userId" | "kind" | "way" | "requestedBy">;

/** Returns its id. */
export async function insertReset(tx: Transaction, reset: NewReset): Promise<string> {
  const expiresAt = reset.way === "MAIL" ? resetLinkEnd : questionEnd;
  const values = { ...reset, expiresAt, secretHashes: [] };
  return oneRow(await tx.insert(resets).values(values).returning({ id: resets.id })).id;
}
