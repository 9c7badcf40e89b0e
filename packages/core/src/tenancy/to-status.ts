import { AssayError, type TenantStatus } from "@assay/contract";
import type { tenants } from "@assay/db";
import { sql } from "drizzle-orm";

type Row = Pick<typeof tenants.$inferSelect, "status" | "importing">;

/**
 * What a change of a tenant's status sets: one that was suspended is told since when it is not. Throws INVALID_STATE where
 * its import is not finished.
 */
export function toStatus({ status: before, importing }: Row, status: TenantStatus) {
  if (importing && status === "ACTIVE")
    throw new AssayError(
      "INVALID_STATE",
      "Cannot resume the tenant because its import is not finished: call `npm run tenant:import` with its archive again",
    );
  return { status, ...(status === "ACTIVE" && before !== "ACTIVE" && { resumedAt: sql`now()` }) };
}
