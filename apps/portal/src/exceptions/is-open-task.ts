import type { Task } from "@assay/client";

/** Not completed, and covered by an active exception. */
export function isCovered({ status, exceptionId }: Pick<Task, "status" | "exceptionId">): boolean {
  return status !== "COMPLETED" && exceptionId !== null;
}

/** What counts as left to do. */
export function isOpenTask(task: Pick<Task, "status" | "exceptionId">): boolean {
  return task.status !== "COMPLETED" && !isCovered(task);
}
