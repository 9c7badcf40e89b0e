import type { Transaction } from "@assay/db";
import { enqueue } from "./job.ts";

/** Adds a job of the stage for each of the tenants. */
export async function enqueueForTenants(
  tx: Transaction,
  tenants: readonly { readonly tenantId: string }[],
  stage: string,
): Promise<void> {
  await enqueue(
    tx,
    tenants.map(({ tenantId }) => ({ tenantId, kind: "file" as const, subjectId: tenantId, stage })),
  );
}
