import type { Overview } from "@assay/contract";
import { auditCheckpoints, auditHeads, chainChecks, oneRow, type Transaction } from "@assay/db";
import { desc, eq } from "drizzle-orm";

/** Where the tenant's chain ends and where it was last signed; nothing is recomputed. */
export async function readAuditEnd(tx: Transaction, tenantId: string): Promise<Overview["audit"]> {
  const head = oneRow(
    await tx
      .select({ sequence: auditHeads.sequence, hash: auditHeads.hash })
      .from(auditHeads)
      .where(eq(auditHeads.tenantId, tenantId)),
  );
  const [newest] = await tx
    .select({
      sequence: auditCheckpoints.sequence,
      hash: auditCheckpoints.hash,
      keyId: auditCheckpoints.keyId,
      createdAt: auditCheckpoints.createdAt,
    })
    .from(auditCheckpoints)
    .where(eq(auditCheckpoints.tenantId, tenantId))
    .orderBy(desc(auditCheckpoints.createdAt), desc(auditCheckpoints.id))
    .limit(1);
  const [check] = await tx
    .select({ broken: chainChecks.broken })
    .from(chainChecks)
    .where(eq(chainChecks.tenantId, tenantId));
  const broken = check?.broken ?? null;
  return { head: head, broken, checkpoint: newest ? { ...newest, createdAt: newest.createdAt.toISOString() } : null };
}
