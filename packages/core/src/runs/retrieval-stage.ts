import { criteria, insertInBatches, requirements, retrievals, runRequirements, type Transaction } from "@assay/db";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { type FoundGuidance, searchGuidance } from "../corpus/find-guidance.ts";
import { findEmbedder } from "../corpus/find-models.ts";
import { enqueue, type Job } from "../jobs/job.ts";
import { modelPart } from "../jobs/outage.ts";
import type { Attempt, Outcome } from "../jobs/stage.ts";
import { embedRequirements } from "../retrieval/requirement-query.ts";
import { inTenant } from "../tenancy/transact.ts";
import {
  beginStep,
  completeStep,
  loadWithOpenRun,
  lockOpenRun,
  type OpenRun,
  type RunServices,
  recordRunAudit,
  touchRun,
} from "./run-stage.ts";
import { searchChunks } from "./search-chunks.ts";

const BATCH = 32;

/** Finds the chunks for a batch of requirements; progress is the requirements not yet retrieved. */
export async function retrieve({ models }: RunServices, attempt: Attempt): Promise<Outcome> {
  const open = await loadWithOpenRun(attempt, async (tx, { version }) => {
    const embedder = findEmbedder(models, version.embedderModel);
    return { embedder, batch: await listUnretrieved(tx, attempt.job, Math.min(BATCH, embedder.batchSizeMax)) };
  });
  if (!open) return { state: "done", write: async () => [] };
  const { embedder, batch } = open;
  if (batch.length === 0) return { state: "done", write: (tx) => finish(tx, open) };
  const vectors = await attempt.ask(modelPart(embedder.model), () =>
    embedRequirements(embedder, batch, { signal: attempt.signal }),
  );
  const { run, version } = open;
  const queries = batch.flatMap(({ id, lexicalQuery }, at) =>
    vectors[at] ? [{ id, vector: vectors[at], lexical: lexicalQuery }] : [],
  );
  const search = { embedder: version.embedderModel, threshold: version.similarityThreshold, queries };
  const { found, guidance } = await inTenant({ db: attempt.db, tenantId: run.tenantId }, async (tx) => ({
    found: await searchChunks(tx, {
      ...search,
      tenantId: run.tenantId,
      runId: run.id,
      limit: version.chunksPerRequirement,
    }),
    guidance: await searchGuidance(tx, { ...search, activationId: run.corpusActivationId }),
  }));
  return {
    state: "more",
    async write(tx) {
      if (!(await lockOpenRun(tx, run))) return;
      await insertInBatches(
        tx,
        retrievals,
        found.map(({ requirement, rank, chunkId, documentId, similarity }) => ({
          tenantId: run.tenantId,
          runRequirementId: requirement,
          rank,
          chunkId,
          documentId,
          similarity,
        })),
      );
      await saveGuidance(tx, run.tenantId, guidance);
      await tx
        .update(runRequirements)
        .set({ retrievedAt: sql`now()` })
        .where(
          and(
            eq(runRequirements.tenantId, run.tenantId),
            inArray(
              runRequirements.id,
              batch.map(({ id }) => id),
            ),
          ),
        );
      await touchRun(tx, run);
    },
  };
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

async function finish(tx: Transaction, { run }: OpenRun) {
  if (!(await lockOpenRun(tx, run))) return;
  const { rows } = (await tx.execute(sql`
    select count(distinct rr.id)::int as requirements, count(r.chunk_id)::int as passages,
      count(distinct r.chunk_id)::int as chunks, count(distinct r.document_id)::int as documents,
      (count(distinct rr.id) - count(distinct r.run_requirement_id))::int as without
    from run_requirements rr left join retrievals r on r.tenant_id = rr.tenant_id and r.run_requirement_id = rr.id
    where rr.tenant_id = ${run.tenantId} and rr.run_id = ${run.id}`)) as unknown as {
    rows: { requirements: number; passages: number; chunks: number; documents: number; without: number }[];
  };
  const counts = rows[0]!;
  const event = await completeStep(
    tx,
    run,
    "RETRIEVAL",
    {
      requirementCount: counts.requirements,
      passageCount: counts.passages,
      chunkCount: counts.chunks,
      documentCount: counts.documents,
      requirementsWithoutPassages: counts.without,
    },
    { "chunk.count": counts.chunks },
  );
  await beginStep(tx, run, "VERIFICATION", { chunkCount: counts.chunks });
  const next = await enqueue(tx, [
    { tenantId: run.tenantId, kind: "run", subjectId: run.id, runId: run.id, stage: "VERIFICATION" },
  ]);
  await recordRunAudit(tx, run, event);
  return next;
}
