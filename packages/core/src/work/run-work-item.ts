import { AssayError, ModelError, type Part } from "@assay/contract";
import { type Database, type Transaction, workItems } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import type { Waker } from "../ports/waker.ts";
import { inTenant } from "../tenancy/transact.ts";
import { claimWorkItem } from "./claim.ts";
import { errorCode, isTransient } from "./error-code.ts";
import type { Leases } from "./leases.ts";
import { askPart, type Outage, outageOf } from "./outage.ts";
import { beginPause, endPause } from "./pauses.ts";
import { releaseLostWork } from "./release-lost.ts";
import type { FailureWrite, Outcome, Stage, Stages, StageWork } from "./stage.ts";
import type { ClaimedItem, WorkItem, WorkRef } from "./work-item.ts";

export interface EngineSettings {
  /** Recorded failures after which a transient error is final. */
  readonly attemptsMax: number;
  /** Crashes counted against an item after which it is taken for the cause. */
  readonly crashesMax: number;
  /** How long an item stays claimed after its holder last renewed its lease. */
  readonly leaseMs: number;
  /** Wait before attempt n + 1 is this times 4 to the n; also the first pause of a part that cannot be used. */
  readonly retryDelayMs: number;
  /** The longest pause of such a part, unless it asks for more. */
  readonly pauseMaxMs: number;
}

export interface Engine {
  readonly db: Database;
  readonly stages: Stages;
  readonly waker: Waker;
  readonly settings: EngineSettings;
  /** Renews what this engine has claimed. */
  readonly leases: Leases;
  /** Called with what went wrong, for the log; never with evidence. */
  report(event: { item: WorkItem; error: unknown; final: boolean; waitsFor?: Part }): void;
}

/** The reason of the signal that ends a process: its work goes back untouched. */
export class ShuttingDown extends Error {
  override readonly name = "ShuttingDown";
}

/**
 * How a wake-up ended: there was nothing to claim (a duplicate, late or stale one, or its holder lost the item), the
 * item is done, has more slices, waits for another attempt, or failed for good.
 */
export type WorkResult = "nothing" | "done" | "more" | "again" | "failed";

interface Ended {
  readonly result: WorkResult;
  readonly wake: readonly WorkRef[];
}

const LOST: Ended = { result: "nothing", wake: [] };

class LostLease extends Error {
  override readonly name = "LostLease";
}

/**
 * Serves one wake-up: claims, does one slice outside any transaction while its lease is renewed, commits it behind the
 * fence, wakes what follows. A duplicate, late or stale wake-up does nothing.
 */
export async function runWorkItem(engine: Engine, id: string, shutdown?: AbortSignal): Promise<WorkResult> {
  const item = (await claim(engine, id)) ?? (await claimLost(engine, id));
  if (!item) return "nothing";
  const { result, wake } = await runLeased(engine, item, shutdown);
  if (wake.length > 0) await engine.waker.wake(wake);
  return result;
}

async function runLeased(engine: Engine, item: ClaimedItem, shutdown?: AbortSignal): Promise<Ended> {
  const takenOver = new AbortController();
  const release = engine.leases.keep(item, () => takenOver.abort(lostLease()));
  const signals = shutdown ? [takenOver.signal, shutdown] : [takenOver.signal];
  try {
    return await runClaimed(engine, stageOf(engine, item), item, signals);
  } finally {
    await release();
  }
}

function claim({ db, leases }: Engine, id: string): Promise<ClaimedItem | undefined> {
  const { leaseMs, holder, holdsSuspect } = leases;
  return claimWorkItem(db, id, { leaseMs, holder, withoutSuspects: holdsSuspect() });
}

/** A delivery again of what its holder died with: with it goes whatever else was lost. */
async function claimLost(engine: Engine, id: string): Promise<ClaimedItem | undefined> {
  const released = await releaseLostWork(engine.db, engine.leases);
  if (released.length === 0) return undefined;
  await engine.waker.wake(released.filter(({ workItemId }) => workItemId !== id));
  return claim(engine, id);
}

/** An unknown one fails like any other, so that the item does not circle for ever. */
function stageOf({ stages }: Engine, { id, kind, stage }: WorkItem): Stage {
  const unknown = new Error(`Cannot run work item '${id}' as there is no stage '${kind}.${stage}'`);
  return stages[kind][stage] ?? { run: () => Promise.reject(unknown), fail: async () => [], limitMs: 1000 };
}

