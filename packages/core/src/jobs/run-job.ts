import { AssayError, createWorkTime, ModelError, type Part } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import type { AskedModel, OtherPart } from "./asked-model.ts";
import { claimJob } from "./claim.ts";
import {
  clearCrashes,
  close,
  type Ended,
  gated,
  type JobResult,
  LOST,
  LostLease,
  lostLease,
  NO_FAILURES,
  refTo,
  requeue,
} from "./commit.ts";
import type { Engine } from "./engine.ts";
import { findOutage } from "./find-outage.ts";
import { claimFollowing, keepClaimed } from "./go-on.ts";
import type { ClaimedJob, Job } from "./job.ts";
import { unknownStage } from "./leave-unknown.ts";
import { noteAnswer } from "./model-health.ts";
import { failureOfPart, Outage, throwIfPaused, UnclearFailure } from "./outage.ts";
import { endPause } from "./pauses.ts";
import { callNext, endTurn, reserveTurn, takeTurn, type WantedCall } from "./quota.ts";
import { recordFailure } from "./record-failure.ts";
import { releaseLostJobs } from "./release-lost.ts";
import type { Attempt, Call, CallTokens, FailureWrite, Outcome, Stage } from "./stage.ts";

/**
 * Serves one dispatch: claims, does an attempt outside any transaction while its lease is renewed, commits it behind the
 * fence, dispatches what follows or, for a while, continues with it. A duplicate, late or stale dispatch does nothing.
 */
export async function runJob(engine: Engine, id: string, shutdown?: AbortSignal): Promise<JobResult> {
  const job = (await claim(engine, id)) ?? (await claimLost(engine, id));
  return job ? runClaimedJob(engine, job, shutdown) : "nothing";
}

/** As `runJob`, for a job that this engine's holder has claimed. Its lease is renewed from this call on. */
export async function runClaimedJob(engine: Engine, claimed: ClaimedJob, shutdown?: AbortSignal): Promise<JobResult> {
  const goOnUntil = performance.now() + engine.settings.goOnMs;
  const goesOn = () => performance.now() < goOnUntil && !shutdown?.aborted;
  let job = claimed;
  for (;;) {
    const { result, dispatch, next } = await runLeased(engine, job, goesOn, shutdown);
    await engine.failpoints?.reach("committed", job);
    if (dispatch.length > 0) await engine.dispatcher.dispatch(dispatch);
    await engine.failpoints?.reach("dispatched", job);
    if (!next) return result;
    job = next;
  }
}

