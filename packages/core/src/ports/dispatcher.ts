/** Tells the engine that work is due. Losing a dispatch loses no work: the sweep finds it. Never throws. */
export interface Dispatcher {
  dispatch(jobs: readonly { readonly jobId: string; readonly tenantId: string }[]): Promise<void>;
}
