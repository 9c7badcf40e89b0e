import { ASSESSMENT_STATUSES } from "@assay/contract";
import { listAssessments, listRunRequirements } from "@assay/core/runs";
import { z } from "zod";
import { cursor, defineTool, limitTo, nextCursor, pageOf, runId } from "../define-tool.ts";
import { getFrozenRun } from "../frozen-run.ts";
import { cleanText } from "../mark-evidence.ts";

const TITLE_LENGTH_MAX = 400;

export const findRequirements = defineTool({
  name: "find_requirements",
  description: "Requirements of a run with their verdicts, by words of id, title or criterion, and by status.",
  input: z.strictObject({
    query: z.string().max(200).optional().describe("All words must match"),
    status: z.enum(ASSESSMENT_STATUSES).optional(),
    runId,
    limit: limitTo(50, 20),
    cursor,
  }),
  output: z.looseObject({
    runId: z.string(),
    requirements: z.array(z.looseObject({ requirementId: z.string(), status: z.enum(ASSESSMENT_STATUSES).nullable() })),
    total: z.int(),
    nextCursor,
  }),
  async run({ ctx }, { query = "", status, limit, cursor, ...named }) {
    const run = await getFrozenRun(ctx, named.runId);
    const [requirements, assessments] = [
      await listRunRequirements(ctx, run.id),
      (await listAssessments(ctx, run.id, {})).items,
    ];
    const verdicts = new Map(assessments.map((each) => [each.requirementId, each]));
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const matching = requirements.filter(({ requirementId, title, criterionTitle }) => {
      const text = `${requirementId} ${criterionTitle} ${title}`.toLowerCase();
      const isOfStatus = status === undefined || verdicts.get(requirementId)?.status === status;
      return isOfStatus && words.every((word) => text.includes(word));
    });
    const { items, ...page } = pageOf(matching, { limit, cursor });
    return {
      runId: run.id,
      requirements: items.map(({ requirementId, title, criterionTitle }) => ({
        requirementId,
        criterion: cleanText(criterionTitle, TITLE_LENGTH_MAX),
        title: cleanText(title, TITLE_LENGTH_MAX),
        status: verdicts.get(requirementId)?.status ?? null,
        confidence: verdicts.get(requirementId)?.confidence ?? null,
        ...(verdicts.get(requirementId)?.flags?.includes("NOT_JUDGED") && { notJudged: true }),
      })),
      ...page,
    };
  },
});
