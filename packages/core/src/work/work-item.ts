import { newId, type Transaction, workItems } from "@assay/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import type { KnownPauses } from "./pauses.ts";

export type WorkKind = (typeof workItems.$inferSelect)["kind"];

/** A claimed item: its holder may commit as long as nobody claimed it again. */
export interface WorkItem {
  readonly id: string;
  readonly tenantId: string;
  readonly kind: WorkKind;
  readonly subjectId: string;
  readonly runId: string | null;
  readonly stage: string;
  readonly attempts: number;
  readonly crashes: number;
  readonly losses: number;
  readonly fence: number;
  /** The part that it waited for before this claim. */
  readonly waitingFor: string | null;
  readonly waitingSince: Date | null;
}

/** What the database said beside a claim. */
export interface ClaimedItem extends WorkItem {
  readonly pauses: KnownPauses;
  readonly claimedAtMs: number;
}

export interface NewWorkItem {
  readonly tenantId: string;
  readonly kind: WorkKind;
  readonly subjectId: string;
  readonly stage: string;
  readonly runId?: string;
  readonly delayMs?: number;
}

/** What a wake-up names. */
export interface WorkRef {
  readonly workItemId: string;
  readonly tenantId: string;
}

/** Adds work in the transaction that calls for it; work that is already open for the same stage is not doubled. */
export async function enqueue(tx: Transaction, items: readonly NewWorkItem[]): Promise<WorkRef[]> {
  const refs: WorkRef[] = [];
  for (let at = 0; at < items.length; at += 500) {
    const rows = items.slice(at, at + 500).map(({ delayMs, ...item }) => ({
      id: newId(),
      ...item,
      ...(delayMs === undefined ? {} : { availableAt: databaseTimeIn(delayMs) }),
    }));
    const added = await tx
      .insert(workItems)
      .values(rows)
      .onConflictDoNothing()
      .returning({ workItemId: workItems.id, tenantId: workItems.tenantId });
    refs.push(...added);
  }
  return refs;
}

/** Ends open work that has lost its purpose, so that a running holder cannot commit it any more. */
export async function cancelWork(
  tx: Transaction,
  tenantId: string,
  which: { runId: string } | { subjectIds: readonly string[]; kind: WorkKind },
): Promise<void> {
  const subject =
    "runId" in which
      ? eq(workItems.runId, which.runId)
      : and(inArray(workItems.subjectId, [...which.subjectIds]), eq(workItems.kind, which.kind));
  // A holder in the middle of its commit is passed over: it will find its subject gone or finished.
  const open = tx
    .select({ id: workItems.id })
    .from(workItems)
    .where(and(eq(workItems.tenantId, tenantId), subject, inArray(workItems.state, ["PENDING", "RUNNING"])))
    .for("update", { skipLocked: true });
  await tx
    .update(workItems)
    .set({ state: "DONE", fence: sql`${workItems.fence} + 1`, leaseUntil: null })
    .where(and(eq(workItems.tenantId, tenantId), inArray(workItems.id, open)));
}
