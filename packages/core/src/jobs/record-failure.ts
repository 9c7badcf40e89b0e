import { AssayError, ModelError, type Part } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { close, type Ended, gated, LOST, LostLease, requeue } from "./commit.ts";
import type { Engine, EngineSettings } from "./engine.ts";
import { errorCode, isTransient, isUnclear } from "./error-code.ts";
import { findOutage } from "./find-outage.ts";
import type { ClaimedJob, Job, JobRef } from "./job.ts";
import { type Outage, outageOf, UnclearFailure } from "./outage.ts";
import { beginPause } from "./pauses.ts";
import type { FailureWrite, Stage } from "./stage.ts";

/** The reason of the signal that ends a process: its work goes back untouched. */
export class ShuttingDown extends Error {
  override readonly name = "ShuttingDown";
}

interface Failed {
  /** What the stage writes next to the failure. */
  readonly write: FailureWrite;
  /** Aborted when the job is no longer this holder's. */
  readonly signal: AbortSignal;
}

/** Ends an attempt that threw: the job waits for a part, is tried again, or has failed permanently. */
export async function recordFailure(
  engine: Engine,
  stage: Stage,
  job: ClaimedJob,
  thrown: unknown,
  { write, signal }: Failed,
): Promise<Ended> {
  let error = thrown;
  try {
    const outage = thrown instanceof UnclearFailure ? await judge(engine, job, thrown, signal) : outageOf(thrown);
    if (outage) return await waitForPart(engine, job, outage, write);
    if (thrown instanceof UnclearFailure) error = thrown.error;
  } catch (cause) {
    if (cause instanceof LostLease) return LOST;
    if (!(cause instanceof ShuttingDown)) throw cause;
    error = cause;
  }
  const released = error instanceof ShuttingDown;
  const final = !released && (!isTransient(error) || job.attempts + 1 >= engine.settings.attemptsMax);
  if (!released) engine.report({ job, error, final });
  try {
    return await gated(engine, job, async (tx) => {
      if (released) return requeue(tx, job, { attempts: job.attempts, lastError: null }, 0);
      await write(tx, error);
      if (!final) return tryAgain(tx, engine, job, error);
      const added = (await stage.fail(tx, job, error)) ?? [];
      return failJob(tx, job, error, added);
    });
  } catch (cause) {
    if (cause instanceof LostLease) return LOST;
    const lost = outageOf(cause);
    return lost ? waitForPart(engine, job, lost, async () => {}) : recordBrokenFailure(engine, job, cause);
  }
}

/** The outage that a model's failure comes from; undefined where the failure counts against the job. */
function judge(engine: Engine, job: ClaimedJob, { asked, error }: UnclearFailure, signal: AbortSignal) {
  const { attemptsMax, answerCountsMs } = engine.settings;
  // An outage begins behind the newest answer: what ends the job permanently needs one since it asked.
  const isLast = job.attempts + 1 >= attemptsMax;
  const withinMs = isLast ? 0 : answerCountsMs;
  return findOutage(engine, job, asked, { sinceMs: job.claimedAtMs, withinMs, signal, error });
}

/** Whether the part was found to answer again since this job had to wait for it last. */
function answeredOthers({ waitingFor, waitingSince, pauses }: ClaimedJob, part: Part): boolean {
  return waitingFor === part && waitingSince !== null && (pauses[part]?.answeredAtMs ?? 0) > waitingSince.getTime();
}

/** Puts the job back until the part's pause is over. */
async function waitForPart(engine: Engine, job: ClaimedJob, outage: Outage, write: FailureWrite): Promise<Ended> {
  const { part, error } = outage;
  if (error) engine.report({ job, error, final: false, waitsFor: part });
  engine.waits?.({ part, code: errorCode(outage) });
  const waitMs = await pauseMs(engine, job, outage);
  const isNew = job.waitingFor !== part || (error !== undefined && part !== "database");
  const change = { lastError: errorCode(outage), ...(isNew ? waitingFor(part) : waitingAsBefore(job)) };
  return gated(engine, job, async (tx) => {
    if (error) await write(tx, error);
    return requeue(tx, job, change, waitMs);
  });
}

const waitingFor = (part: Part) => ({ waitingFor: part, waitingSince: sql`now()` });
const waitingAsBefore = ({ waitingFor, waitingSince }: Job) => ({ waitingFor, waitingSince });

async function pauseMs(engine: Engine, job: ClaimedJob, { part, error, waitMs, code }: Outage): Promise<number> {
  const { db, settings } = engine;
  if (part === "database") return databaseWaitMs(job, settings);
  if (waitMs !== undefined) return waitMs;
  // The wait of one tenant, which ends with its consent: nobody else has to wait.
  if (part.startsWith("provider:")) return settings.pauseMaxMs;
  const isModel = error instanceof ModelError;
  // A single file that cannot be read must not stop the others; a quota is everybody's.
  if (!isModel && answeredOthers(job, part)) return settings.pauseMaxMs;
  const askedMs = isModel ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const lastsMs = await beginPause(db, part, {
    firstMs: settings.retryDelayMs,
    mostMs: settings.pauseMaxMs,
    askedMs,
    code,
  });
  // Others use a store first: so one whose file alone cannot be read does not begin pause after pause.
  return isModel ? lastsMs : lastsMs + settings.retryDelayMs;
}

/**
 * The database keeps the pauses: where this wait can be stored, it answers again, and nobody else has to wait. What loses
 * its connection each time waits as long as it has waited, so that it does not end the connections of others all the time.
 */
function databaseWaitMs({ waitingFor, waitingSince, claimedAtMs }: ClaimedJob, settings: EngineSettings): number {
  const waitedMs = waitingFor === "database" && waitingSince ? claimedAtMs - waitingSince.getTime() : 0;
  const { retryDelayMs } = settings;
  return Math.min(Math.max(retryDelayMs, waitedMs), DATABASE_WAITS_MAX * retryDelayMs);
}

const DATABASE_WAITS_MAX = 5;

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

function tryAgain(tx: Transaction, engine: Engine, job: Job, error: unknown): Promise<Ended> {
  const change = { attempts: job.attempts + 1, lastError: errorCode(error) };
  return requeue(tx, job, change, retryDelayMs(engine, job, error));
}

function retryDelayMs({ settings }: Engine, job: Job, error: unknown): number {
  const asked = error instanceof ModelError || error instanceof AssayError ? error.retryAfterSeconds : undefined;
  const waitMs = isUnclear(error) ? spacedMs(settings, job) : settings.retryDelayMs * 4 ** job.attempts;
  return Math.max((asked ?? 0) * 1000, waitMs);
}

/** The waits between all attempts, each longer than the one before, add up to the time for which an answer counts. */
function spacedMs({ answerCountsMs, attemptsMax }: Engine["settings"], { attempts }: Job): number {
  return (answerCountsMs * (attempts + 1) * 2) / (attemptsMax * (attemptsMax - 1));
}
