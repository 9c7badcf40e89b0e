import { AggregatorRegistry, Gauge, Registry } from "prom-client";
import { VERSION } from "../version.ts";
import type { ProcessMetrics, Readings } from "./meter.ts";
import { toProcessMetrics } from "./to-process-metrics.ts";

/** The metrics of several processes and the readings of the deployment as one text. */
export async function renderMetrics(processes: readonly ProcessMetrics[], readings: Readings): Promise<string> {
  const all = [...processes, await toProcessMetrics(readingsOf(readings))];
  // Each series names its process, so none is added to another one's.
  const summed = all.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: "sum" })));
  return AggregatorRegistry.aggregate(summed).metrics();
}

function readingsOf({ state, disks, jobsUp }: Readings): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `assay_${name}`, help, labelNames, registers: [registry] });
  gauge("info", "The release", ["version"]).set({ version: VERSION }, 1);
  const up = gauge("process_up", "Whether the process responds", ["process"]);
  up.set({ process: "service" }, 1);
  if (jobsUp !== undefined) up.set({ process: "jobs" }, Number(jobsUp));
  gauge("database_up", "Whether the database told how the deployment is").set(Number(state !== undefined));
  const free = gauge("disk_free_bytes", "Free room on the disks of this machine", ["disk"]);
  const size = gauge("disk_size_bytes", "Size of the disks of this machine", ["disk"]);
  for (const { name, freeBytes, sizeBytes } of disks) {
    free.set({ disk: name }, freeBytes);
    size.set({ disk: name }, sizeBytes);
  }
  const jobs = gauge("jobs", "Jobs by kind and state: due, delayed, waiting, running", ["kind", "state"]);
  const oldest = gauge("jobs_oldest_seconds", "How long the oldest job is due, or runs", ["kind", "state"]);
  const waiting = gauge("jobs_waiting", "Jobs that wait for a part or for room in its quota", ["part"]);
  const down = gauge("model_down", "Models that failed and answered nobody since", ["model"]);
  const damaged = gauge("damaged", "What is stored otherwise than recorded: runs, records (tenants), files", ["what"]);
  const single = (name: string, help: string) => {
    const made = gauge(name, help);
    made.remove();
    return made;
  };
  const chains = single("chains_broken", "Tenants whose audit chain is broken");
  const disabled = single("webhooks_disabled", "Webhooks that are disabled");
  const backup = single("backup_age_seconds", "Age of the newest backup, or of the first tenant where there is none");
  const sweep = single("sweep_age_seconds", "Since when no sweep took place");
  if (!state) return registry;
  for (const { kind, state: of, count, oldestSeconds } of state.jobs) {
    jobs.set({ kind, state: of }, count);
    oldest.set({ kind, state: of }, oldestSeconds);
  }
  for (const { part, count } of state.waiting) waiting.set({ part }, count);
  for (const { model } of state.modelsDown) down.set({ model }, 1);
  for (const [what, count] of Object.entries(state.damaged)) damaged.set({ what }, count);
  chains.set(state.brokenChains);
  disabled.set(state.webhooksDisabled);
  const backupAge = state.backupAgeSeconds ?? state.tenantAgeSeconds;
  if (backupAge !== null) backup.set(backupAge);
  if (state.sweepAgeSeconds !== null) sweep.set(state.sweepAgeSeconds);
  return registry;
}
