import { readdirSync, readFileSync } from "node:fs";

/** A tick of the kernel's accounts, on every Linux that Node runs on. */
const TICK_MS = 10;

/** The processor time that a process and those that it started have used, ended ones included. Linux only. */
export function cpuMsOf(pid: number): number {
  const { own, ended } = readStat(pid);
  return own + ended + childrenOf(pid).reduce((sum, child) => sum + cpuMsOf(child), 0);
}

/** That of the processes alone that a process started. */
export function startedCpuMsOf(pid: number): number {
  return cpuMsOf(pid) - readStat(pid).own;
}

function readStat(pid: number): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // After the name, which may hold spaces: utime, stime, cutime and cstime are fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number];
  return { own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS };
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").split(" ").filter(Boolean).map(Number),
  );
}
