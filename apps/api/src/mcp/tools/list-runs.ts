import type { Run } from "@assay/contract";
import { listRuns as listRunsOfTenant } from "@assay/core/runs";
import { z } from "zod";
import { defineTool, limitTo, nextCursor } from "../define-tool.ts";
import { cleanName } from "../mark-evidence.ts";

export const listRuns = defineTool({
  name: "list_runs",
  description: "Assessment runs, newest first, with counts per status.",
  input: z.strictObject({ limit: limitTo(50, 10), cursor: z.string().max(500).optional() }),
  output: z.looseObject({ runs: z.array(z.looseObject({ runId: z.string() })), nextCursor }),
  async run({ ctx }, { limit, cursor }) {
    const page = await listRunsOfTenant(ctx, { limit, cursor });
    const runs = page.items.map((run) => ("damaged" in run ? { runId: run.id, damaged: true } : describe(run)));
    return { runs, nextCursor: page.nextCursor };
  },
});

function describe(run: Run) {
  return {
    runId: run.id,
    name: run.name === null ? null : cleanName(run.name),
    status: run.status,
    snapshotStatus: run.snapshotStatus,
    signedAs: run.signedAs,
    checkedAgainst: run.checkedAgainst,
    completedAt: run.completedAt,
    period: run.period,
    totalRequirements: run.totalRequirements,
    complete: run.completeCount,
    partial: run.partialCount,
    missing: run.missingCount,
    notJudged: run.notJudgedCount,
  };
}
