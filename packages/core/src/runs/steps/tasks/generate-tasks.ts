import { insertInBatches, type Transaction, tasks } from "@assay/db";
import { assessmentsOf } from "../../../assessments/list-assessments.ts";
import { type Attempt, nothingLeft, type Outcome } from "../../../jobs/stage.ts";
import { requirementsOf } from "../../../packs/bindings.ts";
import { makeTask } from "../../../tasks/tasks.ts";
import { documentsOf } from "../../diff-runs.ts";
import { loadOpenRun, type OpenRun, type RunServices } from "../../open-run.ts";
import { endStep, type StepResult } from "../advance.ts";

/** A task for each requirement that is not fully satisfied. */
export async function generateTasks(_: RunServices, attempt: Attempt): Promise<Outcome> {
  const open = await loadOpenRun(attempt);
  return open ? endStep(open, (tx) => insertTasks(tx, open)) : nothingLeft;
}

async function insertTasks(tx: Transaction, { run }: OpenRun): Promise<StepResult> {
  const rows = await assessmentsOf(tx, { tenantId: run.tenantId, runId: run.id });
  const asked = await requirementsOf(tx, run.criteriaVersionId);
  const titles = new Map(asked.map(({ requirementId, title }) => [requirementId, title]));
  const names = new Map(
    (await documentsOf(tx, run.tenantId, run.id)).map(({ id, originalFilename }) => [id, originalFilename]),
  );
  const made = rows
    .filter(({ status }) => status === "PARTIAL" || status === "MISSING")
    .map((row) => makeTask(row, titles.get(row.requirementId)!, (id) => names.get(id)));
  await insertInBatches(tx, tasks, made);
  const taskIds = made.map(({ id }) => id);
  return {
    outputRefs: { taskIds, taskCount: taskIds.length },
    handedOn: { assessmentCount: rows.length, taskCount: taskIds.length },
    attributes: { "task.ids": taskIds },
  };
}
