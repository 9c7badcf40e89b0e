import { z } from "zod";
import { FILE_TYPES } from "./formats.ts";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, sha256, timestamp } from "./primitives.ts";
import { INGESTION_FAILURE_CODES, INGESTION_STATUSES } from "./statuses.ts";

export const CORPUS_URL_LENGTH_MAX = 2048;
export const ACTIVATION_INGESTIONS_MAX = 500;

export const corpusIngestion = z
  .strictObject({
    id,
    packId: id,
    /** Where it was asked for: its audit entries stand there. Guidance itself is shared by all tenants. */
    requestedByTenantId: id,
    sourceKind: z.enum(["URL", "FILE"]),
    url: z.string().nullable(),
    filename: z.string(),
    /** Known once the bytes are. */
    fileType: z.enum(FILE_TYPES).nullable(),
    status: z.enum(INGESTION_STATUSES),
    failure: z.strictObject({ code: z.enum(INGESTION_FAILURE_CODES), message: z.string() }).nullable(),
    sha256Hash: sha256.nullable(),
    sizeBytes: z.int().nonnegative().nullable(),
    chunkCount: z.int().nonnegative().nullable(),
    createdAt: timestamp,
    fetchingAt: timestamp.nullable(),
    parsingAt: timestamp.nullable(),
    indexingAt: timestamp.nullable(),
    completedAt: timestamp.nullable(),
    failedAt: timestamp.nullable(),
  })
  .meta({ id: "CorpusIngestion" });
export type CorpusIngestion = z.infer<typeof corpusIngestion>;

export const corpusIngestionReply = z.strictObject({ ingestion: corpusIngestion });
export const corpusIngestionListReply = z.strictObject({ ingestions: z.array(corpusIngestion), nextCursor });

export const guidancePassage = z
  .strictObject({
    id,
    /** From 0, in the order of the text. */
    passageIndex: z.int().nonnegative(),
    content: z.string(),
    /** Of a PDF. */
    pageNumber: z.int().positive().nullable(),
    /** Elsewhere: rows of a sheet, a slide, headings. */
    location: z.string().nullable(),
  })
  .meta({ id: "GuidancePassage" });
export type GuidancePassage = z.infer<typeof guidancePassage>;

export const guidancePassageListReply = z.strictObject({ passages: z.array(guidancePassage), nextCursor });
export const guidancePassageListQuery = pageQuery;

const packId = z.string().min(1).max(100);

export const createIngestionBody = z.object({
  packId,
  url: z
    .string()
    .max(CORPUS_URL_LENGTH_MAX)
    .refine((value) => URL.canParse(value), "must be an absolute URL"),
});

/** The form fields beside `file`. */
export const ingestionFields = z.object({ packId });

export const ingestionListQuery = pageQuery.extend({
  packId: packId.optional(),
  status: z.enum(INGESTION_STATUSES).optional(),
});
export type IngestionListQuery = z.infer<typeof ingestionListQuery>;

export const corpusActivation = z
  .strictObject({
    id,
    packId: id,
    /** Empty: runs that pin it get no guidance. */
    ingestionIds: z.array(id),
    /** New runs of the pack pin it. */
    inForce: z.boolean(),
    activatedAt: timestamp,
  })
  .meta({ id: "CorpusActivation" });
export type CorpusActivation = z.infer<typeof corpusActivation>;

export const corpusActivationReply = z.strictObject({ activation: corpusActivation });
export const corpusActivationListReply = z.strictObject({ activations: z.array(corpusActivation), nextCursor });

export const createActivationBody = z.object({
  packId,
  ingestionIds: z
    .array(z.string().max(100))
    .max(ACTIVATION_INGESTIONS_MAX)
    .refine((ids) => new Set(ids).size === ids.length, "must not name an ingestion twice"),
});
export type CreateActivationBody = z.infer<typeof createActivationBody>;

export const activationListQuery = pageQuery.extend({ packId: packId.optional() });
export type ActivationListQuery = z.infer<typeof activationListQuery>;
