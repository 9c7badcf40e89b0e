import { isUuid, type Task, type TaskStatus } from "@assay/contract";
import { newId, type Transaction, tasks } from "@assay/db";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { AssessmentRow } from "../assessments/list-assessments.ts";
import { isNotJudged } from "../assessments/not-judged.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { newestFirst, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";

type TaskRow = typeof tasks.$inferSelect;

const TITLE_LENGTH_MAX = 160;
const PROVIDE = "Provide evidence for";
const JUDGE_BY_HAND =
  "Judge this by hand: no model gave a usable answer for this requirement. Read the evidence, and decide whether it meets the requirement.";

/** A remediation task for an assessment that is not COMPLETE. */
export function makeTask(
  assessment: AssessmentRow,
  requirementTitle: string,
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
    description:
      (byHand ? JUDGE_BY_HAND : assessment.remediation) ??
      `No evidence was found that shows: ${requirementTitle} Upload a document that states it, or put the measure in place and document it.`,
  };
}

function shorten(text: string): string {
  return text.length <= TITLE_LENGTH_MAX
    ? text
    : `${text
        .slice(0, TITLE_LENGTH_MAX - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** The tasks of a run in pack order. */
export async function tasksOf(
  tx: Transaction,
  { tenantId, runId }: { tenantId: string; runId: string },
): Promise<TaskRow[]> {
  return tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.tenantId, tenantId), eq(tasks.runId, runId)))
    .orderBy(asc(tasks.position));
}

/** Newest first. */
export function listTasks(
  ctx: Context,
  query: { status?: TaskStatus | undefined; runId?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<Page<Task>> {
  if (query.runId !== undefined && !isUuid(query.runId)) return Promise.resolve({ items: [], nextCursor: null });
  const after = newestFirst("tasks", tasks.createdAt, tasks.id, query.cursor);
  return inTenant(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(tasks)
      .where(
        and(
          eq(tasks.tenantId, ctx.tenantId),
          query.status === undefined ? undefined : eq(tasks.status, query.status),
          query.runId === undefined ? undefined : eq(tasks.runId, query.runId),
          after,
        ),
      )
      .orderBy(desc(tasks.createdAt), desc(tasks.id))
      .limit(query.limit + 1);
    const page = toPage("tasks", rows, query.limit, (row) => [row.createdAt.toISOString(), row.id]);
    return { items: page.items.map(toTask), nextCursor: page.nextCursor };
  });
}

/** Any move between the three states; nothing else of a task ever changes. */
export async function setTaskStatus(ctx: Context, id: string, status: TaskStatus): Promise<Task> {
  requireRole(ctx, "MEMBER");
  const row = !isUuid(id)
    ? undefined
    : await inTenant(ctx, async (tx) => {
        const [updated] = await tx
          .update(tasks)
          .set({ status, updatedAt: sql`now()` })
          .where(and(eq(tasks.tenantId, ctx.tenantId), eq(tasks.id, id)))
          .returning();
        if (updated)
          await recordAudit(tx, ctx, {
            action: "task.updated",
            objectType: "task",
            objectId: id,
            runId: updated.runId,
          });
        return updated;
      });
  return toTask(await found(ctx, "task", id, row));
}

export function toTask(row: TaskRow): Task {
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
