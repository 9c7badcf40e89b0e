import { SEARCH_LENGTH_MAX } from "@assay/contract";
import { searchEvidence as search } from "@assay/core/search";
import { z } from "zod";
import { takeFromLimit } from "../../middleware/limit-rate.ts";
import { defineTool, id, limitTo } from "../define-tool.ts";
import { cleanName, EVIDENCE_NOTICE } from "../mark-evidence.ts";
import { passageUri } from "../passage-uri.ts";

export const searchEvidence = defineTool({
  name: "search_evidence",
  description: "Passages of the present documents that answer a question best, with document and page.",
  input: z.strictObject({
    query: z.string().trim().min(1).max(SEARCH_LENGTH_MAX),
    documentId: id.optional(),
    limit: limitTo(20, 5),
  }),
  output: z.looseObject({
    notice: z.string(),
    passages: z.array(
      z.looseObject({ text: z.string(), documentId: z.string(), pageNumber: z.int().nullable(), resource: z.string() }),
    ),
    degraded: z.string().nullable(),
  }),
  async run({ ctx, services, signal, mark, origin }, { query, documentId, limit }) {
    takeFromLimit(services, "searches", ctx.tenantId);
    const { reply } = await search(ctx, services.models, { q: query, documentId, limit }, { signal });
    return {
      notice: EVIDENCE_NOTICE,
      passages: reply.results.map(({ quote, ...result }) => {
        const range = `${quote.startOffset}-${quote.endOffset}`;
        const place = new URLSearchParams({ document: result.documentId, chunk: result.chunkId, quote: range });
        return {
          text: mark(quote.text),
          document: cleanName(result.originalFilename),
          documentId: result.documentId,
          pageNumber: result.pageNumber,
          location: result.location === null ? null : cleanName(result.location),
          ...(result.textSource === "OCR" && { readFromImage: true, certainty: result.certainty }),
          score: result.score,
          link: `${origin}/cm/documents?${place}`,
          resource: passageUri(result.documentId, result.chunkId),
        };
      }),
      degraded: reply.degraded,
    };
  },
});
