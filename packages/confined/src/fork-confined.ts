import { type ChildProcess, fork } from "node:child_process";
import { tmpdir } from "node:os";

const ERROR_OUTPUT_MAX = 4000;
/**
 * How much is collected at a time stays the same from the start: left to grow with what a document leaves alive, it takes
 * both more memory and more time.
 */
const YOUNG_HEAP_MB = 16;
/**
 * How large the heap of a reader grows before all of it is collected for the first time. A document leaves much alive until
 * its end: collected sooner, it takes a quarter more time and little less memory.
 */
const FIRST_HEAP_MB = 200;
/** Without these, glibc keeps what large images took, and the process looks larger than it is. */
const PICTURE_ENV = { MALLOC_MMAP_THRESHOLD_: "4194304", MALLOC_ARENA_MAX: "2" };

const isDeno = process.versions.deno !== undefined;

export interface Confinement {
  /** The only folder that it may write to, next to the system's one for temporary files; without it, it writes nowhere. */
  readonly tempDir?: string;
  readonly heapMaxMb: number;
  /** Whether it may load native code, which the rights of Node do not hold back. */
  readonly addons?: boolean;
  /** How much is collected at a time. */
  readonly youngHeapMb?: number;
  /** The whole environment; for native code by default what keeps large images from staying in memory. */
  readonly env?: Readonly<Record<string, string>>;
}

interface ConfinedProcess {
  readonly forked: ChildProcess;
  /** What the process last wrote to its error output. */
  readonly errorOutput: () => string;
  readonly ended: Promise<void>;
}

/** Forks a process without environment, and without rights to write outside `tempDir` or to start programs. */
export function forkConfined(
  entry: string,
  { tempDir, heapMaxMb, addons = false, youngHeapMb = YOUNG_HEAP_MB, env = addons ? PICTURE_ENV : {} }: Confinement,
): ConfinedProcess {
  const forked = fork(entry, [], {
    execArgv: [...heapOf(heapMaxMb, youngHeapMb, addons), ...rightsIn(tempDir, addons)],
    env,
    serialization: "json",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let errorOutput = "";
  forked.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-ERROR_OUTPUT_MAX);
  });
  const ended = new Promise<void>((resolve) => {
    forked.once("close", () => resolve());
    // Each error, as one that nobody hears ends the service: a process may fail to start, and to be ended after that.
    forked.on("error", () => resolve());
  });
  return { forked, errorOutput: () => errorOutput, ended };
}

function heapOf(heapMaxMb: number, youngHeapMb: number, addons: boolean): string[] {
  const most = `--max-old-space-size=${heapMaxMb}`;
  if (isDeno) return [most];
  const young = [`--min-semi-space-size=${youngHeapMb}`, `--max-semi-space-size=${youngHeapMb}`];
  return [most, ...young, ...(addons ? [] : [`--initial-heap-size=${Math.min(FIRST_HEAP_MB, heapMaxMb)}`])];
}

function rightsIn(tempDir: string | undefined, addons: boolean): string[] {
  if (isDeno) return [];
  const folders = tempDir === undefined ? [] : [...new Set([tempDir, tmpdir()])];
  return [
    "--permission",
    "--allow-fs-read=*",
    ...folders.map((folder) => `--allow-fs-write=${folder}`),
    "--allow-worker",
    ...(addons ? ["--allow-addons"] : []),
    "--no-warnings",
  ];
}