async function runClaimed(engine: Engine, stage: Stage, item: ClaimedItem, signals: AbortSignal[]): Promise<Ended> {
  let write: FailureWrite = async () => {};
  try {
    if (item.crashes >= engine.settings.crashesMax) throw poison(item);
    const onFailure = (given: FailureWrite) => {
      write = given;
    };
    return await commit(engine, item, await runSlice(engine, stage, item, onFailure, signals));
  } catch (error) {
    if (error instanceof LostLease) return LOST;
    return recordFailure(engine, stage, item, error, write);
  }
}

async function runSlice(
  engine: Engine,
  stage: Stage,
  item: ClaimedItem,
  onFailure: StageWork["onFailure"],
  signals: readonly AbortSignal[],
): Promise<Outcome> {
  const signal = AbortSignal.any([AbortSignal.timeout(stage.limitMs), ...signals]);
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const ask: StageWork["ask"] = (part, act) => askAndEndPause(engine, item, part, act);
    const work: StageWork = {
      db: engine.db,
      item,
      signal,
      checkpoint: (write) => gated(engine, item, (tx) => forgetCrashes(tx, item).then(() => write(tx))),
      ask,
      onFailure,
      report: (error) => engine.report({ item, error, final: true }),
    };
    const slice = stage.needs ? ask(stage.needs, () => stage.run(work)) : stage.run(work);
    return await Promise.race([slice, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

async function askAndEndPause<T>(
  { db }: Engine,
  { pauses, claimedAtMs: nowMs }: ClaimedItem,
  part: Part,
  act: () => Promise<T>,
): Promise<T> {
  const pause = pauses[part];
  const answer = await askPart(part, { pause, nowMs }, act);
  if (pause && pause.failures > 0) await endPause(db, part);
  return answer;
}

function commit(engine: Engine, item: WorkItem, outcome: Outcome): Promise<Ended> {
  return gated(engine, item, async (tx) => {
    const added = (await outcome.write(tx)) ?? [];
    if (outcome.state === "done") {
      await close(tx, item, { state: "DONE" });
      return { result: "done", wake: added };
    }
    await close(tx, item, { state: "PENDING", attempts: 0, crashes: 0, losses: 0, publishedAt: null });
    return { result: "more", wake: [...added, refTo(item)] };
  });
}

async function recordFailure(
  engine: Engine,
  stage: Stage,
  item: ClaimedItem,
  thrown: unknown,
  write: FailureWrite,
): Promise<Ended> {
  const outage = outageOf(thrown);
  if (outage && !isRefusedAlone(item, outage)) return waitForPart(engine, item, outage, write);
  const error = outage?.error ?? thrown;
  const released = error instanceof ShuttingDown;
  const final = !released && (!isTransient(error) || item.attempts + 1 >= engine.settings.attemptsMax);
  if (!released) engine.report({ item, error, final });
  try {
    return await gated(engine, item, async (tx) => {
      if (released) return putBack(tx, item, { attempts: item.attempts, lastError: null }, 0);
      await write(tx, error);
      if (!final) return tryAgain(tx, engine, item, error, outage && waitingFor(outage.part));
      const added = (await stage.fail(tx, item, error)) ?? [];
      return giveUp(tx, item, error, added);
    });
  } catch (cause) {
    if (cause instanceof LostLease) return LOST;
    return recordBrokenFailure(engine, item, cause);
  }
}

/** A model that refuses this item and has answered others: that is a failure like any other. */
function isRefusedAlone(item: ClaimedItem, { part, error }: Outage): boolean {
  return error instanceof ModelError && answeredOthers(item, part);
}

/** Whether the part was found to answer again since this item had to wait for it last. */
function answeredOthers({ waitingFor, waitingSince, pauses }: ClaimedItem, part: Part): boolean {
  return waitingFor === part && waitingSince !== null && (pauses[part]?.answeredAtMs ?? 0) > waitingSince.getTime();
}

/** Puts the item back until the part's pause is over. */
async function waitForPart(engine: Engine, item: ClaimedItem, outage: Outage, write: FailureWrite): Promise<Ended> {
  const { part, error } = outage;
  if (error) engine.report({ item, error, final: false, waitsFor: part });
  try {
    const waitMs = await pauseMs(engine, item, outage);
    const isNew = error !== undefined || item.waitingFor !== part;
    const change = { lastError: errorCode(outage), ...(isNew ? waitingFor(part) : waitingAsBefore(item)) };
    return await gated(engine, item, async (tx) => {
      if (error) await write(tx, error);
      return putBack(tx, item, change, waitMs);
    });
  } catch (cause) {
    if (cause instanceof LostLease) return LOST;
    throw cause;
  }
}

const waitingFor = (part: Part) => ({ waitingFor: part, waitingSince: sql`now()` });
const waitingAsBefore = ({ waitingFor, waitingSince }: WorkItem) => ({ waitingFor, waitingSince });

async function pauseMs({ db, settings }: Engine, item: ClaimedItem, { part, error, waitMs }: Outage): Promise<number> {
  if (!error) return waitMs;
  // A single file that cannot be read must not stop the others.
  if (answeredOthers(item, part)) return settings.pauseMaxMs;
  const askedMs = error instanceof ModelError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const lastsMs = await beginPause(db, part, { firstMs: settings.retryDelayMs, mostMs: settings.pauseMaxMs, askedMs });
  // Others ask first: so one that is refused alone cannot begin pause after pause.
  return lastsMs + settings.retryDelayMs;
}

/** The failure could not be recorded as its stage wants it: that is tried again too, and not for ever. */
async function recordBrokenFailure(engine: Engine, item: WorkItem, error: unknown): Promise<Ended> {
  const final = item.attempts + 1 >= 2 * engine.settings.attemptsMax;
  engine.report({ item, error, final });
  return gated(engine, item, (tx) => (final ? giveUp(tx, item, error, []) : tryAgain(tx, engine, item, error)));
}

async function giveUp(tx: Transaction, item: WorkItem, error: unknown, wake: readonly WorkRef[]): Promise<Ended> {
  await close(tx, item, { state: "FAILED", lastError: errorCode(error), attempts: item.attempts + 1 });
  return { result: "failed", wake };
}

function tryAgain(tx: Transaction, engine: Engine, item: WorkItem, error: unknown, more: object = {}): Promise<Ended> {
  const change = { attempts: item.attempts + 1, lastError: errorCode(error), ...more };
  return putBack(tx, item, change, retryDelayMs(engine, item, error));
}

async function putBack(tx: Transaction, item: WorkItem, change: object, delayMs: number): Promise<Ended> {
  await close(tx, item, { state: "PENDING", ...change, availableAt: databaseTimeIn(delayMs), publishedAt: null });
  return { result: "again", wake: [refTo(item)] };
}

/** Runs `write` in the tenant's transaction if this holder is still the newest one. */
function gated<T>(engine: Engine, item: WorkItem, write: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTenant({ db: engine.db, tenantId: item.tenantId }, async (tx) => {
    const [held] = await tx
      .select({ id: workItems.id })
      .from(workItems)
      .where(and(keyOf(item), eq(workItems.fence, item.fence), eq(workItems.state, "RUNNING")))
      .for("update");
    if (!held) throw lostLease();
    return write(tx);
  });
}

function lostLease(): LostLease {
  return new LostLease("Cannot commit as another holder has taken the work item over");
}

/** What was stored is not done again, so that an item that gets on is never taken for the cause of its crashes. */
async function forgetCrashes(tx: Transaction, item: WorkItem): Promise<void> {
  if (item.crashes > 0) await tx.update(workItems).set({ crashes: 0 }).where(keyOf(item));
}

const refTo = ({ id, tenantId }: WorkItem): WorkRef => ({ workItemId: id, tenantId });

async function close(
  tx: Transaction,
  item: WorkItem,
  change: Partial<typeof workItems.$inferInsert> | object,
): Promise<void> {
  await tx
    .update(workItems)
    .set({ leaseUntil: null, waitingFor: null, waitingSince: null, ...change })
    .where(keyOf(item));
}

function keyOf({ tenantId, id }: WorkItem) {
  return and(eq(workItems.tenantId, tenantId), eq(workItems.id, id));
}

function poison(item: WorkItem): AssayError {
  return new AssayError(
    "INVALID_STATE",
    `Cannot go on with work item '${item.id}': it took down its process ${item.crashes} times`,
  );
}

function retryDelayMs(engine: Engine, item: WorkItem, error: unknown): number {
  const asked = error instanceof ModelError || error instanceof AssayError ? error.retryAfterSeconds : undefined;
  return Math.max((asked ?? 0) * 1000, engine.settings.retryDelayMs * 4 ** item.attempts);
}
