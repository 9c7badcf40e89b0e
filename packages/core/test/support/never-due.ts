import { ENGINE_SETTINGS } from "./test-engine.ts";

/** A sweep to which nothing is late and nothing has outlived its use: what else it does is then seen. */
export const NEVER_DUE = {
  stalledAfterMs: 9e8,
  waitMaxMs: 9e8,
  rehashEveryMs: 9e8,
  keepJobsMs: 9e8,
  keepSpansMs: 9e9,
  keepDeliveriesMs: 9e9,
  checkpointEveryMs: 9e9,
  quota: ENGINE_SETTINGS,
};
