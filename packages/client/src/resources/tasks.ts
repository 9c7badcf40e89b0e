import type { TaskListReply, TaskReply } from "../generated/replies.ts";
import type { Task, TaskChange, TaskStatus } from "../generated/types.ts";
import { path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";

export interface TaskFilters extends ListOptions {
  readonly status?: TaskStatus | undefined;
  readonly runId?: string | undefined;
  /** Not completed, and no exception in force covers the requirement. */
  readonly open?: "true" | undefined;
  /** `none`: tasks of nobody; `me`: those of the caller. */
  readonly assigneeId?: string | undefined;
  /** Not completed, past the due date, and covered by no exception now. */
  readonly overdue?: "true" | undefined;
}

/** What is to be done about requirements that are not COMPLETE. */
export class Tasks extends Resource {
  /** Newest first. */
  list(filters: TaskFilters = {}): List<Task> {
    return listOf(this.http, "/api/tasks", filters, ({ tasks }: TaskListReply) => tasks);
  }

  /**
   * Moves a task, gives it to an active member, or sets its due date; null takes either away. Throws NotFoundError, also for
   * an assignee who is not an active member.
   *
   * @example
   * await assay.tasks.change(task.id, { assigneeId: person.userId, dueDate: "2026-12-31" });
   */
  async change(taskId: string, change: TaskChange, options: RequestOptions = {}): Promise<Task> {
    const request = { ...options, json: change };
    return (await this.http.json<TaskReply>("PATCH", path`/api/tasks/${taskId}`, request)).task;
  }

  /** Short for `change(taskId, { status })`. */
  setStatus(taskId: string, status: TaskStatus, options: RequestOptions = {}): Promise<Task> {
    return this.change(taskId, { status }, options);
  }
}
