import type {
  AssessmentListReply,
  CancelRunReply,
  ExportListReply,
  RequirementListReply,
  RunConfigurationReply,
  RunListReply,
  RunStepListReply,
  StartRunReply,
  TaskListReply,
} from "../generated/replies.ts";
import type {
  Assessment,
  AssessmentStatus,
  CancelRun,
  ExportRecord,
  Requirement,
  Run,
  RunConfiguration,
  RunDetails,
  RunDiff,
  RunDocumentPage,
  RunProgress,
  RunStatus,
  RunStep,
  StartedRun,
  StartRun,
  Task,
} from "../generated/types.ts";
import type { Http, RequestOptions } from "../http.ts";
import { List } from "../list.ts";
import { watchRun } from "../run-events.ts";

export interface RunDocumentFilters extends RequestOptions {
  readonly judged?: boolean | undefined;
  readonly documentId?: string | undefined;
  /** 1 to 200; 50 where it is left out. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

const at = (runId: string) => `/api/runs/${encodeURIComponent(runId)}`;

export class Runs {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Newest first. */
  list({ signal, ...filters }: RequestOptions & { status?: RunStatus } = {}): List<Run> {
    return new List(async (page) => {
      const reply = await this.#http.json<RunListReply>("GET", "/api/runs", {
        query: { ...filters, ...page },
        signal,
      });
      return { items: reply.runs, nextCursor: reply.nextCursor };
    });
  }

  /** Throws AssayApiError RUN_ALREADY_IN_PROGRESS, whose `details.runId` names the other run. */
  async start(body: StartRun = {}, options: RequestOptions & { idempotencyKey?: string } = {}): Promise<StartedRun> {
    const { signal, idempotencyKey } = options;
    const headers = { "Idempotency-Key": idempotencyKey };
    return (await this.#http.json<StartRunReply>("POST", "/api/runs/start", { json: body, headers, signal })).run;
  }

  /**
   * Finishes a FAILED run by a new one, which takes over what was assessed and asks for the rest.
   * Throws AssayApiError INVALID_STATE for a run that has not failed.
   */
  continue(
    runId: string,
    { retrievalVersionId, ...options }: RequestOptions & { idempotencyKey?: string; retrievalVersionId?: string } = {},
  ): Promise<StartedRun> {
    const version = retrievalVersionId === undefined ? {} : { retrievalVersionId };
    return this.start({ continueRunId: runId, ...version }, options);
  }

  /** Ends an active run as FAILED; what was assessed stays. Throws AssayApiError INVALID_STATE for one that has ended. */
  async cancel(runId: string, reason: string, { signal }: RequestOptions = {}): Promise<Run> {
    const request = { json: { reason } satisfies CancelRun, signal };
    return (await this.#http.json<CancelRunReply>("POST", `${at(runId)}/cancel`, request)).run;
  }

  get(runId: string, options: RequestOptions = {}): Promise<RunDetails> {
    return this.#http.json("GET", at(runId), options);
  }

  /** The requirements that the run assesses, of the version that it pinned, in pack order. */
  async requirements(runId: string, options: RequestOptions = {}): Promise<Requirement[]> {
    const reply = await this.#http.json<RequirementListReply>("GET", `${at(runId)}/requirements`, options);
    return reply.requirements;
  }

  /** What was judged and what was left out and why, the newest first; also what has been deleted since. */
  documents(runId: string, { signal, ...query }: RunDocumentFilters = {}): Promise<RunDocumentPage> {
    return this.#http.json("GET", `${at(runId)}/documents`, { query, signal });
  }

  /** All of them, in pack order. */
  async assessments(
    runId: string,
    { signal, ...filters }: RequestOptions & { status?: AssessmentStatus } = {},
  ): Promise<Assessment[]> {
    const request = { query: filters, signal };
    return (await this.#http.json<AssessmentListReply>("GET", `${at(runId)}/assessments`, request)).assessments;
  }

  async steps(runId: string, options: RequestOptions = {}): Promise<RunStep[]> {
    return (await this.#http.json<RunStepListReply>("GET", `${at(runId)}/steps`, options)).steps;
  }

  tasks(runId: string, { signal }: RequestOptions = {}): List<Task> {
    return new List(async (page) => {
      const reply = await this.#http.json<TaskListReply>("GET", `${at(runId)}/tasks`, {
        query: { ...page },
        signal,
      });
      return { items: reply.tasks, nextCursor: reply.nextCursor };
    });
  }

  async exports(runId: string, options: RequestOptions = {}): Promise<ExportRecord[]> {
    return (await this.#http.json<ExportListReply>("GET", `${at(runId)}/exports`, options)).exports;
  }

  /** The file of an export; its SHA-256 is in `ETag`. */
  download(runId: string, exportId: string, options: RequestOptions = {}): Promise<Response> {
    return this.#http.send("GET", `${at(runId)}/exports/${encodeURIComponent(exportId)}`, options);
  }

  /** The canonical bytes; their SHA-256 is in `ETag`. */
  snapshot(runId: string, options: RequestOptions = {}): Promise<Response> {
    return this.#http.send("GET", `${at(runId)}/snapshot`, options);
  }

  /** The SHA-256 of the snapshot's bytes in hex, without the bytes. Of a run whose snapshot is CAPTURED only. */
  async snapshotHash(runId: string, options: RequestOptions = {}): Promise<string> {
    const { headers } = await this.#http.send("HEAD", `${at(runId)}/snapshot`, options);
    return (headers.get("ETag") ?? "").replace(/^W\//, "").replaceAll('"', "");
  }

  async configuration(runId: string, options: RequestOptions = {}): Promise<RunConfiguration> {
    const reply = await this.#http.json<RunConfigurationReply>("GET", `${at(runId)}/configuration`, options);
    return reply.configuration;
  }

  /** Progress as it happens, to the run's end: `for await (const { run, steps } of assay.runs.events(id))`. */
  events(runId: string, options: RequestOptions = {}): AsyncIterable<RunProgress> {
    return watchRun(this.#http, runId, options);
  }

  /** What changed from run `against` to this one. */
  diff(runId: string, against: string, { signal }: RequestOptions = {}): Promise<RunDiff> {
    return this.#http.json("GET", `${at(runId)}/diff`, { query: { against }, signal });
  }
}
