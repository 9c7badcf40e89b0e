import { DOCUMENT_STATES, PART_VERDICTS } from "@assay/contract";
import { object, oneOf } from "./json-schema.ts";
import type { AnswerNames, JsonObjectSchema, JsonSchema, PromptForm } from "./prompt-form.ts";
import { RULES } from "./rules.ts";

const TASK = `Your task in each request: judge how far the passages prove each part of the requirement that stands at its end. The JSON object has these keys, in this order:
- "parts": one object {"part", "passage", "quote", "why", "verdict"} for each part of the requirement (R1, R2, ...), and none left out. "part" is the name of the part, such as "R1". "quote" is what decides about the part: one unbroken stretch of 20 to 400 characters of a passage, copied character for character, without ellipses or corrections, also where it speaks against the part. "passage" is the name of that passage, such as "P1". If no passage bears on the part, "passage" is "NONE" and "quote" is an empty string. A part that needs two quotes has two objects. "why" is one sentence of at most 30 words. "verdict" is "MET" if the quote proves the whole part as done or in force, "PARTLY" if it proves some of it, "CONTRADICTED" if a passage says the opposite or passages disagree about it, otherwise "NOT_MET". A part that forbids something is "MET" where a passage forbids or prevents it.
- "documents": one object {"passage", "kind", "state"} for each document that you quote, by one of its passages. "kind" says in at most three words what it is, such as "policy", "access log" or "supplier contract". "state" is "IN_FORCE", "DRAFT", "TEMPLATE" (with places still to be filled), "SUPERSEDED", "OTHER_ORGANISATION" (it speaks of another organisation than the one assessed), "QUESTIONNAIRE" (questions rather than answers) or "STANDARD" (a law's, a standard's or a framework's own text).
- "conflicts": one object {"passages", "about"} for each matter in which passages answer the requirement differently, with their names and one short sentence; none if they agree.
- "missing": what the passages do not prove, one short sentence for each thing; none if nothing is missing.
- "reasoning": at most 120 words: what is proved, by which document, and what is not.
- "remediation": what the organisation should do or document to close the gaps, at most 80 words; an empty string if nothing is missing.
- "confidence": a number from 0 to 1 for how far the requirement as a whole is proved as met. 0.9 or more: every part is plainly proved. 0.75 to 0.9: every part is proved in what matters. 0.4 to 0.75: some parts are proved, others are not. Less than 0.4: nothing that matters is proved, or the passages speak against it.
Write "why", "missing", "reasoning" and "remediation" in the language of the requirement, for readers who know the documents by their titles and not the names "P1" or "R1".`;

const text = (maxLength: number): JsonSchema => ({ type: "string", maxLength });

function list(items: JsonSchema, bounds: { readonly minItems?: number; readonly maxItems: number }): JsonSchema {
  return { type: "array", items, ...bounds };
}

/** Not an empty string, which Google refuses among the values of a list. */
const NO_PASSAGE = "NONE";

/** Every text and every list ends, so that a model that is held to it ends too; no part can be omitted for want of room. */
function schemaOf({ passages, parts }: AnswerNames): JsonObjectSchema {
  const count = parts.length;
  const passage = oneOf(passages);
  return object({
    parts: list(
      object({
        part: oneOf(parts),
        passage: oneOf([...passages, NO_PASSAGE]),
        quote: text(400),
        why: text(200),
        verdict: oneOf(PART_VERDICTS),
      }),
      { minItems: count, maxItems: count + Math.ceil(count / 2) },
    ),
    documents: list(object({ passage, kind: text(40), state: oneOf(DOCUMENT_STATES) }), { maxItems: count + 2 }),
    conflicts: list(object({ passages: list(passage, { minItems: 2, maxItems: 4 }), about: text(160) }), {
      maxItems: 2,
    }),
    missing: list(text(160), { maxItems: count + 2 }),
    reasoning: text(900),
    remediation: text(600),
    confidence: { type: "number" },
  });
}

/**
 * Asks for a verdict on each part of the requirement, each with its quote. What is the same for all requests comes first,
 * then the passages, then what differs from requirement to requirement: vendors keep the beginning that requests share.
 * The schema is one that a model of any size ends: it names parts and passages, and bounds what is written.
 */
export const EVIDENCE_3: PromptForm = {
  version: "evidence-3",
  system: `${RULES}\n\n${TASK}`,
  task: "Judge now each part of the requirement above, by the passages alone. Answer with the one JSON object.",
  answerTokens: { whole: 350, perPart: 110 },
  outputTokensMax: (parts) => Math.min(8192, 900 + 300 * parts),
  schema: schemaOf,
};
