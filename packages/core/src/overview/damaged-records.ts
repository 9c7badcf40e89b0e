import type { Overview } from "@assay/contract";
import { recordChecks, type Transaction } from "@assay/db";
import { eq } from "drizzle-orm";

const FIRST = 5;

/** What belongs to no run and is not as the audit log recorded it. */
export async function findDamagedRecords(tx: Transaction, tenantId: string): Promise<Overview["records"]> {
  const [check] = await tx.select().from(recordChecks).where(eq(recordChecks.tenantId, tenantId));
  const damaged = check?.damaged ?? [];
  return {
    checkedAt: check?.checkedAt.toISOString() ?? null,
    damaged: { count: damaged.length, items: damaged.slice(0, FIRST) },
  };
}
