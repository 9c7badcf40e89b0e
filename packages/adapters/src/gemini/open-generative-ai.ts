import { type GenerationConfig, GoogleGenerativeAI, type ResponseSchema, type TaskType } from "@google/generative-ai";
import type { GeminiPackage, OpenOptions } from "./gemini-package.ts";

/** By `@google/generative-ai`, which passes on what is newer than its types. */
export function openGenerativeAi({ apiKey, baseUrl, model }: OpenOptions): GeminiPackage {
  const named = new GoogleGenerativeAI(apiKey).getGenerativeModel({ model }, baseUrl === undefined ? {} : { baseUrl });
  return {
    async generate({ system, turns, schema, outputTokensMax, ...settings }, signal, sending) {
      const generationConfig: GenerationConfig = {
        ...(schema && { responseMimeType: "application/json", responseSchema: schema as ResponseSchema }),
        maxOutputTokens: outputTokensMax,
        ...settings,
      };
      const contents = turns.map(({ by, text }) => ({ role: by, parts: [{ text }] }));
      await sending?.(
        bytesOf({
          generationConfig,
          safetySettings: [],
          ...(system !== undefined && { systemInstruction: said(system) }),
          contents,
        }),
      );
      const { response } = await named.generateContent(
        { ...(system !== undefined && { systemInstruction: system }), contents, generationConfig },
        { signal },
      );
      return response;
    },
    async embed({ texts, task, dimensions }, signal, sending) {
      const requests = texts.map((text) => ({
        content: { role: "user", parts: [{ text }] },
        taskType: task as TaskType,
        outputDimensionality: dimensions,
      }));
      const sent = requests.map((request) => ({ ...request, model: `models/${model}` }));
      await sending?.(bytesOf({ requests: sent }));
      return named.batchEmbedContents({ requests }, { signal });
    },
  };
}

/** The package writes the body where nobody sees it: this is the same one, which a test compares. */
const bytesOf = (body: object): number => new TextEncoder().encode(JSON.stringify(body)).length;

const said = (system: string) => ({ role: "system", parts: [{ text: system }] });
