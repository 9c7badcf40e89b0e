import { getRunProgress, type ProgressEvent, readRunMarks } from "@assay/core/runs";
import { type ChangeWatch, createChangeWatch, keyOf } from "./change-watch.ts";

/** Subjects are ids of runs. */
export type ProgressWatch = ChangeWatch<ProgressEvent>;

export function createProgressWatch(wait: () => Promise<void>): ProgressWatch {
  return createChangeWatch(
    {
      async readMarks(watched) {
        const runs = watched.map(({ ctx, subject }) => ({ tenantId: ctx.tenantId, runId: subject }));
        const marks = await readRunMarks(watched[0]!.ctx.db, runs);
        return new Map(
          watched.flatMap((each) => {
            const mark = marks.get(each.subject);
            return mark === undefined ? [] : [[keyOf(each), mark] as const];
          }),
        );
      },
      read: ({ ctx, subject }) => getRunProgress(ctx, subject),
    },
    wait,
  );
}
