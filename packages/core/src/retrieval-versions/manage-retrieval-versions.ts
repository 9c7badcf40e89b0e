import {
  AssayError,
  type CreateRetrievalVersionBody,
  type EvidenceRules,
  type RetrievalVersionRecord,
} from "@assay/contract";
import { newId, oneRow, retrievalVersions } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { JobRef } from "../jobs/job.ts";
import { newestPage, type Page } from "../paging.ts";
import type { Models } from "../ports/models.ts";
import { LEXICON_MAX } from "../retrieval/lexical-terms.ts";
import { type Context, toOwnTenant } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { asCatalog, asSystem, inTenant } from "../tenancy/transact.ts";
import { findAssessor, findEmbedder, findModels } from "./find-models.ts";
import { chosenMeaning } from "./meaning-of-version.ts";
import { findForeign } from "./metrics/belongs-to.ts";
import { addMetrics } from "./metrics/stored-metrics.ts";
import { RULES_OF_RELEASE } from "./pinned-rules.ts";
import { getRetrievalVersion, type RetrievalVersion } from "./retrieval-versions.ts";
import { lexicalWeightOf } from "./search-keys.ts";
import { rulesOf, toRecords } from "./to-records.ts";
import { ACTIVATION_LOCK, countVectors, enqueueReembedding } from "./vector-coverage.ts";

/** Newest first. */
export function listRetrievalVersions(
  ctx: Context,
  query: { limit: number; cursor?: string | undefined },
): Promise<Page<RetrievalVersionRecord>> {
  requireRole(ctx, "SUPER_ADMIN");
  return inTenant(ctx, async (tx) => {
    const from = tx.select().from(retrievalVersions);
    const page = await newestPage("retrieval-versions", query, { from, columns: retrievalVersions });
    return { items: await toRecords(tx, page.items), nextCursor: page.nextCursor };
  });
}

/**
 * Makes a version that differs from the active one in what the body names, and calls for the vectors of its embedder.
 * Throws INVALID_STATE for models that this deployment does not run.
 */
export function createRetrievalVersion(
  ctx: Context,
  models: Models,
  body: CreateRetrievalVersionBody,
): Promise<{ record: RetrievalVersionRecord; jobs: readonly JobRef[] }> {
  requireRole(ctx, "SUPER_ADMIN");
  const home = toOwnTenant(ctx);
  return inTenant(home, async (tx) => {
    const inForce = await getRetrievalVersion(tx);
    const embedder = findEmbedder(models, body.embedderModel ?? inForce.embedderModel);
    // Another embedder comes with its own weight; the active one keeps what it has, also where that is none.
    const ownWeight = embedder.model === inForce.embedderModel ? inForce.lexicalWeight : lexicalWeightOf(embedder);
    const assessor = findAssessor(models, { model: body.assessorModel ?? inForce.assessorModel });
    const version = oneRow(
      await asCatalog(tx, () =>
        tx
          .insert(retrievalVersions)
          .values({
            id: newId(),
            embedderModel: embedder.model,
            embedderDimensions: embedder.dimensions,
            assessorModel: assessor.model,
            promptVersion: assessor.promptVersion,
            similarityThreshold: body.similarityThreshold ?? inForce.similarityThreshold,
            lexicalWeight: body.lexicalWeight ?? ownWeight,
            lexicon: embedder.model === inForce.embedderModel ? inForce.lexicon : LEXICON_MAX,
            ...RULES_OF_RELEASE,
            chunksPerRequirement: body.chunksPerRequirement ?? inForce.chunksPerRequirement,
            confidenceComplete: body.confidenceThresholds?.complete ?? inForce.confidenceComplete,
            confidencePartial: body.confidenceThresholds?.partial ?? inForce.confidencePartial,
            evidenceRules: changeRules(inForce, body.evidenceRules),
            meaning: chosenMeaning(models, assessor, { inForce, named: body.meaning }),
            origin: "admin",
          })
          .returning(),
      ),
    );
    const jobs = await asSystem(tx, () => enqueueReembedding(tx, version));
    const metrics = models.meaning?.metrics;
    if (metrics && findForeign(metrics, version).length === 0)
      await asCatalog(tx, () => addMetrics(tx, version.id, metrics, "release"));
    const record = oneRow(await toRecords(tx, [version]));
    await recordAudit(tx, home, {
      action: "retrieval_version.created",
      objectType: "retrieval_version",
      objectId: version.id,
    });
    return { record, jobs };
  });
}

/**
 * Activates a version for new runs; previous runs keep theirs. Throws INVALID_STATE while chunks are without a
 * vector of its embedder (`details.missing`), and sees to it that they get one.
 */
export async function activateRetrievalVersion(
  ctx: Context,
  models: Models,
  id: string,
): Promise<RetrievalVersionRecord> {
  requireRole(ctx, "SUPER_ADMIN");
  const home = toOwnTenant(ctx);
  const result = await inTenant(home, async (tx) => {
    const version = await getRetrievalVersion(tx, id);
    findModels(models, version);
    await tx.execute(sql`select pg_advisory_xact_lock(${ACTIVATION_LOCK})`);
    const { ready, total } = await asSystem(tx, async () => {
      await enqueueReembedding(tx, version);
      return countVectors(tx, version);
    });
    if (ready < total) return { missing: total - ready };
    const activated = oneRow(
      await asCatalog(tx, () =>
        tx
          .update(retrievalVersions)
          .set({ activatedAt: sql`clock_timestamp()`, chosenAt: sql`clock_timestamp()` })
          .where(eq(retrievalVersions.id, version.id))
          .returning(),
      ),
    );
    const record = oneRow(await toRecords(tx, [activated]));
    await recordAudit(tx, home, {
      action: "retrieval_version.activated",
      objectType: "retrieval_version",
      objectId: version.id,
    });
    return { record };
  });
  if ("record" in result && result.record) return result.record;
  throw new AssayError(
    "INVALID_STATE",
    `Cannot activate retrieval version '${id}' because ${result.missing} chunks have no vector of its embedder yet: they are being created, try again later`,
    { details: { id, missing: result.missing } },
  );
}

/** Null stays null where nothing is named: nobody has decided about the rules then. */
function changeRules(inForce: RetrievalVersion, named: Partial<EvidenceRules> = {}): EvidenceRules | null {
  const changed = Object.fromEntries(Object.entries(named).filter(([, effect]) => effect !== undefined));
  return Object.keys(changed).length === 0 ? inForce.evidenceRules : { ...rulesOf(inForce), ...changed };
}
