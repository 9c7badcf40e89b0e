import { startAuditOut } from "../audit-out/start-audit-out.ts";
import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import { openMetrics } from "../metrics/open-metrics.ts";
import { startNotices } from "../notices/start-notices.ts";
import { openSharedFolder } from "../parts/folder.ts";
import { openParts } from "../start-service.ts";
import { ALIVE_EVERY_MS, type FromJobsProcess, type ToJobsProcess } from "./jobs-process.ts";

const STOP_MAX_MS = 15_000;

/**
 * Does the jobs of the process that forked this one, until that one says to stop, or ends. A signal that comes here is
 * meant for both.
 */
export async function doJobs(config: Config, logger: Logger): Promise<void> {
  const cleanups: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MAX_MS).unref();
    await close();
    process.exit(code);
  };
  process.on("disconnect", () => void stop(1));
  // Without the parent, the process that took its place must not be signalled.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => process.connected && process.kill(process.ppid, signal));
  try {
    const folder = await openSharedFolder(config);
    cleanups.push(folder.release);
    const metrics = await openMetrics(config, "jobs");
    const brought = { meter: metrics?.meter };
    const opened = await openParts({ ...config, TAKE_JOBS: "on" }, logger, brought, folder, cleanups);
    const { engine, dispatching, connection, parts } = opened;
    metrics?.watchPool(connection);
    process.on("message", (message: ToJobsProcess) => {
      if (message === "wake") void dispatching.dispatcher.dispatch([]);
      else if (message === "metrics") void metrics?.read().then((read) => say({ metrics: read }));
      else void stop(0);
    });
    await dispatching.start(engine);
    cleanups.push(() => dispatching.stop());
    const notices = startNotices(config, parts, { logger, folder: folder.path });
    if (notices) cleanups.push(() => notices.stop());
    const auditOut = startAuditOut(config, parts, logger);
    if (auditOut) cleanups.push(() => auditOut.stop());
  } catch (error) {
    process.exitCode = 1;
    process.removeAllListeners("disconnect");
    process.disconnect();
    await close();
    throw error;
  }
  say("started");
  setInterval(() => say("alive"), ALIVE_EVERY_MS);
}

function say(message: FromJobsProcess): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
