import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, timestamp } from "./primitives.ts";
import { reviewedStatus } from "./reviews.ts";
import { assessmentStatus, expectationKind } from "./sets.ts";

const count = z.int().nonnegative();

export const goldenSetQuery = pageQuery.extend({ retrievalVersionId: z.string().min(1).max(100).optional() });
export type GoldenSetQuery = z.infer<typeof goldenSetQuery>;

const bound = {
  wrong: count.describe("Of those said COMPLETE how many a person says are not."),
  of: count,
  upperBound: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe(
      "The share of wrong ones is below it with 95 % confidence, one-sided and exact; null where none was said.",
    ),
};

export const completeBound = z.strictObject(bound).describe("How often a COMPLETE may be wrong.");
export type CompleteBound = z.infer<typeof completeBound>;

export const goldenSetReply = z
  .strictObject({
    retrievalVersionId: id.nullable().describe("Null: verdicts as they were said to the reviewers."),
    reviewed: count.describe("Reviewed verdicts that are compared: the newest AGREED or CHANGED of each requirement."),
    agreed: count.describe("Of these, as the reviewer says."),
    notComparable: count.describe(
      "Reviewed, but the version judged other documents or criteria, or none; or it is damaged.",
    ),
    truncated: z.boolean().describe("There are more reviews than are read."),
    complete: completeBound,
    completeByKind: z.array(z.strictObject({ kind: expectationKind.nullable(), ...bound })),
    confusion: z
      .array(z.strictObject({ said: assessmentStatus, right: reviewedStatus, count: z.int().positive() }))
      .describe("How many of what was said are right, by what is right."),
    versions: z
      .array(z.strictObject({ id, assessorModel: z.string(), lastRunAt: timestamp, inForce: z.boolean() }))
      .describe("Engine versions with a completed run of the tenant, the newest run first, at most 20."),
    differences: z
      .array(
        z.strictObject({
          packId: id,
          requirementId: z.string(),
          title: z.string(),
          kind: expectationKind.nullable(),
          said: assessmentStatus,
          right: reviewedStatus,
        }),
      )
      .describe("A page of those where what was said is not what is right."),
    nextCursor,
  })
  .describe("The tenant's reviews as a labelled set, and what an engine version says to them. No model is asked.");
export type GoldenSet = z.infer<typeof goldenSetReply>;
