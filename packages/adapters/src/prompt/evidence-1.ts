import type { PromptForm } from "./prompt-form.ts";
import { RULES } from "./rules.ts";

const TASK = `Judge now how far the passages prove that the requirement above is met. Answer with one JSON object that has these keys, in this order:
- "quotes": at most 6 objects {"passage", "text"}. "passage" is the name of a passage, such as "P1". "text" is one unbroken stretch of 20 to 1000 characters of that passage, copied character for character, without ellipses or corrections. Quote what your judgement rests on, also what speaks against the requirement; none if no passage bears on it.
- "reasoning": at most 200 words, in the language of the requirement: which parts of the requirement are proved, by which passage, and what is missing.
- "remediation": what the organisation should do or document to close the gaps, at most 100 words, in the language of the requirement; an empty string if nothing is missing.
- "confidence": a number from 0 to 1 for how far the requirement is proved as met. 0.9 or more: every part is plainly proved. 0.75 to 0.9: all that matters is proved. 0.4 to 0.75: some parts are proved, others are not. Less than 0.4: nothing that matters is proved, or the passages speak against it.`;

/** Asks for one judgement with quotes. */
export const EVIDENCE_1: PromptForm = {
  version: "evidence-1",
  system: RULES,
  task: TASK,
  blocks: ["guidance", "passages", "requirement"],
  passageOrder: "rank",
  shows: { context: false, parts: false },
  lostQuotes: "cap",
  answerTokens: { whole: 450, perPart: 0 },
  outputTokensMax: () => 8192,
  // Evidence comes before judgement, as a model writes in this order; an empty string stands for what is absent.
  schema: ({ passages }) => ({
    type: "object",
    properties: {
      quotes: {
        type: "array",
        items: {
          type: "object",
          properties: { passage: { type: "string", enum: [...passages] }, text: { type: "string" } },
          required: ["passage", "text"],
        },
      },
      reasoning: { type: "string" },
      remediation: { type: "string" },
      confidence: { type: "number" },
    },
    required: ["quotes", "reasoning", "remediation", "confidence"],
  }),
};
