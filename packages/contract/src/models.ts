import { z } from "zod";
import { timestamp } from "./primitives.ts";

const whole = z.int().nonnegative();
const limit = z.int().positive().nullable();

/** A model's quota, as all processes share it; null where the settings name no limit. */
export const modelUse = z
  .strictObject({
    model: z.string(),
    kind: z.enum(["assessor", "embedder"]),
    limits: z.strictObject({ requestsPerMinute: limit, tokensPerMinute: limit, parallelCalls: limit }),
    used: z
      .strictObject({ requests: whole, tokens: whole, parallelCalls: whole })
      .describe(
        "In the window that ends now, and calls under way. Counted only for a model with a limit: 0 for others. Tokens of calls under way are an estimate.",
      ),
    waitsUntil: timestamp
      .nullable()
      .describe(
        "When the model is asked again: after a pause that it asked for, or when its quota has room; null where nothing waits.",
      ),
    waitsBecause: z
      .string()
      .nullable()
      .describe("The code of the error that began the pause, or MODEL_RATE_LIMITED for the quota."),
    waitingJobs: whole.describe("Jobs of all tenants that wait for it."),
  })
  .describe("What a model may be asked, what is used of it, and until when it waits.");
export type ModelUse = z.infer<typeof modelUse>;

export const modelListReply = z.strictObject({
  windowSeconds: z.number().positive().describe("The length of the window in which requests and tokens count."),
  models: z.array(modelUse).describe("Those that the settings choose come first."),
});
export type ModelListReply = z.infer<typeof modelListReply>;
