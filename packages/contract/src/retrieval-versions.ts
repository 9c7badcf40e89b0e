import { z } from "zod";
import { evidenceRuleName, evidenceRules, meaningCheck, meaningThresholds } from "./evidence.ts";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, timestamp } from "./primitives.ts";
import { assessmentStatus } from "./sets.ts";
import { FORECAST_OBSTACLES, FORECAST_STATES } from "./statuses.ts";

const share = z.number().min(0).max(1);

export const confidenceThresholds = z.strictObject({
  complete: share.describe("From this confidence on a verdict is COMPLETE."),
  partial: share.describe("From this confidence on it is PARTIAL, otherwise MISSING."),
});

export const LEXICAL_WEIGHT_MAX = 10;

/** Null in versions made before it, which continue searching as they did. */
export const lexicalWeight = z
  .number()
  .min(0)
  .max(LEXICAL_WEIGHT_MAX)
  .nullable()
  .describe("How much shared words count next to the nearness of vectors when passages are ordered; null: as before.");

export const retrievalVersion = z
  .strictObject({
    id,
    embedder: z.strictObject({ model: z.string(), dimensions: z.int() }),
    assessor: z.strictObject({ model: z.string(), promptVersion: z.string() }),
    similarityThreshold: share,
    lexicalWeight,
    lexicon: z
      .int()
      .positive()
      .describe(
        "How words are read: 1 reads all as English ones, 2 also German, French and Spanish and pieces of words.",
      ),
    guardVersion: z
      .int()
      .positive()
      .describe("Which deterministic rules hold citations back. Runs start with the rules of this release alone."),
    splitterVersion: z.int().positive().describe("How requirements are split into parts and passages into sentences."),
    chunksPerRequirement: z.int().positive(),
    confidenceThresholds,
    evidenceRules,
    meaning: meaningCheck.nullable().describe("Null: citations are not checked for meaning."),
    origin: z
      .enum(["settings", "admin", "release"])
      .describe("Whether the deployment's settings or an administrator created it, or a release proposes it."),
    recommended: z
      .boolean()
      .describe("A release or an administrator recommends it, and nobody has decided about it yet."),
    measured: z.boolean().describe("It has metrics."),
    inForce: z.boolean().describe("New runs pin it."),
    vectors: z
      .strictObject({ ready: z.int().nonnegative(), total: z.int().nonnegative() })
      .describe(
        "How many passages have what it searches by, a vector of its embedder above all: all of them, before it can be activated.",
      ),
    createdAt: timestamp,
    activatedAt: timestamp.nullable(),
  })
  .describe("The whole engine configuration that a run pins.");
export type RetrievalVersionRecord = z.infer<typeof retrievalVersion>;

export const retrievalVersionReply = z.strictObject({ retrievalVersion });
export const retrievalVersionListReply = z.strictObject({ retrievalVersions: z.array(retrievalVersion), nextCursor });

// A verdict without a citation is kept below PARTIAL, and nothing is below 0.
const isAboveZero = (value: number) => value > 0;
const PARTIAL_ABOVE_COMPLETE = { path: ["partial"], message: "must not be above complete" };

export const createRetrievalVersionBody = z
  .strictObject({
    embedderModel: z.string().min(1).max(200).optional(),
    assessorModel: z.string().min(1).max(200).optional(),
    similarityThreshold: share.optional(),
    lexicalWeight: lexicalWeight.unwrap().optional(),
    chunksPerRequirement: z.int().min(1).max(50).optional(),
    confidenceThresholds: z
      .strictObject({
        complete: confidenceThresholds.shape.complete,
        partial: confidenceThresholds.shape.partial.refine(isAboveZero, "must be above 0"),
      })
      .refine(({ complete, partial }) => partial <= complete, PARTIAL_ABOVE_COMPLETE)
      .optional(),
    evidenceRules: z.strictObject(evidenceRules.shape).partial().optional(),
    meaning: z
      .strictObject({
        model: z.string().min(1).max(200),
        thresholds: z.strictObject(meaningThresholds.shape).partial().optional(),
      })
      .nullable()
      .optional()
      .describe(
        "A model that this deployment runs, by the thresholds of its card unless others are named; null: none.",
      ),
  })
  .describe(
    "Values that are omitted are those of the active version; a lexical weight next to another embedder is that of the embedder.",
  );
export type CreateRetrievalVersionBody = z.infer<typeof createRetrievalVersionBody>;

