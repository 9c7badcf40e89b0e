import type { TaskListReply, TaskReply } from "../generated/replies.ts";
import type { Task, TaskStatus } from "../generated/types.ts";
import type { Http, RequestOptions } from "../http.ts";
import { List } from "../list.ts";

export class Tasks {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Newest first. */
  list({ signal, ...filters }: RequestOptions & { status?: TaskStatus; runId?: string } = {}): List<Task> {
    return new List(async (page) => {
      const reply = await this.#http.json<TaskListReply>("GET", "/api/tasks", {
        query: { ...filters, ...page },
        signal,
      });
      return { items: reply.tasks, nextCursor: reply.nextCursor };
    });
  }

  async setStatus(taskId: string, status: TaskStatus, options: RequestOptions = {}): Promise<Task> {
    const path = `/api/tasks/${encodeURIComponent(taskId)}`;
    return (await this.#http.json<TaskReply>("PATCH", path, { json: { status }, ...options })).task;
  }
}
