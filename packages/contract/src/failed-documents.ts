import { z } from "zod";
import { document } from "./documents.ts";
import { nextCursor, pageQuery } from "./paging.ts";
import { id } from "./primitives.ts";
import { DOCUMENT_FAILURE_CODES } from "./statuses.ts";

const count = z.int().nonnegative();

export const failedDocumentListQuery = pageQuery.extend({ code: z.enum(DOCUMENT_FAILURE_CODES).optional() });
export type FailedDocumentListQuery = z.infer<typeof failedDocumentListQuery>;

export const failedDocument = document
  .extend({ within: z.array(z.strictObject({ id, originalFilename: z.string() })) })
  .describe("A FAILED document with the archives that it came from, the outermost first.");
export type FailedDocument = z.infer<typeof failedDocument>;
export const failedDocumentListReply = z.strictObject({ documents: z.array(failedDocument), nextCursor });

export const readingCounts = z
  .strictObject({
    failed: z
      .array(z.strictObject({ code: z.enum(DOCUMENT_FAILURE_CODES), documents: z.int().positive() }))
      .describe("Of each code that there is, the most frequent first."),
    readEarlier: count.describe("READY by an earlier reader."),
    underWay: count.describe("Being read now."),
  })
  .describe("How a tenant's documents stand, for whoever reads some of them again.");
export type ReadingCounts = z.infer<typeof readingCounts>;
export const readingCountsReply = z.strictObject({ counts: readingCounts });
