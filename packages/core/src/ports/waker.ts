/** Tells the engine that work is due. Losing a wake-up loses no work: the sweep finds it. Never throws. */
export interface Waker {
  wake(items: readonly { readonly workItemId: string; readonly tenantId: string }[]): Promise<void>;
}
