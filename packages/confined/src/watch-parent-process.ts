import { Worker } from "node:worker_threads";

const WATCH = `
  const parent = process.ppid;
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, "SIGKILL"); }, 1000);
`;

/** Ends this process after its parent has died, also while a parser keeps the main thread busy. */
export function watchParentProcess(): void {
  new Worker(WATCH, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}
