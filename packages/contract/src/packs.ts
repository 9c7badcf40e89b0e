import { z } from "zod";
import { expectation } from "./evidence.ts";
import { nextCursor, optionalPageQuery } from "./paging.ts";
import { id, isStorableText } from "./primitives.ts";

export const requirement = z.strictObject({
  id,
  requirementId: z.string().describe("A dotted label such as 2.1.a."),
  criterionId: z.int(),
  criterionTitle: z.string(),
  criterionDescription: z.string().describe("Empty where the pack has none."),
  title: z.string(),
  subcheckLabel: z.string().nullable(),
  expectation: expectation
    .nullable()
    .describe("What evidence it asks for, and how often; null where neither the pack nor its wording says so."),
});
export type Requirement = z.infer<typeof requirement>;

export const requirementListReply = z.strictObject({ requirements: z.array(requirement), nextCursor });
export const requirementListQuery = optionalPageQuery.extend({ packId: z.string().max(100).optional() });

/** Most that one criteria version may hold. */
export const PACK_CRITERIA_MAX = 2000;
export const PACK_REQUIREMENTS_MAX = 20_000;

const text = (max: number) =>
  z.string().trim().max(max).refine(isStorableText, "must not contain NUL or lone surrogates");
const line = (max: number) => text(max).min(1);

const packExpectation = z.object({
  kind: expectation.shape.kind,
  every: expectation.shape.every.default(null),
});

/** A requirement as every import format must yield it. */
export const packRequirement = z.object({
  requirementId: z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9_()-]+(\.[A-Za-z0-9_()-]+)*$/, "must be a dotted label such as 2.1.a"),
  title: line(4000),
  subcheckLabel: line(40).nullable().default(null),
  retrievalHint: line(4000)
    .nullish()
    .describe("What an assessor would look at: widens the search for evidence, is never shown."),
  expectation: packExpectation
    .nullish()
    .describe("If omitted, it is derived from the title; null says that there is none."),
});

/** A criterion as every import format must yield it. */
export const packCriterion = z.object({
  criterionId: z.int().min(1).max(2_000_000_000),
  criterionTitle: line(300),
  criterionDescription: text(4000).default(""),
});

/** The Assay JSON format of a pack: criteria in order, each with its requirements in order. */
export const packFile = z
  .object({
    format: z.literal("assay-pack/1"),
    name: line(200),
    description: text(2000).default(""),
    criteria: z
      .array(packCriterion.extend({ requirements: z.array(packRequirement).min(1).max(PACK_REQUIREMENTS_MAX) }))
      .min(1)
      .max(PACK_CRITERIA_MAX),
  })
  .superRefine((pack, context) => {
    reportRepeats(
      pack.criteria.map((criterion) => criterion.criterionId),
      (index, value) => ["criteria", index, `criterionId ${value} is used twice`] as const,
      context,
    );
    const seen = new Set<string>();
    for (const [c, criterion] of pack.criteria.entries())
      for (const [r, item] of criterion.requirements.entries()) {
        if (seen.has(item.requirementId))
          context.addIssue({
            code: "custom",
            path: ["criteria", c, "requirements", r, "requirementId"],
            message: `'${item.requirementId}' is used twice`,
          });
        seen.add(item.requirementId);
      }
    if (seen.size > PACK_REQUIREMENTS_MAX)
      context.addIssue({
        code: "custom",
        path: ["criteria"],
        message: `must have at most ${PACK_REQUIREMENTS_MAX} requirements`,
      });
  });
export type PackFile = z.infer<typeof packFile>;

function reportRepeats(
  values: readonly number[],
  describe: (index: number, value: number) => readonly [string, number, string],
  context: z.RefinementCtx,
): void {
  const seen = new Set<number>();
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) {
      const [field, at, message] = describe(index, value);
      context.addIssue({ code: "custom", path: [field, at, "criterionId"], message });
    }
    seen.add(value);
  }
}
