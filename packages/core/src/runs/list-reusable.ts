import { assessments, rowsOf, runs, type Transaction } from "@assay/db";
import { and, desc, eq, ne, not, sql } from "drizzle-orm";
import { wasNotJudged } from "../assessments/not-judged.ts";
import { findDamagedIds } from "../assessments/sealed-verdicts.ts";
import { isNoContainer } from "../documents/is-no-container.ts";
import { DAMAGED, orDamaged, requireRows } from "../sealed/index.ts";
import type { StartPlan } from "./plan-start.ts";
import { findDamagedRuns } from "./results/require-sealed-run.ts";
import type { RunRow } from "./to-run.ts";

interface Source {
  readonly pins: StartPlan["pins"];
  readonly continued: RunRow | undefined;
  readonly reuse: boolean | undefined;
}

/**
 * The requirements that a run takes over from the one that it continues, or with `reuse` from the newest with its pins,
 * where the evidence is the same as then. What else may be reused is known only once passages have been found. Of none that
 * is stored otherwise than it was when its run ended: it is judged again.
 */
export async function listReusable(
  tx: Transaction,
  tenantId: string,
  { pins, continued, reuse }: Source,
): Promise<ReadonlySet<string>> {
  const run = continued ?? (reuse ? await findNewestAlike(tx, tenantId, pins) : undefined);
  if (!run || !(await isSoundRun(tx, run)) || !(await hasSameEvidence(tx, tenantId, run.id))) return new Set();
  const damaged = await findDamagedIds(tx, run);
  if (damaged === DAMAGED) return new Set();
  const rows = await tx
    .select({ id: assessments.id, requirementId: assessments.requirementId })
    .from(assessments)
    .where(
      and(
        eq(assessments.tenantId, tenantId),
        eq(assessments.runId, run.id),
        ne(assessments.status, "FAILED"),
        not(wasNotJudged),
      ),
    );
  return new Set(rows.filter(({ id }) => !damaged.has(id)).map(({ requirementId }) => requirementId));
}

/** Whether its row, and what it judged, are as they were when it ended. */
async function isSoundRun(tx: Transaction, run: RunRow): Promise<boolean> {
  const damaged = await findDamagedRuns(tx, run.tenantId, [run]);
  if (damaged.size > 0) return false;
  return (await orDamaged(requireRows(tx, { tenantId: run.tenantId, runId: run.id }, "run_documents"))) !== DAMAGED;
}

async function findNewestAlike(
  tx: Transaction,
  tenantId: string,
  { criteriaVersionId, corpusActivationId, retrievalVersion }: StartPlan["pins"],
): Promise<RunRow | undefined> {
  const [run] = await tx
    .select()
    .from(runs)
    .where(
      and(
        eq(runs.tenantId, tenantId),
        eq(runs.status, "COMPLETED"),
        eq(runs.criteriaVersionId, criteriaVersionId),
        eq(runs.corpusActivationId, corpusActivationId),
        eq(runs.retrievalVersionId, retrievalVersion.id),
      ),
    )
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(1);
  return run;
}

async function hasSameEvidence(tx: Transaction, tenantId: string, runId: string): Promise<boolean> {
  const [row] = await rowsOf<{ same: boolean }>(
    tx,
    sql`
    select not exists (
      select 1 from documents ready
      where ready.tenant_id = ${tenantId} and ready.status = 'READY' and ${isNoContainer(sql`ready.file_type`)}
        and ready.superseded_by_id is null and ready.retired_at is null and not exists (
        select 1 from run_documents judged
        where judged.tenant_id = ready.tenant_id and judged.run_id = ${runId} and judged.document_id = ready.id))
      and not exists (
      select 1 from run_documents judged
      where judged.tenant_id = ${tenantId} and judged.run_id = ${runId} and not exists (
        select 1 from documents ready
        where ready.tenant_id = judged.tenant_id and ready.id = judged.document_id and ready.status = 'READY'
          and ready.superseded_by_id is null and ready.retired_at is null)) as same`,
  );
  return row!.same;
}
