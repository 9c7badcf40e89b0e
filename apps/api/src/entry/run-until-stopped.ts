import { setInterval } from "node:timers";
import type { Logger } from "../logger.ts";

interface Stoppable {
  close(): Promise<void>;
  /** Resolves when the service has lost what it is on, with words for the operator. */
  readonly lost: Promise<string>;
}

/** `parent`: the process that started it has ended; `lost`: what it is on is gone. */
type StopReason = "SIGINT" | "SIGTERM" | "parent" | "lost";

const LAST_LINE_MS = 100;
const STOP_MS = 30_000;
/** What is gone cannot be closed in an orderly way. */
const STOP_LOST_MS = 5000;

// Read before the service starts: a parent that ends meanwhile has ended too.
const parent = process.ppid;

/**
 * Ends the process cleanly on SIGINT and SIGTERM, and when the parent that asked for it ends: npm does not hand on the
 * signal that ends it. Exit code 1 says that the service has lost its data folder.
 */
export function runUntilStopped(
  { close, lost }: Stoppable,
  logger: Logger,
  { withParent }: { withParent: boolean },
): void {
  let stopping = false;
  const stop = async (reason: StopReason) => {
    if (stopping) return;
    stopping = true;
    const code = reason === "lost" ? 1 : 0;
    const beganAt = performance.now();
    logger.info("service.stopping", { reason });
    // What runs is returned within seconds; if it is not, the leases see to it.
    setTimeout(() => process.exit(1), code === 0 ? STOP_MS : STOP_LOST_MS).unref();
    await close().catch((error) => {
      if (code === 0) throw error;
    });
    logger.info("service.stopped", { ms: Math.round(performance.now() - beganAt) });
    // A log in a file is written behind the caller's back.
    setTimeout(() => process.exit(code), LAST_LINE_MS);
  };
  void lost.then((problem) => {
    console.error(problem);
    void stop("lost");
  });
  process.on("SIGINT", () => void stop("SIGINT"));
  process.on("SIGTERM", () => void stop("SIGTERM"));
  if (!withParent) return;
  setInterval(() => {
    if (process.ppid !== parent) void stop("parent");
  }, 500).unref();
}
