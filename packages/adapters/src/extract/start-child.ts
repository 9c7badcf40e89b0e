import { fileURLToPath } from "node:url";
import { forkConfined } from "./fork-confined.ts";
import { holdProcess } from "./hold-process.ts";
import type { Parcel, ToChild } from "./messages.ts";
import type { TextExtractorSettings } from "./settings.ts";

const ENTRY = fileURLToPath(new URL("./child/main.ts", import.meta.url));

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
  onParcel(listener: ((parcel: Parcel) => void) | null): void;
  /** Whether the process keeps its parent from ending. */
  hold(held: boolean): void;
  kill(): Promise<void>;
}

/** Forks a process without environment, and without rights to write outside `tempDir` or to start programs. */
export function startChild(settings: Required<TextExtractorSettings>): Child {
  const { forked, errorOutput, ended } = forkConfined(ENTRY, settings);
  let listener: ((parcel: Parcel) => void) | null = null;
  const child: Child = {
    pid: forked.pid ?? 0,
    jobs: 0,
    tainted: false,
    errorOutput,
    ended,
    // A process that has just died refuses the message; its end is reported through `ended`.
    send: (message) => forked.connected && forked.send(message, () => undefined),
    onParcel: (next) => {
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
  forked.on("message", (parcel: Parcel) => {
    if (parcel.some(({ type }) => type === "tainted")) child.tainted = true;
    else listener?.(parcel);
  });
  void ended.then(() => {
    child.tainted = true;
  });
  return child;
}
