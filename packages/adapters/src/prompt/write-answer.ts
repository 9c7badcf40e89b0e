import type { Answer } from "@assay/core/ports";
import type { Prompt } from "./build-prompt.ts";

/** An answer in the form in which the model gave it, with the names of its prompt. */
export function writeAnswer(answer: Answer, { chunkIds, parts }: Pick<Prompt, "chunkIds" | "parts">): string {
  const passageOf = (id: string) => [...chunkIds].find(([, chunkId]) => chunkId === id)?.[0] ?? "";
  const partOf = (words: string) => [...parts].find(([, part]) => part === words)?.[0] ?? words;
  return JSON.stringify({
    parts: answer.parts?.map(({ part, verdict, why, chunkId, quote }) => ({
      part: partOf(part),
      passage: passageOf(chunkId),
      quote,
      why,
      verdict,
    })),
    quotes: answer.parts
      ? undefined
      : answer.quotes.map(({ chunkId, text }) => ({ passage: passageOf(chunkId), text })),
    reasoning: answer.reasoning,
    remediation: answer.remediation ?? "",
    confidence: answer.confidence,
  });
}
