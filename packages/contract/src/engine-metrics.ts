import { z } from "zod";
import { meaningCover, meaningThresholds } from "./evidence.ts";
import { id, sha256, timestamp } from "./primitives.ts";

const count = z.int().nonnegative().max(10_000_000);
const share = z.number().min(0).max(1);
const name = z.string().min(1).max(400);

/** Next to which assessor a check was measured: one that reads by itself, or one that goes by words. */
export const MEASURED_BESIDE = ["reading", "wording"] as const;
export type MeasuredBeside = (typeof MEASURED_BESIDE)[number];

const beside = z
  .enum(MEASURED_BESIDE)
  .describe("Next to which assessor it was measured: one that reads by itself, or one that goes by words.");

export const metricLine = z
  .strictObject({
    set: name,
    beside,
    what: name.describe("What is counted."),
    count,
    of: count,
    better: z.enum(["few", "many"]),
    low: share.describe("Of Wilson's interval for 95 %."),
    high: share,
  })
  .refine((line) => line.count <= line.of, { path: ["count"], message: "must not be above 'of'" })
  .describe("Of so many cases those that came out so.");
export type MetricLine = z.infer<typeof metricLine>;

const agreementLine = z
  .strictObject({
    set: name,
    beside,
    kappa: z.number().min(-1).max(1),
    agreed: share,
    baseRate: share.describe("Of the most frequent label."),
    of: count,
    balancedAccuracy: share,
  })
  .describe("How far verdicts agree with the labels.");

/** Another shape gets another name. */
export const METRICS_FORM = "assay-figures/1";

export const engineMetrics = z
  .strictObject({
    form: z.literal(METRICS_FORM),
    model: name.describe("The model that checks meaning."),
    sha256: sha256.describe("Of its weights."),
    guardVersion: z.int().positive().max(32_767),
    splitterVersion: z.int().positive().max(32_767),
    thresholds: z.strictObject({ reading: meaningThresholds, wording: meaningThresholds }),
    covers: meaningCover,
    seed: z.int().nonnegative(),
    sets: z
      .array(
        z.strictObject({
          name,
          pairs: count,
          sha256,
          seen: z
            .enum(["seen in training", "partly seen in training", "not seen", "not known"])
            .describe("Whether the model's training has read it."),
          half: z.enum(["training", "development", "held out"]).nullable(),
        }),
      )
      .min(1)
      .max(50),
    lines: z.array(metricLine).min(1).max(500),
    agreements: z.array(agreementLine).max(100),
  })
  .describe(
    "What an engine version was measured with, and what came out: the file of `npm run quality -- meaning --out`.",
  );
export type EngineMetrics = z.infer<typeof engineMetrics>;

export const comparedMetric = z.strictObject({
  line: metricLine,
  active: metricLine.nullable().describe("Of the active version, on the same cases; null where it has none."),
  fell: z.boolean().describe("It is worse than the interval of the active version."),
  decides: z
    .boolean()
    .describe("Where it fell, the version cannot be recommended: the invariance gate, a false COMPLETE."),
});
export type ComparedMetric = z.infer<typeof comparedMetric>;

export const engineMetricsReply = z
  .strictObject({
    retrievalVersionId: id,
    activeVersionId: id,
    metrics: engineMetrics.nullable().describe("The newest; null: the version has not been measured."),
    origin: z
      .enum(["release", "admin"])
      .nullable()
      .describe("Whether a release brought them or an administrator stored them."),
    storedAt: timestamp.nullable(),
    compared: z
      .array(comparedMetric)
      .describe("What counts for this version, by its kind of assessor, next to the active version."),
    refusal: z.string().nullable().describe("Why the version cannot be recommended; null: it can be."),
  })
  .describe("The metrics of an engine version, next to those of the active one.");
export type EngineMetricsReply = z.infer<typeof engineMetricsReply>;
