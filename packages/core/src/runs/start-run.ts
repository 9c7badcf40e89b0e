import { AssayError, isUuid, RUN_STEPS, type Run, type StartRunBody } from "@assay/contract";
import { criteriaVersions, oneRow, requirements, runSteps, runs, type Transaction } from "@assay/db";
import { and, count, eq, inArray } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { awaitDocuments, countBeingRead, lockBeingRead } from "../documents/awaited/await-documents.ts";
import { getCorpusActivationId } from "../guidance/activations.ts";
import type { JobRef } from "../jobs/job.ts";
import { type Binding, findBinding, packIdRequired } from "../packs/bindings.ts";
import type { Models } from "../ports/models.ts";
import { findModels } from "../retrieval-versions/find-models.ts";
import { getRetrievalVersion } from "../retrieval-versions/retrieval-versions.ts";
import { newSpanId, newTraceId } from "../telemetry/span.ts";
import type { Context } from "../tenancy/context.ts";
import { isUniqueViolation } from "../tenancy/database-errors.ts";
import { type IdempotencyClaim, type KeptAnswer, keepAnswer } from "../tenancy/idempotency.ts";
import { lockEvidence } from "../tenancy/lock-evidence.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { withRun } from "./read-runs.ts";
import { enqueueStep } from "./steps/advance.ts";
import { type RunRow, toRun } from "./to-run.ts";

/** How long a run waits for documents at most. */
const DOCUMENTS_WAIT_MS = 3_600_000;

export interface StartOptions {
  readonly keep?: { readonly claim: IdempotencyClaim; answer(run: Run): KeptAnswer } | undefined;
  readonly documentsWaitMs?: number;
}

/**
 * Makes a PENDING run with everything pinned and calls for its first step: at once, or when the documents have been read
 * that it is to wait for.
 * Throws RUN_ALREADY_IN_PROGRESS (`details.runId`), VALIDATION_ERROR on `packId`, NOT_FOUND for an unknown pin or run to
 * continue, INVALID_STATE for a retrieval version whose models this deployment does not run and for a run that has not
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
      const binding = await findBinding(tx, ctx.tenantId, continued?.packId ?? body.packId);
      if (!binding) throw packIdRequired("must name a pack of the tenant: the tenant has none");
      const pins = await pinVersions(tx, binding, continued ? pinsOf(continued, body) : body);
      await lockEvidence(tx, ctx.tenantId);
      const active = await findActiveRunId(tx, ctx.tenantId);
      if (active) throw alreadyInProgress(active);
      findModels(models, pins.retrievalVersion);
      const total = oneRow(
        await tx
          .select({ value: count() })
          .from(requirements)
          .where(eq(requirements.criteriaVersionId, pins.criteriaVersionId)),
      );
      const awaited = body.waitForDocuments ? await lockBeingRead(tx, ctx.tenantId) : [];
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
      return { run, jobs };
    });
  } catch (error) {
    if (!isUniqueViolation(error, "runs_one_active_per_tenant")) throw error;
    const active = await inTenant(ctx, (tx) => findActiveRunId(tx, ctx.tenantId));
    throw alreadyInProgress(active ?? null);
  }
}

/** Throws NOT_FOUND or CROSS_TENANT_ACCESS_DENIED, and INVALID_STATE for a run that has not failed. */
async function findContinued(ctx: Context, id: string | undefined): Promise<RunRow | undefined> {
  return id === undefined ? undefined : withRun(ctx, id, async (_, run) => requireFailed(run));
}

function requireFailed(run: RunRow): RunRow {
  if (run.status === "FAILED") return run;
  throw new AssayError(
    "INVALID_STATE",
    `Cannot continue run '${run.id}' because its status must be FAILED: it is ${run.status}`,
    { details: { runId: run.id, status: run.status } },
  );
}

/** Its own pins, but for the engine version where the body names one. */
function pinsOf(run: RunRow, { retrievalVersionId = run.retrievalVersionId }: StartRunBody) {
  const { criteriaVersionId, corpusActivationId } = run;
  return { criteriaVersionId, corpusActivationId, retrievalVersionId };
}

async function findActiveRunId(tx: Transaction, tenantId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), inArray(runs.status, ["PENDING", "IN_PROGRESS"])));
  return row?.id;
}

function alreadyInProgress(runId: string | null): AssayError {
  return new AssayError(
    "RUN_ALREADY_IN_PROGRESS",
    "Cannot start a run because the tenant has one that has not finished",
    {
      details: { runId },
    },
  );
}

type PinnedIds = Pick<StartRunBody, "criteriaVersionId" | "corpusActivationId" | "retrievalVersionId">;

async function pinVersions(tx: Transaction, binding: Binding, body: PinnedIds) {
  return {
    criteriaVersionId: await pinCriteriaVersion(tx, binding, body.criteriaVersionId),
    corpusActivationId: await getCorpusActivationId(tx, binding.packId, body.corpusActivationId),
    retrievalVersion: await getRetrievalVersion(tx, body.retrievalVersionId),
  };
}

async function pinCriteriaVersion(tx: Transaction, binding: Binding, id: string | undefined): Promise<string> {
  if (id === undefined) return binding.criteriaVersionId;
  const [version] = isUuid(id)
    ? await tx
        .select({ status: criteriaVersions.status })
        .from(criteriaVersions)
        .where(and(eq(criteriaVersions.id, id), eq(criteriaVersions.packId, binding.packId)))
    : [];
  if (!version)
    throw new AssayError("NOT_FOUND", `Cannot find criteria version '${id}' of the pack`, { details: { id } });
  if (version.status !== "PUBLISHED")
    throw new AssayError("INVALID_STATE", `Cannot pin criteria version '${id}' because it is not published`, {
      details: { id },
    });
  return id;
}
