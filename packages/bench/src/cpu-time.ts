import { readdirSync, readFileSync } from "node:fs";

/** A tick of the kernel's accounts, on every Linux that Node runs on. */
const TICK_MS = 10;

/** The processor time that a process and those that it started have used, ended ones included. Linux only. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // After the name, which may hold spaces: utime, stime, cutime and cstime are fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  return own + childrenOf(pid).reduce((sum, child) => sum + cpuMsOf(child), 0);
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").split(" ").filter(Boolean).map(Number),
  );
}
