import { auditEntries, type Transaction } from "@assay/db";
import { and, asc, eq, inArray, lte } from "drizzle-orm";
import type { PackedSigner } from "./package-state.ts";

/** What gives, changes or ends a membership. */
const OF_MEMBERSHIP = [
  "member.provisioned",
  "member.invited",
  "member.joined",
  "member.role_changed",
  "member.review_right_changed",
  "member.reactivated",
  "member.removed",
];

interface Signers {
  readonly tenantId: string;
  readonly ids: readonly string[];
  /** The number of the last entry that counts. */
  readonly upTo: number;
}

/** Who gave each signer the membership, and when, by the audit log; in the order of their ids. */
export async function readSigners(tx: Transaction, { tenantId, ids, upTo }: Signers): Promise<PackedSigner[]> {
  const signers = [...new Set(ids)].sort();
  if (signers.length === 0) return [];
  const entries = await tx
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.tenantId, tenantId),
        eq(auditEntries.objectType, "member"),
        inArray(auditEntries.objectId, signers),
        inArray(auditEntries.action, OF_MEMBERSHIP),
        lte(auditEntries.sequence, upTo),
      ),
    )
    .orderBy(asc(auditEntries.sequence));
  return signers.map((signerId) => ({
    signerId,
    membership: entries
      .filter(({ objectId }) => objectId === signerId)
      .map(({ sequence, action, actor, createdAt }) => ({ sequence, action, actor, at: createdAt.toISOString() })),
  }));
}
