import type { EvidencePassage } from "@assay/core/ports";
import { listStatements, type Statement } from "@assay/language/text";
import { addressesModel } from "../addresses-model.ts";
import { isGeneric } from "../generic-words.ts";
import { isQuotable } from "../is-quotable.ts";
import { QUOTE_LENGTH_MIN } from "../list-sentences.ts";
import { readTerms } from "../read-terms.ts";

/** Words of a passage that may show a part of the requirement. */
export interface Candidate {
  readonly passage: EvidencePassage;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  /** The same with the sentence on each side of it that is in its paragraph: there a claim may be taken back. */
  readonly around: string;
  /** Of those, and of the document's title. */
  readonly termsAround: ReadonlySet<string>;
  /** Of its passage, as retrieval ranked it: 0 is the best. */
  readonly rank: number;
  /** A block is more than one sentence. */
  readonly kind: "sentence" | "block" | "row";
  /** Of a row; else 0. */
  readonly cells: number;
}

const BLOCK_LENGTH_MAX = 400;
const BLOCK_SENTENCES_MAX = 6;
const GENERIC_WEIGHT = 0.3;
/** Added to every count, so that a few sentences do not decide how rare a word is. */
const SMOOTHING = 10;
/** What the best passage adds to the share of words; the next ones add less. */
const RANK_WEIGHT = 0.25;

/** Sentences, rows and items that state something, and short paragraphs as a whole. Each text once. */
export function listCandidates(passages: readonly EvidencePassage[]): Candidate[] {
  const listed = passages.flatMap((passage, rank) => candidatesOf(passage, rank));
  const distinct = new Map<string, Candidate>();
  for (const candidate of listed) {
    const key = candidate.text.replace(/\s+/g, " ").toLowerCase();
    if (!distinct.has(key)) distinct.set(key, candidate);
  }
  return [...distinct.values()];
}

type Span = Pick<Statement, "start" | "end">;

function candidatesOf(passage: EvidencePassage, rank: number): Candidate[] {
  const statements = listStatements(passage.text);
  const instructions = new Set(statements.filter(({ text }) => addressesModel(text)).map(({ block }) => block));
  const stated = statements.filter(({ block, kind }) => kind !== "heading" && !instructions.has(block));
  const toCandidate = (span: Span, around: Span, kind: Candidate["kind"], cells = 0): Candidate => {
    const text = passage.text.slice(span.start, span.end);
    const wide = passage.text.slice(around.start, around.end);
    return {
      passage,
      text,
      kind,
      cells,
      terms: new Set(readTerms(text)),
      around: wide,
      termsAround: new Set([...readTerms(wide), ...readTerms(passage.documentTitle)]),
      rank,
    };
  };
  const rows = stated
    .filter((each, at) => isRow(each) && !isHead(each, stated[at + 1]) && isQuotable(passage, each))
    .map((row) => toCandidate(row, row, "row", row.cells.length));
  const paragraphs = [
    ...Map.groupBy(
      stated.filter((each) => !isRow(each)),
      ({ block }) => block,
    ).values(),
  ];
  const sentences = paragraphs.flatMap((within) => {
    const single = within.flatMap((each, at) =>
      isQuotable(passage, each)
        ? [toCandidate(each, spanOf(within.slice(Math.max(0, at - 1), at + 2)), "sentence")]
        : [],
    );
    const whole = within.length > 1 && within.length <= BLOCK_SENTENCES_MAX ? spanOf(within) : undefined;
    return whole && whole.end - whole.start <= BLOCK_LENGTH_MAX && isQuotable(passage, whole)
      ? [...single, toCandidate(whole, whole, "block")]
      : single;
  });
  return [...sentences, ...rows].filter(({ text }) => text.length >= QUOTE_LENGTH_MIN);
}

const isRow = ({ kind }: Statement) => kind === "row";

/** The names of the columns, which state nothing. */
function isHead(row: Statement, next: Statement | undefined): boolean {
  const isUnderIt = next?.block === row.block && isRow(next) && next.cells.some(({ column }) => column !== null);
  return isUnderIt && row.cells.every(({ column }) => column === null) && !/\d/.test(row.text);
}

const spanOf = (within: readonly Statement[]): Span => ({ start: within[0]!.start, end: within.at(-1)!.end });

/** Ranks candidates for a part: by the words that they share with it, and by how near retrieval found their passage. */
export function rankCandidates(candidates: readonly Candidate[]): (part: string) => Candidate[] {
  const counts = new Map<string, number>();
  for (const { terms } of candidates) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weigh = (term: string) =>
    Math.log(1 + (candidates.length + SMOOTHING) / ((counts.get(term) ?? 0) + 1)) *
    (isGeneric(term) ? GENERIC_WEIGHT : 1);
  return (part) => {
    const wanted = [...new Set(readTerms(part))].map((term) => ({ term, weight: weigh(term) }));
    const total = wanted.reduce((sum, { weight }) => sum + weight, 0) || 1;
    const scoreOf = ({ terms, rank }: Candidate) =>
      wanted.reduce((sum, { term, weight }) => sum + (terms.has(term) ? weight : 0), 0) / total +
      RANK_WEIGHT / (rank + 1);
    return candidates
      .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
      .sort((left, right) => right.score - left.score)
      .map(({ candidate }) => candidate);
  };
}
