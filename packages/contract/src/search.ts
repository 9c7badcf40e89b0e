import { z } from "zod";
import { certainty } from "./documents.ts";
import { id } from "./primitives.ts";
import { fileType, searchDegradation, searchLeg, textSource } from "./sets.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

export const SEARCH_LENGTH_MAX = 500;
export const SEARCH_LIMIT_DEFAULT = 10;
export const SEARCH_LIMIT_MAX = 50;

const limitIssue = `must be a whole number from 1 to ${SEARCH_LIMIT_MAX}`;

export const searchQuery = z
  .strictObject({
    q: z.string().trim().min(1, "must not be empty").max(SEARCH_LENGTH_MAX).describe("A question, or words."),
    limit: z
      .string()
      .regex(/^[1-9]\d?$/, limitIssue)
      .transform(Number)
      .refine((value) => value <= SEARCH_LIMIT_MAX, limitIssue)
      .default(SEARCH_LIMIT_DEFAULT)
      .meta({
        asParameter: { type: "integer", minimum: 1, maximum: SEARCH_LIMIT_MAX, default: SEARCH_LIMIT_DEFAULT },
      }),
    documentId: z.string().max(100).optional().describe("Only this document and, of an archive, what came from it."),
    category: z.string().max(TEXT_LIMITS.documentCategory).optional(),
  })
  .describe("The best passages, once: there is no further page.");
export type SearchQuery = z.infer<typeof searchQuery>;

export const searchQuote = z
  .strictObject({
    text: z.string().describe("The document's own text from `startOffset` to `endOffset`."),
    startOffset: z.int().nonnegative().describe("UTF-16 code units of the document's text."),
    endOffset: z.int().positive(),
    matches: z
      .array(z.tuple([z.int().nonnegative(), z.int().positive()]))
      .describe(
        "Words of `text` that were searched for: [start, end), in order. Empty where only the meaning is near.",
      ),
  })
  .describe("The sentence of a passage that is nearest to the words searched for, with what follows if it is short.");
export type SearchQuote = z.infer<typeof searchQuote>;

export const searchResult = z.strictObject({
  documentId: id,
  chunkId: id,
  originalFilename: z.string(),
  title: z.string().nullable(),
  heading: z.string().nullable().describe("The first heading in the document; null if there is none."),
  fileType,
  category: z.string().nullable(),
  pageNumber: z.int().positive().nullable().describe("The page of a PDF; null for other formats."),
  location: z.string().nullable().describe("Of other formats: section, sheet and cells, slide."),
  textSource,
  certainty: certainty.nullable().describe("Of words that were read from an image; null for others."),
  quote: searchQuote,
  similarity: z
    .number()
    .nullable()
    .describe("Cosine to the query, as the embedder's calibration reads it; null where the vectors were not searched."),
  score: z.number().nonnegative().describe("Orders the results of one search; compares with no other."),
});
export type SearchResult = z.infer<typeof searchResult>;

export const searchReply = z.strictObject({
  results: z.array(searchResult).describe("Best first."),
  legs: z.array(searchLeg).describe("What was searched by."),
  degraded: searchDegradation.nullable().describe("Why only words were searched; null where nothing was omitted."),
  retrievalVersionId: id,
});
export type SearchReply = z.infer<typeof searchReply>;
