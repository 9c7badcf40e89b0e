import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { calendarDate, id, sha256, timestamp } from "./primitives.ts";
import {
  archiveSkipReason,
  documentFailureCode,
  documentStage,
  documentStatus,
  evidenceKind,
  evidenceKindSource,
  fileType,
  readingWarningCode,
} from "./sets.ts";

export const FILENAME_BYTES_MAX = 255;
export const CATEGORY_LENGTH_MAX = 100;
export const TITLE_LENGTH_MAX = 300;

export const documentFailure = z.strictObject({
  stage: documentStage,
  code: documentFailureCode,
  message: z.string(),
});

export const readingWarning = z
  .strictObject({ code: readingWarningCode, message: z.string() })
  .describe("A part of a document that was not read or could not be judged.");
export type ReadingWarning = z.infer<typeof readingWarning>;

export const coverage = z.strictObject({
  pages: z.int().nonnegative().describe("Pages of a PDF, slides, sheets; 1 for formats without pages."),
  pagesWithText: z.int().nonnegative(),
  characters: z.int().nonnegative().describe("UTF-16 code units of the extracted text."),
  chunks: z.int().nonnegative(),
  warnings: z.array(readingWarning).describe("What was not read, or could not be judged."),
});

export const archiveSkip = z.strictObject({
  name: z.string(),
  reason: archiveSkipReason,
  documentId: id.optional(),
});

export const document = z.strictObject({
  id,
  tenantId: id,
  originalFilename: z.string(),
  title: z.string().nullable().describe("The title that people gave it; null if there is none."),
  fileType: fileType,
  status: documentStatus,
  sha256Hash: sha256,
  sizeBytes: z.int().nonnegative(),
  parentDocumentId: id.nullable(),
  category: z.string().nullable(),
  effectiveDate: calendarDate.nullable(),
  expiresAt: calendarDate.nullable(),
  evidenceKind: evidenceKind.describe("Whether it lays down a rule or records what was done."),
  evidenceKindSource: evidenceKindSource.describe("Whether a person said so or it was derived from the document."),
  uploadedAt: timestamp,
  extractedAt: timestamp.nullable(),
  parsedAt: timestamp.nullable(),
  indexedAt: timestamp.nullable(),
  readyAt: timestamp.nullable(),
  failure: documentFailure.nullable(),
  coverage: coverage.nullable(),
  readerVersion: z
    .int()
    .positive()
    .nullable()
    .describe(
      "Version of the reader that extracts or extracted the text; `null` for a ZIP and for documents from before versions.",
    ),
  archive: z
    .strictObject({ members: z.int().nonnegative(), skipped: z.array(archiveSkip) })
    .nullable()
    .describe("Of a ZIP only: how many members became documents and which did not."),
});
export type Document = z.infer<typeof document>;

export const documentReply = z.strictObject({ document });
export const documentListReply = z.strictObject({ documents: z.array(document), nextCursor });

export const documentStatusReply = z.strictObject({
  id,
  status: documentStatus,
  uploadedAt: timestamp,
  extractedAt: timestamp.nullable(),
  parsedAt: timestamp.nullable(),
  indexedAt: timestamp.nullable(),
  readyAt: timestamp.nullable(),
  failure: documentFailure.nullable(),
});

/** Asks for the documents that came from no archive. */
export const NO_PARENT = "none";

export const documentListQuery = pageQuery.extend({
  status: documentStatus.optional(),
  category: z.string().max(CATEGORY_LENGTH_MAX).optional(),
  parentDocumentId: z.string().max(100).optional().describe("An archive's id, or `NO_PARENT`."),
  q: z.string().max(200).optional().describe("Part of the file name or of the title, in any case."),
});
export type DocumentListQuery = z.infer<typeof documentListQuery>;

