import { readFileSync } from "node:fs";

/** The memory of a process that is resident, null off Linux. */
export function residentMb(pid: number): number | null {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))![1]) / 1024;
  } catch {
    return null;
  }
}
