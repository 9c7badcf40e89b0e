import { AssayError, type TenantLimit, type TenantLimits } from "@assay/contract";
import { oneRow, type Transaction, tenants } from "@assay/db";
import { eq } from "drizzle-orm";

/** The tenant's own limits, in a transaction of the tenant or of the system. */
export async function readLimits(tx: Transaction, tenantId: string): Promise<TenantLimits> {
  const { documentsMax, bytesMax, runsPerDay, tokensPerMonth } = tenants;
  const columns = { documentsMax, bytesMax, runsPerDay, tokensPerMonth };
  return oneRow(await tx.select(columns).from(tenants).where(eq(tenants.id, tenantId)));
}

export function limitsOf({ documentsMax, bytesMax, runsPerDay, tokensPerMonth }: TenantLimits): TenantLimits {
  return { documentsMax, bytesMax, runsPerDay, tokensPerMonth };
}

interface Exceeded {
  readonly name: TenantLimit;
  readonly limit: number;
  /** What the tenant would have with what is refused, or has where that is the limit already. */
  readonly value: number;
  readonly used?: number;
  readonly estimate?: number;
}

export function limitExceeded(message: string, details: Exceeded): AssayError {
  return new AssayError("TENANT_LIMIT_EXCEEDED", message, { details: { ...details } });
}
