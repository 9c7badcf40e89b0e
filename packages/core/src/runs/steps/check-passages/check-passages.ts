import { oneRow, rowsOf, runDocuments, runRequirements, type Transaction } from "@assay/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { type Attempt, nothingLeft, type Outcome } from "../../../jobs/stage.ts";
import { loadWithOpenRun, type RunServices } from "../../open-run.ts";
import type { RunRow } from "../../to-run.ts";
import { continueStep, endStep, type StepResult } from "../advance.ts";
import { describeDocuments, loadToDescribe, saveStates } from "./describe-documents.ts";
import { exclusionOf, findBrokenFiles } from "./find-exclusions.ts";
import { loadBatch } from "./load-batch.ts";
import { excludeDocuments, excludePassages } from "./save-exclusions.ts";

/** Checks what was retrieved for a batch of requirements; the last batch ends the step. Progress is the requirements not yet verified. */
export async function checkPassages({ files }: RunServices, attempt: Attempt): Promise<Outcome> {
  const open = await loadWithOpenRun(attempt, async (tx, opened) => {
    const loaded = await loadBatch(tx, attempt.job);
    return { ...loaded, toDescribe: await loadToDescribe(tx, opened, loaded.batch, loaded.passages) };
  });
  if (!open) return nothingLeft;
  const { run, batch, isLast, passages, texts, toDescribe } = open;
  if (batch.length === 0) return endStep(open, (tx) => countPassages(tx, run));
  const broken = await findBrokenFiles(files, run, passages);
  const excluded = passages.flatMap((passage) => {
    const reason = exclusionOf(passage, broken, texts);
    return reason ? [{ passage, reason }] : [];
  });
  const states = describeDocuments(toDescribe);
  const save = async (tx: Transaction) => {
    await saveStates(tx, run, states);
    const events = await excludeDocuments(tx, run, broken);
    for (const [reason, ofReason] of Map.groupBy(excluded, (each) => each.reason))
      await excludePassages(
        tx,
        run,
        reason,
        ofReason.map(({ passage }) => passage),
      );
    await tx
      .update(runRequirements)
      .set({ verifiedAt: sql`now()` })
      .where(and(eq(runRequirements.tenantId, run.tenantId), inArray(runRequirements.id, batch)));
    return events;
  };
  return isLast
    ? endStep(open, async (tx) => ({ events: await save(tx), ...(await countPassages(tx, run)) }))
    : continueStep(open, save);
}

async function countPassages(tx: Transaction, run: RunRow): Promise<StepResult> {
  const rows = await rowsOf<{ passages: number; excluded: number; flagged: number }>(
    tx,
    sql`
    select count(*)::int as passages, count(*) filter (where r.excluded_reason is not null)::int as excluded,
      count(*) filter (where jsonb_array_length(c.flagged_ranges) > 0)::int as flagged
    from retrievals r join run_requirements rr on rr.tenant_id = r.tenant_id and rr.id = r.run_requirement_id
    left join chunks c on c.tenant_id = r.tenant_id and c.id = r.chunk_id
    where rr.tenant_id = ${run.tenantId} and rr.run_id = ${run.id}`,
  );
  const outside = await tx
    .select({ documentId: runDocuments.documentId })
    .from(runDocuments)
    .where(
      and(
        eq(runDocuments.tenantId, run.tenantId),
        eq(runDocuments.runId, run.id),
        sql`${runDocuments.excludedReason} is not null`,
      ),
    );
  const { passages, excluded, flagged } = oneRow(rows);
  return {
    outputRefs: {
      passageCount: passages,
      excludedPassageCount: excluded,
      flaggedPassageCount: flagged,
      excludedDocumentIds: outside.map(({ documentId }) => documentId),
    },
    handedOn: { requirementCount: run.totalRequirements, passageCount: passages - excluded },
  };
}
