import type { Sending } from "@assay/core/ports";
import type { GenerateContentConfig, GoogleGenAI } from "@google/genai/web";
import * as z from "zod";
import type { JsonSchema } from "../prompt/index.ts";
import { type GeminiPackage, type OpenOptions, RefusedCall } from "./gemini-package.ts";

const RefusalBody = z.object({ error: z.object({ details: z.array(z.unknown()) }) });

/** By `@google/genai`: its entry for the web, whose calls need no credentials but the key. Loaded with the first call. */
export function openGenAi({ apiKey, baseUrl, model }: OpenOptions): GeminiPackage {
  // One for each call, so that its request is counted as the call's.
  const open = async (sending: Sending | undefined): Promise<GoogleGenAI["models"]> => {
    const { GoogleGenAI } = await import("@google/genai/web");
    const httpOptions = { fetch: fetchCounting(sending), ...(baseUrl !== undefined && { baseUrl }) };
    return new GoogleGenAI({ apiKey, apiVersion: "v1beta", httpOptions }).models;
  };
  return {
    async generate({ system, turns, schema, outputTokensMax, temperature, thinkingConfig }, signal, sending) {
      const config = {
        ...(system !== undefined && { systemInstruction: system }),
        ...(schema && { responseMimeType: "application/json", responseSchema: inOrder(schema) }),
        maxOutputTokens: outputTokensMax,
        ...(temperature !== undefined && { temperature }),
        ...(thinkingConfig && {
          thinkingConfig: thinkingConfig as NonNullable<GenerateContentConfig["thinkingConfig"]>,
        }),
        // An answer that was cut off would be continued by further requests, which nobody counts.
        automaticContinuation: false,
        abortSignal: signal,
      } satisfies GenerateContentConfig;
      const contents = turns.map(({ by, text }) => ({ role: by, parts: [{ text }] }));
      return (await open(sending)).generateContent({ model, contents, config });
    },
    async embed({ texts, task, dimensions }, signal, sending) {
      const contents = texts.map((text) => ({ role: "user", parts: [{ text }] }));
      const config = { taskType: task, outputDimensionality: dimensions, abortSignal: signal };
      return (await open(sending)).embedContent({ model, contents, config });
    },
  };
}

/** The package's own error has no headers, and is none of a status where a page says that it is JSON. */
const fetchCounting =
  (sending: Sending | undefined): typeof globalThis.fetch =>
  async (input, init) => {
    if (sending) await sending(new TextEncoder().encode(String(init?.body ?? "")).length);
    const response = await fetch(input, init);
    if (response.ok) return response;
    const body = RefusalBody.safeParse(await response.json().catch(() => undefined));
    throw new RefusedCall(response.status, body.data?.error.details ?? [], response.headers.get("retry-after"));
  };

/** Models that are not told an order may write by the alphabet, and judge the whole before its parts. */
function inOrder(schema: JsonSchema): object {
  if (schema.type === "array") return { ...schema, items: inOrder(schema.items) };
  if (schema.type !== "object") return schema;
  const properties = Object.entries(schema.properties).map(([name, each]) => [name, inOrder(each)]);
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    propertyOrdering: Object.keys(schema.properties),
  };
}
