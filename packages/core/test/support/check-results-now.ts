import { sweep } from "@assay/core/maintenance";
import type { Database } from "@assay/db";
import { ENGINE_SETTINGS, type TestEngine } from "./test-engine.ts";

/** Calls for the check of stored results of all tenants whose last one is older than `rehashEveryMs`. */
export function enqueueChecks(db: Database, rehashEveryMs: number) {
  return sweep(db, {
    stalledAfterMs: 9e8,
    waitMaxMs: 86_400_000,
    rehashEveryMs,
    keepJobsMs: 9e8,
    keepSpansMs: 9e8,
    keepDeliveriesMs: 9e9,
    checkpointEveryMs: 9e8,
    quota: ENGINE_SETTINGS,
  });
}

/** The daily check, at once. */
export async function checkResultsNow(db: Database, engine: TestEngine): Promise<void> {
  await enqueueChecks(db, 0);
  await engine.drain();
}
