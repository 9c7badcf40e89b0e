import type { RunDetails, RunStep } from "@assay/client";

/** What every view of one run is given. */
export interface RunTabProps {
  run: RunDetails;
  steps: readonly RunStep[];
  /** Whether the run's events arrive. */
  isLive: boolean;
  /** Why the last look at the run failed. */
  error: unknown;
}
