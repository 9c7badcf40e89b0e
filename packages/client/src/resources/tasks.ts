import type { Http, RequestOptions } from "../http.ts";
import { List } from "../list.ts";
import type { Task, TaskStatus } from "../types.ts";

export class Tasks {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Newest first. */
  list({ signal, ...filters }: RequestOptions & { status?: TaskStatus; runId?: string } = {}): List<Task> {
    return new List(async (page) => {
      const reply = await this.#http.json<{ tasks: Task[]; nextCursor: string | null }>("GET", "/api/tasks", {
        query: { ...filters, ...page },
        signal,
      });
      return { items: reply.tasks, nextCursor: reply.nextCursor };
    });
  }

  async setStatus(taskId: string, status: TaskStatus, options: RequestOptions = {}): Promise<Task> {
    const path = `/api/tasks/${encodeURIComponent(taskId)}`;
    return (await this.#http.json<{ task: Task }>("PATCH", path, { json: { status }, ...options })).task;
  }
}
