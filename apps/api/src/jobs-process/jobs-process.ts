import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import type { ProcessMetrics } from "../metrics/meter.ts";

/** The process that does the jobs of the one that answers requests. Both are one service: neither outlives the other. */
export interface JobsProcess {
  /** Starts it, once all that both use is in place. Throws where it ends before it has started. */
  start(): Promise<void>;
  /** Says that there may be a job. */
  wake(): void;
  /** Throws where it has not been heard from for too long. */
  check(): Promise<void>;
  /** What it measured; undefined where it says nothing in time. */
  readMetrics(waitMs: number): Promise<ProcessMetrics | undefined>;
  /** Resolves when it has ended although nobody stopped it, with words for the operator. */
  readonly ended: Promise<string>;
  /** Has it return what runs, and waits for its end. */
  stop(): Promise<void>;
}

export type ToJobsProcess = "wake" | "stop" | "metrics";
export type FromJobsProcess = "started" | "alive" | { readonly metrics: ProcessMetrics };

/** The argument by which an entry knows that it is to do the jobs. */
export const JOBS_ARGUMENT = "jobs";

/** How often it says that it is alive. */
export const ALIVE_EVERY_MS = 5000;
const SILENT_MAX_MS = 60_000;
const STOP_MAX_MS = 20_000;

/** Runs the entry of this process a second time, as the one that does the jobs, at a lower priority. */
export function createJobsProcess(entry: string): JobsProcess {
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  let child: ChildProcess | undefined;
  let heardAt = 0;
  let stopping = false;
  const readers = new Set<(metrics: ProcessMetrics) => void>();
  const send = (message: ToJobsProcess) => child?.connected && child.send(message, () => undefined);

  return {
    ended,
    async start() {
      const { promise: started, resolve, reject } = Promise.withResolvers<void>();
      const forked = fork(entry, [JOBS_ARGUMENT], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
      child = forked;
      forked.on("error", reject);
      forked.on("message", (message: FromJobsProcess) => {
        heardAt = performance.now();
        if (message === "started") resolve();
        if (typeof message !== "object") return;
        for (const read of readers) read(message.metrics);
        readers.clear();
      });
      forked.on("exit", (code, signal) => {
        const how = signal ? `signal ${signal}` : `code ${code}`;
        reject(new Error(`The process that does the jobs ended with ${how}`));
        if (!stopping) end(`Cannot go on because the process that does the jobs ended with ${how}`);
      });
      lowerPriority(forked);
      await started;
    },
    wake: () => void send("wake"),
    async check() {
      if (performance.now() - heardAt > SILENT_MAX_MS)
        throw new Error("The process that does the jobs has said nothing for a minute");
    },
    readMetrics(waitMs) {
      const { promise, resolve } = Promise.withResolvers<ProcessMetrics | undefined>();
      readers.add(resolve);
      send("metrics");
      const late = setTimeout(() => resolve(undefined), waitMs);
      return promise.finally(() => {
        clearTimeout(late);
        readers.delete(resolve);
      });
    },
    async stop() {
      stopping = true;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      send("stop");
      const late = setTimeout(() => child?.kill("SIGKILL"), STOP_MAX_MS);
      await gone;
      clearTimeout(late);
    },
  };
}

/** Requests come first where both want the same core. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not every sandbox allows it, and nothing depends on it.
  }
}
