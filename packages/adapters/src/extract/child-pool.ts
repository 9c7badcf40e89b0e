import { readResidentMemoryMb } from "./read-resident-memory.ts";
import type { TextExtractorSettings } from "./settings.ts";
import { type Child, startChild } from "./start-child.ts";

const JOBS_PER_CHILD_MAX = 200;

/** Hands out processes, at most `processes` at a time, and keeps them warm in between. */
export interface ChildPool {
  /** With `fresh`, a process that has read nothing yet. An aborted signal throws its reason. */
  use<T>(signal: AbortSignal, work: (child: Child) => Promise<T>, options?: { fresh?: boolean }): Promise<T>;
  close(): Promise<void>;
}

export function createChildPool(settings: Required<TextExtractorSettings>): ChildPool {
  const idle: Child[] = [];
  const all = new Set<Child>();
  const waiting: (() => void)[] = [];
  let busy = 0;

  const acquireSlot = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (busy < settings.processes) {
      busy += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => {
      const place = waiting.indexOf(resolve);
      // It has its turn already, and passes it on.
      if (place < 0) return;
      waiting.splice(place, 1);
      reject(signal.reason);
    };
    waiting.push(resolve);
    signal.addEventListener("abort", onAbort, { once: true });
    await promise.finally(() => signal.removeEventListener("abort", onAbort));
  };
  const releaseSlot = () => {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
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
    const worn = child.tainted || child.jobs >= JOBS_PER_CHILD_MAX || usedMb > settings.memoryMaxMb / 3;
    if (worn) void child.kill();
    else idle.push(child);
  };
  return {
    async use(signal, work, { fresh = false } = {}) {
      await acquireSlot(signal);
      try {
        signal.throwIfAborted();
        const child = (fresh ? undefined : takeIdle()) ?? start();
        try {
          return await work(child);
        } finally {
          keepOrKill(child);
        }
      } finally {
        releaseSlot();
      }
    },
    async close() {
      await Promise.all([...all].map((child) => child.kill()));
      idle.length = 0;
    },
  };
}
