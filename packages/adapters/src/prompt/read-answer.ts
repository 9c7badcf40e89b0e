import { ModelError } from "@assay/contract";
import type { Answer, AnsweredPart, Quote } from "@assay/core/ports";
import * as z from "zod";
import { AnswerForm, isRecord } from "./answer-form.ts";
import type { Prompt } from "./build-prompt.ts";
import { findObjects } from "./find-objects.ts";
import { parseLoosely } from "./parse-loosely.ts";

const ANSWER_LENGTH_MAX = 100_000;
const WRAPPERS_MAX = 3;
/** No chunk has it: the quote is looked for in all passages. */
const NO_CHUNK = "";

const NOTHING = /^\W*(?:none|nothing|n\/a|null)?\W*$/i;

export type AnsweredPrompt = Pick<Prompt, "chunkIds" | "parts">;

export interface ReadAnswer {
  readonly answer: Answer;
  /** What was asked for and is not there, although the answer can be used without it. */
  readonly lacks: string | undefined;
}

/**
 * A model's text as an answer to its prompt: the one object in it that has the answer's form. Throws
 * MODEL_INVALID_OUTPUT, without the text: it may hold evidence.
 */
export function readAnswer(text: string, prompt: AnsweredPrompt): ReadAnswer {
  if (text.length > ANSWER_LENGTH_MAX)
    throw invalid(`it must have at most ${ANSWER_LENGTH_MAX} characters: it has ${text.length}`);
  const { parts, quotes, documents, conflicts, missing, reasoning, remediation, confidence } = onlyAnswer(
    findObjects(text),
  );
  const chunkId = (passage: string) => prompt.chunkIds.get(passageName(passage)) ?? NO_CHUNK;
  const { answered, unnamed } = readParts(parts ?? [], prompt.parts, chunkId);
  const said = new Set(answered.map(({ part }) => part));
  const silent = [...prompt.parts].filter(([, part]) => !said.has(part));
  const answer: Answer = {
    confidence,
    quotes: [
      ...answered
        .filter(({ quote }) => quote.trim() !== "")
        .map((each) => ({ chunkId: each.chunkId, text: each.quote })),
      ...unnamed.filter(({ text }) => text.trim() !== ""),
      ...(quotes ?? []).map((quote) => ({ chunkId: chunkId(quote.passage), text: quote.text })),
    ],
    reasoning: reasoning?.trim() ? reasoning : (parts ?? []).map(({ why }) => why).join(" "),
    remediation: remediation && !NOTHING.test(remediation) ? remediation : null,
    // With no part named, what its quotes prove is some of the whole and never all of it.
    ...(prompt.parts.size > 0 && { parts: [...answered, ...silent.map(([, part]) => notJudged(part))] }),
    ...(documents && {
      documents: documents.map(({ passage, kind, state }) => ({ chunkId: chunkId(passage), kind, state })),
    }),
    ...(conflicts && {
      conflicts: conflicts.map(({ passages, about }) => ({ chunkIds: passages.map(chunkId), about })),
    }),
    ...(missing && { missing: missing.filter((each) => !NOTHING.test(each)) }),
  };
  return { answer, lacks: describeLack(silent.map(([name]) => name)) };
}

function describeLack(silent: readonly string[]): string | undefined {
  return silent.length > 0
    ? `'parts' must have an object for each part: it has none for ${silent.join(", ")}`
    : undefined;
}

function notJudged(part: string): AnsweredPart {
  return { part, verdict: "PARTLY", why: "The assessor did not judge this part.", chunkId: NO_CHUNK, quote: "" };
}

interface ReadParts {
  readonly answered: readonly AnsweredPart[];
  /** What is quoted for a part that nobody asked for: it is evidence, of nothing in particular. */
  readonly unnamed: readonly Quote[];
}

/** A part is named by its name, by its number, by its words, or by its place among as many as were asked for. */
function readParts(
  parts: NonNullable<AnswerForm["parts"]>,
  asked: ReadonlyMap<string, string>,
  chunkId: (passage: string) => string,
): ReadParts {
  const words = [...asked.values()];
  const findPart = (said: string, at: number) => {
    const name = /^\W*(?:part\s*)?r?\s*0*(\d{1,3})(?!\d)/i.exec(said)?.[1];
    const same = words.find((each) => fold(each) === fold(said));
    return (
      same ?? (name ? asked.get(`R${name}`) : undefined) ?? (parts.length === words.length ? words[at] : undefined)
    );
  };
  const answered: AnsweredPart[] = [];
  const unnamed: Quote[] = [];
  for (const [at, { part: said, verdict, why, passage, quote: quoted }] of parts.entries()) {
    const part = findPart(said, at);
    const quote = NOTHING.test(quoted) ? "" : quoted;
    if (part === undefined) unnamed.push({ chunkId: chunkId(passage), text: quote });
    else answered.push({ part, verdict, why, chunkId: chunkId(passage), quote });
  }
  return { answered, unnamed };
}

/** Which of two different answers counts, nobody can tell. */
function onlyAnswer(objects: readonly unknown[]): AnswerForm {
  const parsed = objects.flatMap((object) => unwrap(object));
  const answers = new Map(parsed.flatMap(({ data }) => (data ? [[JSON.stringify(data), data]] : [])));
  const [answer, another] = [...answers.values()];
  if (another) throw invalid("it has two that differ");
  if (answer) return answer;
  const path = parsed.find(({ error }) => error)?.error?.issues[0]?.path;
  throw invalid(path ? `'${z.core.toDotPath(path) || "."}' is not as required` : "it must hold one JSON object");
}

/** What an object says, or what it holds where it is a wrapper around the answer, as of a call of a tool. */
function unwrap(value: unknown, depth = 0): z.ZodSafeParseResult<AnswerForm>[] {
  const parsed = AnswerForm.safeParse(value);
  if (parsed.success || depth === WRAPPERS_MAX || !isRecord(value)) return [parsed];
  const held = Object.entries(value)
    .flatMap(([key, each]) => (key === "arguments" && typeof each === "string" ? argumentsOf(each) : each))
    .filter(isRecord);
  const inner = held.flatMap((each) => unwrap(each, depth + 1)).filter(({ success }) => success);
  return inner.length > 0 ? inner : [parsed];
}

function argumentsOf(text: string): unknown {
  return parseLoosely(text.trim(), 0)?.value;
}

/** `P2` of `p2`, `[P2]`, `"P2"`, `Passage 2` or `P2:`; anything else as it is. */
function passageName(said: string): string {
  const number = /^\W*(?:passage\s*)?p?\s*0*(\d{1,4})\W*$/i.exec(said)?.[1];
  return number === undefined ? said.trim() : `P${number}`;
}

function fold(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function invalid(why: string): ModelError {
  return new ModelError("MODEL_INVALID_OUTPUT", `Cannot use the model's answer because ${why}`);
}
