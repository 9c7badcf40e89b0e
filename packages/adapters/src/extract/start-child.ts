import { type ChildProcess, fork } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import type { FromChild, ToChild } from "./messages.ts";
import type { TextExtractorSettings } from "./settings.ts";

const ENTRY = fileURLToPath(new URL("./child/main.ts", import.meta.url));
const ERROR_OUTPUT_MAX = 4000;

/** A process that reads one document at a time. */
export interface Child {
  readonly pid: number;
  /** Jobs given to it so far. */
  jobs: number;
  /** It may still work, but must not be given another document. */
  tainted: boolean;
  /** What the process last wrote to its error output. */
  readonly errorOutput: () => string;
  readonly ended: Promise<void>;
  send(message: ToChild): void;
  onMessage(listener: ((message: FromChild) => void) | null): void;
  /** Whether the process keeps its parent from ending. */
  hold(held: boolean): void;
  kill(): Promise<void>;
}

/** Forks a process without environment, and without rights to write outside `tempDir` or to start programs. */
export function startChild(settings: Required<TextExtractorSettings>): Child {
  const forked = fork(ENTRY, [], {
    execArgv: [`--max-old-space-size=${settings.heapMaxMb}`, ...confinement(settings.tempDir)],
    env: {},
    serialization: "json",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let listener: ((message: FromChild) => void) | null = null;
  let errorOutput = "";
  forked.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-ERROR_OUTPUT_MAX);
  });
  const ended = new Promise<void>((resolve) => {
    forked.once("close", () => resolve());
    forked.once("error", () => resolve());
  });
  const child: Child = {
    pid: forked.pid ?? 0,
    jobs: 0,
    tainted: false,
    errorOutput: () => errorOutput,
    ended,
    // A process that has just died refuses the message; its end is reported through `ended`.
    send: (message) => forked.connected && forked.send(message, () => undefined),
    onMessage: (next) => {
      listener = next;
    },
    hold: (held) => holdProcess(forked, held),
    async kill() {
      child.tainted = true;
      child.hold(true);
      forked.kill("SIGKILL");
      await ended;
    },
  };
  forked.on("message", (message: FromChild) => {
    if (message.type === "tainted") child.tainted = true;
    else listener?.(message);
  });
  void ended.then(() => {
    child.tainted = true;
  });
  return child;
}

function confinement(tempDir: string): string[] {
  if (process.versions.deno !== undefined) return [];
  const folders = [...new Set([tempDir, tmpdir()])];
  return [
    "--permission",
    "--allow-fs-read=*",
    ...folders.map((folder) => `--allow-fs-write=${folder}`),
    "--allow-worker",
    "--no-warnings",
  ];
}

function holdProcess(forked: ChildProcess, held: boolean): void {
  const act = held ? "ref" : "unref";
  forked[act]();
  forked.channel?.[act]();
  (forked.stderr as { ref?(): void; unref?(): void } | null)?.[act]?.();
}
