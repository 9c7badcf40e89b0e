import type { Registry } from "prom-client";
import type { ProcessMetrics } from "./meter.ts";

/** What a registry holds, without values that are no numbers: they do not pass between processes. */
export async function toProcessMetrics(registry: Registry): Promise<ProcessMetrics> {
  const metrics = (await registry.getMetricsAsJSON()) as unknown as (Omit<ProcessMetrics[number], "type"> & {
    readonly type: string;
  })[];
  return metrics.map(({ name, help, type, values }) => ({
    name,
    help,
    type,
    values: values.filter(({ value }) => Number.isFinite(value)),
  }));
}
