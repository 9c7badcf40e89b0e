import { newId, oneRow, type Transaction, tasks } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { shorten } from "./shorten-title.ts";

/** What a review sent back: the requirement, and who is to do it until when; undefined leaves what the task has. */
export interface SentBack {
  readonly tenantId: string;
  readonly runId: string;
  readonly requirementId: string;
  readonly requirementTitle: string;
  readonly position: number;
  readonly reviewId: string;
  readonly assigneeId?: string | undefined;
  readonly dueDate?: string | undefined;
}

export interface ReopenedTask {
  readonly id: string;
  readonly added: boolean;
  readonly assigneeId: string | null;
  readonly dueDate: string | null;
}

// Nothing of the review's reason: it can be redacted there, and a task never.
const LOOK_AGAIN =
  "A reviewer sent this requirement back. Read the review beside its verdict, and provide or correct the evidence that it asks for.";

/** What the task says that a review adds. */
export function sentBackText({
  requirementId,
  requirementTitle,
}: Pick<SentBack, "requirementId" | "requirementTitle">) {
  return { title: shorten(`Look again at ${requirementId}: ${requirementTitle}`), description: LOOK_AGAIN };
}

/** Reopens the task of a requirement; adds one where its verdict has made none. */
export async function sendBackTask(tx: Transaction, sent: SentBack): Promise<ReopenedTask> {
  const { tenantId, runId, requirementId, assigneeId, dueDate } = sent;
  const shown = { id: tasks.id, assigneeId: tasks.assigneeId, dueDate: tasks.dueDate };
  const [reopened] = await tx
    .update(tasks)
    .set({ status: "PENDING", assigneeId, dueDate, updatedAt: sql`now()` })
    .where(and(eq(tasks.tenantId, tenantId), eq(tasks.runId, runId), eq(tasks.requirementId, requirementId)))
    .returning(shown);
  if (reopened) return { ...reopened, added: false };
  const added = await tx
    .insert(tasks)
    .values({
      id: newId(),
      tenantId,
      runId,
      requirementId,
      position: sent.position,
      ...sentBackText(sent),
      reviewId: sent.reviewId,
      assigneeId: assigneeId ?? null,
      dueDate: dueDate ?? null,
    })
    .returning(shown);
  return { ...oneRow(added), added: true };
}
