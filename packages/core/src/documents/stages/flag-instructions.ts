import type { FlaggedRange } from "@assay/db";
import { decodeWords, turnedBy13 } from "./decode-words.ts";
import { ADDRESSING_PATTERNS, OTHER_LANGUAGES } from "./instruction-patterns.ts";

// Text that speaks to the model that reads it, or vouches for itself. It may be in a document; it is not evidence.
const INSTRUCTION_PATTERNS = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|all|any|your|system)\b[^.\n]{0,30}\b(?:instruction|direction|rule|guideline|prompt|context)s?\b/gi,
  /\b(?:mark|rate|score|assess|grade|classify|report|treat|label)\b[^.\n]{0,40}\b(?:requirement|control|criterion|criteria|item|check)s?\b[^.\n]{0,40}\b(?:as\s+)?(?:complete|compliant|satisfied|fulfilled|met|passed|fully)\b/gi,
  /\b(?:set|assign|give|return|output|use)\b[^.\n]{0,30}\b(?:confidence|status|verdict|score)\b[^.\n]{0,20}\b(?:to|of|as|=|:)?\s*(?:1(?:\.0+)?|100\s*%|complete|compliant)\b/gi,
  /\b(?:you are|act as|pretend to be|as)\s+(?:now\s+)?an?\s+(?:ai|artificial intelligence|assistant|language model|llm|chatbot|auditing model)\b/gi,
  /\b(?:note|message|instruction|attention|important)s?\s+(?:to|for)\s+(?:the\s+)?(?:ai|assistant|model|llm|reviewer model|automated (?:reviewer|assessor|system))\b/gi,
  /\b(?:system|developer)\s+(?:prompt|message|override)\b/gi,
  /<\|?(?:im_start|im_end|system|endoftext)\|?>|\[\/?INST\]/gi,
  /\b(?:this|the)\s+(?:document|file|policy)\s+(?:fully|completely|entirely)\s+(?:complies|satisfies|meets|fulfils|fulfills)\b[^.\n]{0,30}\b(?:all|every|each)\b/gi,
  /\bdo not\s+(?:mention|report|flag|reveal|disclose)\b[^.\n]{0,30}\b(?:this|these)\s+(?:instruction|note|text|message)s?\b/gi,
  ...ADDRESSING_PATTERNS,
  ...OTHER_LANGUAGES,
];

// Zero-width characters between letters hide words from patterns and from readers alike.
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g;

// A sentence continues after the end of a line where the next one begins in lower case.
const WRAPPED_LINE = /(?<!\n)\n(?=\p{Ll})/gu;

/** The sentences of a text that address a model, as ranges of the text. */
export function findInstructionLikeText(text: string): FlaggedRange[] {
  const { visible: written, positions } = dropInvisible(text);
  const visible = written.replace(WRAPPED_LINE, " ");
  const ranges: FlaggedRange[] = [];
  const flag = (from: number, to: number) => {
    const [start, end] = sentenceAround(visible, from, to);
    ranges.push({ start: positions[start]!, end: positions[end]!, reason: "INSTRUCTION" });
  };
  for (const form of formsOf(visible))
    for (const pattern of INSTRUCTION_PATTERNS)
      for (const match of form.matchAll(pattern)) flag(match.index, match.index + match[0].length);
  for (const match of visible.matchAll(SPACED_OUT)) if (isInstruction(joinLetters(match[0]))) flag(...rangeOf(match));
  for (const { text: words, start, end } of decodeWords(visible)) if (isInstruction(words)) flag(start, end);
  return joinOverlapping(ranges.sort((a, b) => a.start - b.start || a.end - b.end));
}

function joinOverlapping(ranges: readonly FlaggedRange[]): FlaggedRange[] {
  const joined: FlaggedRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last && range.start < last.end) joined[joined.length - 1] = { ...last, end: Math.max(last.end, range.end) };
    else joined.push(range);
  }
  return joined;
}

/** "I g n o r e  a l l": letters that are parted, words by wider gaps. */
const SPACED_OUT = /(?<!\p{L})(?:\p{L}[ \u00a0._-]{1,4}){7,400}\p{L}(?!\p{L})/gu;

function joinLetters(text: string): string {
  const words = text.split(/\s{2,}/u);
  return words.length > 1
    ? words.map((word) => word.replace(/[^\p{L}]/gu, "")).join(" ")
    : text.replace(/[^\p{L}]/gu, "").replace(/all|previous|prior|above|every|requirement|as(?=c)/giu, " $& ");
}

function isInstruction(text: string): boolean {
  return INSTRUCTION_PATTERNS.some((pattern) => text.search(pattern) !== -1);
}

function rangeOf(match: RegExpExecArray): [number, number] {
  return [match.index, match.index + match[0].length];
}

/** As it is, in ROT13, and with Latin letters where others represent them: each as long as the text. */
function formsOf(text: string): string[] {
  const turned = turnedBy13(text);
  const forms = turned === undefined ? [text] : [text, turned];
  if (!/[^\p{ASCII}]/u.test(text)) return forms;
  const plain = text.replace(LOOKALIKE, (letter) => LOOKALIKES.get(letter) ?? foldOne(letter));
  return plain === text ? forms : [...forms, plain];
}

const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  [..."аеорсухіѕјһԁɡոνοραικΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕКМНОРСТХІЅЈ"].map((letter, at) => [
    letter,
    [..."aeopcyxisjhdgnvopaikABEZHIKMNOPTYXABEKMHOPCTXISJ"][at]!,
  ]),
);
const LOOKALIKE = /[\u0370-\u052f\u0261\u0578\uff01-\uff5e]/gu;

function foldOne(letter: string): string {
  const folded = letter.normalize("NFKC");
  return folded.length === letter.length ? folded : letter;
}

/** Whether any of a range of the text is flagged, and why. */
export function flagsOver(ranges: readonly FlaggedRange[], start: number, end: number): Set<FlaggedRange["reason"]> {
  return new Set(ranges.filter((range) => range.start < end && range.end > start).map((range) => range.reason));
}

function dropInvisible(text: string): { visible: string; positions: number[] } {
  const positions: number[] = [];
  let visible = "";
  let at = 0;
  const take = (end: number) => {
    for (; at < end; at++) {
      visible += text[at];
      positions.push(at);
    }
  };
  for (const match of text.matchAll(INVISIBLE)) {
    take(match.index);
    at = match.index + match[0].length;
  }
  take(text.length);
  positions.push(text.length);
  return { visible, positions };
}

function sentenceAround(text: string, start: number, end: number): [number, number] {
  const before = Math.max(
    text.lastIndexOf(". ", start),
    text.lastIndexOf("\n\n", start),
    text.lastIndexOf("! ", start),
  );
  const after = text.slice(end).search(/[.!?](?:\s|$)|\n\n/);
  return [before === -1 ? 0 : before + 2, after === -1 ? text.length : end + after + 1];
}
