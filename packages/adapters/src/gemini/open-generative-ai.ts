import { type GenerationConfig, GoogleGenerativeAI, type ResponseSchema, type TaskType } from "@google/generative-ai";
import type { GeminiPackage, OpenOptions } from "./gemini-package.ts";

/** By `@google/generative-ai`, which passes on what is newer than its types. */
export function openGenerativeAi({ apiKey, baseUrl, model }: OpenOptions): GeminiPackage {
  const named = new GoogleGenerativeAI(apiKey).getGenerativeModel({ model }, baseUrl === undefined ? {} : { baseUrl });
  return {
    async generate({ system, turns, schema, outputTokensMax, ...settings }, signal) {
      const generationConfig: GenerationConfig = {
        ...(schema && { responseMimeType: "application/json", responseSchema: schema as ResponseSchema }),
        maxOutputTokens: outputTokensMax,
        ...settings,
      };
      const contents = turns.map(({ by, text }) => ({ role: by, parts: [{ text }] }));
      const { response } = await named.generateContent(
        { ...(system !== undefined && { systemInstruction: system }), contents, generationConfig },
        { signal },
      );
      return response;
    },
    embed({ texts, task, dimensions }, signal) {
      const requests = texts.map((text) => ({
        content: { role: "user", parts: [{ text }] },
        taskType: task as TaskType,
        outputDimensionality: dimensions,
      }));
      return named.batchEmbedContents({ requests }, { signal });
    },
  };
}
