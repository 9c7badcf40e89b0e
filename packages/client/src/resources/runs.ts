import type {
  AssessmentListReply,
  CancelRunReply,
  EstimateRunReply,
  ExportListReply,
  RequirementListReply,
  RunConfigurationReply,
  RunExceptionListReply,
  RunListReply,
  RunStepListReply,
  StartRunReply,
  TaskListReply,
} from "../generated/replies.ts";
import type {
  Assessment,
  AssessmentStatus,
  EvidenceKind,
  ExportRecord,
  FixedException,
  ReportFormat,
  Requirement,
  Run,
  RunConfiguration,
  RunDetails,
  RunDiff,
  RunDocumentPage,
  RunEstimate,
  RunProgress,
  RunStatus,
  RunStep,
  StartedRun,
  StartRun,
  Task,
} from "../generated/types.ts";
import { asQuery, type KeyedOptions, keyed, path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";
import { watchRun } from "../run-events.ts";
import { waitForRun } from "../wait-for-run.ts";

export interface RunFilters extends ListOptions {
  readonly status?: RunStatus | undefined;
}

export interface RunDocumentFilters extends ListOptions {
  readonly judged?: boolean | undefined;
  /** Whether a requirement of the run cites it. */
  readonly cited?: boolean | undefined;
  readonly evidenceKind?: EvidenceKind | undefined;
  readonly documentId?: string | undefined;
  /** Part of the file name, in any case. */
  readonly q?: string | undefined;
}

export interface RunWaitOptions extends RequestOptions {
  /** Called with the state at the begin and on each change. */
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
}

export interface ContinueOptions {
  readonly retrievalVersionId?: string | undefined;
  readonly waitForDocuments?: boolean | undefined;
}

/** Assessments of the tenant's evidence against the requirements of a pack. */
export class Runs extends Resource {
  /** Newest first. */
  list(filters: RunFilters = {}): List<Run> {
    return listOf(this.http, "/api/runs", filters, ({ runs }: RunListReply) => runs);
  }

  /**
   * Starts a run and returns at once: see `startAndWait`. With `waitForDocuments` it begins when the documents have been
   * read that are being read now, after an hour at the latest; else these are left out: `documentsPending` counts them. Repeated like a reading call, under one idempotency key. Throws
   * RunAlreadyInProgressError, whose `details.runId` names the other run.
   */
  async start(run: StartRun = {}, options: KeyedOptions = {}): Promise<StartedRun> {
    return (await this.http.json<StartRunReply>("POST", "/api/runs/start", { ...keyed(options), json: run })).run;
  }

  /**
   * What a run would need of its model, about: calls, tokens and cost. Starts none. Throws as `start` does.
   *
   * @example
   * const { costUsd } = await assay.runs.estimate({ reuse: true });
   */
  async estimate(run: StartRun = {}, options: RequestOptions = {}): Promise<RunEstimate> {
    const request = { ...options, json: run, query: { dryRun: true }, repeatable: true };
    return (await this.http.json<EstimateRunReply>("POST", "/api/runs/start", request)).estimate;
  }

  /**
   * Starts a run and waits until it is COMPLETED or FAILED; its `failureReason` then says why. The wait has no end of its
   * own, and aborting it leaves the run under way.
   *
   * @example
   * const run = await assay.runs.startAndWait({}, { onProgress: ({ run }) => console.log(run.assessedCount) });
   */
  async startAndWait(run: StartRun = {}, options: KeyedOptions & RunWaitOptions = {}): Promise<RunDetails> {
    const { onProgress, ...request } = options;
    return this.wait((await this.start(run, request)).id, options);
  }

  /** Waits until a run is COMPLETED or FAILED: by its events, and where those do not arrive by asking. */
  wait(runId: string, options: RunWaitOptions = {}): Promise<RunDetails> {
    return waitForRun(this.http, runId, options);
  }

  /**
   * Finishes a FAILED run by a new one, which takes over what was assessed and asks for the rest.
   * Throws InvalidStateError for a run that has not failed.
   */
  continue(
    runId: string,
    { retrievalVersionId, waitForDocuments, ...options }: KeyedOptions & ContinueOptions = {},
  ): Promise<StartedRun> {
    return this.start({ continueRunId: runId, retrievalVersionId, waitForDocuments }, options);
  }

  /** Ends an active run as FAILED; what was assessed stays. Throws InvalidStateError for one that has ended. */
  async cancel(runId: string, reason: string, options: RequestOptions = {}): Promise<Run> {
    const request = { ...options, json: { reason } };
    return (await this.http.json<CancelRunReply>("POST", path`/api/runs/${runId}/cancel`, request)).run;
  }

  /** Throws NotFoundError. */
  get(runId: string, options: RequestOptions = {}): Promise<RunDetails> {
    return this.http.json("GET", path`/api/runs/${runId}`, options);
  }

  /** The requirements that the run assesses, of the version that it pinned, in pack order. */
  async requirements(runId: string, options: RequestOptions = {}): Promise<Requirement[]> {
    return (await this.http.json<RequirementListReply>("GET", path`/api/runs/${runId}/requirements`, options))
      .requirements;
  }

  /** What was judged and what was left out and why, the newest first; also what has been deleted since. */
  documents(runId: string, filters: RunDocumentFilters = {}): Promise<RunDocumentPage> {
    return this.http.json("GET", path`/api/runs/${runId}/documents`, asQuery(filters));
  }

  /**
   * All of them, in pack order, each with status, confidence (0 to 1), reasoning and citations.
   *
   * @example
   * const gaps = await assay.runs.assessments(run.id, { status: "MISSING" });
   */
  async assessments(
    runId: string,
    filters: RequestOptions & { status?: AssessmentStatus | undefined } = {},
  ): Promise<Assessment[]> {
    return (await this.http.json<AssessmentListReply>("GET", path`/api/runs/${runId}/assessments`, asQuery(filters)))
      .assessments;
  }

  /** The six steps of the run, in their order. */
  async steps(runId: string, options: RequestOptions = {}): Promise<RunStep[]> {
    return (await this.http.json<RunStepListReply>("GET", path`/api/runs/${runId}/steps`, options)).steps;
  }

  /** The exceptions that were in force when the run started, as they were then. */
  async exceptions(runId: string, options: RequestOptions = {}): Promise<FixedException[]> {
    return (await this.http.json<RunExceptionListReply>("GET", path`/api/runs/${runId}/exceptions`, options))
      .exceptions;
  }

  /** The tasks that the run made. */
  tasks(runId: string, options: ListOptions = {}): List<Task> {
    return listOf(this.http, path`/api/runs/${runId}/tasks`, options, ({ tasks }: TaskListReply) => tasks);
  }

  /** The files that the run made: see `download`. */
  async exports(runId: string, options: RequestOptions = {}): Promise<ExportRecord[]> {
    return (await this.http.json<ExportListReply>("GET", path`/api/runs/${runId}/exports`, options)).exports;
  }

  /** The file of an export; its SHA-256 is in `ETag`. */
  download(runId: string, exportId: string, options: RequestOptions = {}): Promise<Response> {
    return this.http.send("GET", path`/api/runs/${runId}/exports/${exportId}`, options);
  }

  /**
   * The verdicts beside the reviews, exceptions, comments and sign-offs that stand now. Made on request and in no snapshot.
   * Throws InvalidStateError for a run that has not ended.
   *
   * @example
   * await writeFile("report.csv", (await assay.runs.report(run.id, "csv")).body!);
   */
  report(runId: string, format: ReportFormat, options: RequestOptions = {}): Promise<Response> {
    return this.http.send("GET", path`/api/runs/${runId}/report`, { ...options, query: { format } });
  }

  /** The canonical bytes; their SHA-256 is in `ETag`. */
  snapshot(runId: string, options: RequestOptions = {}): Promise<Response> {
    return this.http.send("GET", path`/api/runs/${runId}/snapshot`, options);
  }

  /** The SHA-256 of the snapshot's bytes in hex, without the bytes. Of a run whose snapshot is CAPTURED only. */
  async snapshotHash(runId: string, options: RequestOptions = {}): Promise<string> {
    const { headers } = await this.http.send("HEAD", path`/api/runs/${runId}/snapshot`, options);
    return (headers.get("ETag") ?? "").replace(/^W\//, "").replaceAll('"', "");
  }

  /** What the run pinned: models, thresholds and rules. */
  async configuration(runId: string, options: RequestOptions = {}): Promise<RunConfiguration> {
    return (await this.http.json<RunConfigurationReply>("GET", path`/api/runs/${runId}/configuration`, options))
      .configuration;
  }

  /**
   * Progress as it happens, to the run's end. Throws AssayConnectionError after five breaks without an event.
   *
   * @example
   * for await (const { run, steps } of assay.runs.events(id)) console.log(run.assessedCount, steps);
   */
  events(runId: string, options: RequestOptions = {}): AsyncIterable<RunProgress> {
    return watchRun(this.http, runId, options);
  }

  /** What changed from run `against` to this one. */
  diff(runId: string, against: string, options: RequestOptions = {}): Promise<RunDiff> {
    return this.http.json("GET", path`/api/runs/${runId}/diff`, { ...options, query: { against } });
  }
}
