import {
  type DamagedResult,
  type FrozenTask,
  isUuid,
  type PatchTaskBody,
  type Task,
  type TaskListQuery,
  type WebhookEventOf,
} from "@assay/contract";
import { exceptions, newId, oneRow, type Transaction, tasks } from "@assay/db";
import { and, asc, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { AssessmentRow } from "../assessments/list-assessments.ts";
import { isNotJudged } from "../assessments/not-judged.ts";
import { describeGaps } from "../assessments/record/describe-gaps.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { newestFirst, type Page, toPage } from "../paging.ts";
import { recordedHash, splitRecorded } from "../records/index.ts";
import {
  DAMAGED,
  findChangedRows,
  findDigests,
  findMissingRows,
  findSealedRuns,
  notSealed,
  orDamaged,
  type SealedRuns,
} from "../sealed/index.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { nameActors } from "../tenancy/name-actors.ts";
import { lockPerson } from "../tenancy/people.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { announce } from "../webhooks/announce.ts";
import { shorten } from "./shorten-title.ts";

type TaskRow = typeof tasks.$inferSelect;
/** With the pack of its run, as it is stored. */
type ShownTask = TaskRow & { readonly packId: string };

// Written out: within a query of one table, Drizzle leaves the tables' names off the columns.
const today = sql`(now() at time zone 'utc')::date`;
/**
 * Not completed, and no exception that is active today and as it was recorded covers the requirement. Its names are its own,
 * next to `exceptionId`.
 */
export async function isOpenTask(tx: Transaction, tenantId: string): Promise<SQL> {
  const covering = await findCovering(tx, tenantId);
  const ids = sql.param(covering.map(({ id }) => id));
  return sql`(tasks.status <> 'COMPLETED' and not exists (
    select from exceptions holding
    join runs started on started.tenant_id = holding.tenant_id and started.pack_id = holding.pack_id
    where started.id = tasks.run_id and holding.tenant_id = tasks.tenant_id and holding.id = any(${ids}::uuid[])
      and holding.requirement_id = tasks.requirement_id))`;
}
const shownTask = {
  ...getTableColumns(tasks),
  packId: sql<string>`(select judged.pack_id from runs judged
    where judged.tenant_id = tasks.tenant_id and judged.id = tasks.run_id)`,
};
const isPastDue = sql`tasks.due_date < ${today}`;

const PROVIDE = "Provide evidence for";
const PROVIDE_RECORDS = "Upload the records of that time, or carry it out and record it.";
const JUDGE_BY_HAND =
  "Judge this by hand: no model gave a usable answer for this requirement. Read the evidence, and decide whether it meets the requirement.";

/** A remediation task for an assessment that is not COMPLETE. `nameOf` says what a document of the run is called. */
export function makeTask(
  assessment: AssessmentRow,
  requirementTitle: string,
  nameOf: (documentId: string) => string | undefined,
): typeof tasks.$inferInsert & { id: string } {
  const byHand = isNotJudged(assessment);
  const act = byHand ? "Judge by hand" : assessment.status === "PARTIAL" ? "Complete the evidence for" : PROVIDE;
  return {
    id: newId(),
    tenantId: assessment.tenantId,
    runId: assessment.runId,
    requirementId: assessment.requirementId,
    position: assessment.position,
    title: shorten(`${act} ${assessment.requirementId}: ${requirementTitle}`),
    description: byHand ? JUDGE_BY_HAND : describeWork(assessment, requirementTitle, nameOf),
  };
}

/** What the verdict found missing, in its own words: it never says that nothing was found where something is cited. */
function describeWork(
  { status, remediation, occurrences, parts, citations }: AssessmentRow,
  title: string,
  nameOf: (documentId: string) => string | undefined,
): string {
  const gaps = occurrences ? describeGaps(occurrences, { title, nameOf }) : [];
  if (gaps.length > 0) return [...gaps, remediation ?? PROVIDE_RECORDS].join(" ");
  if (remediation !== null) return remediation;
  if (status === "MISSING" && citations.length === 0)
    return `No evidence was found that shows: ${title} Upload a document that states it, or put the measure in place and document it.`;
  const unmet = (parts ?? []).filter(({ verdict }) => verdict !== "MET").map(({ part }) => part);
  return `The evidence that is cited does not prove all of this: ${unmet.length > 0 ? unmet.join("; ") : title} Read the verdict's reasoning, and upload a document or record that proves it.`;
}

/** The tasks that a run made, in pack order: none that a review added. */
export async function tasksOf(
  tx: Transaction,
  { tenantId, runId }: { tenantId: string; runId: string },
): Promise<TaskRow[]> {
  return tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.tenantId, tenantId), eq(tasks.runId, runId), isNull(tasks.reviewId)))
    .orderBy(asc(tasks.position));
}

/**
 * Newest first. Of a CAPTURED run what its tasks ask for is what its snapshot holds. In the place of a task that its run
 * did not make so `{ id, damaged }`; of a named run, also in that of one that is gone.
 */
