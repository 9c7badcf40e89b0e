import { ModelError } from "@assay/contract";
import { embedTexts } from "@assay/core/embed-texts";
import type { Embedder } from "@assay/core/ports";
import * as z from "zod";
import { createGeminiClient, type GeminiOptions } from "./gemini-client.ts";

export const GEMINI_EMBEDDING_MODEL = "gemini-embedding-001";

const DIMENSIONS = 768;
/** The API's own limit. */
const BATCH_SIZE_MAX = 100;
const TIMEOUT_MS = 30_000;
const TASKS = { document: "RETRIEVAL_DOCUMENT", query: "RETRIEVAL_QUERY" } as const;

const Answer = z.object({ embeddings: z.array(z.object({ values: z.array(z.number()) })) });

/**
 * Embeds by gemini-embedding-001. Other models of Google have spaces of their own and take their task in other ways.
 * A text is read up to 2,048 tokens. Throws Error at once if the options cannot work.
 */
export function createGeminiEmbedder(options: GeminiOptions): Embedder {
  const model = GEMINI_EMBEDDING_MODEL;
  const client = createGeminiClient(options, options.timeoutMs ?? TIMEOUT_MS, model);
  return {
    model,
    dimensions: DIMENSIONS,
    batchSizeMax: BATCH_SIZE_MAX,
    sendsTo: client.sendsTo,
    async embed(texts, { kind, signal, sending }) {
      signal?.throwIfAborted();
      return embedTexts(texts, { batchSizeMax: BATCH_SIZE_MAX, dimensions: DIMENSIONS }, async (worded) => {
        // Google normalises only the full 3,072 dimensions.
        const asked = { texts: worded, task: TASKS[kind], dimensions: DIMENSIONS };
        const answer = Answer.safeParse(await client.embed(asked, { signal, sending }));
        if (!answer.success)
          throw new ModelError(
            "MODEL_INVALID_OUTPUT",
            "Cannot use the answer of Gemini because it must contain embeddings of numbers",
          );
        return answer.data.embeddings.map(({ values }) => values);
      });
    },
  };
}
