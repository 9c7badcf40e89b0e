import { fileURLToPath } from "node:url";
import { forkConfined, holdProcess } from "@assay/confined";
import type { Batch, FromChild } from "./messages.ts";

const ENTRY = fileURLToPath(new URL("./child/main.ts", import.meta.url));
const HEAP_MAX_MB = 256;
const YOUNG_HEAP_MB = 2;
/** Weights that are read and unpacked leave as much behind as they take; without these, glibc keeps all of it. */
const ENV = { MALLOC_MMAP_THRESHOLD_: "1048576", MALLOC_TRIM_THRESHOLD_: "1048576", MALLOC_ARENA_MAX: "1" };

interface ChildEnded {
  readonly type: "ended";
}

/** A process that computes one batch at a time. */
export interface ModelChild {
  /** 0 where none could be started: it has ended already. */
  readonly pid: number;
  readonly ended: Promise<void>;
  readonly hasEnded: () => boolean;
  send(batch: Batch): void;
  /** Also of its end; one listener at a time. */
  onMessage(listener: ((message: FromChild | ChildEnded) => void) | null): void;
  /** Whether the process keeps its parent from ending. */
  hold(held: boolean): void;
  kill(): Promise<void>;
}

/** Forks a process without environment, and without rights to write outside `tempDir` or to start programs. */
export function startModelChild(tempDir: string): ModelChild {
  const { forked, ended } = forkConfined(ENTRY, {
    tempDir,
    heapMaxMb: HEAP_MAX_MB,
    youngHeapMb: YOUNG_HEAP_MB,
    addons: true,
    env: ENV,
  });
  let listener: ((message: FromChild | ChildEnded) => void) | null = null;
  let hasEnded = false;
  forked.on("message", (message: FromChild) => listener?.(message));
  void ended.then(() => {
    hasEnded = true;
    listener?.({ type: "ended" });
  });
  return {
    pid: forked.pid ?? 0,
    ended,
    hasEnded: () => hasEnded,
    // A process that has just died refuses the message; its end is reported.
    send: (batch) => forked.connected && forked.send(batch, () => undefined),
    onMessage: (next) => {
      listener = next;
    },
    hold: (held) => holdProcess(forked, held),
    async kill() {
      holdProcess(forked, true);
      forked.kill("SIGKILL");
      await ended;
    },
  };
}
