import { canonicalJson, type RunEgress } from "@assay/contract";
import { auditEntries, type Transaction } from "@assay/db";
import { and, asc, eq } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import type { RunRow } from "../runs/to-run.ts";

/** Where the run's text was sent, as the audit log has its digest; null for a run that is older than the counts. */
export async function readPackedEgress(
  tx: Transaction,
  { tenantId, id, egress }: Pick<RunRow, "tenantId" | "id" | "egress">,
): Promise<RunEgress | null | "DAMAGED"> {
  const ofRun = and(eq(auditEntries.tenantId, tenantId), eq(auditEntries.runId, id));
  const [ended] = await tx
    .select({ details: auditEntries.details })
    .from(auditEntries)
    .where(and(ofRun, eq(auditEntries.action, "run.completed")))
    .orderBy(asc(auditEntries.sequence))
    .limit(1);
  const recorded = ended?.details?.egressHash;
  if (recorded === undefined) return null;
  return egress && (await sha256Hex(canonicalJson(egress))) === recorded ? egress : "DAMAGED";
}