const SHARE_ISSUE = "must be a number from 0 to 1, such as 0.75";
const shareText = z
  .string()
  .regex(/^(\d|\d?\.\d{1,20})$/, SHARE_ISSUE)
  .transform(Number)
  .pipe(z.number(SHARE_ISSUE).min(0, SHARE_ISSUE).max(1, SHARE_ISSUE))
  .meta({ asParameter: { type: "number", minimum: 0, maximum: 1 } });

/** Thresholds and evidence rules to try on the stored results of a finished run. */
export const thresholdPreviewQuery = pageQuery
  .extend({
    runId: z.string().min(1).max(100),
    complete: shareText,
    partial: shareText.refine(isAboveZero, "must be above 0"),
    // A rule that is omitted is as the run pinned it.
    ...evidenceRules.partial().shape,
  })
  .refine(({ complete, partial }) => partial <= complete, PARTIAL_ABOVE_COMPLETE);
export type ThresholdPreviewQuery = z.infer<typeof thresholdPreviewQuery>;

export const statusCounts = z.strictObject({
  COMPLETE: z.int().nonnegative(),
  PARTIAL: z.int().nonnegative(),
  MISSING: z.int().nonnegative().describe("Without those that were not judged."),
  FAILED: z.int().nonnegative(),
  NOT_JUDGED: z
    .int()
    .nonnegative()
    .describe(
      "Verdicts with the flag NOT_JUDGED, whose status is MISSING: nothing was found out, and a person must judge.",
    ),
});

export type StatusCounts = z.infer<typeof statusCounts>;

/** Width of one bar of `confidences`. */
export const CONFIDENCE_BAR = 0.05;

export const thresholdPreviewReply = z
  .strictObject({
    runId: id,
    pinned: confidenceThresholds,
    tried: confidenceThresholds,
    pinnedRules: evidenceRules,
    triedRules: evidenceRules,
    rulesNotApplied: z
      .array(evidenceRuleName)
      .describe(
        "Rules that are tried and that the run had OFF: what they would find is not stored, so they change nothing here.",
      ),
    before: statusCounts,
    after: statusCounts,
    confidences: z
      .array(z.int().nonnegative())
      .length(20)
      .describe(
        "How many verdicts have a confidence from 0, 0.05, … on; the last bar includes 1. Those that are FAILED or were not judged are omitted.",
      ),
    changedCount: z.int().nonnegative(),
    changed: z
      .array(
        z.strictObject({
          requirementId: z.string(),
          title: z.string(),
          confidence: share,
          citationCount: z.int().nonnegative(),
          before: assessmentStatus,
          after: assessmentStatus,
        }),
      )
      .describe("A page of them, in pack order."),
    nextCursor,
  })
  .describe("The verdicts of a run that would change with other thresholds and rules. Nothing is stored.");
export type ThresholdPreview = z.infer<typeof thresholdPreviewReply>;

export const versionForecast = z.strictObject({
  tenantId: id,
  tenantName: z.string(),
  packName: z.string(),
  runId: id.describe("The newest finished run of the pack."),
  state: z
    .enum(FORECAST_STATES)
    .describe("NEEDS_RUN: another assessor or prompt would answer, which nobody can foresee."),
  needsRunFor: z.array(z.enum(FORECAST_OBSTACLES)),
  requirements: z.int().nonnegative(),
  done: z.int().nonnegative().describe("Requirements whose answer has been judged again."),
  complete: z.int().nonnegative().describe("COMPLETE as stored."),
  completeFalling: z.int().nonnegative().describe("Of those, how many would be less."),
  falling: z.int().nonnegative(),
  rising: z.int().nonnegative(),
  unforeseen: z
    .int()
    .nonnegative()
    .describe("Requirements whose answer is not stored, or whose passages have changed since."),
  estimate: z
    .strictObject({ tokensIn: z.int().nonnegative(), tokensOut: z.int().nonnegative() })
    .nullable()
    .describe("What a run would need, about, where one is needed and its model says."),
});
export type VersionForecast = z.infer<typeof versionForecast>;

export const versionForecastsReply = z
  .strictObject({
    retrievalVersionId: id
      .nullable()
      .describe("The version that is recommended, else the active one; null where no other one was ever active."),
    isActive: z.boolean(),
    forecasts: z.array(versionForecast).describe("Those with most to lose first; at most 200."),
    pendingTenants: z.int().nonnegative().describe("Tenants that are yet to be looked at."),
  })
  .describe("What the stored answers of each tenant's newest runs come to under the version that is to judge.");
export type VersionForecasts = z.infer<typeof versionForecastsReply>;
