import type { Database } from "@assay/db";
import {
  DAMAGED,
  findDigests,
  hashAll,
  orDamaged,
  RESULT_TABLES,
  type ResultTable,
  readRows,
} from "../../sealed/index.ts";
import { inTenant } from "../../tenancy/transact.ts";
import type { Damage } from "../../webhooks/record-damage.ts";

interface Scope {
  readonly db: Database;
  readonly tenantId: string;
  readonly runId: string;
}

const OBJECT_TYPES: Readonly<Record<ResultTable, string>> = {
  runs: "run",
  run_steps: "run_step",
  run_documents: "run_document",
  run_documents_left_out: "run_document",
  run_exceptions: "run_exception",
  assessments: "assessment",
  tasks: "task",
  exports: "export",
  snapshots: "snapshot",
};

/** The rows of a run's results, in all columns, that are not what they were when it ended, are missing, or were added since. */
export async function checkDigests(scope: Scope): Promise<Damage[]> {
  const digests = await orDamaged(inTenant(scope, (tx) => findDigests(tx, scope)));
  if (digests === undefined) return [];
  if (digests === DAMAGED)
    return [{ objectType: "result_digests", objectId: scope.runId, recordedHash: "", foundHash: null }];
  const damages: Damage[] = [];
  for (const table of Object.keys(RESULT_TABLES) as ResultTable[]) {
    const recorded: Readonly<Record<string, string>> | undefined =
      table === "runs" ? { [scope.runId]: digests.runHash } : digests.rows[table];
    if (!recorded) continue;
    const found = new Map(await hashAll(table, await inTenant(scope, (tx) => readRows(tx, scope, table))));
    for (const objectId of new Set([...Object.keys(recorded), ...found.keys()])) {
      const [recordedHash, foundHash] = [recorded[objectId] ?? "", found.get(objectId) ?? null];
      if (recordedHash !== foundHash)
        damages.push({ objectType: OBJECT_TYPES[table], objectId, recordedHash, foundHash });
    }
  }
  return damages;
}
