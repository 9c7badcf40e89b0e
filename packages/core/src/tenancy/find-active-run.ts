import { runs, type Transaction } from "@assay/db";
import { and, eq, inArray } from "drizzle-orm";

/** The run that is under way, of the pack where one is named. */
export async function findActiveRunId(tx: Transaction, tenantId: string, packId?: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        eq(runs.tenantId, tenantId),
        inArray(runs.status, ["PENDING", "IN_PROGRESS"]),
        packId ? eq(runs.packId, packId) : undefined,
      ),
    );
  return row?.id;
}
