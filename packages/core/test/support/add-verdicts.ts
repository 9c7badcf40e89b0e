import type { Citation } from "@assay/contract";
import { recordAudit } from "@assay/core/audit";
import { type Context, inTenant, systemActor } from "@assay/core/tenancy";
import { assessments, insertInBatches, newId, reviews, runs } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { assessmentsOf } from "../../src/assessments/list-assessments.ts";
import { requirementsOf } from "../../src/packs/bindings.ts";
import { addRuns } from "./add-runs.ts";

const CITED = 3;

interface FinishedRun {
  /** Earlier releases kept none. */
  readonly withDigest?: boolean;
  readonly run?: Partial<typeof runs.$inferInsert>;
  readonly verdictOf?: (requirementId: string) => Partial<typeof assessments.$inferInsert>;
}

/** A finished run whose verdicts nothing was asked for: equal in each run of the pack unless it is said how they differ. */
export async function addFinishedRun(
  ctx: Context,
  { withDigest = true, run: ofRun = {}, verdictOf = () => ({}) }: FinishedRun = {},
): Promise<string> {
  const { completedAt = new Date(), ...pins } = ofRun;
  const [runId] = await addRuns(ctx, [{ ...pins, status: "IN_PROGRESS" }]);
  const { tenantId } = ctx;
  const isRun = and(eq(runs.tenantId, tenantId), eq(runs.id, runId!));
  await inTenant(ctx, async (tx) => {
    const [run] = await tx.select().from(runs).where(isRun);
    const rows = (await requirementsOf(tx, run!.criteriaVersionId)).map(({ id, requirementId, position }) => ({
      ...{ tenantId, runId: run!.id, requirementRecordId: id, requirementId, position },
      ...{
        status: "COMPLETE" as const,
        confidence: 0.9,
        reasoning: "As quoted",
        flags: [],
        inputDigest: requirementId,
      },
      citations: Array.from({ length: CITED }, makeCitation),
      reviewDigest: withDigest ? `digest of ${requirementId}` : null,
      ...verdictOf(requirementId),
    }));
    await insertInBatches(tx, assessments, rows);
    await tx.update(runs).set({ status: "COMPLETED", completedAt }).where(isRun);
    const ended = { action: "run.completed", objectType: "run", objectId: runId!, runId: runId! } as const;
    await recordAudit(tx, systemActor(tenantId), ended);
  });
  return runId!;
}

/** A review of each verdict of a run. */
export async function agreeToAll({ tenantId, userId, ...ctx }: Context & { readonly userId: string }, runId: string) {
  await inTenant({ ...ctx, tenantId }, async (tx) => {
    const verdicts = await assessmentsOf(tx, { tenantId, runId });
    const [run] = await tx
      .select()
      .from(runs)
      .where(and(eq(runs.tenantId, tenantId), eq(runs.id, runId)));
    const rows = verdicts.map(({ requirementId, reviewDigest }, at) => ({
      ...{ id: newId(), tenantId, runId, packId: run!.packId, requirementId, reviewDigest, sequence: at + 1 },
      ...{ decision: "AGREED" as const, openedChunkIds: [], citedCount: CITED, openedCount: 0 },
      ...{ reviewerId: userId, reviewerName: "reviewer@example.test", reviewerRole: "MEMBER" as const },
    }));
    await insertInBatches(tx, reviews, rows);
  });
}

function makeCitation(): Citation {
  return {
    documentId: newId(),
    chunkId: newId(),
    text: "Backups are made daily by the operations team.",
    pageNumber: 1,
  };
}
