import type { Config } from "../config.ts";
import type { Metrics, ProcessName } from "./meter.ts";

/** What this process measures; undefined where nobody may read it: then nothing of it is loaded. */
export async function openMetrics(
  { METRICS_TOKEN, METRICS_PORT }: Pick<Config, "METRICS_TOKEN" | "METRICS_PORT">,
  name: ProcessName,
): Promise<Metrics | undefined> {
  if (METRICS_TOKEN === undefined && METRICS_PORT === undefined) return undefined;
  const { createMetrics } = await import("./create-metrics.ts");
  return createMetrics(name);
}
