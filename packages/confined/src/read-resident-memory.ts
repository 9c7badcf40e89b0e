import { readFileSync } from "node:fs";

/** Resident memory of a process in MB; `null` where the system does not tell (only Linux does) or the process ended. */
export function readResidentMemoryMb(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}
