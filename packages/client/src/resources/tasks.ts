import type { TaskListReply, TaskReply } from "../generated/replies.ts";
import type { Task, TaskStatus } from "../generated/types.ts";
import { path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";

export interface TaskFilters extends ListOptions {
  readonly status?: TaskStatus | undefined;
  readonly runId?: string | undefined;
}

/** What is to be done about requirements that are not COMPLETE. */
export class Tasks extends Resource {
  /** Newest first. */
  list(filters: TaskFilters = {}): List<Task> {
    return listOf(this.http, "/api/tasks", filters, ({ tasks }: TaskListReply) => tasks);
  }

  /** Any move between the three states. Throws NotFoundError. */
  async setStatus(taskId: string, status: TaskStatus, options: RequestOptions = {}): Promise<Task> {
    const request = { ...options, json: { status } };
    return (await this.http.json<TaskReply>("PATCH", path`/api/tasks/${taskId}`, request)).task;
  }
}
