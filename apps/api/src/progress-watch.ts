import { getRunProgress, type ProgressEvent, readRunMarks } from "@assay/core/runs";
import type { Context } from "@assay/core/tenancy";

export interface ProgressWatch {
  /**
   * The run at the next look, which all who wait for one share; undefined when the service stops. The caller must already
   * have read the run.
   */
  next(ctx: Context, runId: string): Promise<ProgressEvent | undefined>;
  /** Changes every `everyMs`: all streams check their readers' access in the same round, with one statement. */
  accessRound(everyMs: number): number;
  /** Nobody waits any more: streams end, and their readers come back to a process that serves. */
  end(): void;
}

/** A run that somebody waits to hear of. */
interface Waiting {
  readonly ctx: Context;
  readonly runId: string;
  readonly told: PromiseWithResolvers<ProgressEvent | undefined>;
}

interface Known {
  readonly mark: string | undefined;
  readonly event: ProgressEvent;
  /** Looks since somebody last waited for it. */
  unasked: number;
}

/** A reader that is being written to is back by then. */
const UNASKED_MAX = 50;

/**
 * Looks once per `wait`, however many runs are watched in this process and by however many: one statement says which have
 * changed, and only those are read again.
 */
export function createProgressWatch(wait: () => Promise<void>): ProgressWatch {
  let waiting = new Map<string, Waiting>();
  const known = new Map<string, Known>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let hasEnded = false;
  let looking = false;
  const beganAt = performance.now();

  async function look(): Promise<void> {
    looking = true;
    while (waiting.size > 0) {
      await Promise.race([wait(), ended]);
      const asked = waiting;
      waiting = new Map();
      await tell(asked);
    }
    looking = false;
  }

  async function tell(asked: ReadonlyMap<string, Waiting>): Promise<void> {
    forgetUnasked();
    const found = hasEnded ? undefined : await readMarks([...asked.values()]);
    const tellEach = async (key: string, each: Waiting) => {
      if (found === undefined) each.told.resolve(undefined);
      else if (found instanceof Error) each.told.reject(found);
      else await tellOne(key, each, found.get(each.runId));
    };
    await Promise.all([...asked].map(([key, each]) => tellEach(key, each)));
  }

  async function tellOne(key: string, { ctx, runId, told }: Waiting, mark: string | undefined): Promise<void> {
    const last = known.get(key);
    if (last && last.mark === mark) {
      last.unasked = 0;
      return told.resolve(last.event);
    }
    try {
      const event = await getRunProgress(ctx, runId);
      known.set(key, { mark, event, unasked: 0 });
      told.resolve(event);
    } catch (error) {
      known.delete(key);
      told.reject(error);
    }
  }

  function forgetUnasked(): void {
    for (const [key, each] of known) if (++each.unasked > UNASKED_MAX) known.delete(key);
  }

  return {
    accessRound: (everyMs) => (everyMs > 0 ? Math.floor((performance.now() - beganAt) / everyMs) : performance.now()),
    end() {
      hasEnded = true;
      end();
    },
    next(ctx, runId) {
      const key = `${ctx.tenantId}/${runId}`;
      const before = waiting.get(key);
      if (before) return before.told.promise;
      const told = Promise.withResolvers<ProgressEvent | undefined>();
      waiting.set(key, { ctx, runId, told });
      if (!looking) void look();
      return told.promise;
    },
  };
}

/** What is thrown goes to all who wait. */
async function readMarks(all: readonly Waiting[]): Promise<Map<string, string> | Error> {
  const watched = all.map(({ ctx, runId }) => ({ tenantId: ctx.tenantId, runId }));
  return readRunMarks(all[0]!.ctx.db, watched).catch((error: unknown) => error as Error);
}
