import { type FrozenTask, taskStatus } from "@assay/contract";
import { auditEntries, type Transaction } from "@assay/db";
import { and, asc, eq, inArray, lte } from "drizzle-orm";
import type { ShownRun } from "../runs/to-run.ts";
import { sentBackText } from "../tasks/send-back.ts";
import type { PackedSnapshot } from "./package-state.ts";

/**
 * The tasks of a run up to an entry, by position in the pack: those of its snapshot and those that reviews added since, in the
 * state that the audit log says. Of their rows nothing is read. With the ids of those of which it does not say the requirement.
 */
export async function readPackedTasks(
  tx: Transaction,
  { tenantId, id: runId }: ShownRun,
  { requirements, tasks }: PackedSnapshot,
  upTo: number,
): Promise<{ readonly told: FrozenTask[]; readonly unknown: string[] }> {
  const entries = await tx
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.tenantId, tenantId),
        eq(auditEntries.runId, runId),
        inArray(auditEntries.action, ["review.added", "task.added", "task.updated"]),
        lte(auditEntries.sequence, upTo),
      ),
    )
    .orderBy(asc(auditEntries.sequence));
  const titles = new Map(requirements.map(({ requirementId, title }) => [requirementId, title]));
  const found = new Map(tasks.map((task) => [task.id, task]));
  const unknown: string[] = [];
  let sentBack: { readonly sequence: number; readonly requirementId: string } | undefined;
  for (const { sequence, action, objectId, details, createdAt } of entries) {
    const at = createdAt.toISOString();
    if (action === "review.added") {
      sentBack = { sequence, requirementId: String(details?.requirementId) };
      continue;
    }
    const known = found.get(objectId);
    const status = taskStatus.safeParse(details?.status).data;
    if (known && status !== undefined) found.set(objectId, { ...known, status, updatedAt: at });
    // Recorded with its review, as the entry after it.
    const requirementTitle = titles.get(sentBack?.requirementId ?? "");
    if (known || action !== "task.added") continue;
    if (sentBack?.sequence !== sequence - 1 || requirementTitle === undefined) {
      unknown.push(objectId);
      continue;
    }
    const { requirementId } = sentBack;
    found.set(objectId, {
      ...{ id: objectId, runId, requirementId, ...sentBackText({ requirementId, requirementTitle }) },
      ...{ status: status ?? "PENDING", createdAt: at, updatedAt: at },
    });
  }
  const position = new Map(requirements.map(({ requirementId }, place) => [requirementId, place]));
  const told = [...found.values()].sort(
    (one, other) =>
      position.get(one.requirementId)! - position.get(other.requirementId)! || (one.id < other.id ? -1 : 1),
  );
  return { told, unknown };
}
