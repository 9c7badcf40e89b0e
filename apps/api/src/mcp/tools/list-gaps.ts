import type { Task } from "@assay/contract";
import { listAssessments, listRunRequirements, listRunTasks } from "@assay/core/runs";
import { notSealed } from "@assay/core/sealed";
import type { Context } from "@assay/core/tenancy";
import { z } from "zod";
import { cursor, defineTool, limitTo, nextCursor, pageOf, runId } from "../define-tool.ts";
import { getFrozenRun } from "../frozen-run.ts";
import { cleanText, EVIDENCE_NOTICE } from "../mark-evidence.ts";

const TITLE_LENGTH_MAX = 400;
const TASK_LENGTH_MAX = 500;

export const listGaps = defineTool({
  name: "list_gaps",
  description:
    "Requirements of a run that are not COMPLETE, with what to do. notJudged: a person must judge. coveredByException: not open while it is in force.",
  input: z.strictObject({
    status: z.enum(["PARTIAL", "MISSING", "FAILED"]).optional(),
    runId,
    limit: limitTo(50, 20),
    cursor,
  }),
  output: z.looseObject({
    notice: z.string(),
    runId: z.string(),
    gaps: z.array(z.looseObject({ requirementId: z.string(), status: z.string(), task: z.looseObject({}).nullable() })),
    total: z.int(),
    nextCursor,
  }),
  async run({ ctx, mark }, { status, limit, cursor, ...named }) {
    const run = await getFrozenRun(ctx, named.runId);
    const requirements = new Map(
      (await listRunRequirements(ctx, run.id)).map((each) => [each.requirementId, each] as const),
    );
    const gaps = (await listAssessments(ctx, run.id, {})).items.filter((each) =>
      status === undefined ? each.status !== "COMPLETE" : each.status === status,
    );
    const { items, ...page } = pageOf(gaps, { limit, cursor });
    const tasks = await tasksOf(ctx, run.id);
    return {
      notice: EVIDENCE_NOTICE,
      runId: run.id,
      gaps: items.map(({ requirementId, flags, ...verdict }) => {
        const task = tasks.get(requirementId);
        return {
          requirementId,
          title: cleanText(requirements.get(requirementId)?.title ?? "", TITLE_LENGTH_MAX),
          status: verdict.status,
          confidence: verdict.confidence,
          notJudged: flags?.includes("NOT_JUDGED") ?? false,
          coveredByException: flags?.includes("COVERED_BY_EXCEPTION") ?? false,
          task: task
            ? { status: task.status, open: isOpen(task), toDo: mark(task.description, TASK_LENGTH_MAX) }
            : null,
        };
      }),
      ...page,
    };
  },
});

/** What an active exception covers is not open. */
function isOpen({ status, exceptionId }: Task): boolean {
  return status !== "COMPLETED" && exceptionId === null;
}

async function tasksOf(ctx: Context, runId: string): Promise<Map<string, Task>> {
  const tasks = new Map<string, Task>();
  let cursor: string | undefined;
  do {
    const page = await listRunTasks(ctx, runId, { limit: 200, cursor });
    for (const task of page.items)
      if ("damaged" in task) throw notSealed(runId, `its task '${task.id}' is not what it was when it ended`);
      else tasks.set(task.requirementId, task);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return tasks;
}
