import type { Dispatch, Outbox } from "@assay/core/jobs";
import type { Dispatcher, Failpoints } from "@assay/core/ports";

/** Returns the dispatcher of requests, which tell of jobs after their commit and before their reply. */
export function reachingDispatcher(dispatcher: Dispatcher, failpoints: Failpoints | undefined): Dispatcher {
  if (!failpoints) return dispatcher;
  const at = { kind: "request", stage: "dispatch" };
  return {
    async dispatch(refs) {
      await failpoints.reach("committed", at);
      await dispatcher.dispatch(refs);
      await failpoints.reach("dispatched", at);
    },
  };
}

/** Returns the outbox with the moment between a publish and its mark. */
export function reachingOutbox(outbox: Outbox, failpoints: Failpoints | undefined): Outbox {
  if (!failpoints) return outbox;
  const loaded = new Map<string, Dispatch>();
  return {
    ...outbox,
    async load(refs) {
      const found = await outbox.load(refs);
      for (const dispatch of found) loaded.set(dispatch.jobId, dispatch);
      return found;
    },
    async markPublished(refs) {
      for (const { jobId } of refs) {
        const dispatch = loaded.get(jobId);
        loaded.delete(jobId);
        if (dispatch) await failpoints.reach("published", dispatch);
      }
      await outbox.markPublished(refs);
    },
  };
}
