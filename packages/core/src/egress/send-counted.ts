import type { EgressPurpose, Provider } from "@assay/contract";
import { type Database, rowsOf, type Transaction, tenants } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import type { Destination } from "../ports/sending.ts";
import { inTenant } from "../tenancy/transact.ts";
import { ProviderNotAllowed } from "./provider-not-allowed.ts";

/** For whom text leaves. */
export interface Sender {
  readonly db: Database;
  readonly tenantId: string;
  /** Null for what belongs to no run. */
  readonly runId: string | null;
  /** The text is the deployment's own: no rule of a tenant holds for it, and no ledger of a tenant counts it. */
  readonly isOfDeployment?: boolean;
}

/**
 * Counts a request before it leaves, in a transaction of its own: whatever becomes of the request, or of this process, it
 * is in the ledger. Throws ProviderNotAllowed, and counts nothing, where the tenant does not allow it at this moment.
 */
export async function countSent(
  { db, tenantId, runId }: Sender,
  { provider, host }: Destination,
  { purpose, bytes }: { readonly purpose: EgressPurpose; readonly bytes: number },
): Promise<void> {
  const counted = await inTenant({ db, tenantId }, (tx) =>
    rowsOf(
      tx,
      sql`insert into egress (tenant_id, day, run_id, provider, host, purpose, requests, bytes)
        select id, (clock_timestamp() at time zone 'utc')::date, ${runId}::uuid, ${provider}, ${host}, ${purpose}, 1, ${bytes}
        from tenants where id = ${tenantId} and ${isAllowed(provider)}
        on conflict on constraint egress_once
        do update set requests = egress.requests + 1, bytes = egress.bytes + excluded.bytes
        returning 1 as counted`,
    ),
  );
  if (counted.length === 0) throw new ProviderNotAllowed(provider);
}

/** Throws ProviderNotAllowed, without a request: for what is done before one. */
export async function requireAllowed(sender: Sender, to: Destination): Promise<void> {
  if (!(await allows(sender, to))) throw new ProviderNotAllowed(to.provider);
}

export function allows({ db, tenantId }: Sender, { provider }: Destination): Promise<boolean> {
  return inTenant({ db, tenantId }, async (tx) => (await allowedOf(tx, tenantId))(provider));
}

/** Says of a provider whether the tenant allows it. */
export async function allowedOf(tx: Transaction, tenantId: string): Promise<(provider: Provider) => boolean> {
  const [row] = await tx.select({ allowed: tenants.allowedProviders }).from(tenants).where(eq(tenants.id, tenantId));
  const allowed = row?.allowed ?? null;
  return (provider) => provider === "offline" || allowed === null || allowed.includes(provider);
}

const isAllowed = (provider: Provider) =>
  sql`(allowed_providers is null or ${provider} = any(allowed_providers) or ${provider} = 'offline')`;
