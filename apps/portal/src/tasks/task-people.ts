import type { Person, Task } from "@assay/client";

/** In place of an assignee, in the address and in choices. */
export const NOBODY = "none";
export const MINE = "me";

/** Open, past its due date, and not covered by an exception now. `today` as 2026-01-31. */
export function isOverdue({ status, dueDate, exceptionId }: Task, today: string): boolean {
  return status !== "COMPLETED" && exceptionId === null && dueDate !== null && dueDate < today;
}

/** The day by the clock that due dates go by. */
export function todayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** Whether the assignee has left the tenant; false while the members are not known. */
export function hasLeft({ assigneeId }: Task, people: readonly Person[] | undefined): boolean {
  return assigneeId !== null && people !== undefined && !people.some(({ userId }) => userId === assigneeId);
}

export interface TaskPeopleFilter {
  readonly assignee: string | null;
  readonly overdue: boolean;
}

/** Whether a task passes the filters by people and date; `self` is the user. */
export function matchesPeople(
  task: Task,
  { assignee, overdue }: TaskPeopleFilter,
  { self, today }: { readonly self: string | undefined; readonly today: string },
): boolean {
  if (overdue && !isOverdue(task, today)) return false;
  if (assignee === MINE) return task.assigneeId !== null && task.assigneeId === self;
  return assignee !== NOBODY || task.assigneeId === null;
}
