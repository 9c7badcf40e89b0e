import type { Assessor } from "@assay/core/ports";
import type { ResponseSchema } from "@google/generative-ai";
import { type ModelPrice, usageOf } from "../model-calls/index.ts";
import { answerSchema, buildPrompt, newMark, PROMPT_VERSION, readAnswer } from "../prompt/index.ts";
import { createGeminiClient, type GeminiOptions } from "./gemini-client.ts";
import { GEMINI_MODELS, priceOn } from "./gemini-models.ts";
import { readGeneration } from "./read-generation.ts";

export const GEMINI_MODEL = "gemini-3.8-flash";

export interface GeminiAssessorOptions extends GeminiOptions {
  /** Default is GEMINI_MODEL. */
  readonly model?: string;
  /** Instead of the price in GEMINI_MODELS; required for a model that is not there, as unknown is not free. */
  readonly price?: ModelPrice;
}

/** Below the 90 seconds that a requirement may take, so that the error says who was slow. */
const TIMEOUT_MS = 85_000;
/** Thoughts count towards it. */
const OUTPUT_TOKENS_MAX = 8192;

/** Assesses by a Gemini model. Throws Error at once if the options cannot work. */
export function createGeminiAssessor(options: GeminiAssessorOptions): Assessor {
  const { model = GEMINI_MODEL } = options;
  const known = GEMINI_MODELS[model];
  const price = priceOf(model, options.price);
  const call = createGeminiClient(options, options.timeoutMs ?? TIMEOUT_MS, { model });
  return {
    model,
    promptVersion: PROMPT_VERSION,
    async assess(request, { signal }) {
      const prompt = buildPrompt(request, newMark());
      const generationConfig = {
        responseMimeType: "application/json",
        responseSchema: answerSchema([...prompt.chunkIds.keys()]) as ResponseSchema,
        maxOutputTokens: OUTPUT_TOKENS_MAX,
        ...(known?.temperature === undefined ? {} : { temperature: known.temperature }),
        ...(known ? { thinkingConfig: known.thinkingConfig } : {}),
      };
      const { response } = await call(signal, (client, limits) =>
        client.generateContent(
          {
            systemInstruction: prompt.system,
            contents: [{ role: "user", parts: [{ text: prompt.user }] }],
            generationConfig,
          },
          limits,
        ),
      );
      const { text, ...counts } = readGeneration(response);
      const answer = readAnswer(text, prompt);
      return {
        ...answer,
        usage: usageOf(price(new Date()), counts, { input: prompt.system + prompt.user, output: text }),
      };
    },
  };
}

function priceOf(model: string, given: ModelPrice | undefined): (day: Date) => ModelPrice {
  if (given) return () => given;
  const known = GEMINI_MODELS[model];
  if (known) return (day) => priceOn(known, day);
  throw new Error(
    `Cannot use the model '${model}' because its price is not known: set its price per million tokens of input and of output, or use one of ${Object.keys(GEMINI_MODELS).join(", ")}`,
  );
}
