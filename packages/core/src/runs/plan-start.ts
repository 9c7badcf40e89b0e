import { AssayError, isUuid, type StartRunBody } from "@assay/contract";
import { criteriaVersions, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { getCorpusActivationId } from "../guidance/activations.ts";
import { type Binding, findBinding, packIdRequired } from "../packs/bindings.ts";
import type { AssessorCard, Models } from "../ports/models.ts";
import { requireAllowedModels } from "../retrieval-versions/allowed-models.ts";
import { findModelsOfRun } from "../retrieval-versions/models-of-run.ts";
import { requireVectors } from "../retrieval-versions/require-vectors.ts";
import { getVersionOf, type RetrievalVersion } from "../retrieval-versions/retrieval-versions.ts";
import type { Context } from "../tenancy/context.ts";
import { findActiveRunId } from "../tenancy/find-active-run.ts";
import { requireRunStatus } from "../tenancy/require-run-status.ts";
import { withRun } from "./read-runs.ts";
import type { RunRow } from "./to-run.ts";

export interface StartPlan {
  readonly binding: Binding;
  readonly pins: {
    readonly criteriaVersionId: string;
    readonly corpusActivationId: string;
    readonly retrievalVersion: RetrievalVersion;
  };
  readonly assessor: AssessorCard;
}

/** What a start would pin. Throws what a start is refused with. */
export async function planStart(
  tx: Transaction,
  tenantId: string,
  models: Models,
  { body, continued }: { readonly body: StartRunBody; readonly continued: RunRow | undefined },
): Promise<StartPlan> {
  const binding = await findBinding(tx, tenantId, continued?.packId ?? body.packId);
  if (!binding) throw packIdRequired("must name a pack of the tenant: the tenant has none");
  const pins = await pinVersions(tx, tenantId, binding, continued ? pinsOf(continued, body) : body);
  const active = await findActiveRunId(tx, tenantId);
  if (active) throw alreadyInProgress(active);
  const { assessor } = await findModelsOfRun(tx, models, pins.retrievalVersion);
  await requireAllowedModels(tx, tenantId, models, pins.retrievalVersion);
  await requireVectors(tx, tenantId, pins.retrievalVersion);
  return { binding, pins, assessor };
}

/** Throws NOT_FOUND or CROSS_TENANT_ACCESS_DENIED, and INVALID_STATE for a run that has not failed. */
export async function findContinued(ctx: Context, id: string | undefined): Promise<RunRow | undefined> {
  return id === undefined ? undefined : withRun(ctx, id, async (_, run) => requireRunStatus(run, "FAILED", "continue"));
}

/** Its own pins, but for the engine version where the body names one. */
function pinsOf(run: RunRow, { retrievalVersionId = run.retrievalVersionId }: StartRunBody) {
  const { criteriaVersionId, corpusActivationId } = run;
  return { criteriaVersionId, corpusActivationId, retrievalVersionId };
}

export function alreadyInProgress(runId: string | null): AssayError {
  return new AssayError(
    "RUN_ALREADY_IN_PROGRESS",
    "Cannot start a run because the tenant has one that has not finished",
    {
      details: { runId },
    },
  );
}

type PinnedIds = Pick<StartRunBody, "criteriaVersionId" | "corpusActivationId" | "retrievalVersionId">;

async function pinVersions(tx: Transaction, tenantId: string, binding: Binding, body: PinnedIds) {
  return {
    criteriaVersionId: await pinCriteriaVersion(tx, binding, body.criteriaVersionId),
    corpusActivationId: await getCorpusActivationId(tx, binding.packId, body.corpusActivationId),
    retrievalVersion: await getVersionOf(tx, tenantId, body.retrievalVersionId),
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