export function listTasks(
  ctx: Context,
  query: Omit<TaskListQuery, "cursor"> & { readonly cursor?: string | undefined },
): Promise<Page<Task | DamagedResult>> {
  const assignee = assigneeOf(ctx, query.assigneeId);
  if ([query.runId, assignee ?? undefined].some((id) => id !== undefined && !isUuid(id)))
    return Promise.resolve({ items: [], nextCursor: null });
  const after = newestFirst("tasks", tasks.createdAt, tasks.id, query.cursor);
  return inTenant(ctx, async (tx) => {
    const isOpen =
      query.open === undefined && query.overdue === undefined ? undefined : await isOpenTask(tx, ctx.tenantId);
    const rows = await tx
      .select(shownTask)
      .from(tasks)
      .where(
        and(
          eq(tasks.tenantId, ctx.tenantId),
          query.status === undefined ? undefined : eq(tasks.status, query.status),
          query.runId === undefined ? undefined : eq(tasks.runId, query.runId),
          assignee === undefined
            ? undefined
            : assignee === null
              ? isNull(tasks.assigneeId)
              : eq(tasks.assigneeId, assignee),
          isOpen,
          query.overdue === undefined ? undefined : isPastDue,
          after,
        ),
      )
      .orderBy(desc(tasks.createdAt), desc(tasks.id))
      .limit(query.limit + 1);
    const page = toPage("tasks", rows, query.limit, (row) => [row.createdAt.toISOString(), row.id]);
    const sealed = await findSealedRuns(tx, ctx.tenantId, [
      ...madeByRuns(page.items),
      ...(query.runId ? [query.runId] : []),
    ]);
    const damaged = await findDamagedTasks(tx, ctx.tenantId, page.items, sealed);
    const said = await readAround(tx, ctx.tenantId, page.items, sealed);
    const shown = page.items.map((row) => (damaged.has(row.id) ? damagedTask(row.id) : toTask(row, sealed, said)));
    const isFirst = query.runId !== undefined && query.cursor === undefined;
    const missing = isFirst ? await findMissingTasks(tx, { tenantId: ctx.tenantId, runId: query.runId! }, sealed) : [];
    return { items: [...missing.map(damagedTask), ...shown], nextCursor: page.nextCursor };
  });
}

/** What is shown next to tasks; nothing of what is stored otherwise than it was recorded. */
interface Around {
  readonly names: Readonly<Record<string, string>>;
  readonly exceptionOf: (task: ShownTask) => string | null;
}

async function readAround(
  tx: Transaction,
  tenantId: string,
  rows: readonly TaskRow[],
  sealed: SealedRuns,
): Promise<Around> {
  const names = await nameActors(tx, tenantId, [...new Set(rows.flatMap(({ assigneeId }) => assigneeId ?? []))]);
  if (rows.length === 0) return { names, exceptionOf: () => null };
  const covering = await findCovering(tx, tenantId, [...new Set(rows.map(({ requirementId }) => requirementId))]);
  const exceptionOf = (task: ShownTask) => {
    const ofRun = sealed.get(task.runId);
    const packId = ofRun && ofRun !== DAMAGED ? ofRun.content.run.packId : task.packId;
    return covering.find((each) => each.requirementId === task.requirementId && each.packId === packId)?.id ?? null;
  };
  return { names, exceptionOf };
}

/** The exceptions that are active today, as they were recorded, of some requirements; the one that lasts longest first. */
async function findCovering(tx: Transaction, tenantId: string, requirementIds?: readonly string[]) {
  const found = await tx
    .select({ ...getTableColumns(exceptions), recordedHash: recordedHash("exception", tenantId) })
    .from(exceptions)
    .where(
      and(
        eq(exceptions.tenantId, tenantId),
        eq(exceptions.status, "APPROVED"),
        requirementIds && inArray(exceptions.requirementId, [...requirementIds]),
        sql`${today} between ${exceptions.validFrom} and ${exceptions.validUntil}`,
      ),
    )
    .orderBy(desc(exceptions.validUntil), asc(exceptions.id));
  return (await splitRecorded("exception", found, (row) => row)).sound;
}

function damagedTask(id: string): DamagedResult {
  return { id, damaged: true };
}

/** Null for tasks of nobody, undefined for all. */
function assigneeOf({ actor }: Context, assigneeId: string | undefined): string | null | undefined {
  if (assigneeId === "none") return null;
  return assigneeId === "me" ? actor.id : assigneeId;
}

/**
 * Any move between the three states, and who does it until when; nothing else of a task ever changes. Throws NOT_FOUND for
 * an assignee who is not an active member.
 */
export async function changeTask(ctx: Context, id: string, change: PatchTaskBody): Promise<Task> {
  requireRole(ctx, "MEMBER");
  const changed = isUuid(id) ? await inTenant(ctx, (tx) => applyChange(tx, ctx, id, change)) : undefined;
  return found(ctx, "task", id, changed);
}

