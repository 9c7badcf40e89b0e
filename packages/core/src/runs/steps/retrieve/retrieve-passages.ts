import {
  criteria,
  insertInBatches,
  oneRow,
  requirements,
  retrievals,
  rowsOf,
  runRequirements,
  type Transaction,
} from "@assay/db";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { openEmbedder } from "../../../egress/open-parts.ts";
import { type FoundGuidance, searchGuidance } from "../../../guidance/find-guidance.ts";
import { askedEmbedder } from "../../../jobs/asked-model.ts";
import type { Job } from "../../../jobs/job.ts";
import { senderOf } from "../../../jobs/sender-of.ts";
import { type Attempt, nothingLeft, type Outcome } from "../../../jobs/stage.ts";
import { embedRequirements } from "../../../retrieval/requirement-query.ts";
import { findEmbedder } from "../../../retrieval-versions/find-models.ts";
import { inTenant } from "../../../tenancy/transact.ts";
import { loadWithOpenRun, type OpenRun, type RunServices } from "../../open-run.ts";
import { continueStep, endStep, type StepResult } from "../advance.ts";
import type { FoundChunk } from "./chunk-search.ts";
import { besidePoisoned, listPoisoned } from "./search-beside-poisoned.ts";
import { queriesPerAttempt, searchChunks } from "./search-chunks.ts";
import { countEvidence } from "./split-evidence.ts";

const BATCH_MAX = 32;

/**
 * Finds the chunks for a batch of requirements, fewer where there is more evidence; the last batch ends the step. Progress is
 * the requirements not yet retrieved.
 */
export async function retrievePassages({ models }: RunServices, attempt: Attempt): Promise<Outcome> {
  const open = await loadWithOpenRun(attempt, async (tx, { run, version }) => {
    const embedder = findEmbedder(models, version.embedderModel);
    const chunks = await countEvidence(tx, { tenantId: run.tenantId, runId: run.id });
    const limit = queriesPerAttempt(chunks, Math.min(BATCH_MAX, embedder.batchSizeMax));
    return { embedder, limit, batch: await listUnretrieved(tx, attempt.job, limit) };
  });
  if (!open) return nothingLeft;
  const { embedder, limit, batch } = open;
  if (batch.length === 0) return endStep(open, (tx) => countPassages(tx, open));
  const sender = senderOf(attempt);
  const vectors = await attempt.ask(askedEmbedder(sender, embedder), () =>
    embedRequirements(openEmbedder(sender, embedder), batch, { signal: attempt.signal }),
  );
  const { run, version } = open;
  const queries = batch.flatMap(({ id, lexicalQuery }, at) =>
    vectors[at] ? [{ id, vector: vectors[at], lexical: lexicalQuery }] : [],
  );
  const { calibration } = embedder;
  const search = { embedder: version.embedderModel, threshold: version.similarityThreshold, calibration, queries };
  const wanted = {
    ...search,
    tenantId: run.tenantId,
    runId: run.id,
    lexicalWeight: version.lexicalWeight,
    lexicon: version.lexicon,
    limit: version.chunksPerRequirement,
  };
  const best = await searchChunks(attempt, wanted);
  const { guidance, poisoned } = await inTenant({ db: attempt.db, tenantId: run.tenantId }, async (tx) => ({
    guidance: await searchGuidance(tx, { ...search, activationId: run.corpusActivationId }),
    poisoned: await listPoisoned(tx, run.tenantId, best),
  }));
  const found = await besidePoisoned(attempt, wanted, { found: best, poisoned });
  const save = async (tx: Transaction) => {
    await saveFound(tx, run.tenantId, found);
    await saveGuidance(tx, run.tenantId, guidance);
    const retrieved = inArray(
      runRequirements.id,
      batch.map(({ id }) => id),
    );
    await tx
      .update(runRequirements)
      .set({ retrievedAt: sql`now()` })
      .where(and(eq(runRequirements.tenantId, run.tenantId), retrieved));
  };
  return batch.length < limit
    ? endStep(open, (tx) => save(tx).then(() => countPassages(tx, open)))
    : continueStep(open, (tx) => save(tx).then(() => []));
}

function saveFound(tx: Transaction, tenantId: string, found: readonly FoundChunk[]): Promise<void> {
  return insertInBatches(
    tx,
    retrievals,
    found.map(({ requirement, rank, chunkId, documentId, similarity }) => ({
      tenantId,
      runRequirementId: requirement,
      rank,
      chunkId,
      documentId,
      similarity,
    })),
  );
}

/** All in one statement. */
async function saveGuidance(tx: Transaction, tenantId: string, guidance: readonly FoundGuidance[]): Promise<void> {
  if (guidance.length === 0) return;
  const found = JSON.stringify(guidance);
  await tx.execute(sql`
    update run_requirements set guidance_chunk_ids = found.ids
    from (
      select (each ->> 'requirement')::uuid as id,
        array(select value::uuid from jsonb_array_elements_text(each -> 'chunkIds') with ordinality order by ordinality) as ids
      from jsonb_array_elements(${found}::jsonb) each) found
    where run_requirements.tenant_id = ${tenantId} and run_requirements.id = found.id`);
}

function listUnretrieved(tx: Transaction, job: Job, limit: number) {
  return tx
    .select({
      id: runRequirements.id,
      title: requirements.title,
      criterionTitle: criteria.title,
      retrievalHint: requirements.retrievalHint,
      lexicalQuery: runRequirements.lexicalQuery,
    })
    .from(runRequirements)
    .innerJoin(requirements, eq(requirements.id, runRequirements.requirementRecordId))
    .innerJoin(
      criteria,
      and(
        eq(criteria.criteriaVersionId, requirements.criteriaVersionId),
        eq(criteria.criterionId, requirements.criterionId),
      ),
    )
    .where(
      and(
        eq(runRequirements.tenantId, job.tenantId),
        eq(runRequirements.runId, job.subjectId),
        isNull(runRequirements.retrievedAt),
      ),
    )
    .orderBy(asc(runRequirements.position))
    .limit(limit);
}

async function countPassages(tx: Transaction, { run }: OpenRun): Promise<StepResult> {
  const rows = await rowsOf<{
    requirements: number;
    passages: number;
    chunks: number;
    documents: number;
    without: number;
  }>(
    tx,
    sql`
    select count(distinct rr.id)::int as requirements, count(r.chunk_id)::int as passages,
      count(distinct r.chunk_id)::int as chunks, count(distinct r.document_id)::int as documents,
      (count(distinct rr.id) - count(distinct r.run_requirement_id))::int as without
    from run_requirements rr left join retrievals r on r.tenant_id = rr.tenant_id and r.run_requirement_id = rr.id
    where rr.tenant_id = ${run.tenantId} and rr.run_id = ${run.id}`,
  );
  const counts = oneRow(rows);
  return {
    outputRefs: {
      requirementCount: counts.requirements,
      passageCount: counts.passages,
      chunkCount: counts.chunks,
      documentCount: counts.documents,
      requirementsWithoutPassages: counts.without,
    },
    handedOn: { chunkCount: counts.chunks },
    attributes: { "chunk.count": counts.chunks },
  };
}
