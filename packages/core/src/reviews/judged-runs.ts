import { runs, type Transaction } from "@assay/db";
import { and, eq, inArray } from "drizzle-orm";
import { findDamagedIds } from "../assessments/sealed-verdicts.ts";
import { requirePinned } from "../records/index.ts";
import { DAMAGED, findRowDamage, findRunEnds, orDamaged, requireRows } from "../sealed/index.ts";

type RunRow = typeof runs.$inferSelect;

/** The rows that are what they were when their runs ended. */
export async function keepSound<Row extends RunRow>(
  tx: Transaction,
  tenantId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.map(({ id }) => id);
  const ends = await findRunEnds(tx, tenantId, ids);
  const damage = await Promise.all(rows.map((row) => findRowDamage(row, ends.get(row.id))));
  return rows.filter((_, at) => damage[at] === undefined);
}

/** By run the ids of verdicts that are not what they were when it ended. */
export type JudgedRuns = ReadonlyMap<string, ReadonlySet<string>>;

/** Those of the runs whose row, requirements and documents are as they were recorded. */
export async function findJudgedRuns(
  tx: Transaction,
  tenantId: string,
  runIds: readonly string[],
): Promise<JudgedRuns> {
  const ids = [...new Set(runIds)];
  const found = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), inArray(runs.id, ids)));
  const judged = new Map<string, ReadonlySet<string>>();
  for (const run of await keepSound(tx, tenantId, found)) {
    const versions = requirePinned(tx, "criteria_version", { tenantId, id: run.criteriaVersionId });
    const documents = async () => requireRows(tx, { tenantId, runId: run.id }, "run_documents");
    if ((await orDamaged(versions)) === DAMAGED || (await orDamaged(documents())) === DAMAGED) continue;
    const damaged = await findDamagedIds(tx, run);
    if (damaged !== DAMAGED) judged.set(run.id, damaged);
  }
  return judged;
}
