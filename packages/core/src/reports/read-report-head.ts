import { type ExceptionStatus, signOffPayload } from "@assay/contract";
import {
  assessments,
  comments,
  exceptions,
  memberships,
  oneRow,
  requirements,
  reviews,
  rowsOf,
  runExceptions,
  snapshots,
  type Transaction,
} from "@assay/db";
import { and, asc, count, countDistinct, desc, eq, inArray, isNotNull, lte, max, or, sql } from "drizzle-orm";
import { wasNotJudged } from "../assessments/not-judged.ts";
import { databaseMillis } from "../database-clock.ts";
import { getPackName } from "../packs/get-pack-name.ts";
import { recordedHash, requireAsRecorded, requirePinned, requireRecords } from "../records/index.ts";
import { type ShownRun, toRun } from "../runs/to-run.ts";
import { signOffsOf } from "../sign-offs/index.ts";
import { readEvidence } from "./read-evidence.ts";
import type { ReportedException, ReportedSignOff, ReportHead, VerdictGroup } from "./report.ts";

interface Scope {
  readonly tenantId: string;
  readonly runId: string;
}

/** Up to which review and comment a report goes: what is written while it is read is not in it. */
export interface ReportBounds {
  readonly reviewsTo: number;
  readonly commentsTo: number;
}

export async function readReportHead(
  tx: Transaction,
  row: ShownRun,
  { isRecorded }: Pick<ReportHead, "isRecorded">,
): Promise<{ readonly head: ReportHead; readonly bounds: ReportBounds }> {
  const scope = { tenantId: row.tenantId, runId: row.id };
  const [clock] = await rowsOf<{ now: number }>(tx, sql`select ${databaseMillis} as now`);
  await requirePinned(tx, "criteria_version", { tenantId: row.tenantId, id: row.criteriaVersionId });
  const bounds = await readBounds(tx, scope);
  const { groups, reviewers } = await countGroups(tx, scope, bounds);
  const [snapshot] = await tx
    .select({ hash: snapshots.snapshotHash })
    .from(snapshots)
    .where(and(eq(snapshots.tenantId, scope.tenantId), eq(snapshots.runId, scope.runId)));
  return {
    bounds,
    head: {
      run: toRun(row),
      packName: await getPackName(tx, row.packId),
      madeAt: new Date(clock!.now).toISOString(),
      snapshotHash: snapshot?.hash ?? null,
      isRecorded,
      groups,
      reviewers,
      comments: bounds.commentsTo,
      signOffs: await listSignOffs(tx, scope),
      exceptions: await listReportedExceptions(tx, scope, row.packId),
      evidence: await readEvidence(tx, scope),
    },
  };
}

async function readBounds(tx: Transaction, { tenantId, runId }: Scope): Promise<ReportBounds> {
  await requireRecords(tx, "review", { tenantId, runId });
  await requireRecords(tx, "comment", { tenantId, runId });
  const ofReviews = await tx
    .select({ last: max(reviews.sequence) })
    .from(reviews)
    .where(and(eq(reviews.tenantId, tenantId), eq(reviews.runId, runId)));
  const ofComments = await tx
    .select({ last: max(comments.sequence) })
    .from(comments)
    .where(and(eq(comments.tenantId, tenantId), eq(comments.runId, runId)));
  return { reviewsTo: oneRow(ofReviews).last ?? 0, commentsTo: oneRow(ofComments).last ?? 0 };
}

/** The review that counts of each requirement: the newest. */
function countingReviews(tx: Transaction, { tenantId, runId }: Scope, { reviewsTo }: ReportBounds) {
  return tx
    .selectDistinctOn([reviews.requirementId], {
      requirementId: reviews.requirementId,
      decision: sql<VerdictGroup["decision"]>`${reviews.decision}`.as("decision"),
      reviewedStatus: sql<VerdictGroup["reviewedStatus"]>`${reviews.status}`.as("reviewed_status"),
      reviewerId: reviews.reviewerId,
      citedCount: reviews.citedCount,
      openedCount: reviews.openedCount,
    })
    .from(reviews)
    .where(and(eq(reviews.tenantId, tenantId), eq(reviews.runId, runId), lte(reviews.sequence, reviewsTo)))
    .orderBy(reviews.requirementId, desc(reviews.sequence))
    .as("counting");
}

