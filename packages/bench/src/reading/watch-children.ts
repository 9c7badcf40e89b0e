import { readdirSync, readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

/** What the child processes of this one, and theirs, have used so far; Linux alone tells. */
export function readChildren(): { cpuMs: number; peakMb: number } {
  let [ticks, peakMb] = [0, 0];
  for (const pid of listDescendants(process.pid)) {
    const fields = read(`/proc/${pid}/stat`).split(") ")[1]?.split(" ") ?? [];
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
    peakMb += Number(/^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
  }
  return { cpuMs: (ticks * 1000) / TICKS_A_SECOND, peakMb };
}

function listDescendants(pid: number): number[] {
  const tasks = list(`/proc/${pid}/task`);
  const children = tasks.flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(" ").filter(Boolean));
  return children.flatMap((child) => [Number(child), ...listDescendants(Number(child))]);
}

/** A process may end while it is looked at. */
function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
