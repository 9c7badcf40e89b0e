import { splitDamaged } from "../damage.ts";
import type { EstimateRunReply, StartRunReply } from "../generated/replies.ts";
import { RunsBase } from "../generated/resources.ts";
import type {
  Assessment,
  DamagedResult,
  Run,
  RunDetails,
  RunDocument,
  RunDocumentPage,
  RunEstimate,
  RunProgress,
  StartedRun,
  StartRun,
} from "../generated/types.ts";
import { type KeyedOptions, keyed, path, type RequestOptions } from "../http.ts";
import { watchRun } from "../run-events.ts";
import { waitForRun } from "../wait-for-run.ts";

export interface RunWaitOptions extends RequestOptions {
  /** Called with the state at the begin and on each change. */
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
}

export interface ContinueOptions {
  readonly retrievalVersionId?: string | undefined;
  readonly waitForDocuments?: boolean | undefined;
}

export interface PreviousOptions extends RequestOptions {
  readonly signed?: boolean | undefined;
  /** The name of a source. */
  readonly source?: string | undefined;
}

type DocumentFilters = NonNullable<Parameters<RunsBase["documents"]>[1]>;
export interface WholeRunDocuments extends RunDocumentPage {
  readonly documents: RunDocument[];
  readonly damaged: readonly string[];
}

type AssessmentFilters = NonNullable<Parameters<RunsBase["assessments"]>[1]>;

/** Assessments of the tenant's evidence against the requirements of a pack. */
export class Runs extends RunsBase {
  /**
   * Starts a run and returns at once: see `startAndWait`. With `waitForDocuments` it begins when the documents have been
   * read that are being read now, after an hour at the latest; else these are omitted: `documentsPending` counts them. Repeated like a reading call, under one idempotency key. Throws
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

  /**
   * All of them, in pack order, each with status, confidence (0 to 1), reasoning and citations. Of a run with a snapshot they
   * are what the snapshot holds. Throws IntegrityError where the service stores one otherwise than it was sealed.
   *
   * @example
   * const gaps = await assay.runs.assessments(run.id, { status: "MISSING" });
   */
  override async assessments(runId: string, filters: AssessmentFilters = {}): Promise<Assessment[]> {
    const { items, error } = splitDamaged<Assessment>(await this.assessmentsOrDamage(runId, filters));
    if (error) throw error;
    return items;
  }

  /** As `assessments`, with `{ id, damaged: true }` in the place of what is stored otherwise than it was sealed. */
  assessmentsOrDamage(runId: string, filters: AssessmentFilters = {}): Promise<(Assessment | DamagedResult)[]> {
    return super.assessments(runId, filters);
  }

  /** As the run fixed them, a page at a time; `damaged` names those that are not shown as they are stored otherwise. */
  override async documents(runId: string, filters: DocumentFilters = {}): Promise<WholeRunDocuments> {
    const page = await super.documents(runId, filters);
    const { items, damaged } = splitDamaged<RunDocument>(page.documents);
    return { ...page, documents: items, damaged };
  }

  /**
   * The newest COMPLETED run of the same pack that was created before; with `signed` the newest that is APPROVED, with `source`
   * the newest that pins a manifest of it. Undefined where there is none.
   *
   * @example
   * const before = await assay.runs.previous(await assay.runs.get(id));
   * if (before) console.log(await assay.runs.diff(id, before.id));
   */
  async previous(
    { packId, createdAt }: Pick<Run, "packId" | "createdAt">,
    { signed, ...options }: PreviousOptions = {},
  ): Promise<Run | undefined> {
    for await (const run of this.list({ status: "COMPLETED", packId, ...options }))
      if (run.createdAt < createdAt && (!signed || run.signedAs === "APPROVED")) return run;
    return undefined;
  }

  /** The SHA-256 of the snapshot's bytes in hex, without the bytes. Of a run whose snapshot is CAPTURED only. */
  async snapshotHash(runId: string, options: RequestOptions = {}): Promise<string> {
    const { headers } = await this.http.send("HEAD", path`/api/runs/${runId}/snapshot`, options);
    return (headers.get("ETag") ?? "").replace(/^W\//, "").replaceAll('"', "");
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
}