async function countGroups(
  tx: Transaction,
  scope: Scope,
  bounds: ReportBounds,
): Promise<{ groups: VerdictGroup[]; reviewers: number }> {
  const counting = countingReviews(tx, scope, bounds);
  const notJudged = sql<boolean>`${wasNotJudged}`;
  const kind = sql<VerdictGroup["kind"]>`${requirements.expectation} ->> 'kind'`;
  const rows = await tx
    .select({
      status: assessments.status,
      notJudged,
      decision: counting.decision,
      reviewedStatus: counting.reviewedStatus,
      kind,
      requirements: count(),
      citedPassages: sql<number>`coalesce(sum(${counting.citedCount}), 0)::int`,
      openedPassages: sql<number>`coalesce(sum(${counting.openedCount}), 0)::int`,
    })
    .from(assessments)
    .innerJoin(requirements, eq(requirements.id, assessments.requirementRecordId))
    .leftJoin(counting, eq(counting.requirementId, assessments.requirementId))
    .where(and(eq(assessments.tenantId, scope.tenantId), eq(assessments.runId, scope.runId)))
    .groupBy(assessments.status, notJudged, counting.decision, counting.reviewedStatus, kind);
  const people = await tx.select({ value: countDistinct(counting.reviewerId) }).from(counting);
  return {
    groups: rows.map(({ status, notJudged, ...row }) => ({ ...row, verdict: notJudged ? "NOT_JUDGED" : status })),
    reviewers: oneRow(people).value,
  };
}

/** Whatever else a form of the payload holds. */
const signedHashes = signOffPayload.pick({ snapshotHash: true, reviewsHash: true, exceptionsHash: true }).loose();

const signedOfSigner = signOffPayload.pick({ assurance: true, factorEnrolledAt: true, signerChanges: true }).loose();

async function listSignOffs(tx: Transaction, scope: Scope): Promise<ReportedSignOff[]> {
  const rows = await signOffsOf(tx, scope);
  return rows.map(({ act, role, signerName, signerRole, createdAt, withdrawnById, statement, keyId, payload }) => {
    const signed: unknown = JSON.parse(payload);
    const read = signedHashes.safeParse(signed);
    return {
      act,
      role,
      signerName,
      signerRole,
      at: createdAt.toISOString(),
      stands: act === "SIGNED" && withdrawnById === null,
      statement,
      keyId,
      signer: signedOfSigner.safeParse(signed).data,
      hashes: read.success
        ? { snapshot: read.data.snapshotHash, reviews: read.data.reviewsHash, exceptions: read.data.exceptionsHash }
        : null,
    };
  });
}

/** Those that were fixed with the run, as they are now, and those that came into force since. */
async function listReportedExceptions(
  tx: Transaction,
  { tenantId, runId }: Scope,
  packId: string,
): Promise<ReportedException[]> {
  const today = sql`(clock_timestamp() at time zone 'UTC')::date`;
  const isApproved = eq(exceptions.status, "APPROVED");
  const rows = await tx
    .select({
      exception: exceptions,
      recordedHash: recordedHash("exception", tenantId),
      fixed: runExceptions.exceptionId,
      isOver: sql<boolean>`${exceptions.validUntil} < ${today}`,
    })
    .from(exceptions)
    .leftJoin(
      runExceptions,
      and(
        eq(runExceptions.tenantId, tenantId),
        eq(runExceptions.runId, runId),
        eq(runExceptions.exceptionId, exceptions.id),
      ),
    )
    .where(
      and(
        eq(exceptions.tenantId, tenantId),
        eq(exceptions.packId, packId),
        or(
          isNotNull(runExceptions.exceptionId),
          and(isApproved, sql`${exceptions.validFrom} <= ${today}`, sql`${exceptions.validUntil} >= ${today}`),
        ),
      ),
    )
    .orderBy(asc(exceptions.requirementId), asc(exceptions.createdAt), asc(exceptions.id));
  const recorded = rows.map(({ exception, recordedHash }) => ({ ...exception, recordedHash }));
  await requireAsRecorded("exception", recorded, ({ id }) => id);
  const nameOf = await readNames(
    tx,
    tenantId,
    rows.flatMap(({ exception: { ownerId, approvedBy } }) => (approvedBy ? [ownerId, approvedBy] : [ownerId])),
  );
  return rows.map(({ exception, fixed, isOver }) => {
    const { requirementId, kind, scope, reason, compensatingControl, validFrom, validUntil } = exception;
    const status: ExceptionStatus = exception.status === "APPROVED" && isOver ? "EXPIRED" : exception.status;
    return {
      ...{ requirementId, kind, scope, reason, compensatingControl, validFrom, validUntil, status },
      owner: nameOf(exception.ownerId),
      approver: exception.approvedBy && nameOf(exception.approvedBy),
      fixedWithRun: fixed !== null,
    };
  });
}

/** E-mails by id; of somebody who is not a member any more, the id. */
async function readNames(
  tx: Transaction,
  tenantId: string,
  userIds: readonly string[],
): Promise<(userId: string) => string> {
  const rows = await tx
    .select({ id: memberships.userId, email: memberships.email })
    .from(memberships)
    .where(and(eq(memberships.tenantId, tenantId), inArray(memberships.userId, [...new Set(userIds)])));
  const names = new Map(rows.map(({ id, email }) => [id, email]));
  return (userId) => names.get(userId) ?? userId;
}
