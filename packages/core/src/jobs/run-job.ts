import { AssayError, ModelError, type Part } from "@assay/contract";
import { type Database, jobs, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import type { Dispatcher } from "../ports/dispatcher.ts";
import { inTenant } from "../tenancy/transact.ts";
import { claimJob } from "./claim.ts";
import { errorCode, isTransient } from "./error-code.ts";
import type { ClaimedJob, Job, JobRef } from "./job.ts";
import type { Leases } from "./leases.ts";
import { askPart, type Outage, outageOf } from "./outage.ts";
import { beginPause, endPause } from "./pauses.ts";
import { releaseLostJobs } from "./release-lost.ts";
import type { Attempt, FailureWrite, Outcome, Stage, Stages } from "./stage.ts";

export interface EngineSettings {
  /** Recorded failures after which a transient error is final. */
  readonly attemptsMax: number;
  /** Crashes counted against a job after which it is taken for the cause. */
  readonly crashesMax: number;
  /** How long a job stays claimed after its holder last renewed its lease. */
  readonly leaseMs: number;
  /** Wait before attempt n + 1 is this times 4 to the n; also the first pause of a part that cannot be used. */
  readonly retryDelayMs: number;
  /** The longest pause of such a part, unless it asks for more. */
  readonly pauseMaxMs: number;
}

export interface Engine {
  readonly db: Database;
  readonly stages: Stages;
  readonly dispatcher: Dispatcher;
  readonly settings: EngineSettings;
  /** Renews what this engine has claimed. */
  readonly leases: Leases;
  /** Called with what went wrong, for the log; never with evidence. */
  report(event: { job: Job; error: unknown; final: boolean; waitsFor?: Part }): void;
}

/** The reason of the signal that ends a process: its work goes back untouched. */
export class ShuttingDown extends Error {
  override readonly name = "ShuttingDown";
}

/**
 * How a dispatch ended: there was nothing to claim (a duplicate, late or stale one, or its holder lost the job), the
 * job is done, has more attempts, waits for another attempt, or failed for good.
 */
export type JobResult = "nothing" | "done" | "more" | "again" | "failed";

interface Ended {
  readonly result: JobResult;
  readonly dispatch: readonly JobRef[];
}

const LOST: Ended = { result: "nothing", dispatch: [] };

class LostLease extends Error {
  override readonly name = "LostLease";
}

/**
 * Serves one dispatch: claims, does one attempt outside any transaction while its lease is renewed, commits it behind the
 * fence, dispatches what follows. A duplicate, late or stale dispatch does nothing.
 */
export async function runJob(engine: Engine, id: string, shutdown?: AbortSignal): Promise<JobResult> {
  const job = (await claim(engine, id)) ?? (await claimLost(engine, id));
  if (!job) return "nothing";
  const { result, dispatch } = await runLeased(engine, job, shutdown);
  if (dispatch.length > 0) await engine.dispatcher.dispatch(dispatch);
  return result;
}

async function runLeased(engine: Engine, job: ClaimedJob, shutdown?: AbortSignal): Promise<Ended> {
  const takenOver = new AbortController();
  const release = engine.leases.keep(job, () => takenOver.abort(lostLease()));
  const signals = shutdown ? [takenOver.signal, shutdown] : [takenOver.signal];
  try {
    return await runClaimed(engine, stageOf(engine, job), job, signals);
  } finally {
    await release();
  }
}

function claim({ db, leases }: Engine, id: string): Promise<ClaimedJob | undefined> {
  const { leaseMs, holder, holdsSuspect } = leases;
  return claimJob(db, id, { leaseMs, holder, withoutSuspects: holdsSuspect() });
}

/** A delivery again of what its holder died with: with it goes whatever else was lost. */
async function claimLost(engine: Engine, id: string): Promise<ClaimedJob | undefined> {
  const released = await releaseLostJobs(engine.db, engine.leases);
  if (released.length === 0) return undefined;
  await engine.dispatcher.dispatch(released.filter(({ jobId }) => jobId !== id));
  return claim(engine, id);
}

/** An unknown one fails like any other, so that the job does not circle for ever. */
function stageOf({ stages }: Engine, { id, kind, stage }: Job): Stage {
  const unknown = new Error(`Cannot run job '${id}' because there is no stage '${kind}.${stage}'`);
  return stages[kind][stage] ?? { run: () => Promise.reject(unknown), fail: async () => [], limitMs: 1000 };
}

async function runClaimed(engine: Engine, stage: Stage, job: ClaimedJob, signals: AbortSignal[]): Promise<Ended> {
  let write: FailureWrite = async () => {};
  try {
    if (job.crashes >= engine.settings.crashesMax) throw crashedTooOften(job);
    const onFailure = (given: FailureWrite) => {
      write = given;
    };
    return await commit(engine, job, await runAttempt(engine, stage, job, onFailure, signals));
  } catch (error) {
    if (error instanceof LostLease) return LOST;
    return recordFailure(engine, stage, job, error, write);
  }
}

async function runAttempt(
  engine: Engine,
  stage: Stage,
  job: ClaimedJob,
  onFailure: Attempt["onFailure"],
  signals: readonly AbortSignal[],
): Promise<Outcome> {
  const signal = AbortSignal.any([AbortSignal.timeout(stage.limitMs), ...signals]);
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const ask: Attempt["ask"] = (part, act) => askAndEndPause(engine, job, part, act);
    const attempt: Attempt = {
      db: engine.db,
      job,
      signal,
      checkpoint: (write) => gated(engine, job, (tx) => clearCrashes(tx, job).then(() => write(tx))),
      ask,
      onFailure,
      report: (error) => engine.report({ job, error, final: true }),
    };
    const running = stage.needs ? ask(stage.needs, () => stage.run(attempt)) : stage.run(attempt);
    return await Promise.race([running, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

async function askAndEndPause<T>(
  { db }: Engine,
  { pauses, claimedAtMs: nowMs }: ClaimedJob,
  part: Part,
  act: () => Promise<T>,
): Promise<T> {
  const pause = pauses[part];
  const answer = await askPart(part, { pause, nowMs }, act);
  if (pause && pause.failures > 0) await endPause(db, part);
  return answer;
}

function commit(engine: Engine, job: Job, outcome: Outcome): Promise<Ended> {
  return gated(engine, job, async (tx) => {
    const added = (await outcome.write(tx)) ?? [];
    if (outcome.state === "done") {
      await close(tx, job, { state: "DONE" });
      return { result: "done", dispatch: added };
    }
    await close(tx, job, { state: "PENDING", attempts: 0, crashes: 0, losses: 0, publishedAt: null });
    return { result: "more", dispatch: [...added, refTo(job)] };
  });
}

async function recordFailure(
  engine: Engine,
  stage: Stage,
  job: ClaimedJob,
  thrown: unknown,
  write: FailureWrite,
): Promise<Ended> {
  const outage = outageOf(thrown);
  if (outage && !isRefusedAlone(job, outage)) return waitForPart(engine, job, outage, write);
  const error = outage?.error ?? thrown;
  const released = error instanceof ShuttingDown;
  const final = !released && (!isTransient(error) || job.attempts + 1 >= engine.settings.attemptsMax);
  if (!released) engine.report({ job, error, final });
  try {
    return await gated(engine, job, async (tx) => {
      if (released) return requeue(tx, job, { attempts: job.attempts, lastError: null }, 0);
      await write(tx, error);
      if (!final) return tryAgain(tx, engine, job, error, outage && waitingFor(outage.part));
      const added = (await stage.fail(tx, job, error)) ?? [];
      return failJob(tx, job, error, added);
    });
  } catch (cause) {
    if (cause instanceof LostLease) return LOST;
    return recordBrokenFailure(engine, job, cause);
  }
}

/** A model that refuses this job and has answered others: that is a failure like any other. */
function isRefusedAlone(job: ClaimedJob, { part, error }: Outage): boolean {
  return error instanceof ModelError && answeredOthers(job, part);
}

/** Whether the part was found to answer again since this job had to wait for it last. */
function answeredOthers({ waitingFor, waitingSince, pauses }: ClaimedJob, part: Part): boolean {
  return waitingFor === part && waitingSince !== null && (pauses[part]?.answeredAtMs ?? 0) > waitingSince.getTime();
}

/** Puts the job back until the part's pause is over. */
async function waitForPart(engine: Engine, job: ClaimedJob, outage: Outage, write: FailureWrite): Promise<Ended> {
  const { part, error } = outage;
  if (error) engine.report({ job, error, final: false, waitsFor: part });
  try {
    const waitMs = await pauseMs(engine, job, outage);
    const isNew = error !== undefined || job.waitingFor !== part;
    const change = { lastError: errorCode(outage), ...(isNew ? waitingFor(part) : waitingAsBefore(job)) };
    return await gated(engine, job, async (tx) => {
      if (error) await write(tx, error);
      return requeue(tx, job, change, waitMs);
    });
  } catch (cause) {
    if (cause instanceof LostLease) return LOST;
    throw cause;
  }
}

const waitingFor = (part: Part) => ({ waitingFor: part, waitingSince: sql`now()` });
const waitingAsBefore = ({ waitingFor, waitingSince }: Job) => ({ waitingFor, waitingSince });

async function pauseMs({ db, settings }: Engine, job: ClaimedJob, { part, error, waitMs }: Outage): Promise<number> {
  if (!error) return waitMs;
  // A single file that cannot be read must not stop the others.
  if (answeredOthers(job, part)) return settings.pauseMaxMs;
  const askedMs = error instanceof ModelError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const lastsMs = await beginPause(db, part, { firstMs: settings.retryDelayMs, mostMs: settings.pauseMaxMs, askedMs });
  // Others ask first: so one that is refused alone cannot begin pause after pause.
  return lastsMs + settings.retryDelayMs;
}

/** The failure could not be recorded as its stage wants it: that is tried again too, and not for ever. */
async function recordBrokenFailure(engine: Engine, job: Job, error: unknown): Promise<Ended> {
  const final = job.attempts + 1 >= 2 * engine.settings.attemptsMax;
  engine.report({ job, error, final });
  return gated(engine, job, (tx) => (final ? failJob(tx, job, error, []) : tryAgain(tx, engine, job, error)));
}

async function failJob(tx: Transaction, job: Job, error: unknown, dispatch: readonly JobRef[]): Promise<Ended> {
  await close(tx, job, { state: "FAILED", lastError: errorCode(error), attempts: job.attempts + 1 });
  return { result: "failed", dispatch };
}

function tryAgain(tx: Transaction, engine: Engine, job: Job, error: unknown, more: object = {}): Promise<Ended> {
  const change = { attempts: job.attempts + 1, lastError: errorCode(error), ...more };
  return requeue(tx, job, change, retryDelayMs(engine, job, error));
}

async function requeue(tx: Transaction, job: Job, change: object, delayMs: number): Promise<Ended> {
  await close(tx, job, { state: "PENDING", ...change, availableAt: databaseTimeIn(delayMs), publishedAt: null });
  return { result: "again", dispatch: [refTo(job)] };
}

/** Runs `write` in the tenant's transaction if this holder is still the newest one. */
function gated<T>(engine: Engine, job: Job, write: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTenant({ db: engine.db, tenantId: job.tenantId }, async (tx) => {
    const [held] = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(keyOf(job), eq(jobs.fence, job.fence), eq(jobs.state, "RUNNING")))
      .for("update");
    if (!held) throw lostLease();
    return write(tx);
  });
}

function lostLease(): LostLease {
  return new LostLease("Cannot commit because another process has taken over the job");
}

/** What was stored is not done again, so that a job that gets on is never taken for the cause of its crashes. */
async function clearCrashes(tx: Transaction, job: Job): Promise<void> {
  if (job.crashes > 0) await tx.update(jobs).set({ crashes: 0 }).where(keyOf(job));
}

const refTo = ({ id, tenantId }: Job): JobRef => ({ jobId: id, tenantId });

async function close(tx: Transaction, job: Job, change: Partial<typeof jobs.$inferInsert> | object): Promise<void> {
  await tx
    .update(jobs)
    .set({ leaseUntil: null, waitingFor: null, waitingSince: null, ...change })
    .where(keyOf(job));
}

function keyOf({ tenantId, id }: Job) {
  return and(eq(jobs.tenantId, tenantId), eq(jobs.id, id));
}

function crashedTooOften(job: Job): AssayError {
  return new AssayError(
    "INVALID_STATE",
    `Cannot continue job '${job.id}' because its process crashed ${job.crashes} times`,
  );
}

function retryDelayMs(engine: Engine, job: Job, error: unknown): number {
  const asked = error instanceof ModelError || error instanceof AssayError ? error.retryAfterSeconds : undefined;
  return Math.max((asked ?? 0) * 1000, engine.settings.retryDelayMs * 4 ** job.attempts);
}
