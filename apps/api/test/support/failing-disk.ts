import { rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Env } from "./launch-process.ts";

export interface DiskFault {
  readonly code: "ENOSPC" | "EROFS";
  /** What takes more room than it has, what the database has room for already, or both. */
  readonly part: "growth" | "log" | "all";
}

export interface FailingDisk {
  /** What a process is started with whose disk this is. */
  readonly env: Env;
  fail(fault: DiskFault): void;
  mend(): void;
}

/** A disk that fails when a test says so; `switchFile` must not be on it. */
export function failingDisk(switchFile: string): FailingDisk {
  const preload = fileURLToPath(new URL("failing-disk-preload.ts", import.meta.url));
  return {
    env: { NODE_OPTIONS: `--import=${preload}`, TEST_DISK_FAULT: switchFile },
    fail: (fault) => writeFileSync(switchFile, JSON.stringify(fault)),
    mend: () => rmSync(switchFile),
  };
}
