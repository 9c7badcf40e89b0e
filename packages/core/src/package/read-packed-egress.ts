import type { RunEgress } from "@assay/contract";
import type { Transaction } from "@assay/db";
import type { RunRow } from "../runs/to-run.ts";
import { findRunEnd, hashRunEgress } from "../sealed/index.ts";

/** Where the run's text was sent, as the audit log has its digest; null for a run that is older than the counts. */
export async function readPackedEgress(
  tx: Transaction,
  { tenantId, id, egress }: Pick<RunRow, "tenantId" | "id" | "egress">,
): Promise<RunEgress | null | "DAMAGED"> {
  const recorded = (await findRunEnd(tx, { tenantId, id }))?.egressHash ?? null;
  if (recorded === null) return null;
  return egress && (await hashRunEgress(egress)) === recorded ? egress : "DAMAGED";
}
