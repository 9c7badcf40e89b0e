import { type EventPage, listEvents, readEventMarks } from "@assay/core/webhooks";
import { type ChangeWatch, createChangeWatch, keyOf } from "./change-watch.ts";

/** Subjects are positions: readers that have got as far share one reading. */
export interface EventWatch extends ChangeWatch<EventPage> {
  /** Takes one of a tenant's streams in this process. Returns what gives it back; undefined where all are taken. */
  take(tenantId: string): (() => void) | undefined;
}

/** Of one tenant in one process. */
export const EVENT_STREAMS_MAX = 20;

export function createEventWatch(wait: () => Promise<void>): EventWatch {
  const taken = new Map<string, number>();
  const watch = createChangeWatch<EventPage>(
    {
      async readMarks(watched) {
        const marks = await readEventMarks(watched[0]!.ctx.db, [...new Set(watched.map(({ ctx }) => ctx.tenantId))]);
        return new Map(watched.map((each) => [keyOf(each), marks.get(each.ctx.tenantId) ?? ""]));
      },
      read: ({ ctx, subject }) => listEvents(ctx, Number(subject)),
    },
    wait,
  );
  return {
    ...watch,
    take(tenantId) {
      const held = taken.get(tenantId) ?? 0;
      if (held >= EVENT_STREAMS_MAX) return undefined;
      taken.set(tenantId, held + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        const left = taken.get(tenantId)! - 1;
        if (left > 0) taken.set(tenantId, left);
        else taken.delete(tenantId);
      };
    },
  };
}
