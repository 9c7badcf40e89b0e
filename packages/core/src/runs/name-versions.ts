import type { Transaction } from "@assay/db";
import { isPinnedSound } from "../records/index.ts";
import type { ShownAdminRun, StoredAdminRun } from "./to-admin-run.ts";

/** The rows without the number of a version that is stored otherwise than the tenant's audit log recorded it. */
export async function nameVersions<Row extends StoredAdminRun>(
  tx: Transaction,
  tenantId: string,
  rows: readonly Row[],
): Promise<(Row & ShownAdminRun)[]> {
  const sound = new Set<string>();
  for (const id of new Set(rows.map(({ criteriaVersionId }) => criteriaVersionId)))
    if (await isPinnedSound(tx, "criteria_version", { tenantId, id })) sound.add(id);
  return rows.map((row) => ({
    ...row,
    criteriaVersion: sound.has(row.criteriaVersionId) ? row.criteriaVersion : null,
  }));
}
