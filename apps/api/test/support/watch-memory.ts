import { findProcess, listDescendants, requireProc } from "./list-processes.ts";

const SAMPLE_MS = 20;
/** Looking for new processes takes longer than reading the memory of known ones. */
const SAMPLES_PER_SEARCH = 10;

export interface MemoryGrowth {
  readonly baselineMb: number;
  /** Highest resident memory above the baseline: of the process alone, and of it with all that it started. */
  readonly ownMb: number;
  readonly wholeMb: number;
  readonly samples: number;
}

/** Watches the resident memory of a process, of which the current one is the baseline. Throws where there is no /proc. */
export function watchMemory(pid: number): { stop(): MemoryGrowth } {
  requireProc();
  const residentMb = (each: number) => findProcess(each)?.residentMb ?? 0;
  const wholeOf = (own: number) => children.reduce((sum, child) => sum + residentMb(child), own);
  let children = listDescendants(pid).map((child) => child.pid);
  const baselineMb = residentMb(pid);
  const wholeBaselineMb = wholeOf(baselineMb);
  const highest = { ownMb: 0, wholeMb: 0 };
  let samples = 0;
  const timer = setInterval(() => {
    if (samples++ % SAMPLES_PER_SEARCH === 0) children = listDescendants(pid).map((child) => child.pid);
    const own = residentMb(pid);
    highest.ownMb = Math.max(highest.ownMb, own - baselineMb);
    highest.wholeMb = Math.max(highest.wholeMb, wholeOf(own) - wholeBaselineMb);
  }, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return { baselineMb, ...highest, samples };
    },
  };
}
