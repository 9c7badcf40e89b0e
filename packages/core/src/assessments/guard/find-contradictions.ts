import type { DocumentState } from "@assay/contract";
import type { FlaggedRange } from "@assay/db";
import { differsFrom, type Figure, isComparable, meetsFigure, readNumber } from "@assay/language/quantity";
import type { Requirement } from "@assay/language/requirement";
import { isGeneric, listStatements, ReadText, readTerms, type Statement } from "@assay/language/text";
import { flagsOver } from "../../documents/stages/flag-instructions.ts";
import { isUnmetFigure } from "./reasons/figure.ts";
import { coversShare, reportsFault } from "./reasons/finding.ts";
import { isNegated } from "./reasons/negated.ts";
import { isPast } from "./reasons/past.ts";
import { isPlanned } from "./reasons/planned.ts";
import { isQuestion } from "./reasons/question.ts";
import { readStatement } from "./reasons/statement-words.ts";
import { hasOpenPlaces } from "./reasons/template.ts";

export interface ContradictingPassage {
  readonly chunkId: string;
  readonly documentId: string;
  readonly documentTitle: string;
  readonly text: string;
  /** ISO date from which the document applies, where it is known. */
  readonly effectiveDate?: string | null;
  readonly documentState?: DocumentState | null;
  /** What no reader sees, or what addresses a model: it says nothing. */
  readonly flaggedRanges?: readonly FlaggedRange[];
}

