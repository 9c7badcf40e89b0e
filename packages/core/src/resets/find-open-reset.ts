import { AssayError, RESET_ENDED } from "@assay/contract";
import { type Database, resets, type Transaction } from "@assay/db";
import { and, arrayContains, eq, gt, isNull, sql } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import { inSystem } from "../tenancy/transact.ts";
import { requireTwoAdmins } from "./require-two-admins.ts";

type ResetRow = typeof resets.$inferSelect;

export interface WhichReset {
  readonly tenantId: string;
  readonly id: string;
  readonly hash: string;
}

/** Which reset a secret opens, expired or not. Throws UNAUTHORIZED with RESET_ENDED for a secret of none. */
export async function findResetBySecret(db: Database, secret: string): Promise<WhichReset> {
  const hash = await sha256Hex(secret);
  const has = arrayContains(resets.secretHashes, [hash]);
  const rows = await inSystem(db, (tx) =>
    tx.select({ tenantId: resets.tenantId, id: resets.id }).from(resets).where(has),
  );
  if (!rows[0]) throw resetEnded();
  return { ...rows[0], hash };
}

/** The reset, locked, as long as its link works. Throws UNAUTHORIZED with RESET_ENDED, for whatever reason it does not. */
export async function lockOpenReset(tx: Transaction, { tenantId, id, hash }: WhichReset): Promise<ResetRow> {
  const [row] = await tx
    .select()
    .from(resets)
    .where(
      and(
        eq(resets.tenantId, tenantId),
        eq(resets.id, id),
        arrayContains(resets.secretHashes, [hash]),
        isNull(resets.usedAt),
        isNull(resets.withdrawnAt),
        gt(resets.expiresAt, sql`now()`),
      ),
    )
    .for("update");
  if (!row) throw resetEnded();
  const { way, userId, requestedBy, confirmedBy } = row;
  if (way === "TWO_ADMINS")
    await requireTwoAdmins(tx, { tenantId, userId, admins: [requestedBy, confirmedBy ?? requestedBy] }).catch(
      (error: unknown) => {
        throw error instanceof AssayError ? resetEnded() : error;
      },
    );
  return row;
}

/** The same for one that was used or withdrawn, has expired, and for one that there never was. */
function resetEnded(): AssayError {
  return new AssayError(
    "UNAUTHORIZED",
    "Cannot open this link because it was used or withdrawn, or has expired: ask for another one",
    { details: { reason: RESET_ENDED } },
  );
}
