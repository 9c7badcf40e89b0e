import { getRunProgress, type ProgressEvent } from "@assay/core/runs";
import type { Context } from "@assay/core/tenancy";

export interface ProgressWatch {
  /** The run at the next look, which all who wait for one of it share. The caller must already have read the run. */
  next(ctx: Context, runId: string): Promise<ProgressEvent>;
}

/** Looks at each watched run once per `wait`, however many watch it in this process. */
export function createProgressWatch(wait: () => Promise<void>): ProgressWatch {
  const looks = new Map<string, Promise<ProgressEvent>>();
  return {
    next(ctx, runId) {
      const key = `${ctx.tenantId}/${runId}`;
      const shared = looks.get(key);
      if (shared) return shared;
      const look = wait()
        .then(() => getRunProgress(ctx, runId))
        .finally(() => looks.delete(key));
      looks.set(key, look);
      return look;
    },
  };
}
