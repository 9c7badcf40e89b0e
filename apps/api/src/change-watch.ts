import type { Context } from "@assay/core/tenancy";

export interface ChangeWatch<Value> {
  /**
   * The subject at the next look, which all who wait for it share; undefined when the service stops. The caller must
   * already have read it.
   */
  next(ctx: Context, subject: string): Promise<Value | undefined>;
  /** Changes every `everyMs`: all streams check their readers' access in the same round, with one statement. */
  accessRound(everyMs: number): number;
  /** Nobody waits any more: streams end, and their readers come back to a process that serves. */
  end(): void;
}

/** What is watched, and how it is read. */
export interface Watchable<Value> {
  /** By `keyOf`, a mark that is another one whenever there is something to tell: one statement, no matter whose they are. */
  readMarks(watched: readonly Watched[]): Promise<ReadonlyMap<string, string>>;
  read(watched: Watched): Promise<Value>;
}

export interface Watched {
  readonly ctx: Context;
  readonly subject: string;
}

export function keyOf({ ctx, subject }: Watched): string {
  return `${ctx.tenantId}/${subject}`;
}

/** A subject that somebody waits to hear of. */
interface Waiting<Value> extends Watched {
  readonly told: PromiseWithResolvers<Value | undefined>;
}

interface Known<Value> {
  readonly mark: string | undefined;
  readonly value: Value;
  /** Looks since somebody last waited for it. */
  unasked: number;
}

/** A reader that is being written to is back by then. */
const UNASKED_MAX = 50;

/**
 * Looks once per `wait`, however many subjects are watched in this process and by however many: one statement says which
 * have changed, and only those are read again.
 */
export function createChangeWatch<Value>(source: Watchable<Value>, wait: () => Promise<void>): ChangeWatch<Value> {
  let waiting = new Map<string, Waiting<Value>>();
  const known = new Map<string, Known<Value>>();
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

  async function tell(asked: ReadonlyMap<string, Waiting<Value>>): Promise<void> {
    forgetUnasked();
    // What is thrown goes to all who wait.
    const found = hasEnded
      ? undefined
      : await source.readMarks([...asked.values()]).catch((error: unknown) => error as Error);
    const tellEach = async (key: string, each: Waiting<Value>) => {
      if (found === undefined) each.told.resolve(undefined);
      else if (found instanceof Error) each.told.reject(found);
      else await tellOne(key, each, found.get(key));
    };
    await Promise.all([...asked].map(([key, each]) => tellEach(key, each)));
  }

  async function tellOne(key: string, each: Waiting<Value>, mark: string | undefined): Promise<void> {
    const last = known.get(key);
    if (last && last.mark === mark) {
      last.unasked = 0;
      return each.told.resolve(last.value);
    }
    try {
      const value = await source.read(each);
      known.set(key, { mark, value, unasked: 0 });
      each.told.resolve(value);
    } catch (error) {
      known.delete(key);
      each.told.reject(error);
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
    next(ctx, subject) {
      const key = keyOf({ ctx, subject });
      const before = waiting.get(key);
      if (before) return before.told.promise;
      const told = Promise.withResolvers<Value | undefined>();
      waiting.set(key, { ctx, subject, told });
      if (!looking) void look();
      return told.promise;
    },
  };
}
