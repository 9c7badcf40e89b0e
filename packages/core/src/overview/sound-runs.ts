import { runs, type Transaction } from "@assay/db";
import { and, eq, gte, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { findRowDamage, findRunEnds } from "../sealed/index.ts";

/** The runs that were created since a time, without those whose rows are not what they were when the run ended. */
export interface SoundRuns {
  readonly since: Date;
  /** Their ids. */
  readonly damaged: readonly string[];
}

export async function findSoundRuns(tx: Transaction, tenantId: string, since: Date): Promise<SoundRuns> {
  const rows = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), gte(runs.createdAt, since)));
  const ids = rows.map(({ id }) => id);
  const ends = await findRunEnds(tx, tenantId, ids);
  const why = await Promise.all(rows.map((row) => findRowDamage(row, ends.get(row.id))));
  return { since, damaged: ids.filter((_, at) => why[at] !== undefined) };
}

export function notIn(column: PgColumn, ids: readonly string[]): SQL {
  return sql`not ${column} = any(${sql.param(ids)}::uuid[])`;
}
