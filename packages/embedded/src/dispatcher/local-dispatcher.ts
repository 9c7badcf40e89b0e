import {
  type ClaimedJob,
  claimDueJobs,
  type Engine,
  type JobKind,
  type JobSlots,
  releaseLostJobs,
  runClaimedJob,
  ShuttingDown,
  type Turns,
} from "@assay/core/jobs";
import type { Dispatcher } from "@assay/core/ports";
import { coalesce } from "./coalesce.ts";

export interface LocalDispatcherSettings {
  /** How long due work may wait when no dispatch describes it. */
  readonly pollMs: number;
  readonly sweepMs: number;
  /** Items of a kind that run at a time, in all and of one tenant. */
  readonly slots: { readonly [K in JobKind]: { readonly total: number; readonly perTenant: number } };
}

/** How often a process looks for what dead ones held, while a lease lasts. */
const LOOKS_PER_LEASE = 10;

/** Another process has committed its claim by then. */
const AFTER_CONTENTION_MS = 5;

/** CPU-heavy documents are few at a time, model calls many; one tenant never holds all the slots of a kind, but of one. */
export const localSlots = (of: {
  readonly document: number;
  readonly assessment: number;
}): LocalDispatcherSettings["slots"] => ({
  document: shared(of.document),
  // Next to documents, so that text never waits for images.
  ocr: { total: 1, perTenant: 1 },
  assessment: shared(of.assessment),
  run: { total: 4, perTenant: 1 },
  file: { total: 2, perTenant: 1 },
  checkpoint: { total: 2, perTenant: 1 },
  reembedding: { total: 1, perTenant: 1 },
  ingestion: { total: 2, perTenant: 1 },
  webhook: { total: 8, perTenant: 4 },
});

const shared = (total: number) => ({ total, perTenant: Math.max(1, Math.floor((total * 3) / 4)) });

export interface LocalDispatcher extends Dispatcher {
  /** Begins to serve work of the engine; `sweep` runs at its own pace. */
  start(engine: Engine, options: { sweep(): Promise<void>; onError(error: unknown): void }): void;
  /** Takes no more work, returns what runs, and waits for it to end. */
  stop(): Promise<void>;
}

/** Dispatches jobs inside this process: at once after a commit, else by polling the table that holds the work. */
export function createLocalDispatcher(settings: LocalDispatcherSettings): LocalDispatcher {
  const shutdown = new AbortController();
  const running = new Map<ClaimedJob, Promise<unknown>>();
  const turns: Turns = new Map();
  let poll: () => void = () => {};
  let claiming: Promise<void> = Promise.resolve();
  const timers: NodeJS.Timeout[] = [];

  function freeSlots(): JobSlots {
    const held = (kind: JobKind) => [...running.keys()].filter((job) => job.kind === kind).length;
    return Object.fromEntries(
      Object.entries(settings.slots).map(([kind, { total, perTenant }]) => [
        kind,
        { free: total - held(kind as JobKind), perTenantMax: perTenant },
      ]),
    ) as JobSlots;
  }

  return {
    async dispatch() {
      poll();
    },

    start(engine, { sweep, onError }) {
      const { leases } = engine;
      const begin = (job: ClaimedJob) => {
        const done = runClaimedJob(engine, job, shutdown.signal)
          .catch(onError)
          .finally(() => {
            running.delete(job);
            poll();
          });
        running.set(job, done);
      };
      const claim = async () => {
        const { holder, leaseMs, holdsSuspect } = leases;
        const options = { holder, leaseMs, withoutSuspects: holdsSuspect(), turns };
        const { claimed, contended } = await claimDueJobs(engine.db, freeSlots(), options);
        for (const job of claimed) begin(job);
        if (contended) setTimeout(() => poll(), AFTER_CONTENTION_MS);
      };
      poll = coalesce(async () => {
        if (shutdown.signal.aborted) return;
        claiming = claim();
        await claiming;
      }, onError);
      const takeOver = coalesce(async () => {
        if ((await releaseLostJobs(engine.db, leases)).length > 0) poll();
      }, onError);
      const sweepOnce = coalesce(sweep, onError);
      timers.push(setInterval(poll, settings.pollMs), setInterval(sweepOnce, settings.sweepMs));
      timers.push(setInterval(takeOver, leases.leaseMs / LOOKS_PER_LEASE));
      poll();
    },

    async stop() {
      for (const timer of timers) clearInterval(timer);
      shutdown.abort(new ShuttingDown("The process is shutting down"));
      poll = () => {};
      // What it claims is begun, and gives its job back at once.
      await claiming.catch(() => {});
      await Promise.all(running.values());
    },
  };
}
