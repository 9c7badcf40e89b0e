import { readDeploymentState } from "@assay/core/notices";
import type { Connection } from "@assay/db";
import type { Config } from "../config.ts";
import type { JobsProcess } from "../jobs-process/jobs-process.ts";
import type { Metrics } from "./meter.ts";
import { readDisks } from "./read-disks.ts";

/** Returns all metrics as Prometheus reads them. It never throws for a part that is down: what is left is told. */
export type Scrape = () => Promise<string>;

interface ScrapedParts {
  readonly connection: Connection;
  readonly jobsProcess?: JobsProcess | undefined;
  readonly folder: string;
}

/** One response for both processes of a service; scrapes at the same time share one. */
export function createScrape(config: Config, metrics: Metrics, parts: ScrapedParts): Scrape {
  metrics.watchPool(parts.connection);
  let underWay: Promise<string> | undefined;
  return () => {
    underWay ??= scrape(config, metrics, parts).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function scrape(config: Config, metrics: Metrics, parts: ScrapedParts): Promise<string> {
  const { connection, jobsProcess, folder } = parts;
  const { metricsWaitMs } = config.limits;
  const [state, disks, jobs, { renderMetrics }] = await Promise.all([
    within(readDeploymentState(connection.db), metricsWaitMs),
    readDisks(folder, config),
    jobsProcess?.readMetrics(metricsWaitMs),
    import("./render-metrics.ts"),
  ]);
  const jobsUp = jobsProcess && jobs !== undefined;
  return renderMetrics([await metrics.read(), ...(jobs ? [jobs] : [])], { state, disks, jobsUp });
}

/** Undefined for what fails or comes too late. */
async function within<T>(work: Promise<T>, waitMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  const done = work.catch(() => undefined);
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
