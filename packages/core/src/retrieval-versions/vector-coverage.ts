import type { Database, Transaction } from "@assay/db";
import { oneRow, rowsOf } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";
import { enqueue, type JobRef } from "../jobs/job.ts";
import { suspendedTenants } from "../jobs/of-active-tenant.ts";
import { inSystem } from "../tenancy/transact.ts";

export interface VectorCoverage {
  readonly ready: number;
  readonly total: number;
}

/** The documents of one tenant; else those of all that go by the active version. */
interface Of {
  readonly tenantId?: string;
}

/**
 * What a tenant is bound to is made where it is bound. One that does not allow the embedder's provider keeps nobody else
 * waiting: its texts get their vectors when it does.
 */
function isOf({ tenantId }: Of, owner: SQL, stage: "embed" | "guidance"): SQL {
  if (tenantId !== undefined) return sql`${owner} = ${tenantId}`;
  return sql`not exists (select 1 from tenants t where t.id = ${owner} and t.retrieval_version_id is not null)
    and not exists (select 1 from work_items j where j.tenant_id = ${owner} and j.kind = 'reembedding' and j.stage = ${stage}
      and j.state in ('PENDING', 'RUNNING') and j.waiting_for like 'provider:%')`;
}

const DOCUMENT_OWNER = sql`d.tenant_id`;
const GUIDANCE_OWNER = sql`i.owner_tenant_id`;

/** What a version searches by. */
export interface SearchKeys {
  readonly embedderModel: string;
  readonly lexicalWeight: number | null;
  readonly lexicon: number;
}

/** Whether a row of `chunk_weights` holds the terms of a way of reading words. */
export function holdsFor(alias: string, lexicon: number): SQL {
  const column = (name: string) => sql.raw(`${alias}.${name}`);
  return sql`${lexicon}::smallint between ${column("lexicon_from")} and ${column("lexicon_to")}`;
}

/**
 * Of READY documents and completed guidance of all tenants but suspended ones, and of the deployment's guidance, under a
 * role that may count but not read. A chunk is ready with a vector of the embedder and, for a version with a lexical weight, with its weights.
 */
export async function countVectors(
  tx: Transaction,
  { embedderModel, lexicalWeight, lexicon }: SearchKeys,
  of: Of = {},
): Promise<VectorCoverage> {
  const weights =
    lexicalWeight === null
      ? sql``
      : sql`left join chunk_weights w on w.tenant_id = c.tenant_id and w.chunk_id = c.id and ${holdsFor("w", lexicon)}`;
  // Their jobs wait until they are resumed: nobody else waits for that.
  const isServed = (owner: SQL) => (of.tenantId === undefined ? sql`${owner} not in ${suspendedTenants}` : sql`true`);
  const counts = await rowsOf<VectorCoverage>(
    tx,
    sql`
    with needed as (
      select ${lexicalWeight === null ? sql`v.chunk_id` : sql`case when w.chunk_id is not null then v.chunk_id end as chunk_id`}
      from documents d join chunks c on c.tenant_id = d.tenant_id and c.document_id = d.id
      left join chunk_vectors v on v.tenant_id = c.tenant_id and v.chunk_id = c.id and v.embedder = ${embedderModel}
      ${weights}
      where d.status = 'READY' and ${isOf(of, DOCUMENT_OWNER, "embed")} and ${isServed(DOCUMENT_OWNER)}
      union all
      select v.chunk_id
      from corpus_ingestions i join guidance_chunks c on c.ingestion_id = i.id
      left join guidance_vectors v on v.chunk_id = c.id and v.embedder = ${embedderModel}
      where i.status = 'COMPLETED' and (i.owner_tenant_id is null
        or ${isOf(of, GUIDANCE_OWNER, "guidance")} and ${isServed(GUIDANCE_OWNER)}))
    select count(*)::int as total, count(chunk_id)::int as ready from needed`,
  );
  return oneRow(counts);
}

/**
 * Calls for the vectors and weights that are missing: a job per tenant, for its documents and for its own guidance, and one
 * for the deployment's, by the first tenant that is active; what is open already is not doubled.
 */
export async function enqueueReembedding(
  tx: Transaction,
  { id, embedderModel, lexicalWeight, lexicon }: SearchKeys & { id: string },
  of: Of = {},
): Promise<JobRef[]> {
  const withoutWeights =
    lexicalWeight === null
      ? sql``
      : sql`or not exists (select 1 from chunk_weights w where w.tenant_id = c.tenant_id and w.chunk_id = c.id
          and ${holdsFor("w", lexicon)})`;
  const rows = await rowsOf<{ tenantId: string; stage: string }>(
    tx,
    sql`
    select distinct d.tenant_id as "tenantId", 'embed' as stage
    from documents d join chunks c on c.tenant_id = d.tenant_id and c.document_id = d.id
    where d.status = 'READY' and ${isOf(of, DOCUMENT_OWNER, "embed")} and (not exists (
      select 1 from chunk_vectors v where v.tenant_id = c.tenant_id and v.chunk_id = c.id and v.embedder = ${embedderModel})
      ${withoutWeights})
    union all
    select distinct
      coalesce(i.owner_tenant_id, (select id from tenants where status = 'ACTIVE' order by created_at, id limit 1), i.requested_by_tenant_id),
      case when i.owner_tenant_id is null then 'deployment-guidance' else 'guidance' end
    from corpus_ingestions i join guidance_chunks c on c.ingestion_id = i.id
    where i.status = 'COMPLETED' and (i.owner_tenant_id is null or ${isOf(of, GUIDANCE_OWNER, "guidance")}) and not exists (
      select 1 from guidance_vectors v where v.chunk_id = c.id and v.embedder = ${embedderModel})`,
  );
  return enqueue(
    tx,
    rows.map(({ tenantId, stage }) => ({ tenantId, kind: "reembedding" as const, subjectId: id, stage })),
  );
}

export function vectorCoverage(db: Database, keys: SearchKeys): Promise<VectorCoverage> {
  return inSystem(db, (tx) => countVectors(tx, keys));
}

/** Held by an activation; shared by each document that becomes READY, so that none slips through between the two. */
export const ACTIVATION_LOCK = 7_305_302;
