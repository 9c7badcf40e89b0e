import { setInterval } from "node:timers";

// Read before the service starts: a parent that ends meanwhile has ended too.
const parent = process.ppid;

/**
 * Ends the process cleanly on SIGINT and SIGTERM, and when the parent that asked for it ends: npm does not hand on the
 * signal that ends it.
 */
export function runUntilStopped(close: () => Promise<void>, { withParent }: { withParent: boolean }): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // What runs is given back within seconds; if it is not, the leases see to it.
    setTimeout(() => process.exit(1), 30_000).unref();
    await close();
    process.exit(0);
  };
  process.on("SIGINT", () => void stop());
  process.on("SIGTERM", () => void stop());
  if (!withParent) return;
  setInterval(() => {
    if (process.ppid !== parent) void stop();
  }, 500).unref();
}
