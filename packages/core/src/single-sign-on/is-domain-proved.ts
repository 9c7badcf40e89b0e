import { domainOfEmail } from "@assay/contract";
import { type Transaction, tenantDomains } from "@assay/db";
import { and, eq, isNotNull } from "drizzle-orm";

/** Whether the address belongs to a domain that the tenant has proved. */
export async function isDomainProved(tx: Transaction, tenantId: string, email: string): Promise<boolean> {
  const rows = await tx
    .select({ id: tenantDomains.id })
    .from(tenantDomains)
    .where(
      and(
        eq(tenantDomains.tenantId, tenantId),
        eq(tenantDomains.domain, domainOfEmail(email) ?? ""),
        isNotNull(tenantDomains.provedAt),
      ),
    );
  return rows.length > 0;
}
