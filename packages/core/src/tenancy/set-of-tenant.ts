import { oneRow, type Transaction, tenants } from "@assay/db";
import { eq } from "drizzle-orm";
import { asSystem } from "./transact.ts";

type TenantRow = typeof tenants.$inferSelect;

/** Changes what a tenant has chosen, one change after the other. Returns the tenant as it was before. */
export function setOfTenant(
  tx: Transaction,
  tenantId: string,
  chosen: Partial<
    Pick<
      TenantRow,
      "secondFactor" | "checkpointRecipients" | "ocrLanguages" | "allowedProviders" | "retrievalVersionId"
    >
  >,
): Promise<TenantRow> {
  return asSystem(tx, async () => {
    const ofTenant = eq(tenants.id, tenantId);
    // Rows that name the tenant can be added meanwhile.
    const before = oneRow(await tx.select().from(tenants).where(ofTenant).for("no key update"));
    await tx.update(tenants).set(chosen).where(ofTenant);
    return before;
  });
}
