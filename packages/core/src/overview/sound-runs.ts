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

/** Each change of a run between its row and the log makes them differ at one look: it ends, and it is captured. */
const LOOKS = 3;

export async function findSoundRuns(tx: Transaction, tenantId: string, since: Date): Promise<SoundRuns> {
  let damaged = await listDamaged(tx, tenantId, gte(runs.createdAt, since));
  for (let look = 2; look <= LOOKS && damaged.length > 0; look++)
    damaged = await listDamaged(tx, tenantId, isIn(runs.id, damaged));
  return { since, damaged };
}

async function listDamaged(tx: Transaction, tenantId: string, which: SQL): Promise<string[]> {
  const rows = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), which));
  const ids = rows.map(({ id }) => id);
  const ends = await findRunEnds(tx, tenantId, ids);
  const why = await Promise.all(rows.map((row) => findRowDamage(row, ends.get(row.id))));
  return ids.filter((_, at) => why[at] !== undefined);
}

export function notIn(column: PgColumn, ids: readonly string[]): SQL {
  return sql`not ${isIn(column, ids)}`;
}

function isIn(column: PgColumn, ids: readonly string[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::uuid[])`;
}