/** One side of a contradiction: a statement of a passage, from `start` to `end` of its text. */
export interface ContradictingStatement<Passage> {
  readonly passage: Passage;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Contradiction<Passage> {
  readonly kind: "FIGURE" | "STATEMENT";
  readonly sides: readonly [ContradictingStatement<Passage>, ContradictingStatement<Passage>];
  /** The side whose document is newer, where both dates are known and differ. */
  readonly newer: 0 | 1 | null;
}

interface Side<Passage> extends ContradictingStatement<Passage> {
  readonly statement: Statement;
  readonly figures: readonly Figure[];
  readonly subject: ReadonlySet<string>;
  /** All that it speaks of next to the requirement's words. */
  readonly own: ReadonlySet<string>;
  readonly isDenied: boolean;
  readonly isPlainlyAbout: boolean;
  readonly namesSubject: boolean;
  /** It reports a fault, a share that is covered, or a figure that falls short. */
  readonly isFault: boolean;
}

/** "We only hold 60 days of logs" admits that it is less. */
const ONLY = /\b(?:only|merely|no more than|less than|just)\b/i;
/** Of the requirement's words, the share that a statement has to have to be an answer to it. */
const ABOUT = 0.4;
/** To deny, it must speak more plainly of the same. */
const PLAINLY_ABOUT = 0.6;
/** Words of its own that one side may have. */
const OWN_MAX = 2;
const SIDES_MAX = 60;
/** Words by which two statements may differ and still speak of the same. */
const NEUTRAL: ReadonlySet<string> = new Set(
  readTerms(
    `user users staff employee account minimum maximum least most long length must required need contain consist have
    every once times per year month week day hour minute character symbol character long short exactly always currently
    performed done takes place carried conducted happen set configured enforced value number new standard normal internal
    corporate company system policy rule at minimum size figure mandatory made up comprise limit threshold file record setting period time data fixed defined amount length duration`,
  ),
);

/** Statements of different documents that answer a requirement with different figures, or one denies what one says. */
export function findContradictions<Passage extends ContradictingPassage>(
  requirement: Requirement,
  passages: readonly Passage[],
): Contradiction<Passage>[] {
  const asked = readAsked(requirement);
  const sides: Side<Passage>[] = [];
  for (const passage of passages)
    if (sides.length < SIDES_MAX && (passage.documentState == null || passage.documentState === "IN_FORCE"))
      sides.push(...sidesOf(passage, asked));
  sides.splice(SIDES_MAX);
  const found: Contradiction<Passage>[] = [];
  sides.forEach((one, index) => {
    for (const other of sides.slice(index + 1)) {
      if (one.passage.documentId === other.passage.documentId) continue;
      const kind = contradict(one, other, asked);
      if (kind)
        found.push({ kind, sides: [toStatement(one), toStatement(other)], newer: newerOf(one.passage, other.passage) });
    }
  });
  return found;
}

interface Asked extends Requirement {
  /** Those that tell its subject from others. */
  readonly telling: readonly string[];
  /** What it is about: the words before its verb. */
  readonly subject: readonly string[];
  readonly units: ReadonlySet<string>;
}

function readAsked(requirement: Requirement): Asked {
  const { folded, terms, figures } = requirement;
  const subject =
    /^(.*?)\b(?:is|are|has|have|must|shall|should|will|may|can|do|does|need|needs)\b/.exec(folded)?.[1] ?? folded;
  return {
    ...requirement,
    telling: [...terms].filter((term) => !NEUTRAL.has(term)),
    subject: readTerms(subject).filter((term) => !isGeneric(term) && !NEUTRAL.has(term)),
    units: new Set(figures.flatMap(({ text }) => readTerms(text))),
  };
}

function sidesOf<Passage extends ContradictingPassage>(passage: Passage, asked: Asked): Side<Passage>[] {
  return listStatements(passage.text).flatMap((statement) => {
    const { text, start, end, kind } = statement;
    if (flagsOver(passage.flaggedRanges ?? [], start, end).size > 0) return [];
    const about = kind === "heading" ? 0 : aboutShare(statement, asked);
    if (about < ABOUT || isQuestion(statement) || hasOpenPlaces(text)) return [];
    const words = readStatement(statement);
    const context = { on: "9999-12-31", documentTitle: "", cited: statement };
    if (isPlanned(words, asked, context) || isPast(words, asked, context)) return [];
    const isDenied = isNegated(words, asked);
    const isFault =
      isDenied ||
      reportsFault(words, asked, context) ||
      coversShare(words, asked, context) ||
      (ONLY.test(text) && isUnmetFigure(words, asked, context));
    return [
      {
        passage,
        statement,
        start,
        end,
        text,
        figures: statement.figures,
        subject: ownTerms(new ReadText({ text: subjectOf(text) }), asked),
        own: ownTerms(statement, asked),
        isDenied,
        isPlainlyAbout: about >= PLAINLY_ABOUT,
        namesSubject: namesSubject(statement, asked),
        isFault,
      },
    ];
  });
}

/** Of the requirement's words that tell its subject from others, the share that a text has. */
function aboutShare({ terms: said }: Statement, { telling }: Asked): number {
  return telling.length === 0 ? 0 : telling.filter((term) => said.has(term)).length / telling.length;
}

function namesSubject({ terms: said }: Statement, { subject }: Asked): boolean {
  return subject.every((term) => said.has(term));
}

/** "Passwords of administrators": what is before the verb, and whom it is for. */
function subjectOf(text: string): string {
  const before =
    /^(.*?)(?:\b(?:is|are|was|were|has|have|must|shall|should|will|may|can|do|does|need|needs)\b|:|$)/i.exec(
      text,
    )?.[1] ?? "";
  const whom = [...text.matchAll(/\b(?:for|of) (?:the |our |all )?([\w-]+)/gi)].map(([, name]) => name);
  return [before, ...whom].join(" ");
}

/** What a text speaks of, but for its figures. */
function subjectTerms({ terms, figures }: ReadText): string[] {
  const units = new Set(figures.flatMap(({ text }) => readTerms(text)));
  return [...terms].filter(
    (term) => !units.has(term) && !isGeneric(term) && !NEUTRAL.has(term) && Number.isNaN(readNumber(term)),
  );
}

function ownTerms(said: ReadText, { terms, units }: Asked): Set<string> {
  return new Set(subjectTerms(said).filter((term) => !terms.has(term) && !units.has(term)));
}

function contradict<Passage>(
  one: Side<Passage>,
  other: Side<Passage>,
  asked: Requirement,
): Contradiction<Passage>["kind"] | undefined {
  if (figuresContradict(one, other, asked)) return "FIGURE";
  if (one.isFault !== other.isFault) {
    const fault = one.isFault ? one : other;
    if (!fault.isDenied && fault.namesSubject) return "STATEMENT";
  }
  if (one.isDenied === other.isDenied) return undefined;
  const isPlain = one.isPlainlyAbout && other.isPlainlyAbout;
  return isPlain && isSameSubject(one, other) ? "STATEMENT" : undefined;
}

function figuresContradict<Passage>(one: Side<Passage>, other: Side<Passage>, asked: Requirement): boolean {
  if (!one.namesSubject || !other.namesSubject || !isSameSubject(one, other)) return false;
  return one.figures.some((figure) => {
    const same = other.figures.filter((each) => each.kind === figure.kind && isComparable(figure, each));
    const isAlone = one.figures.filter((each) => isComparable(figure, each)).length === 1 && same.length === 1;
    return isAlone && same.some((each) => differsFrom(figure, each) && !bothMeet(figure, each, asked));
  });
}

/** Where the requirement names a figure that both keep within, it has its answer. */
function bothMeet(one: Figure, other: Figure, { figures }: Requirement): boolean {
  return figures.some((required) =>
    [one, other].every((each) => isComparable(required, each) && meetsFigure(required, each)),
  );
}

/** "Administrator passwords" are not "passwords", and a statement with much of its own is on something else. */
function isSameSubject<Passage>(one: Side<Passage>, other: Side<Passage>): boolean {
  const sameNamed = [...one.subject.symmetricDifference(other.subject)].every(
    (term) => one.own.has(term) && other.own.has(term),
  );
  return (
    sameNamed && Math.min(one.own.size, other.own.size) <= OWN_MAX && one.own.size + other.own.size <= 2 * OWN_MAX + 2
  );
}

function toStatement<Passage>({ passage, start, end, text }: Side<Passage>): ContradictingStatement<Passage> {
  return { passage, start, end, text };
}

function newerOf(one: ContradictingPassage, other: ContradictingPassage): 0 | 1 | null {
  if (!one.effectiveDate || !other.effectiveDate || one.effectiveDate === other.effectiveDate) return null;
  return one.effectiveDate > other.effectiveDate ? 0 : 1;
}
