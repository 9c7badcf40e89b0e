import { existsSync, readdirSync, readFileSync } from "node:fs";

export interface ProcessState {
  readonly pid: number;
  readonly parent: number;
  readonly residentMb: number;
}

/** Throws where the system does not describe its processes: only Linux has /proc. */
export function requireProc(): void {
  if (!existsSync("/proc/self/status"))
    throw new Error("Cannot read the memory of a process because /proc is missing: run this test on Linux");
}

/** A living process; undefined once it has ended, also while its parent has not yet taken note of it. */
export function findProcess(pid: number): ProcessState | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1];
    if (field("State") === "Z" || field("State") === "X") return undefined;
    return { pid, parent: Number(field("PPid")), residentMb: Number(field("VmRSS") ?? 0) / 1024 };
  } catch {
    return undefined;
  }
}

/** The processes that a process has started, and those that they have started. */
export function listDescendants(pid: number): ProcessState[] {
  const all = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (findProcess(Number(name)) ?? []) : []));
  const below = (parent: number): ProcessState[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)]);
  return below(pid);
}
