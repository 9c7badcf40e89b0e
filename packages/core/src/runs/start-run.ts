import { RUN_STEPS, type Run, type StartRunBody } from "@assay/contract";
import { oneRow, requirements, runSteps, runs } from "@assay/db";
import { count, eq } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { awaitDocuments, countBeingRead, lockBeingRead } from "../documents/awaited/await-documents.ts";
import { renewRenamed } from "../documents/renew-documents.ts";
import type { JobRef } from "../jobs/job.ts";
import type { Models } from "../ports/models.ts";
import { requirePinned } from "../records/index.ts";
import { newSpanId, newTraceId } from "../telemetry/span.ts";
import type { Context } from "../tenancy/context.ts";
import { isUniqueViolation } from "../tenancy/database-errors.ts";
import { findActiveRunId } from "../tenancy/find-active-run.ts";
import { type IdempotencyClaim, type KeptAnswer, keepAnswer } from "../tenancy/idempotency.ts";
import { lockEvidence } from "../tenancy/lock-evidence.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { alreadyInProgress, findContinued, planStart } from "./plan-start.ts";
import { requireRunsLeft, requireTokensLeft } from "./require-runs-left.ts";
import { enqueueStep } from "./steps/advance.ts";
import { toRun } from "./to-run.ts";

/** How long a run waits for documents at most. */
const DOCUMENTS_WAIT_MS = 3_600_000;

export interface StartOptions {
  readonly keep?: { readonly claim: IdempotencyClaim; answer(run: Run): KeptAnswer } | undefined;
  readonly documentsWaitMs?: number;
}

/**
 * Makes a PENDING run with everything pinned and calls for its first step: at once, or when the documents have been read
 * that it is to wait for. It waits for those that have another name than they were read under.
 * Throws RUN_ALREADY_IN_PROGRESS (`details.runId`), VALIDATION_ERROR on `packId`, NOT_FOUND for an unknown pin or run to
 * continue, TENANT_LIMIT_EXCEEDED, INVALID_STATE for a retrieval version whose models this deployment does not run and for a run that has not
 * failed.
 */
export async function startRun(
  ctx: Context,
  models: Models,
  body: StartRunBody,
  { keep, documentsWaitMs = DOCUMENTS_WAIT_MS }: StartOptions = {},
): Promise<{ run: Run; jobs: readonly JobRef[] }> {
  requireRole(ctx, "MEMBER");
  const continued = await findContinued(ctx, body.continueRunId);
  try {
    return await inTenant(ctx, async (tx) => {
      await lockEvidence(tx, ctx.tenantId);
      const plan = await planStart(tx, ctx.tenantId, models, { body, continued });
      const { binding, pins } = plan;
      await requireRunsLeft(tx, ctx.tenantId);
      await requireTokensLeft(tx, ctx.tenantId, { plan, body, continued });
      const pinned = { tenantId: ctx.tenantId, id: pins.criteriaVersionId };
      await requirePinned(tx, "criteria_version", pinned);
      const total = oneRow(
        await tx
          .select({ value: count() })
          .from(requirements)
          .where(eq(requirements.criteriaVersionId, pins.criteriaVersionId)),
      );
      const renewed = await renewRenamed(tx, ctx.tenantId);
      const awaited = body.waitForDocuments ? await lockBeingRead(tx, ctx.tenantId) : renewed.ids;
      const row = oneRow(
        await tx
          .insert(runs)
          .values({
            tenantId: ctx.tenantId,
            packId: binding.packId,
            triggerType: "manual",
            reuse: body.reuse ?? false,
            startedBy: ctx.actor.id,
            name: body.name ?? continued?.name ?? null,
            continuedFromRunId: continued?.id ?? null,
            periodFrom: continued?.periodFrom ?? body.period?.from ?? null,
            periodTo: continued?.periodTo ?? body.period?.to ?? null,
            documentsPending: body.waitForDocuments ? awaited.length : await countBeingRead(tx, ctx.tenantId),
            totalRequirements: total.value,
            criteriaVersionId: pins.criteriaVersionId,
            corpusActivationId: pins.corpusActivationId,
            retrievalVersionId: pins.retrievalVersion.id,
            traceId: newTraceId(),
            rootSpanId: newSpanId(),
          })
          .returning(),
      );
      const runId = row.id;
      await tx
        .insert(runSteps)
        .values(RUN_STEPS.map((stepName, stepIndex) => ({ tenantId: ctx.tenantId, runId, stepName, stepIndex })));
      await awaitDocuments(tx, { tenantId: ctx.tenantId, runId }, awaited);
      const jobs = await enqueueStep(tx, row, RUN_STEPS[0], { delayMs: awaited.length > 0 ? documentsWaitMs : 0 });
      const run = toRun(row);
      if (keep) await keepAnswer(tx, ctx.tenantId, keep.claim, keep.answer(run));
      await recordAudit(tx, ctx, { action: "run.created", objectType: "run", objectId: runId, runId });
      return { run, jobs: [...renewed.jobs, ...jobs] };
    });
  } catch (error) {
    if (!isUniqueViolation(error, "runs_one_active_per_tenant")) throw error;
    const active = await inTenant(ctx, (tx) => findActiveRunId(tx, ctx.tenantId));
    throw alreadyInProgress(active ?? null);
  }
}
