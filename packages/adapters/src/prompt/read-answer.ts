import { ModelError } from "@assay/contract";
import type { AssessmentAnswer } from "@assay/core/ports";
import * as z from "zod";
import type { Prompt } from "./build-prompt.ts";

const ANSWER_LENGTH_MAX = 100_000;
/** No chunk has it, so that the caller drops a quote of a passage that was not shown, and says so. */
const NO_CHUNK = "";
const THOUGHT_END = "</think>";

// Keys beyond these (a status, another requirement, a tool call) are dropped.
const Answer = z.object({
  quotes: z.array(z.object({ passage: z.string(), text: z.string() })),
  reasoning: z.string().regex(/\S/),
  remediation: z.string().nullable(),
  confidence: z.number().min(0).max(1),
});

/** A model's text as an answer to its prompt. Throws MODEL_INVALID_OUTPUT, without the text: it may hold evidence. */
export function readAnswer(text: string, prompt: Pick<Prompt, "chunkIds">): Omit<AssessmentAnswer, "usage"> {
  if (text.length > ANSWER_LENGTH_MAX)
    throw invalid(`it must have at most ${ANSWER_LENGTH_MAX} characters: it has ${text.length}`);
  const parsed = Answer.safeParse(parseJson(text));
  if (!parsed.success) throw invalid(`'${z.core.toDotPath(parsed.error.issues[0]!.path) || "."}' is not as required`);
  const { quotes, reasoning, remediation, confidence } = parsed.data;
  return {
    confidence,
    quotes: quotes.map((quote) => ({
      chunkId: prompt.chunkIds.get(quote.passage.trim()) ?? NO_CHUNK,
      text: quote.text,
    })),
    reasoning,
    remediation: remediation?.trim() ? remediation : null,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(unwrap(text.trim()));
  } catch {
    throw invalid("it must be one JSON object");
  }
}

// Models that are asked for a form and not held to it think aloud first, or fence what they say.
function unwrap(text: string): string {
  const thoughtEnd = text.startsWith("<think>") ? text.indexOf(THOUGHT_END) : -1;
  const said = thoughtEnd === -1 ? text : text.slice(thoughtEnd + THOUGHT_END.length).trim();
  return said.startsWith("```") ? said.replace(/^```(?:json)?/, "").replace(/```$/, "") : said;
}

function invalid(why: string): ModelError {
  return new ModelError("MODEL_INVALID_OUTPUT", `Cannot use the model's answer because ${why}`);
}
