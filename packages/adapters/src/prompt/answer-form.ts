import { PART_VERDICTS, type PartVerdict } from "@assay/contract";
import * as z from "zod";

/** What models call the keys of an answer, without case and punctuation; the first is what they were asked for. */
const ANSWER_KEYS = {
  confidence: ["confidence", "confidencescore", "confidencelevel", "certainty"],
  reasoning: ["reasoning", "rationale", "explanation", "justification", "analysis", "summary"],
  remediation: ["remediation", "remediations", "remediationsteps", "recommendation", "recommendations", "nextsteps"],
  quotes: ["quotes", "quotations", "citations", "evidence", "evidencequotes", "supportingquotes"],
  parts: ["parts", "partverdicts", "partassessments", "requirementparts"],
  documents: ["documents", "citeddocuments"],
  conflicts: ["conflicts", "contradictions"],
  missing: ["missing", "gaps", "missingevidence"],
};
const PASSAGE_KEYS = ["passage", "passageid", "passagename", "source", "reference", "ref", "chunk", "chunkid", "id"];
const QUOTE_KEYS = {
  passage: PASSAGE_KEYS,
  text: ["text", "quote", "quotetext", "excerpt", "content", "sentence"],
};
const PART_KEYS = {
  part: ["part", "partid", "partname", "name", "requirement", "id"],
  passage: PASSAGE_KEYS.slice(0, -1),
  quote: ["quote", "text", "quotetext", "excerpt"],
  why: ["why", "reason", "reasoning", "explanation", "rationale", "justification"],
  verdict: ["verdict", "partverdict", "status", "result", "judgement", "judgment"],
};

/** What models say for a verdict, without case and punctuation. */
const VERDICTS: Readonly<Record<string, PartVerdict>> = {
  ...Object.fromEntries(PART_VERDICTS.map((verdict) => [bare(verdict), verdict])),
  fullymet: "MET",
  yes: "MET",
  satisfied: "MET",
  partial: "PARTLY",
  partially: "PARTLY",
  partiallymet: "PARTLY",
  partlymet: "PARTLY",
  unmet: "NOT_MET",
  no: "NOT_MET",
  missing: "NOT_MET",
  notproved: "NOT_MET",
  notproven: "NOT_MET",
  contradiction: "CONTRADICTED",
  contradictory: "CONTRADICTED",
  conflicting: "CONTRADICTED",
};

const text = z.preprocess((value) => value ?? "", z.union([z.string(), z.number().transform(String)]));
const list = <T extends z.ZodType>(item: T) => z.array(item).nullish();

// What is no quote stays one that cannot be found, so that it is said to be dropped.
const Quote = z.preprocess(
  (value) => (typeof value === "string" ? { passage: "", text: value } : named(value, QUOTE_KEYS)),
  z.object({ passage: text, text: z.string() }).catch({ passage: "", text: "(none)" }),
);

const Part = z.preprocess(
  (value) => named(value, PART_KEYS),
  z.object({
    part: text,
    passage: text.catch(""),
    quote: text.catch(""),
    why: text.catch(""),
    verdict: z.preprocess(
      (value) => (typeof value === "string" ? VERDICTS[bare(value)] : value),
      z.enum(PART_VERDICTS),
    ),
  }),
);

const Document = z.preprocess(
  (value) => named(value, { passage: PASSAGE_KEYS, kind: ["kind", "type"], state: ["state", "status"] }),
  z.object({ passage: text, kind: text.catch(""), state: text }),
);

const Conflict = z.preprocess(
  (value) => named(value, { passages: ["passages", "between"], about: ["about", "what", "description"] }),
  z.object({ passages: z.array(text), about: text }),
);

/** `0.8`, `"0.8"`, `"0,8"`, `"80 %"` or `"8/10"`. */
const Confidence = z.preprocess(toShare, z.number().min(0).max(1));

/** An answer as it is asked for, in all the forms in which models give it. Keys beyond these are dropped. */
export const AnswerForm = z.preprocess(
  (value) => named(value, ANSWER_KEYS),
  z
    .object({
      parts: list(Part),
      quotes: z.preprocess(toList, list(Quote)),
      documents: list(Document).catch(null),
      conflicts: list(Conflict).catch(null),
      missing: list(text).catch(null),
      reasoning: z.string().nullish(),
      remediation: z.preprocess(joinLines, z.string().nullish()).catch(null),
      confidence: Confidence,
    })
    .refine(({ quotes, parts }) => quotes ?? parts, { path: ["quotes"] })
    .refine(({ reasoning, parts }) => /\S/.test(reasoning ?? "") || parts?.some(({ why }) => /\S/.test(why)), {
      path: ["reasoning"],
    }),
);
export type AnswerForm = z.infer<typeof AnswerForm>;

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}

/** An object with its keys as they were asked for; the key that was asked for counts before all others. */
function named(value: unknown, keys: Readonly<Record<string, readonly string[]>>): unknown {
  if (!isRecord(value)) return value;
  const given = new Map(Object.entries(value).map(([key, each]) => [bare(key), each]));
  return Object.fromEntries(
    Object.entries(keys).flatMap(([key, names]) => {
      const name = names.find((each) => given.get(each) !== undefined);
      return name === undefined ? [] : [[key, given.get(name)]];
    }),
  );
}

/** A single quote, or quotes by the names of their passages, as a list. */
function toList(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const single = named(value, QUOTE_KEYS) as object;
  if ("text" in single) return [value];
  return Object.entries(value).flatMap(([passage, texts]) => [texts].flat().map((each) => ({ passage, text: each })));
}

function joinLines(value: unknown): unknown {
  return Array.isArray(value) ? value.filter((line) => typeof line === "string").join("\n") : value;
}

function toShare(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const [, number, unit = ""] = /^\s*(\d+(?:[.,]\d+)?)\s*(%|\/\s*100?\s*)?$/.exec(value.trim()) ?? [];
  if (number === undefined) return value;
  const whole = unit === "%" ? 100 : Number(unit.replace("/", "") || 1);
  return Number(number.replace(",", ".")) / whole;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
