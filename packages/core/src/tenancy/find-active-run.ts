import { runs, type Transaction } from "@assay/db";
import { and, eq, inArray } from "drizzle-orm";

export async function findActiveRunId(tx: Transaction, tenantId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), inArray(runs.status, ["PENDING", "IN_PROGRESS"])));
  return row?.id;
}