async function applyChange(
  tx: Transaction,
  ctx: Context,
  id: string,
  { status, assigneeId, dueDate }: PatchTaskBody,
): Promise<Task | undefined> {
  const { tenantId } = ctx;
  const isTask = and(eq(tasks.tenantId, tenantId), eq(tasks.id, id));
  const [before] = await tx.select().from(tasks).where(isTask).for("update");
  if (!before) return undefined;
  const sealed = await findSealedRuns(tx, tenantId, madeByRuns([before]));
  if ((await findDamagedTasks(tx, tenantId, [before], sealed)).size > 0)
    throw notSealed(before.runId, `its task '${id}' is not what it was when the run ended`, { damaged: [id] });
  if (typeof assigneeId === "string") await lockPerson(tx, tenantId, assigneeId);
  await tx.update(tasks).set({ status, assigneeId, dueDate, updatedAt: sql`now()` }).where(isTask);
  const after = oneRow(await tx.select(shownTask).from(tasks).where(isTask));
  if (after.assigneeId !== null && after.assigneeId !== before.assigneeId)
    await announce(tx, tenantId, { type: "task.assigned", data: toAssignment(after, after.assigneeId) });
  await recordAudit(tx, ctx, {
    action: "task.updated",
    objectType: "task",
    objectId: id,
    runId: before.runId,
    details: {
      ...(status === undefined ? {} : { status }),
      ...(assigneeId === undefined ? {} : { assigneeId }),
      ...(dueDate === undefined ? {} : { dueDate }),
    },
  });
  return toTask(after, sealed, await readAround(tx, tenantId, [after], sealed));
}

function toAssignment(task: TaskRow, assigneeId: string): WebhookEventOf<"task.assigned">["data"] {
  const { tenantId, runId, requirementId, dueDate } = task;
  return { tenantId, runId, taskId: task.id, requirementId, assigneeId, dueDate };
}

interface OfRun {
  readonly tenantId: string;
  readonly runId: string;
}

/** The ids of tasks that the run had when it ended, and that no row is of. */
async function findMissingTasks(tx: Transaction, { tenantId, runId }: OfRun, sealed: SealedRuns): Promise<string[]> {
  const rows = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.tenantId, tenantId), eq(tasks.runId, runId), isNull(tasks.reviewId)));
  const stored = new Set(rows.map(({ id }) => id));
  const made = sealed.get(runId);
  if (made === DAMAGED) return [];
  if (made) return [...made.tasks.keys()].filter((id) => !stored.has(id));
  const digests = await orDamaged(findDigests(tx, { tenantId, runId }));
  return digests === DAMAGED ? [] : findMissingRows(digests, "tasks", [...stored]);
}

/** The ids of tasks that are stored as made by their run, and are not what it made. */
async function findDamagedTasks(
  tx: Transaction,
  tenantId: string,
  rows: readonly TaskRow[],
  sealed: SealedRuns,
): Promise<ReadonlySet<string>> {
  const made = rows.filter(({ reviewId }) => reviewId === null);
  const damaged = new Set<string>();
  for (const [runId, ofRun] of Map.groupBy(made, (row) => row.runId)) {
    const changed = await findChanged(tx, { tenantId, runId }, ofRun, sealed);
    for (const id of changed) damaged.add(id);
  }
  return damaged;
}

async function findChanged(
  tx: Transaction,
  of: OfRun,
  rows: readonly TaskRow[],
  sealed: SealedRuns,
): Promise<readonly string[]> {
  const ids = rows.map(({ id }) => id);
  const made = sealed.get(of.runId);
  if (made === DAMAGED) return ids;
  if (made) return ids.filter((id) => !made.tasks.has(id));
  const digests = await orDamaged(findDigests(tx, of));
  return digests === DAMAGED ? ids : findChangedRows(digests, "tasks", rows);
}

/** The runs that made tasks of these: a task that a review added is in no snapshot. */
function madeByRuns(rows: readonly TaskRow[]): string[] {
  return rows.filter(({ reviewId }) => reviewId === null).map(({ runId }) => runId);
}

/** What a run made of a task is as it was sealed. */
function toTask(row: ShownTask, of: SealedRuns, { names, exceptionOf }: Around): Task {
  const ofRun = row.reviewId === null ? of.get(row.runId) : undefined;
  const sealed = ofRun === DAMAGED ? undefined : ofRun?.tasks.get(row.id);
  const { status, updatedAt, ...frozen } = toFrozenTask(row);
  return {
    ...frozen,
    ...sealed,
    status,
    updatedAt,
    assigneeId: row.assigneeId,
    assigneeName: row.assigneeId === null ? null : (names[row.assigneeId] ?? null),
    dueDate: row.dueDate,
    reviewId: row.reviewId,
    exceptionId: exceptionOf(row),
  };
}

/** As snapshots and exports hold it. */
export function toFrozenTask(row: TaskRow): FrozenTask {
  return {
    id: row.id,
    runId: row.runId,
    requirementId: row.requirementId,
    title: row.title,
    description: row.description,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
