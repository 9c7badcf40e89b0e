import { z } from "zod";
import { document } from "./documents.ts";
import { nextCursor, pageQuery } from "./paging.ts";
import { id } from "./primitives.ts";
import { documentFailureCode, fileType } from "./sets.ts";

const count = z.int().nonnegative();

export const failedDocumentListQuery = pageQuery.extend({ code: documentFailureCode.optional() });
export type FailedDocumentListQuery = z.infer<typeof failedDocumentListQuery>;

export const failedDocument = document
  .extend({ within: z.array(z.strictObject({ id, originalFilename: z.string() })) })
  .describe("A FAILED document with the archives that it came from, the outermost first.");
export type FailedDocument = z.infer<typeof failedDocument>;
export const failedDocumentListReply = z.strictObject({ documents: z.array(failedDocument), nextCursor });

export const readingCounts = z
  .strictObject({
    failed: z
      .array(z.strictObject({ code: documentFailureCode, documents: z.int().positive() }))
      .describe("The most frequent first."),
    readEarlier: count.describe("READY, read by a previous reader: they can be reprocessed."),
    earlierReadings: z
      .array(
        z.strictObject({
          fileType,
          readerVersion: z.int().positive().nullable(),
          documents: z.int().positive(),
        }),
      )
      .describe("The same by format and version of their reader."),
    notFullyRead: count.describe("READY, with pages or images that were not read."),
    encodingUnsure: count.describe("READY, in an encoding that was guessed and is not certain."),
    underWay: count.describe("Being read now."),
  })
  .describe("The state of a tenant's documents.");
export type ReadingCounts = z.infer<typeof readingCounts>;
export const readingCountsReply = z.strictObject({ counts: readingCounts });
