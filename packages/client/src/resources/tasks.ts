import { TasksBase } from "../generated/resources.ts";
import type { Task, TaskStatus } from "../generated/types.ts";
import type { RequestOptions } from "../http.ts";

/** What is to be done about requirements that are not COMPLETE. */
export class Tasks extends TasksBase {
  /** Short for `change(taskId, { status })`. */
  setStatus(taskId: string, status: TaskStatus, options: RequestOptions = {}): Promise<Task> {
    return this.change(taskId, { status }, options);
  }
}
