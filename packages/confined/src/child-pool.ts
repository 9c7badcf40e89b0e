import { readResidentMemoryMb } from "./read-resident-memory.ts";
import type { ConfinedChild } from "./start-confined-child.ts";

const JOBS_PER_CHILD_MAX = 200;

/** What the pool has to know of a process. */
type PooledChild = Pick<ConfinedChild<never, never>, "pid" | "jobs" | "tainted" | "ended" | "kill">;

interface PoolSettings {
  readonly processes: number;
  readonly memoryMaxMb: number;
  /** A process ends when it had nothing to do for so long; without it, it stays. */
  readonly idleMs?: number;
}

interface UseOptions {
  /** In a process that has read nothing yet. */
  readonly fresh?: boolean;
  /** While no other process works. */
  readonly alone?: boolean;
}

/** Hands out processes, at most `processes` at a time, and keeps them warm in between. */
export interface ChildPool<Child> {
  /** An aborted signal throws its reason. */
  use<T>(signal: AbortSignal, work: (child: Child) => Promise<T>, options?: UseOptions): Promise<T>;
  close(): Promise<void>;
}

export function createChildPool<Child extends PooledChild>(
  { processes, memoryMaxMb, idleMs }: PoolSettings,
  startChild: () => Child,
): ChildPool<Child> {
  const idle: Child[] = [];
  const all = new Set<Child>();
  const waiting: { readonly places: number; readonly resolve: () => void }[] = [];
  let busy = 0;

  /** In order: a job that waits for all places is not passed by. */
  const grant = () => {
    for (let next = waiting[0]; next && busy + next.places <= processes; next = waiting[0]) {
      waiting.shift();
      busy += next.places;
      next.resolve();
    }
  };
  const acquire = async (places: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = { places, resolve };
    const onAbort = () => {
      const at = waiting.indexOf(turn);
      // It has its turn already, and passes it on.
      if (at < 0) return;
      waiting.splice(at, 1);
      reject(signal.reason);
      grant();
    };
    waiting.push(turn);
    signal.addEventListener("abort", onAbort, { once: true });
    grant();
    await promise.finally(() => signal.removeEventListener("abort", onAbort));
  };
  const release = (places: number) => {
    busy -= places;
    grant();
  };
  const start = (): Child => {
    const child = startChild();
    all.add(child);
    void child.ended.then(() => all.delete(child));
    return child;
  };
  const takeIdle = (): Child | undefined => {
    for (let child = idle.pop(); child; child = idle.pop()) if (!child.tainted) return child;
    return undefined;
  };
  const endIdle = (child: Child, jobs: number) => {
    const at = idle.indexOf(child);
    // It has had another job since.
    if (at < 0 || child.jobs !== jobs) return;
    idle.splice(at, 1);
    void child.kill();
  };
  const keepOrKill = (child: Child) => {
    const usedMb = readResidentMemoryMb(child.pid) ?? 0;
    // Memory kept from one document must not count against the next.
    const worn = child.tainted || child.jobs >= JOBS_PER_CHILD_MAX || usedMb > memoryMaxMb / 2;
    if (worn) return void child.kill();
    idle.push(child);
    if (idleMs !== undefined) setTimeout(() => endIdle(child, child.jobs), idleMs).unref();
  };
  return {
    async use(signal, work, { fresh = false, alone = false } = {}) {
      const places = alone ? processes : 1;
      await acquire(places, signal);
      try {
        signal.throwIfAborted();
        const child = (fresh ? undefined : takeIdle()) ?? start();
        try {
          return await work(child);
        } finally {
          keepOrKill(child);
        }
      } finally {
        release(places);
      }
    },
    async close() {
      await Promise.all([...all].map((child) => child.kill()));
      idle.length = 0;
    },
  };
}
