import { getRunProgress, type ProgressEvent } from "@assay/core/runs";
import type { Context } from "@assay/core/tenancy";

export interface ProgressWatch {
  /**
   * The run at the next look, which all who wait for one of it share; undefined when the service stops. The caller must
   * already have read the run.
   */
  next(ctx: Context, runId: string): Promise<ProgressEvent | undefined>;
  /** Changes every `everyMs`: all streams check their readers' access in the same round, with one statement. */
  accessRound(everyMs: number): number;
  /** Nobody waits any more: streams end, and their readers come back to a process that serves. */
  end(): void;
}

/** Looks at each watched run once per `wait`, however many watch it in this process. */
export function createProgressWatch(wait: () => Promise<void>): ProgressWatch {
  const looks = new Map<string, Promise<ProgressEvent | undefined>>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let hasEnded = false;
  const beganAt = performance.now();
  return {
    accessRound: (everyMs) => (everyMs > 0 ? Math.floor((performance.now() - beganAt) / everyMs) : performance.now()),
    end() {
      hasEnded = true;
      end();
    },
    next(ctx, runId) {
      const key = `${ctx.tenantId}/${runId}`;
      const shared = looks.get(key);
      if (shared) return shared;
      const look = Promise.race([wait(), ended])
        .then(() => (hasEnded ? undefined : getRunProgress(ctx, runId)))
        .finally(() => looks.delete(key));
      looks.set(key, look);
      return look;
    },
  };
}