export const uploadFields = z
  .object({
    category: z.string().trim().min(1).max(CATEGORY_LENGTH_MAX).optional(),
    effectiveDate: calendarDate.optional(),
    expiresAt: calendarDate.optional(),
  })
  .refine((fields) => !fields.effectiveDate || !fields.expiresAt || fields.effectiveDate <= fields.expiresAt, {
    path: ["expiresAt"],
    message: "must not be before effectiveDate",
  })
  .describe("The form fields beside `file`.");
export type UploadFields = z.infer<typeof uploadFields>;

export const patchDocumentBody = z
  .object({
    title: z.string().trim().min(1).max(TITLE_LENGTH_MAX).nullable().optional(),
    category: z.string().trim().min(1).max(CATEGORY_LENGTH_MAX).nullable().optional(),
    effectiveDate: calendarDate.nullable().optional(),
    expiresAt: calendarDate.nullable().optional(),
    evidenceKind: evidenceKind.optional(),
  })
  .describe(
    "Fields that are left out do not change; null removes a value. Both dates are checked together with the stored ones.",
  );
export type PatchDocumentBody = z.infer<typeof patchDocumentBody>;

export const deleteDocumentQuery = z.object({ dryRun: z.enum(["true", "false"]).optional() });

export const deleteDryRunReply = z
  .strictObject({
    documents: z
      .array(z.strictObject({ id, originalFilename: z.string() }))
      .describe("The document and, for a ZIP, everything extracted from it."),
    alsoHeldBy: z
      .array(z.strictObject({ id, originalFilename: z.string(), documentId: id }))
      .describe("Other archives that contain the same bytes as one of these and skipped them as duplicates."),
  })
  .describe("What deleting a document would remove.");

export const chunk = z.strictObject({
  id,
  documentId: id,
  chunkIndex: z.int().nonnegative(),
  content: z.string(),
  pageNumber: z
    .int()
    .positive()
    .nullable()
    .describe("The page of a PDF; null for other formats, which have `location`."),
  location: z.string().nullable(),
  tokenCount: z.int().positive().describe("An estimate: characters / 4, rounded up."),
  startOffset: z.int().nonnegative().describe("UTF-16 code units of the document's text."),
  endOffset: z.int().positive(),
});
export type Chunk = z.infer<typeof chunk>;

export const chunkListReply = z.strictObject({ chunks: z.array(chunk), nextCursor });

const textRange = z.tuple([z.int().nonnegative(), z.int().positive()]);

export const segment = z
  .strictObject({
    segmentIndex: z.int().nonnegative().describe("From 0, without gaps."),
    pageNumber: z.int().positive().nullable(),
    location: z.string().nullable(),
    context: z
      .string()
      .nullable()
      .describe("What is embedded with the text and never cited, such as a sheet's column headings."),
    text: z.string(),
    startOffset: z.int().nonnegative().describe("Where `text` begins in the document's text, in UTF-16 code units."),
    hidden: z.array(textRange).describe("Ranges of `text` that a reader of the original would not see: [start, end)."),
    chunks: z
      .array(z.strictObject({ id, startOffset: z.int().nonnegative(), endOffset: z.int().positive() }))
      .describe("The chunks cut from `text`, as ranges of the document's text."),
  })
  .describe(
    "A piece of a document's text that no chunk crosses: a PDF page, rows of a sheet, a slide, a heading section.",
  );
export type Segment = z.infer<typeof segment>;

export const segmentListQuery = pageQuery.extend({
  from: z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number from 0")
    .transform(Number)
    .meta({ asParameter: { type: "integer", minimum: 0 } })
    .optional()
    .describe("The first `segmentIndex` to return."),
  chunkId: z.string().max(100).optional().describe("Only the segment that contains this chunk."),
});
export type SegmentListQuery = z.infer<typeof segmentListQuery>;

export const segmentListReply = z.strictObject({
  segments: z.array(segment),
  total: z.int().nonnegative().describe("How many segments the document has."),
  nextCursor,
});
