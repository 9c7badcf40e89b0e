import type { ModelAnswer, SpokenAnswer } from "../model-doubles/index.ts";
import { generation } from "./gemini-double.ts";

const github = (path: string) => `https://github.com/${path}`;

const candidate = (given: object, counts: object = {}): ModelAnswer => ({
  body: { candidates: [{ index: 0, ...given }], usageMetadata: { promptTokenCount: 1200, ...counts } },
});
const parts = (...texts: object[]) => candidate({ content: { role: "model", parts: texts }, finishReason: "STOP" });

export const SPOKEN_ANSWERS: readonly SpokenAnswer[] = [
  {
    model: "gemini-2.5-pro-preview-05-06",
    oddity: "its whole limit spent on thoughts, with no parts",
    source: github("googleapis/python-genai/issues/811"),
    reply: () => candidate({ content: { role: "model" }, finishReason: "MAX_TOKENS" }, { thoughtsTokenCount: 253 }),
    gives: "MODEL_INVALID_OUTPUT",
  },
  {
    model: "gemini-2.5-flash",
    oddity: "a list that repeats until the limit",
    source: github("tuirk/Kompl/issues/7"),
    reply: (json) => generation(json.replace('"missing":[]', `"missing":[${'"AI",'.repeat(500)}`), "MAX_TOKENS"),
    gives: "MODEL_INVALID_OUTPUT",
  },
  {
    model: "gemini-3.5-flash",
    oddity: "a number that goes on until the limit",
    source: github("google-gemini/cookbook/issues/1288"),
    reply: (json) => generation(json.replace("0.9}", `0.9${"0".repeat(5000)}`), "MAX_TOKENS"),
    gives: "MODEL_INVALID_OUTPUT",
  },
  {
    model: "gemini-1.5-flash",
    oddity: "a candidate that is blocked for recitation",
    source: github("google-gemini/deprecated-generative-ai-js/issues/138"),
    reply: () => candidate({ finishReason: "RECITATION" }),
    gives: "MODEL_REFUSED",
  },
  {
    model: "gemini-2.0-flash",
    oddity: "a call of a tool that nobody gave it, with no content",
    source: github("0xPlaygrounds/rig/pull/1030"),
    reply: () => candidate({ finishReason: "MALFORMED_FUNCTION_CALL", finishMessage: "Malformed function call: …" }),
    gives: "MODEL_INVALID_OUTPUT",
  },
  {
    model: "gemini-2.5-flash-lite",
    oddity: "nothing, though it finished",
    source: github("BerriAI/litellm/pull/24462"),
    reply: () => candidate({ content: { role: "model", parts: [{ text: "" }] }, finishReason: "STOP" }),
    gives: "MODEL_INVALID_OUTPUT",
  },
  {
    model: "gemini-2.5-flash with thoughts",
    oddity: "its thoughts as a part before the answer",
    source: github("BerriAI/litellm/issues/10227"),
    reply: (json) => parts({ text: '**Weighing it** {"confidence": 0.1}', thought: true }, { text: json }),
    gives: "the answer",
  },
  {
    model: "a Gemini model in JSON mode",
    oddity: "a fence",
    source: github("getzep/graphiti/pull/1281"),
    reply: (json) => parts({ text: `\`\`\`json\n${json}\n\`\`\`` }),
    gives: "the answer",
  },
  {
    model: "gemini-3.8-flash",
    oddity: "an answer in several parts",
    source: "made",
    reply: (json) => parts({ text: json.slice(0, 50) }, { text: json.slice(50) }),
    gives: "the answer",
  },
  {
    model: "gemini-3.6-flash",
    oddity: "sentences around the answer, in another language",
    source: "made",
    reply: (json) => parts({ text: `Hier ist die Bewertung:\n${json}\nIch hoffe, das hilft.` }),
    gives: "the answer",
  },
];
