import { AssayError, type ImportRunBody, isUuid, RUN_STEPS, type Run } from "@assay/contract";
import { assessments, insertInBatches, newId, oneRow, runSteps, runs, tasks } from "@assay/db";
import { statusFromConfidence } from "../assessments/status-from-confidence.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { getCorpusActivationId } from "../guidance/activations.ts";
import { findBinding, packIdRequired, requirementsOf } from "../packs/bindings.ts";
import { getRetrievalVersion } from "../retrieval-versions/retrieval-versions.ts";
import { recordDigests } from "../sealed/index.ts";
import { newSpanId, newTraceId } from "../telemetry/span.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { notAssessed } from "./not-assessed.ts";
import { toRun } from "./to-run.ts";

/**
 * Brings in a finished run of an earlier system. It has no snapshot: snapshotStatus LEGACY, replay from live data.
 * One that holds a FAILED verdict is FAILED, as any run. All or nothing. Throws VALIDATION_ERROR for requirements that the pack does not have.
 */
export function importRun(ctx: Context, body: ImportRunBody): Promise<Run> {
  requireRole(ctx, "SUPER_ADMIN");
  return inTenant(ctx, async (tx) => {
    if (body.packId !== undefined && !isUuid(body.packId))
      throw new AssayError("NOT_FOUND", `Cannot find pack '${body.packId}'`, { details: { id: body.packId } });
    const binding = await findBinding(tx, ctx.tenantId, body.packId);
    if (!binding) throw packIdRequired("must name a pack of the tenant: the tenant has none");
    const known = new Map(
      (await requirementsOf(tx, binding.criteriaVersionId)).map((requirement) => [
        requirement.requirementId,
        requirement,
      ]),
    );
    requireKnown(body, known);
    const version = await getRetrievalVersion(tx);
    const runId = newId();
    const thresholds = { complete: version.confidenceComplete, partial: version.confidencePartial };
    const rows = body.assessments.map((assessment) => {
      const requirement = known.get(assessment.requirementId)!;
      return {
        tenantId: ctx.tenantId,
        runId,
        requirementRecordId: requirement.id,
        requirementId: requirement.requirementId,
        position: requirement.position,
        status: assessment.status ?? statusFromConfidence(assessment.confidence, thresholds),
        confidence: assessment.confidence,
        citations: assessment.citations,
        reasoning: assessment.reasoning,
        flags: [],
        inputDigest: "",
      };
    });
    const failed = rows.filter(({ status }) => status === "FAILED").length;
    const ended = new Date(body.completedAt);
    const countOf = (status: string) => rows.filter((row) => row.status === status).length;
    const imported = oneRow(
      await tx
        .insert(runs)
        .values({
          id: runId,
          tenantId: ctx.tenantId,
          packId: binding.packId,
          snapshotStatus: "LEGACY",
          triggerType: "import",
          startedBy: ctx.actor.id,
          createdAt: new Date(body.startedAt),
          startedAt: new Date(body.startedAt),
          ...(failed === 0
            ? { status: "COMPLETED", completedAt: ended }
            : { status: "FAILED", failedAt: ended, failureReason: notAssessed(failed, rows.length) }),
          totalRequirements: rows.length,
          assessedCount: rows.length,
          completeCount: countOf("COMPLETE"),
          partialCount: countOf("PARTIAL"),
          missingCount: countOf("MISSING"),
          criteriaVersionId: binding.criteriaVersionId,
          corpusActivationId: await getCorpusActivationId(tx, binding.packId),
          retrievalVersionId: version.id,
          traceId: newTraceId(),
          rootSpanId: newSpanId(),
        })
        .returning(),
    );
    await tx
      .insert(runSteps)
      .values(RUN_STEPS.map((stepName, stepIndex) => ({ tenantId: ctx.tenantId, runId, stepName, stepIndex })));
    await insertInBatches(tx, assessments, rows);
    const importedTasks = body.tasks.map((task) => ({
      tenantId: ctx.tenantId,
      runId,
      position: known.get(task.requirementId)!.position,
      ...task,
    }));
    await insertInBatches(tx, tasks, importedTasks);
    const details = await recordDigests(tx, { tenantId: ctx.tenantId, runId });
    await recordAudit(tx, ctx, { action: "run.imported", objectType: "run", objectId: runId, runId, details });
    return toRun({ ...imported, end: { action: "run.imported", egressHash: null, capture: null, ...details } });
  });
}

function requireKnown(body: ImportRunBody, known: ReadonlyMap<string, unknown>): void {
  const lists = { assessments: body.assessments, tasks: body.tasks };
  const issues = Object.entries(lists).flatMap(([list, rows]) => {
    const seen = new Set<string>();
    return rows.flatMap(({ requirementId }, at) => {
      const field = `${list}.${at}.requirementId`;
      if (!known.has(requirementId)) return [{ field, issue: `'${requirementId}' is not a requirement of the pack` }];
      if (seen.has(requirementId)) return [{ field, issue: `'${requirementId}' is used twice` }];
      seen.add(requirementId);
      return [];
    });
  });
  if (issues.length > 0)
    throw new AssayError("VALIDATION_ERROR", "Cannot import the run because its results do not match the pack", {
      details: { issues },
    });
}
