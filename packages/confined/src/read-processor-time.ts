import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second for programs, whatever its own clock. */
const MS_PER_TICK = 10;
const [USER, SYSTEM] = [11, 12];

/** Time that a process and its threads have computed, in ms; `null` where the system does not tell or it ended. */
function readProcessorTimeMs(pid: number): number | null {
  try {
    // The name of the process, in brackets, may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
    const ticks = Number(fields[USER]) + Number(fields[SYSTEM]);
    return Number.isFinite(ticks) ? ticks * MS_PER_TICK : null;
  } catch {
    return null;
  }
}

/** Processor time of a process since the meter began; real time where the system does not tell (only Linux does). */
interface WorkMeter {
  spentMs(): number;
}

export function createWorkMeter(pid: number): WorkMeter {
  const begun = readProcessorTimeMs(pid);
  const begunAt = performance.now();
  let spent = 0;
  return {
    spentMs() {
      if (begun === null) return performance.now() - begunAt;
      // Of a process that has ended, the last that was known.
      spent = Math.max(spent, (readProcessorTimeMs(pid) ?? begun) - begun);
      return spent;
    },
  };
}
