import type { TenantStatus } from "@assay/contract";
import { sql } from "drizzle-orm";

/** What a change of a tenant's status sets: one that was suspended is told since when it is not. */
export function toStatus(before: TenantStatus, status: TenantStatus) {
  return { status, ...(status === "ACTIVE" && before !== "ACTIVE" && { resumedAt: sql`now()` }) };
}
