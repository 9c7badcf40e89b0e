import { rowsOf, type Transaction } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";

/** Documents by their ids: those behind `after`, up to `last`. */
export interface DocumentPart {
  readonly after: string;
  readonly last: string;
}

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** The documents that `condition` lets in, in parts of about so many chunks. A document is never cut. */
export async function splitDocuments(tx: Transaction, condition: SQL, chunksMax: number): Promise<DocumentPart[]> {
  const rows = await rowsOf<{ last: string }>(
    tx,
    sql`
    with counted as (
      select id, sum(coalesce(chunk_count, 0)) over (order by id) - coalesce(chunk_count, 0) as before
      from documents where ${condition}),
    placed as (select id, before / ${chunksMax}::bigint as part from counted)
    select distinct on (part) id as last from placed order by part, id desc`,
  );
  return rows.map(({ last }, at) => ({ last, after: rows[at - 1]?.last ?? BEFORE_ALL }));
}
