import type { SignerChange, SignOffPayload } from "@assay/contract";
import { auditEntries, type Transaction } from "@assay/db";
import { and, asc, eq, gt, inArray } from "drizzle-orm";

/** Days before a signature in which a change of the signer's account is named in it. */
const NAMED_MS = 30 * 86_400_000;
const NAMED_MAX = 100;

const CHANGES: Readonly<Record<string, SignerChange>> = {
  "member.role_changed": "ROLE_CHANGED",
  "member.password_reset": "PASSWORD_RESET",
  "member.factors_reset": "FACTORS_RESET",
  "member.recovery_code_used": "RECOVERY_CODE_USED",
};

/** The oldest first, from the audit log: what somebody else could have used to sign as this person. */
export async function findSignerChanges(
  tx: Transaction,
  { tenantId, userId, now }: { readonly tenantId: string; readonly userId: string; readonly now: Date },
): Promise<NonNullable<SignOffPayload["signerChanges"]>> {
  const rows = await tx
    .select({ action: auditEntries.action, at: auditEntries.createdAt })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.tenantId, tenantId),
        eq(auditEntries.objectId, userId),
        inArray(auditEntries.action, Object.keys(CHANGES)),
        gt(auditEntries.createdAt, new Date(now.getTime() - NAMED_MS)),
      ),
    )
    .orderBy(asc(auditEntries.sequence))
    .limit(NAMED_MAX);
  return rows.map(({ action, at }) => ({ change: CHANGES[action]!, at: at.toISOString() }));
}
