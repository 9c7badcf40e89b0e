import { type ExceptionStatus, type SignOffPayload, signOffPayload } from "@assay/contract";
import {
  assessments,
  comments,
  exceptions,
  oneRow,
  requirements,
  reviews,
  snapshots,
  type Transaction,
} from "@assay/db";
import { and, asc, count, countDistinct, desc, eq, inArray, lte, max, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { wasNotJudged } from "../assessments/not-judged.ts";
import { readDatabaseMillis } from "../database-clock.ts";
import { findFixed } from "../exceptions/find-fixed.ts";
import { getPackName } from "../packs/get-pack-name.ts";
import { listDamaged, recordedHash, requirePinned, splitRecorded } from "../records/index.ts";
import { type ShownRun, toRun } from "../runs/to-run.ts";
import { findSignOffs } from "../sign-offs/index.ts";
import { nameActors } from "../tenancy/name-actors.ts";
import { readEvidence } from "./read-evidence.ts";
import type { DamagedRef, ReportedException, ReportedSignOff, ReportHead, VerdictGroup } from "./report.ts";

interface Scope {
  readonly tenantId: string;
  readonly runId: string;
}

/** Up to which review and comment a report goes: what is written while it is read is not in it. */
export interface ReportBounds {
  readonly reviewsTo: number;
  readonly commentsTo: number;
  /** The ids of those that are stored otherwise than they were recorded, or are gone. */
  readonly damagedReviews: readonly string[];
  readonly damagedComments: readonly string[];
}

export async function readReportHead(
  tx: Transaction,
  row: ShownRun,
): Promise<{ readonly head: ReportHead; readonly bounds: ReportBounds }> {
  const scope = { tenantId: row.tenantId, runId: row.id };
  const madeAt = new Date(await readDatabaseMillis(tx)).toISOString();
  await requirePinned(tx, "criteria_version", { tenantId: row.tenantId, id: row.criteriaVersionId });
  const bounds = await readBounds(tx, scope);
  const { groups, reviewers } = await countGroups(tx, scope, bounds);
  const signOffs = await listSignOffs(tx, scope);
  const exceptions = await listReportedExceptions(tx, row, new Set((await findFixed(tx, row)).map(({ id }) => id)));
  const [snapshot] = await tx
    .select({ hash: snapshots.snapshotHash })
    .from(snapshots)
    .where(and(eq(snapshots.tenantId, scope.tenantId), eq(snapshots.runId, scope.runId)));
  return {
    bounds,
    head: {
      run: toRun(row),
      packName: await getPackName(tx, row.packId),
      madeAt,
      snapshotHash: snapshot?.hash ?? null,
      damaged: [
        ...refsOf("review", bounds.damagedReviews),
        ...refsOf("comment", bounds.damagedComments),
        ...refsOf("exception", exceptions.damaged),
        ...refsOf("sign-off", signOffs.damaged),
      ],
      groups,
      reviewers,
      comments: bounds.commentsTo,
      signOffs: signOffs.items,
      exceptions: exceptions.items,
      evidence: await readEvidence(tx, scope),
    },
  };
}

function refsOf(kind: DamagedRef["kind"], ids: readonly string[]): DamagedRef[] {
  return ids.map((id) => ({ kind, id }));
}

/** Without what is damaged. */
interface Reported<Item> {
  readonly items: Item[];
  readonly damaged: readonly string[];
}

async function readBounds(tx: Transaction, { tenantId, runId }: Scope): Promise<ReportBounds> {
  const damagedReviews = await listDamaged(tx, "review", { tenantId, runId });
  const damagedComments = await listDamaged(tx, "comment", { tenantId, runId });
  const ofReviews = await tx
    .select({ last: max(reviews.sequence) })
    .from(reviews)
    .where(and(eq(reviews.tenantId, tenantId), eq(reviews.runId, runId)));
  const ofComments = await tx
    .select({ last: max(comments.sequence) })
    .from(comments)
    .where(and(eq(comments.tenantId, tenantId), eq(comments.runId, runId)));
  return {
    reviewsTo: oneRow(ofReviews).last ?? 0,
    commentsTo: oneRow(ofComments).last ?? 0,
    damagedReviews,
    damagedComments,
  };
}

/** The review that counts of each requirement: the newest; of one that is damaged nothing is said. */
function countingReviews(tx: Transaction, { tenantId, runId }: Scope, { reviewsTo, damagedReviews }: ReportBounds) {
  const sound = <T>(column: PgColumn) =>
    sql<T>`case when ${damagedReviews.length > 0 ? inArray(reviews.id, [...damagedReviews]) : sql`false`} then null else ${column} end`;
  return tx
    .selectDistinctOn([reviews.requirementId], {
      requirementId: reviews.requirementId,
      decision: sound<VerdictGroup["decision"]>(reviews.decision).as("decision"),
      reviewedStatus: sound<VerdictGroup["reviewedStatus"]>(reviews.status).as("reviewed_status"),
      reviewerId: sound<string | null>(reviews.reviewerId).as("reviewer_id"),
      citedCount: sound<number | null>(reviews.citedCount).as("cited_count"),
      openedCount: sound<number | null>(reviews.openedCount).as("opened_count"),
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

async function listSignOffs(tx: Transaction, scope: Scope): Promise<Reported<ReportedSignOff>> {
  const { sound, damaged } = await findSignOffs(tx, scope);
  const items = sound.map(
    ({ act, role, signerName, signerRole, createdAt, withdrawnById, statement, keyId, payload }) => {
      const signed: Pick<SignOffPayload, "signerName"> = JSON.parse(payload);
      const read = signedHashes.safeParse(signed);
      return {
        act,
        role,
        signerName: signed.signerName ?? signerName,
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
    },
  );
  return { items, damaged };
}

/** Those that were fixed with the run, as they are now, and those that came into force since. */
async function listReportedExceptions(
  tx: Transaction,
  { tenantId, packId }: ShownRun,
  fixed: ReadonlySet<string>,
): Promise<Reported<ReportedException>> {
  const today = sql`(clock_timestamp() at time zone 'UTC')::date`;
  const isApproved = eq(exceptions.status, "APPROVED");
  const rows = await tx
    .select({
      exception: exceptions,
      recordedHash: recordedHash("exception", tenantId),
      isOver: sql<boolean>`${exceptions.validUntil} < ${today}`,
    })
    .from(exceptions)
    .where(
      and(
        eq(exceptions.tenantId, tenantId),
        eq(exceptions.packId, packId),
        or(
          inArray(exceptions.id, [...fixed]),
          and(isApproved, sql`${exceptions.validFrom} <= ${today}`, sql`${exceptions.validUntil} >= ${today}`),
        ),
      ),
    )
    .orderBy(asc(exceptions.requirementId), asc(exceptions.createdAt), asc(exceptions.id));
  const { sound, damaged } = await splitRecorded("exception", rows, ({ exception, recordedHash }) => ({
    ...exception,
    recordedHash,
  }));
  const people = sound.flatMap(({ exception: { ownerId, approvedBy } }) => [ownerId, approvedBy ?? []].flat());
  const names = await nameActors(tx, tenantId, people);
  /** Of somebody who is not a member, or is stored otherwise than was recorded, the id. */
  const nameOf = (userId: string) => names[userId] ?? userId;
  const items = sound.map(({ exception, isOver }) => {
    const { requirementId, kind, scope, reason, compensatingControl, validFrom, validUntil } = exception;
    const status: ExceptionStatus = exception.status === "APPROVED" && isOver ? "EXPIRED" : exception.status;
    return {
      ...{ requirementId, kind, scope, reason, compensatingControl, validFrom, validUntil, status },
      owner: nameOf(exception.ownerId),
      approver: exception.approvedBy && nameOf(exception.approvedBy),
      fixedWithRun: fixed.has(exception.id),
    };
  });
  return { items, damaged: damaged.map(({ exception }) => exception.id) };
}
