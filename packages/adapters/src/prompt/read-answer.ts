import { ModelError } from "@assay/contract";
import type { AssessmentAnswer } from "@assay/core/ports";
import * as z from "zod";
import type { Prompt } from "./build-prompt.ts";
import { findObjects } from "./find-objects.ts";

const ANSWER_LENGTH_MAX = 100_000;
/** No chunk has it, so that the caller drops a quote of a passage that was not shown, and says so. */
const NO_CHUNK = "";

/** `0.8`, `"0.8"`, `"0,8"` or `"80 %"`. */
const Confidence = z.preprocess(toShare, z.number().min(0).max(1));
/** What is no quote stays one that cannot be found, so that it is said to be dropped. */
const Quote = z.object({ passage: z.coerce.string(), text: z.string() }).catch({ passage: "", text: "" });

// Keys beyond these (a status, another requirement, a tool call) are dropped.
const Answer = z.object({
  quotes: z.array(Quote),
  reasoning: z.string().regex(/\S/),
  remediation: z.string().nullish().catch(null),
  confidence: Confidence,
});

/**
 * A model's text as an answer to its prompt: the one object in it that has the answer's form. Throws
 * MODEL_INVALID_OUTPUT, without the text: it may hold evidence.
 */
export function readAnswer(text: string, prompt: Pick<Prompt, "chunkIds">): Omit<AssessmentAnswer, "usage"> {
  if (text.length > ANSWER_LENGTH_MAX)
    throw invalid(`it must have at most ${ANSWER_LENGTH_MAX} characters: it has ${text.length}`);
  const { quotes, reasoning, remediation, confidence } = onlyAnswer(findObjects(text));
  return {
    confidence,
    quotes: quotes.map((quote) => ({
      chunkId: prompt.chunkIds.get(passageName(quote.passage)) ?? NO_CHUNK,
      text: quote.text,
    })),
    reasoning,
    remediation: remediation?.trim() ? remediation : null,
  };
}

/** Which of two different answers counts, nobody can tell. */
function onlyAnswer(objects: readonly unknown[]): z.infer<typeof Answer> {
  const parsed = objects.map((object) => Answer.safeParse(object));
  const answers = new Map(parsed.flatMap(({ data }) => (data ? [[JSON.stringify(data), data]] : [])));
  const [answer, another] = [...answers.values()];
  if (another) throw invalid("it has two that differ");
  if (answer) return answer;
  const path = parsed.find(({ error }) => error)?.error?.issues[0]?.path;
  throw invalid(path ? `'${z.core.toDotPath(path) || "."}' is not as required` : "it must hold one JSON object");
}

function toShare(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const [, number, percent] = /^\s*(\d+(?:[.,]\d+)?)\s*(%?)\s*$/.exec(value) ?? [];
  return number === undefined ? value : Number(number.replace(",", ".")) / (percent ? 100 : 1);
}

/** `P2` of `p2`, `[P2]`, `"P2"`, `Passage 2` or `P2:`; anything else as it is. */
function passageName(said: string): string {
  const number = /^\W*(?:passage\s*)?p?\s*0*(\d{1,4})\W*$/i.exec(said)?.[1];
  return number === undefined ? said.trim() : `P${number}`;
}

function invalid(why: string): ModelError {
  return new ModelError("MODEL_INVALID_OUTPUT", `Cannot use the model's answer because ${why}`);
}
