import { readResidentMemoryMb } from "./read-resident-memory.ts";
import type { TextExtractorSettings } from "./settings.ts";
import { type Child, startChild } from "./start-child.ts";

const JOBS_PER_CHILD_MAX = 200;

interface UseOptions {
  /** In a process that has read nothing yet. */
  readonly fresh?: boolean;
  /** While no other process works. */
  readonly alone?: boolean;
}

/** Hands out processes, at most `processes` at a time, and keeps them warm in between. */
export interface ChildPool {
  /** An aborted signal throws its reason. */
  use<T>(signal: AbortSignal, work: (child: Child) => Promise<T>, options?: UseOptions): Promise<T>;
  close(): Promise<void>;
}

export function createChildPool(settings: Required<TextExtractorSettings>): ChildPool {
  const idle: Child[] = [];
  const all = new Set<Child>();
  const waiting: { readonly places: number; readonly resolve: () => void }[] = [];
  let busy = 0;

  /** In order: a job that waits for all places is not passed by. */
  const grant = () => {
    for (let next = waiting[0]; next && busy + next.places <= settings.processes; next = waiting[0]) {
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
    const child = startChild(settings);
    all.add(child);
    void child.ended.then(() => all.delete(child));
    return child;
  };
  const takeIdle = (): Child | undefined => {
    for (let child = idle.pop(); child; child = idle.pop()) if (!child.tainted) return child;
    return undefined;
  };
  const keepOrKill = (child: Child) => {
    const usedMb = readResidentMemoryMb(child.pid) ?? 0;
    // Memory kept from one document must not count against the next.
    const worn = child.tainted || child.jobs >= JOBS_PER_CHILD_MAX || usedMb > settings.memoryMaxMb / 2;
    if (worn) void child.kill();
    else idle.push(child);
  };
  return {
    async use(signal, work, { fresh = false, alone = false } = {}) {
      const places = alone ? settings.processes : 1;
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
