export interface RunSettings {
  /** One requirement per attempt. */
  readonly requirementLimitMs: number;
  /** Hard end of any other attempt of a run. */
  readonly attemptLimitMs: number;
  /** A run of which no item has finished for this long is failed. */
  readonly stalledAfterMs: number;
}
