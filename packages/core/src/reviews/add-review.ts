import { AssayError, isUuid, type Review, type ReviewBody } from "@assay/contract";
import { newId, oneRow, retrievals, reviews, runRequirements, type Transaction } from "@assay/db";
import { and, eq, inArray } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { sha256Hex } from "../digest.ts";
import type { JobRef } from "../jobs/job.ts";
import { type ReopenedTask, sendBackTask } from "../tasks/send-back.ts";
import type { Context } from "../tenancy/context.ts";
import { lockPerson } from "../tenancy/people.ts";
import type { ActingPerson } from "../tenancy/require-act-of-person.ts";
import { announce } from "../webhooks/announce.ts";
import { describeAddress } from "./describe-address.ts";
import { nextPosition } from "./next-position.ts";
import { asReviewer, type ReviewedRun, requireUnsigned } from "./reviewed-run.ts";
import { getVerdicts, type ReviewedVerdict } from "./reviewed-verdicts.ts";
import { type ReviewRow, toReview } from "./to-review.ts";

export interface AddedReview {
  readonly review: Review;
  readonly jobs: readonly JobRef[];
}

/**
 * Puts what a person says of a verdict next to it. The newest review of a requirement counts. Throws FORBIDDEN, NOT_FOUND
 * for a requirement, passage or assignee that there is not, INVALID_STATE for a run that is not COMPLETED, and
 * IMMUTABLE_RESOURCE for one that is signed.
 */
export function addReview(ctx: Context, runId: string, body: ReviewBody): Promise<AddedReview> {
  return asReviewer(ctx, runId, async (tx, { run, reviewer }) => {
    const verdict = oneRow(await getVerdicts(tx, run, [body.requirementId]));
    const openedChunkIds = [...new Set(body.openedChunkIds)];
    await requirePassages(tx, run, verdict, openedChunkIds);
    const rejectedCitations = [...new Set(body.rejectedCitations)].sort((a, b) => a - b);
    requireCitations(run, verdict, rejectedCitations);
    if (body.assigneeId !== undefined) await lockPerson(tx, ctx.tenantId, body.assigneeId);
    await requireUnsigned(tx, run);
    const { sequence, durationMaxMs } = await nextPosition(tx, run, reviewer.userId);
    const opened = new Set(openedChunkIds);
    const row = oneRow(
      await tx
        .insert(reviews)
        .values({
          id: newId(),
          tenantId: ctx.tenantId,
          runId: run.id,
          packId: run.packId,
          requirementId: verdict.requirementId,
          sequence,
          decision: body.decision,
          status: body.status,
          reasonCode: body.reasonCode,
          reason: body.reason,
          reasonHash: body.reason === undefined ? null : await sha256Hex(body.reason),
          reviewerId: reviewer.userId,
          reviewerName: reviewer.email,
          reviewerRole: reviewer.role,
          openedChunkIds,
          citedCount: verdict.citedChunkIds.length,
          openedCount: verdict.citedChunkIds.filter((id) => opened.has(id)).length,
          rejectedCitations,
          durationMs: body.durationMs === undefined ? null : Math.min(body.durationMs, durationMaxMs),
          reviewDigest: verdict.reviewDigest,
        })
        .returning(),
    );
    const task = body.decision === "SENT_BACK" ? await sendBackTask(tx, sentBackBy(row, verdict, body)) : undefined;
    const jobs = task ? await announceSentBack(tx, row, task, body.assigneeId) : [];
    await recordReview(tx, ctx, reviewer, row, task);
    return { review: toReview(row), jobs };
  });
}

function requireCitations(run: ReviewedRun, { citationCount }: ReviewedVerdict, rejected: readonly number[]): void {
  const index = rejected.find((each) => each >= citationCount);
  if (index !== undefined)
    throw new AssayError(
      "NOT_FOUND",
      `Cannot find citation ${index} of the verdict in run '${run.id}' because it has ${citationCount}, counted from 0`,
      { details: { index } },
    );
}

/** Only what the verdict cites, or what the assessor was given for it, can have been opened next to it. */
async function requirePassages(
  tx: Transaction,
  run: ReviewedRun,
  { requirementRecordId, citedChunkIds }: ReviewedVerdict,
  openedChunkIds: readonly string[],
): Promise<void> {
  const others = openedChunkIds.filter((id) => !citedChunkIds.includes(id));
  if (others.length === 0) return;
  const retrieved = await tx
    .select({ chunkId: retrievals.chunkId })
    .from(retrievals)
    .innerJoin(
      runRequirements,
      and(eq(runRequirements.tenantId, retrievals.tenantId), eq(runRequirements.id, retrievals.runRequirementId)),
    )
    .where(
      and(
        eq(retrievals.tenantId, run.tenantId),
        eq(runRequirements.runId, run.id),
        eq(runRequirements.requirementRecordId, requirementRecordId),
        inArray(retrievals.chunkId, others.filter(isUuid)),
      ),
    );
  const known = new Set(retrieved.map(({ chunkId }) => chunkId));
  const id = others.find((each) => !known.has(each));
  if (id !== undefined)
    throw new AssayError("NOT_FOUND", `Cannot find passage '${id}' among those of the requirement in run '${run.id}'`, {
      details: { id },
    });
}

function sentBackBy(
  { tenantId, runId, requirementId, id }: ReviewRow,
  { title, position }: ReviewedVerdict,
  { assigneeId, dueDate }: ReviewBody,
) {
  return { tenantId, runId, requirementId, requirementTitle: title, position, reviewId: id, assigneeId, dueDate };
}

async function announceSentBack(
  tx: Transaction,
  { tenantId, runId, requirementId, id, reviewerId }: ReviewRow,
  { id: taskId, assigneeId, dueDate }: ReopenedTask,
  newAssigneeId: string | undefined,
): Promise<JobRef[]> {
  const of = { tenantId, runId, requirementId, taskId, dueDate };
  return [
    ...(await announce(tx, tenantId, {
      type: "review.sent_back",
      data: { ...of, reviewId: id, reviewerId, assigneeId },
    })),
    ...(newAssigneeId === undefined
      ? []
      : await announce(tx, tenantId, { type: "task.assigned", data: { ...of, assigneeId: newAssigneeId } })),
  ];
}

function recordReview(
  tx: Transaction,
  ctx: Context,
  reviewer: ActingPerson,
  row: ReviewRow,
  task: ReopenedTask | undefined,
): Promise<void> {
  const { requirementId, runId, status, reasonCode, reasonHash } = row;
  const added = {
    action: "review.added",
    objectType: "review",
    objectId: row.id,
    runId,
    details: {
      requirementId,
      decision: row.decision,
      openedCount: row.openedCount,
      citedCount: row.citedCount,
      ...describeAddress(reviewer),
      ...(row.rejectedCitations.length === 0 ? {} : { rejectedCount: row.rejectedCitations.length }),
      ...(status === null ? {} : { status }),
      ...(reasonCode === null ? {} : { reasonCode }),
      ...(reasonHash === null ? {} : { reasonHash }),
    },
  } as const;
  if (!task) return recordAudit(tx, ctx, added);
  return recordAudit(tx, ctx, added, {
    action: task.added ? "task.added" : "task.updated",
    objectType: "task",
    objectId: task.id,
    runId,
    details: { status: "PENDING", assigneeId: task.assigneeId, dueDate: task.dueDate },
  });
}
