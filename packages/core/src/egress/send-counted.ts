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
  /** Whose text it is, and how much of each. */
  readonly documents?: readonly SentDocument[] | undefined;
}

export interface SentDocument {
  readonly id: string;
  readonly characters: number;
}

/**
 * Counts a request before it leaves, in a transaction of its own: whatever becomes of the request, or of this process, it
 * is in the ledger. Throws ProviderNotAllowed, and counts nothing, where the tenant does not allow it at this moment.
 */
export async function countSent(
  { db, tenantId, runId, documents = [] }: Sender,
  { provider, host }: Destination,
  { purpose, bytes }: { readonly purpose: EgressPurpose; readonly bytes: number },
): Promise<void> {
  // A probe holds no text of a document.
  const parts = purpose === "PROBE" ? [] : shareBytes(documents, bytes);
  const counted = await inTenant({ db, tenantId }, (tx) =>
    rowsOf(
      tx,
      sql`with sent as (
        insert into egress (tenant_id, day, run_id, provider, host, purpose, requests, bytes)
        select id, (clock_timestamp() at time zone 'utc')::date, ${runId}::uuid, ${provider}, ${host}, ${purpose}, 1, ${bytes}
        from tenants where id = ${tenantId} and ${isAllowed(provider)}
        on conflict on constraint egress_once
        do update set requests = egress.requests + 1, bytes = egress.bytes + excluded.bytes
        returning 1
      ), of_documents as (
        insert into document_egress (tenant_id, document_id, provider, host, purpose, bytes)
        select ${tenantId}, part.id, ${provider}, ${host}, ${purpose}, part.bytes
        from unnest(${sql.param(parts.map(({ id }) => id))}::uuid[], ${sql.param(parts.map((part) => part.bytes))}::bigint[]) as part (id, bytes)
        where exists (select from sent)
        on conflict (tenant_id, document_id, provider, host, purpose)
        do update set bytes = document_egress.bytes + excluded.bytes
      )
      select 1 as counted from sent`,
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

/** In the order of ids, so that two requests never wait for each other; the parts have the sum of the whole. */
function shareBytes(
  documents: readonly SentDocument[],
  bytes: number,
): { readonly id: string; readonly bytes: number }[] {
  const lengths = new Map<string, number>();
  for (const { id, characters } of documents) lengths.set(id, (lengths.get(id) ?? 0) + characters);
  const total = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  let [before, shared] = [0, 0];
  return [...lengths]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, length], at) => {
      before += length;
      const upTo = at === lengths.size - 1 ? bytes : Math.round((bytes * before) / Math.max(total, 1));
      const part = { id, bytes: upTo - shared };
      shared = upTo;
      return part;
    });
}
