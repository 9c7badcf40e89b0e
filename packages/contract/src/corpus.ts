import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, sha256, timestamp } from "./primitives.ts";
import { fileType, ingestionFailureCode, ingestionStatus } from "./sets.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

export const ACTIVATION_INGESTIONS_MAX = 500;

export const corpusIngestion = z
  .strictObject({
    id,
    packId: id,
    requestedByTenantId: id.describe(
      "The tenant whose audit log has its entries; guidance itself is shared by all tenants.",
    ),
    sourceKind: z.enum(["URL", "FILE"]),
    url: z.string().nullable(),
    filename: z.string(),
    fileType: fileType.nullable().describe("Null until the bytes have arrived."),
    status: ingestionStatus,
    failure: z.strictObject({ code: ingestionFailureCode, message: z.string() }).nullable(),
    sha256Hash: sha256.nullable(),
    sizeBytes: z.int().nonnegative().nullable(),
    chunkCount: z.int().nonnegative().nullable().describe("Only of a COMPLETED ingestion."),
    pagesNotRead: z
      .int()
      .nonnegative()
      .describe("Pages that are images, have a large one, or are broken: their images are not read."),
    createdAt: timestamp,
    fetchingAt: timestamp.nullable(),
    parsingAt: timestamp.nullable(),
    indexingAt: timestamp.nullable(),
    completedAt: timestamp.nullable(),
    failedAt: timestamp.nullable(),
  })
  .describe("A piece of guidance on its way into the corpus of a pack.");
export type CorpusIngestion = z.infer<typeof corpusIngestion>;

export const corpusIngestionReply = z.strictObject({ ingestion: corpusIngestion });
export const corpusIngestionListReply = z.strictObject({ ingestions: z.array(corpusIngestion), nextCursor });

export const guidancePassage = z.strictObject({
  id,
  passageIndex: z.int().nonnegative().describe("From 0, in the order of the text."),
  content: z.string(),
  pageNumber: z.int().positive().nullable().describe("Only of a PDF."),
  location: z.string().nullable().describe("For other formats: rows of a sheet, a slide, headings."),
});
export type GuidancePassage = z.infer<typeof guidancePassage>;

export const guidancePassageListReply = z.strictObject({ passages: z.array(guidancePassage), nextCursor });
export const guidancePassageListQuery = pageQuery;

const packId = z.string().min(1).max(100);

export const createIngestionBody = z.strictObject({
  packId,
  url: z
    .string()
    .max(TEXT_LIMITS.guidanceUrl)
    .refine((value) => URL.canParse(value), "must be an absolute URL"),
});

export const ingestionFields = z.strictObject({ packId }).describe("The form fields next to `file`.");

export const ingestionListQuery = pageQuery.extend({
  packId: packId.optional(),
  status: ingestionStatus.optional(),
});
export type IngestionListQuery = z.infer<typeof ingestionListQuery>;

export const corpusActivation = z
  .strictObject({
    id,
    packId: id,
    ingestionIds: z.array(id).describe("Empty: runs that pin it get no guidance."),
    inForce: z.boolean().describe("New runs of the pack pin it."),
    activatedAt: timestamp,
  })
  .describe("The guidance that later runs of a pack use.");
export type CorpusActivation = z.infer<typeof corpusActivation>;

export const corpusActivationReply = z.strictObject({ activation: corpusActivation });
export const corpusActivationListReply = z.strictObject({ activations: z.array(corpusActivation), nextCursor });

export const createActivationBody = z.strictObject({
  packId,
  ingestionIds: z
    .array(z.string().max(100))
    .max(ACTIVATION_INGESTIONS_MAX)
    .refine((ids) => new Set(ids).size === ids.length, "must not name an ingestion twice"),
});
export type CreateActivationBody = z.infer<typeof createActivationBody>;

export const activationListQuery = pageQuery.extend({ packId: packId.optional() });
export type ActivationListQuery = z.infer<typeof activationListQuery>;
