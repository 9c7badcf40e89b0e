import { type Database, rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { inSystem } from "../tenancy/transact.ts";

export interface WrongUsage {
  readonly tenantId: string;
  readonly counted: { readonly documents: number; readonly bytes: number };
  readonly held: { readonly documents: number; readonly bytes: number };
}

/** Tenants whose count of documents and bytes, which their quota is judged by, is not what they hold. Counts all documents. */
export async function findWrongUsage(db: Database): Promise<WrongUsage[]> {
  const rows = await inSystem(db, (tx) =>
    rowsOf<{ tenantId: string; countedDocuments: number; countedBytes: number; documents: number; bytes: number }>(
      tx,
      sql`
      with held as (
        select tenant_id, count(*) as documents, sum(size_bytes) as bytes from documents group by tenant_id),
      both_counts as (
        select tenant_id, coalesce(usage.documents, 0)::float8 as "countedDocuments",
          coalesce(usage.bytes, 0)::float8 as "countedBytes", coalesce(held.documents, 0)::float8 as documents,
          coalesce(held.bytes, 0)::float8 as bytes
        from tenant_usage usage full join held using (tenant_id))
      select tenant_id as "tenantId", "countedDocuments", "countedBytes", documents, bytes from both_counts
      where ("countedDocuments", "countedBytes") <> (documents, bytes) order by 1 limit 20`,
    ),
  );
  return rows.map(({ tenantId, countedDocuments, countedBytes, documents, bytes }) => ({
    tenantId,
    counted: { documents: countedDocuments, bytes: countedBytes },
    held: { documents, bytes },
  }));
}
