import { AssayError, ModelError, type Part } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { close, type Ended, gated, LOST, LostLease, requeue } from "./commit.ts";
import type { Engine, EngineSettings } from "./engine.ts";
import { errorCode, isTransient } from "./error-code.ts";
import type { ClaimedJob, Job, JobRef } from "./job.ts";
import { type Outage, outageOf } from "./outage.ts";
import { beginPause } from "./pauses.ts";
import type { FailureWrite, Stage } from "./stage.ts";

/** The reason of the signal that ends a process: its work goes back untouched. */
export class ShuttingDown extends Error {
  override readonly name = "ShuttingDown";
}

/** Ends an attempt that threw: the job waits for a part, is tried again, or has failed for good. */
export async function recordFailure(
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
    const lost = outageOf(cause);
    return lost ? waitForPart(engine, job, lost, async () => {}) : recordBrokenFailure(engine, job, cause);
  }
}

/** A model that refuses this job and has answered others: that is a failure like any other, unless it is the quota. */
function isRefusedAlone(job: ClaimedJob, { part, error }: Outage): boolean {
  return error instanceof ModelError && error.code !== "MODEL_RATE_LIMITED" && answeredOthers(job, part);
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
    const isNew = job.waitingFor !== part || (error !== undefined && part !== "database");
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

async function pauseMs(engine: Engine, job: ClaimedJob, { part, error, waitMs, code }: Outage): Promise<number> {
  const { db, settings } = engine;
  if (part === "database") return databaseWaitMs(job, settings);
  if (!error) return waitMs;
  // A single file that cannot be read must not stop the others; a quota is everybody's.
  if (code !== "MODEL_RATE_LIMITED" && answeredOthers(job, part)) return settings.pauseMaxMs;
  const askedMs = error instanceof ModelError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const lastsMs = await beginPause(db, part, {
    firstMs: settings.retryDelayMs,
    mostMs: settings.pauseMaxMs,
    askedMs,
    code,
  });
  // Others ask first: so one that is refused alone cannot begin pause after pause.
  return lastsMs + settings.retryDelayMs;
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

function tryAgain(tx: Transaction, engine: Engine, job: Job, error: unknown, more: object = {}): Promise<Ended> {
  const change = { attempts: job.attempts + 1, lastError: errorCode(error), ...more };
  return requeue(tx, job, change, retryDelayMs(engine, job, error));
}

function retryDelayMs(engine: Engine, job: Job, error: unknown): number {
  const asked = error instanceof ModelError || error instanceof AssayError ? error.retryAfterSeconds : undefined;
  return Math.max((asked ?? 0) * 1000, engine.settings.retryDelayMs * 4 ** job.attempts);
}
