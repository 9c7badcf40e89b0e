import { oneRow, rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";

interface OfRun {
  readonly tenantId: string;
  readonly runId: string;
}

/** Documents of a run's evidence by their ids: those behind `after`, up to `last`. */
export interface EvidencePart {
  readonly after: string;
  readonly last: string;
}

interface PartSizes {
  /** Chunks of the first part: what is found in it lets almost every chunk of the others be left out. */
  readonly first: number;
  readonly others: number;
}

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** All of a run's evidence in parts of about so many chunks. A document is never cut. */
export async function splitEvidence(
  tx: Transaction,
  { tenantId, runId }: OfRun,
  { first, others }: PartSizes,
): Promise<EvidencePart[]> {
  const rows = await rowsOf<{ last: string }>(
    tx,
    sql`
    with counted as (
      select document_id, sum(coalesce(chunk_count, 0)) over (order by document_id) - coalesce(chunk_count, 0) as before
      from run_documents where tenant_id = ${tenantId} and run_id = ${runId}),
    placed as (
      select document_id, case when before < ${first}::bigint then 0 else 1 + (before - ${first}::bigint) / ${others}::bigint end as part
      from counted)
    select distinct on (part) document_id as last from placed order by part, document_id desc`,
  );
  return rows.map(({ last }, at) => ({ last, after: rows[at - 1]?.last ?? BEFORE_ALL }));
}

/** Returns how many chunks a run's evidence has. */
export async function countEvidence(tx: Transaction, { tenantId, runId }: OfRun): Promise<number> {
  const rows = await rowsOf<{ chunks: number }>(
    tx,
    sql`select coalesce(sum(chunk_count), 0)::int as chunks from run_documents
      where tenant_id = ${tenantId} and run_id = ${runId}`,
  );
  return oneRow(rows).chunks;
}
