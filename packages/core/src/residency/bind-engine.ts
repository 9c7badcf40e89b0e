import { AssayError, type BindEngineBody, type Residency } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { JobRef } from "../jobs/job.ts";
import type { Models } from "../ports/models.ts";
import { getRetrievalVersion, type RetrievalVersion } from "../retrieval-versions/active-version.ts";
import { allowsEmbedder, requireAllowedModels } from "../retrieval-versions/allowed-models.ts";
import { ACTIVATION_LOCK, countVectors, enqueueReembedding } from "../retrieval-versions/vector-coverage.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { setOfTenant } from "../tenancy/set-of-tenant.ts";
import { asSystem, inTenant } from "../tenancy/transact.ts";
import { findResidency } from "./read-residency.ts";
import { wakeWaiting } from "./wake-waiting.ts";

interface Deployment {
  readonly models: Models;
  readonly destinations: Residency["destinations"];
  dispatch(jobs: readonly JobRef[]): Promise<void>;
}

/**
 * New runs, documents and searches of the tenant go by the version; previous runs keep theirs. Throws NOT_FOUND, and
 * INVALID_STATE for a version whose models do not run here or are not allowed (`details.provider`), or while passages are
 * without a vector of its embedder (`details.missing`), and sees to it that they get one. The active version is returned to
 * at once where its embedder is not allowed: documents and runs wait until it is.
 */
export async function bindEngine(
  ctx: Context,
  { retrievalVersionId }: BindEngineBody,
  { models, destinations, dispatch }: Deployment,
): Promise<Residency> {
  requireRole(ctx, "SUPER_ADMIN");
  const { tenantId } = ctx;
  const { residency, jobs, missing } = await inTenant(ctx, async (tx) => {
    const version = await getRetrievalVersion(tx, retrievalVersionId ?? undefined);
    // The active one may be of a provider that the tenant does not allow: without a binding its text waits.
    if (retrievalVersionId !== null) await requireAllowedModels(tx, tenantId, models, version);
    const isAllowed = await allowsEmbedder(tx, tenantId, { models, version });
    await tx.execute(sql`select pg_advisory_xact_lock(${ACTIVATION_LOCK})`);
    const { jobs: making, missing } = await makeVectors(tx, tenantId, version);
    if (missing > 0 && isAllowed) return { jobs: making, missing, residency: undefined };
    const before = await setOfTenant(tx, tenantId, { retrievalVersionId });
    const waiting = await wakeWaiting(tx, tenantId);
    const residency = await findResidency(tx, tenantId, destinations);
    if (before.retrievalVersionId !== retrievalVersionId)
      await recordAudit(tx, ctx, {
        action: retrievalVersionId === null ? "tenant.engine_unbound" : "tenant.engine_bound",
        objectType: "tenant",
        objectId: tenantId,
        details: { retrievalVersionId },
      });
    return { jobs: [...making, ...waiting], missing, residency };
  });
  if (jobs.length > 0) await dispatch(jobs);
  if (residency) return residency;
  throw new AssayError(
    "INVALID_STATE",
    `Cannot bind the tenant because ${missing} passages have no vector of the version's embedder yet: they are being created, try again later`,
    { details: { missing } },
  );
}

async function makeVectors(tx: Transaction, tenantId: string, version: RetrievalVersion) {
  return asSystem(tx, async () => {
    const { ready, total } = await countVectors(tx, version, { tenantId });
    const missing = total - ready;
    return { missing, jobs: missing === 0 ? [] : await enqueueReembedding(tx, version, { tenantId }) };
  });
}
