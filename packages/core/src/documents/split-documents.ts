import { rowsOf, type Transaction } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";

/** Documents by their ids: those behind `after`, up to `last`. */
export interface DocumentPart {
  readonly after: string;
  readonly last: string;
}

export interface PartSizes {
  /** Chunks of the first part: what is found in it may let almost every chunk of the others be omitted. */
  readonly first: number;
  readonly others: number;
}

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Documents in parts of about so many chunks; `sized` selects the `id` and the `chunks` of each. A document is never cut. */
export async function splitDocuments(
  tx: Transaction,
  sized: SQL,
  { first, others }: PartSizes,
): Promise<DocumentPart[]> {
  const rows = await rowsOf<{ last: string }>(
    tx,
    sql`
    with sized as (${sized}),
    counted as (select id, sum(chunks) over (order by id) - chunks as before from sized),
    placed as (
      select id, case when before < ${first}::bigint then 0 else 1 + (before - ${first}::bigint) / ${others}::bigint end as part
      from counted)
    select distinct on (part) id as last from placed order by part, id desc`,
  );
  return rows.map(({ last }, at) => ({ last, after: rows[at - 1]?.last ?? BEFORE_ALL }));
}
