import { fileURLToPath } from "node:url";
import { forkConfined } from "@assay/confined";
import { UnavailableError } from "@assay/contract";
import type { FromChild, PictureJob } from "./messages.ts";

const ENTRY = fileURLToPath(new URL("./child/main.ts", import.meta.url));
const HEAP_MAX_MB = 512;

/** A process that reads one image at a time. */
export interface OcrChild {
  readonly pid: number;
  readonly errorOutput: () => string;
  readonly ended: Promise<void>;
  send(job: PictureJob): void;
  onMessage(listener: ((message: FromChild) => void) | null): void;
  kill(): Promise<void>;
}

/**
 * Forks a process without environment, and without rights to write outside `tempDir` or to start programs. Images are
 * decoded by native code, which the rights of Node do not hold back. Throws UnavailableError where none can be started.
 */
export function startOcrChild(tempDir: string): OcrChild {
  const { forked, errorOutput, ended } = forkConfined(ENTRY, { tempDir, heapMaxMb: HEAP_MAX_MB, addons: true });
  let listener: ((message: FromChild) => void) | null = null;
  forked.on("message", (message: FromChild) => listener?.(message));
  if (forked.pid === undefined)
    throw new UnavailableError("recogniser", "Cannot read images now because no process can be started");
  return {
    pid: forked.pid,
    errorOutput,
    ended,
    // A process that has just died refuses the message; its end is reported through `ended`.
    send: (job) => forked.connected && forked.send(job, () => undefined),
    onMessage: (next) => {
      listener = next;
    },
    async kill() {
      forked.kill("SIGKILL");
      await ended;
    },
  };
}
