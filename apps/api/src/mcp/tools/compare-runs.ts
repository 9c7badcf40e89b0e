import { diffRuns } from "@assay/core/runs";
import { z } from "zod";
import { cursor, defineTool, id, limitTo, nextCursor, pageOf, runId } from "../define-tool.ts";
import { getFrozenRun, getNewestFrozenRun } from "../frozen-run.ts";
import { cleanName } from "../mark-evidence.ts";

const DOCUMENTS_MAX = 20;

export const compareRuns = defineTool({
  name: "compare_runs",
  description: "What changed from an earlier run to a later one: verdicts, documents, pinned versions.",
  input: z.strictObject({
    runId,
    against: id.optional().describe("Default: the one before, of the same pack"),
    limit: limitTo(50, 20),
    cursor,
  }),
  output: z.looseObject({
    runId: z.string(),
    against: z.string(),
    changes: z.array(z.looseObject({ requirementId: z.string(), change: z.string() })),
    total: z.int(),
    nextCursor,
    documentsAdded: z.looseObject({ count: z.int() }),
    documentsRemoved: z.looseObject({ count: z.int() }),
    pins: z.array(z.looseObject({ pin: z.string() })),
  }),
  async run({ ctx }, { against, limit, cursor, ...named }) {
    const later = await getFrozenRun(ctx, named.runId);
    const earlier = await (against === undefined
      ? getNewestFrozenRun(ctx, ({ packId, createdAt }) => packId === later.packId && createdAt < later.createdAt)
      : getFrozenRun(ctx, against));
    const { requirements, documents, pins } = await diffRuns(ctx, later.id, earlier.id);
    const { items, ...page } = pageOf(requirements, { limit, cursor });
    const named20 = (list: readonly { id: string; originalFilename: string }[]) => ({
      count: list.length,
      first: list.slice(0, DOCUMENTS_MAX).map((each) => ({
        documentId: each.id,
        document: cleanName(each.originalFilename),
      })),
    });
    return {
      runId: later.id,
      against: earlier.id,
      changes: items.map(({ requirementId, change, before, after }) => ({ requirementId, change, before, after })),
      ...page,
      documentsAdded: named20(documents.added),
      documentsRemoved: named20(documents.removed),
      pins,
    };
  },
});
