import type { Database, Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { inSystem } from "../tenancy/transact.ts";
import { enqueue, type WorkRef } from "../work/work-item.ts";

export interface VectorCoverage {
  readonly ready: number;
  readonly total: number;
}

/** Over all tenants, under a role that may count but not read. */
export async function countVectors(tx: Transaction, embedderModel: string): Promise<VectorCoverage> {
  const { rows } = (await tx.execute(sql`
    select count(*)::int as total, count(v.chunk_id)::int as ready
    from documents d join chunks c on c.tenant_id = d.tenant_id and c.document_id = d.id
    left join chunk_vectors v on v.tenant_id = c.tenant_id and v.chunk_id = c.id and v.embedder = ${embedderModel}
    where d.status = 'READY'`)) as unknown as { rows: VectorCoverage[] };
  return rows[0]!;
}

/** Calls for the vectors that are missing, an item per tenant; what is open already is not doubled. */
export async function enqueueReembedding(
  tx: Transaction,
  { id, embedderModel }: { id: string; embedderModel: string },
): Promise<WorkRef[]> {
  const { rows } = (await tx.execute(sql`
    select distinct d.tenant_id as "tenantId"
    from documents d join chunks c on c.tenant_id = d.tenant_id and c.document_id = d.id
    where d.status = 'READY' and not exists (
      select 1 from chunk_vectors v where v.tenant_id = c.tenant_id and v.chunk_id = c.id and v.embedder = ${embedderModel})`)) as unknown as {
    rows: { tenantId: string }[];
  };
  return enqueue(
    tx,
    rows.map(({ tenantId }) => ({ tenantId, kind: "reembedding" as const, subjectId: id, stage: "embed" })),
  );
}

export function vectorCoverage(db: Database, embedderModel: string): Promise<VectorCoverage> {
  return inSystem(db, (tx) => countVectors(tx, embedderModel));
}

/** Held by an activation; shared by each document that becomes READY, so that none slips through between the two. */
export const ACTIVATION_LOCK = 7_305_302;
