import { AssayError } from "@assay/contract";
import type { memberships, Transaction } from "@assay/db";
import { isLockedSound } from "../records/index.ts";

type Row = typeof memberships.$inferSelect;

/**
 * For an operator's command, of a row that is locked: `act` completes "Cannot …". Throws INTEGRITY_ERROR for one that is stored
 * otherwise than the audit log recorded, so that no entry of the command makes it the recorded one.
 */
export async function requireSoundMember(tx: Transaction, row: Row, act: string): Promise<void> {
  const { tenantId, userId } = row;
  if (await isLockedSound(tx, "member", { tenantId, id: userId, row })) return;
  throw new AssayError(
    "INTEGRITY_ERROR",
    `Cannot ${act} because member '${userId}' of tenant '${tenantId}' is stored otherwise than the audit log recorded. Restore the row from a backup of the database, see "Stored results" in docs/operate/operations.md, and repeat the command`,
    { details: { objectType: "member", objectId: userId, tenantId } },
  );
}
