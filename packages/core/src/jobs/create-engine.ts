import { createLeases } from "./leases.ts";
import type { Engine } from "./run-job.ts";

/** Returns the engine of one holder: a process, or a request on runtimes where nothing outlives it. */
export function createEngine(parts: Omit<Engine, "leases">): Engine {
  return { ...parts, leases: createLeases(parts.db, parts.settings) };
}
