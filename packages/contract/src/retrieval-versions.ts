import { z } from "zod";
import { nextCursor } from "./paging.ts";
import { id, timestamp } from "./primitives.ts";

const share = z.number().min(0).max(1);

export const retrievalVersion = z
  .strictObject({
    id,
    embedder: z.strictObject({ model: z.string(), dimensions: z.int() }),
    assessor: z.strictObject({ model: z.string(), promptVersion: z.string() }),
    similarityThreshold: share,
    chunksPerRequirement: z.int().positive(),
    confidenceThresholds: z.strictObject({ complete: share, partial: share }),
    origin: z.enum(["settings", "admin"]),
    /** New runs pin it. */
    inForce: z.boolean(),
    /** How many chunks of READY documents have a vector of its embedder: all of them, before it can be activated. */
    vectors: z.strictObject({ ready: z.int().nonnegative(), total: z.int().nonnegative() }),
    createdAt: timestamp,
    activatedAt: timestamp.nullable(),
  })
  .meta({ id: "RetrievalVersion" });
export type RetrievalVersionRecord = z.infer<typeof retrievalVersion>;

export const retrievalVersionReply = z.strictObject({ retrievalVersion });
export const retrievalVersionListReply = z.strictObject({ retrievalVersions: z.array(retrievalVersion), nextCursor });

/** What is left out is taken from the version in force. */
export const createRetrievalVersionBody = z.object({
  embedderModel: z.string().min(1).max(200).optional(),
  assessorModel: z.string().min(1).max(200).optional(),
  similarityThreshold: share.optional(),
  chunksPerRequirement: z.int().min(1).max(50).optional(),
  confidenceThresholds: z
    .object({ complete: share, partial: share })
    .refine(({ complete, partial }) => partial <= complete, {
      path: ["partial"],
      message: "must not be above complete",
    })
    .optional(),
});
export type CreateRetrievalVersionBody = z.infer<typeof createRetrievalVersionBody>;