async function runLeased(
  engine: Engine,
  job: ClaimedJob,
  goesOn: () => boolean,
  shutdown?: AbortSignal,
): Promise<Ended> {
  const takenOver = new AbortController();
  const release = engine.leases.keep(job, () => takenOver.abort(lostLease()));
  const signals = shutdown ? [takenOver.signal, shutdown] : [takenOver.signal];
  try {
    return await runClaimed(engine, stageOf(engine, job), job, { signals, goesOn });
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

function stageOf({ stages }: Engine, { kind, stage }: Job): Stage {
  return stages[kind][stage] ?? unknownStage;
}

interface Limits {
  readonly signals: readonly AbortSignal[];
  /** Whether what follows may begin at once. */
  goesOn(): boolean;
}

async function runClaimed(engine: Engine, stage: Stage, job: ClaimedJob, { signals, goesOn }: Limits): Promise<Ended> {
  let write: FailureWrite = async () => {};
  try {
    await engine.failpoints?.reach("claimed", job);
    if (job.crashes >= engine.settings.crashesMax) throw crashedTooOften(job);
    throwIfStillPaused(job);
    const onFailure = (given: FailureWrite) => {
      write = given;
    };
    const outcome = await runAttempt(engine, stage, job, onFailure, signals);
    await engine.failpoints?.reach("worked", job);
    return await commit(engine, job, outcome, goesOn());
  } catch (error) {
    if (error instanceof LostLease) return LOST;
    return recordFailure(engine, stage, job, error, { write, signal: AbortSignal.any([...signals]) });
  }
}

async function runAttempt(
  engine: Engine,
  stage: Stage,
  job: ClaimedJob,
  onFailure: Attempt["onFailure"],
  signals: readonly AbortSignal[],
): Promise<Outcome> {
  const time = createWorkTime(stage.limitMs);
  const limit = time.signal;
  const signal = AbortSignal.any([limit, ...signals]);
  if (signal.aborted) time.end();
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  let waitsFor: AskedModel | undefined;
  try {
    const ask: Attempt["ask"] = async (asked, act, tokens) => {
      const wanted = {
        part: partOf(asked),
        tenantId: job.tenantId,
        tokens: tokens?.estimate ?? 0,
        lastsMs: stage.limitMs,
      };
      if (typeof asked !== "string") await asked.admit();
      await requireAvailable(engine, job, asked, signal);
      if (typeof asked !== "string") waitsFor = asked;
      try {
        const answer = await inTurn(engine, wanted, act, tokens);
        waitsFor = undefined;
        await noteAvailable(engine, job, asked);
        return answer;
      } catch (error) {
        // What ends the attempt ends the call with it.
        if (!limit.aborted) waitsFor = undefined;
        throw failureOfPart(asked, error);
      }
    };
    const attempt: Attempt = {
      db: engine.db,
      job,
      signal,
      async checkpoint(write) {
        const stored = await gated(engine, job, (tx) => clearCrashes(tx, job).then(() => write(tx)));
        await engine.failpoints?.reach("checkpointed", job);
        return stored;
      },
      ask,
      hold: time.hold,
      leftMs: time.leftMs,
      onFailure,
      report: (error, { final } = { final: true }) => engine.report({ job, error, final }),
    };
    const running = stage.needs ? ask(stage.needs, () => stage.run(attempt)) : stage.run(attempt);
    return await Promise.race([running, aborted]);
  } catch (error) {
    if (!waitsFor || error !== limit.reason) throw error;
    const late = `Cannot get an answer from '${waitsFor.part}' within ${stage.limitMs} ms`;
    throw new UnclearFailure(waitsFor, new ModelError("MODEL_TIMEOUT", late, { cause: error }));
  } finally {
    time.end();
    signal.removeEventListener("abort", onAbort);
  }
}

const partOf = (asked: AskedModel | OtherPart): Part => (typeof asked === "string" ? asked : asked.part);

/** Throws Outage while the part is paused, and where a model that was gone does not answer a small call either. */
async function requireAvailable(
  engine: Engine,
  job: ClaimedJob,
  asked: AskedModel | OtherPart,
  signal: AbortSignal,
): Promise<void> {
  const pause = job.pauses[partOf(asked)];
  throwIfPaused(partOf(asked), { pause, nowMs: job.claimedAtMs });
  if (typeof asked === "string" || !pause || pause.failures === 0 || pause.code === "MODEL_RATE_LIMITED") return;
  const outage = await findOutage(engine, job, asked, { sinceMs: pause.untilMs, withinMs: 0, signal });
  if (outage) throw outage;
}

async function noteAvailable(engine: Engine, { pauses }: ClaimedJob, asked: AskedModel | OtherPart): Promise<void> {
  const wasPaused = (pauses[partOf(asked)]?.failures ?? 0) > 0;
  if (typeof asked === "string") return wasPaused ? endPause(engine.db, asked) : undefined;
  const { db, settings, notedAt } = engine;
  const everyMs = settings.answerNotedMs;
  const now = performance.now();
  if (!wasPaused && now - (notedAt.get(asked.part) ?? -Infinity) < everyMs) return;
  notedAt.set(asked.part, now);
  // Without the note there is a probe more, and with its failure an answer less.
  await noteAnswer(db, asked.part, { everyMs }).catch(() => notedAt.delete(asked.part));
}

/** A job that waits for a part needs nothing else before it. */
function throwIfStillPaused({ waitingFor, pauses, claimedAtMs: nowMs }: ClaimedJob): void {
  const part = waitingFor as Part | null;
  if (part) throwIfPaused(part, { pause: pauses[part], nowMs });
}

/** Calls a part when its quota has room. Throws Outage where it has none: no slot and no lease is held meanwhile. */
async function inTurn<T>(
  { db, settings }: Engine,
  wanted: WantedCall,
  act: (call: Call) => Promise<T>,
  tokens: CallTokens<T> | undefined,
): Promise<T> {
  const { part } = wanted;
  const quota = settings.quotas[part];
  if (!quota) return act({ again: async () => {} });
  const turn = await takeTurn(db, settings, quota, wanted);
  if (turn.id === undefined) throw new Outage(part, { waitMs: turn.waitMs, code: "MODEL_RATE_LIMITED" });
  const further: string[] = [];
  const again = async () => {
    const { id, waitMs } = await reserveTurn(db, settings, quota, wanted);
    further.push(id);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  };
  const end = async (result: Parameters<CallTokens<T>["used"]>[0]) => {
    await endTurn(db, turn.id, tokens?.used(result));
    // The first one's tokens are those of all requests.
    for (const id of further) await endTurn(db, id, 0);
    await callNext(db, settings, part);
  };
  try {
    const answer = await act({ again });
    await end({ answer });
    return answer;
  } catch (error) {
    await end({ error });
    throw error;
  }
}

function commit(
  engine: Engine,
  job: ClaimedJob,
  { state, delayMs, leftSince, write }: Outcome,
  goesOn: boolean,
): Promise<Ended> {
  const ends = state === "done";
  const act = async (tx: Transaction): Promise<Ended> => {
    const added = (await write(tx)) ?? [];
    await engine.failpoints?.reach("written", job);
    if (ends) {
      const next = goesOn ? await claimFollowing(tx, engine, job, added) : undefined;
      return { result: "done", dispatch: added.filter(({ jobId }) => jobId !== next?.id), next };
    }
    if (goesOn && delayMs === undefined)
      return { result: "more", dispatch: added, next: await keepClaimed(tx, engine, job) };
    if (delayMs !== undefined) {
      const change = leftSince
        ? { waitingSince: leftSince === "now" ? sql`now()` : leftSince }
        : { ...NO_FAILURES, lastError: null };
      const { result, dispatch } = await requeue(tx, job, change, delayMs);
      return { result, dispatch: [...added, ...dispatch] };
    }
    await close(tx, job, { state: "PENDING", ...NO_FAILURES, publishedAt: null });
    return { result: "more", dispatch: [...added, refTo(job)] };
  };
  return gated(engine, job, act, { ends });
}

function crashedTooOften(job: Job): AssayError {
  return new AssayError(
    "INVALID_STATE",
    `Cannot continue job '${job.id}' because its process crashed ${job.crashes} times`,
  );
}
