import type { DocumentState, WeakReason } from "@assay/contract";
import type { Requirement } from "@assay/language/requirement";
import { isGeneric, ReadText, readTerms, type Statement } from "@assay/language/text";
import { lacksProof } from "./proof/lacks-proof.ts";
import { reasonOfAnswers } from "./reasons/answers.ts";
import { reasonOfChoice } from "./reasons/choice.ts";
import { holdsOnlyIf } from "./reasons/conditional.ts";
import { countsDiffer, fallsShortSomewhere } from "./reasons/counts.ts";
import { isOutOfOrder, isRowTooLate, isTooLate, isTooSeldom, isTooShort } from "./reasons/dated-events.ts";
import { hasShare, isExclusion } from "./reasons/exclusion.ts";
import { isUnmetFigure } from "./reasons/figure.ts";
import { coversShare, isMended, reportsFault } from "./reasons/finding.ts";
import { reasonOfHeading } from "./reasons/heading.ts";
import { isDeniedForNow, isNegated } from "./reasons/negated.ts";
import { isOtherParty } from "./reasons/other-party.ts";
import { isOutOfDate } from "./reasons/out-of-date.ts";
import { isPast, wasInClosedYears } from "./reasons/past.ts";
import { isPlanned, startsLater } from "./reasons/planned.ts";
import { isQuestion } from "./reasons/question.ts";
import { isReference } from "./reasons/reference.ts";
import { isRequirementText } from "./reasons/requirement-text.ts";
import { reasonOfRow } from "./reasons/row.ts";
import { coverage, readStatement, type WeakRule } from "./reasons/statement-words.ts";
import { hasOpenPlaces } from "./reasons/template.ts";
import { WEAKNESS_OF_STATE } from "./weakness-of-state.ts";

/** What the guard reads of a passage. */
export interface GuardedPassage {
  readonly text: string;
  /** Those of `listStatements`. */
  readonly statements: readonly Statement[];
  readonly documentTitle: string;
  readonly documentState?: DocumentState | null;
}

export interface WeaknessRequest {
  readonly requirement: Requirement;
  readonly passage: GuardedPassage;
  /** The citation's place in the passage's text. */
  readonly range: { readonly start: number; readonly end: number };
  /** ISO date of the run. */
  readonly on: string;
  /** What is cited next to it for the same requirement: what it omits may stand there. */
  readonly alongside?: readonly string[];
  /** A model has checked what it means: what is left is what such a model cannot be trusted with. */
  readonly isChecked?: boolean;
  /** A model is sure that what is cited proves it: what only its wording suggests does not count. */
  readonly isSure?: boolean;
}

/** In this order: what a sentence is comes before what it says. */
const RULES: readonly (readonly [WeakReason, WeakRule])[] = [
  ["FIGURE", isUnmetFigure],
  ["PAST", isPast],
  ["PLANNED", isPlanned],
  ["OTHER_PARTY", isOtherParty],
  ["NEGATED", isNegated],
  ["EXCLUSION", isExclusion],
  ["DATE", isOutOfDate],
];
/** Those that hold whatever a model says: figures, days, shares, and what is denied for now. */
const HARD_RULES: readonly (readonly [WeakReason, WeakRule])[] = [
  ["FIGURE", isUnmetFigure],
  ["PAST", wasInClosedYears],
  ["PLANNED", startsLater],
  ["NEGATED", isNegated],
  ["NEGATED", isDeniedForNow],
  ["EXCLUSION", hasShare],
  ["DATE", isOutOfDate],
];
/** Openings by which a sentence continues about the one before it. */
const GOES_ON =
  /^(?:however|but|yet|still|though|although|nevertheless|nonetheless|unfortunately|regrettably|sadly|admittedly|in practice|in reality|in fact|in truth|to date|so far|that said|then again|until|except|excluding|exceptions?|only|not|none|nothing|no|nobody|neither|never|this|that|these|those|it|they|his|her|their|its|such|the (?:above|former|latter|same|practice|measure|control|rule|requirement|process|procedure|policy|arrangement|scheme|programme|program|project|feature|function|setting|service|tool|obligation|commitment|plan|change|exercise|check|review|test)|as of|currently|at present|at the moment|today|since|for now|we|next|last|latest|valid|expires?|expiry|due|status|resolution|outcome|result|decision|finding|notes?|remarks?|reviewed|approved|implementation|work|go-live|roll-?out|introduction|status|servers?|contractors?|others?|all others|the rest|the remaining|remaining|elsewhere|outside|in (?:19|20)\d\d)\b/;
const LEAVES_OUT = /\b(?:exempt\w*|excluded|exceptions?|not covered|out of scope|does not apply|do not apply)\b/;
/** Under "Exceptions", how one is asked for and granted. */
const HOW_TO_EXCEPT = /\b(?:exceptions?|exemptions?|deviations?|approv\w*|documented|request\w*)\b/i;
/** "Cold ones are not." */
const ENDS_DENIED = /\b(?:is|are|do|does|has|have|can|will) not[.!]?$/;
const ANNOUNCES = /\b(?:following|below|listed here|as follows|next)\b/;
const ADJACENT_RULES = new Set<WeakReason>(["PAST", "PLANNED", "NEGATED", "EXCLUSION", "OTHER_PARTY", "DATE"]);
/** Where no sentence says so much of the requirement, each mark counts, whatever else its sentence is about. */
const PLAIN = 0.35;
const LOOSE_RULES = new Set<WeakReason>(["PLANNED", "NEGATED", "OTHER_PARTY"]);
/** Of the most that a sentence of a citation says of the requirement, what one must say to decide for it. */
const MAIN = 0.5;

/** Why a citation does not support the requirement, judged in its sentence, its neighbours and under its heading. */
export function noteWeakness({
  requirement: asked,
  passage,
  range,
  on,
  alongside = [],
  isChecked = false,
  isSure = false,
}: WeaknessRequest): WeakReason | undefined {
  const ofState = passage.documentState && WEAKNESS_OF_STATE[passage.documentState];
  if (ofState) return ofState;
  const { statements } = passage;
  const cited = statements.filter(({ start, end }) => start < range.end && end > range.start);
  if (cited.length === 0) return undefined;
  if (isRequirementText(passage.text.slice(range.start, range.end), asked.title)) return "REQUIREMENT_TEXT";
  if (cited.every((each) => isReference(each, asked, passage.documentTitle))) return "REFERENCE";
  if (cited.some(({ text }) => hasOpenPlaces(text))) return "TEMPLATE";
  const context = {
    on,
    documentTitle: passage.documentTitle,
    cited: joinStatements(cited),
    statements,
  };
  const main = weightiest(cited, asked);
  if (isChecked) return vetoOf(cited, main, asked, context);
  const found = main.map((statement) => reasonOf(statement, asked, context, isSure ? HARD_RULES : RULES));
  // A hint may have been against the others.
  const decides = isSure ? found.some((reason) => reason !== undefined) : found.every((reason) => reason !== undefined);
  if (decides) return found.find((reason) => reason !== undefined);
  const beside =
    reasonOfFaults(cited, statements[statements.indexOf(cited.at(-1)!) + 1], asked, context) ??
    reasonOfAdjacent(main, statements, asked, context) ??
    reasonOfHeadings(main);
  const lacks = beside ?? lacksProof({ cited, statements, asked, alongside });
  return isSure && lacks === "UNRELATED" ? undefined : lacks;
}

function joinStatements(cited: readonly Statement[]): ReadText {
  return cited.length === 1 ? cited[0]! : new ReadText({ text: cited.map(({ text }) => text).join("\n") });
}

/** Figures, dates, order, counts, answers, questions and headings, however surely the words are about the subject. */
function vetoOf(
  cited: readonly Statement[],
  main: readonly Statement[],
  asked: Requirement,
  context: Context,
): WeakReason | undefined {
  const found = main.map((statement) => {
    const choice = reasonOfChoice(statement, context.statements, asked);
    if (choice) return choice === "QUESTION" ? choice : "CONTRADICTS";
    if (isQuestion(statement, asked.terms)) return "QUESTION";
    if (statement.kind === "row" && reasonOfRow(statement, asked.terms)) return "CONTRADICTS";
    const words = readStatement(statement);
    return VETOES.find(([, rule]) => rule(words, asked, context))?.[0];
  });
  if (found.every((reason) => reason !== undefined)) return found[0];
  if (isTooLate(context.cited, asked) || isTooShort(context.cited, asked)) return "FIGURE";
  if (cited.some((each) => isTooSeldom(each, asked) || (each.kind === "row" && isRowTooLate(each, asked))))
    return "FIGURE";
  if (fallsShortSomewhere(cited, asked) || countsDiffer(context.cited.text, asked)) return "FIGURE";
  if (isOutOfOrder(context.cited, asked)) return "DATE";
  if (cited.some(({ text }) => reasonOfAnswers(text, asked))) return "CONTRADICTS";
  const heading = reasonOfHeadings(main);
  return heading && VETOED_HEADINGS.has(heading) ? heading : undefined;
}

const VETOES = RULES.filter(([reason]) => reason === "FIGURE" || reason === "DATE");
const VETOED_HEADINGS: ReadonlySet<WeakReason> = new Set<WeakReason>([
  "QUESTION",
  "TEMPLATE",
  "DRAFT",
  "SUPERSEDED",
  "STANDARD",
]);

/** The sentences of a citation that carry it. */
function weightiest(cited: readonly Statement[], asked: Requirement): Statement[] {
  const stated = cited.filter(({ kind }) => kind !== "heading");
  const weighed = (stated.length > 0 ? stated : cited).map((statement) => ({
    statement,
    share: coverage(statement, asked),
  }));
  const most = Math.max(...weighed.map(({ share }) => share));
  return weighed.filter(({ share }) => share >= most * MAIN).map(({ statement }) => statement);
}

type Context = Parameters<WeakRule>[2] & { readonly statements: readonly Statement[] };

function reasonOf(
  statement: Statement,
  asked: Requirement,
  context: Context,
  rules: typeof RULES,
): WeakReason | undefined {
  const choice = reasonOfChoice(statement, context.statements, asked);
  if (choice) return choice;
  if (isQuestion(statement, asked.terms)) return "QUESTION";
  const row = statement.kind === "row" ? reasonOfRow(statement, asked.terms) : undefined;
  if (row) return row;
  if (isRequirementText(statement.text, asked.title)) return "REQUIREMENT_TEXT";
  const words = readStatement(statement);
  return rules.find(([, rule]) => rule(words, asked, context))?.[0];
}

/** What a citation tells next to its main sentences, and the sentence after it: a count, an answer, a finding. */
function reasonOfFaults(
  cited: readonly Statement[],
  next: Statement | undefined,
  asked: Requirement,
  context: Context,
): WeakReason | undefined {
  if (isTooLate(context.cited, asked) || isTooShort(context.cited, asked)) return "FIGURE";
  if (cited.some((each) => isTooSeldom(each, asked))) return "FIGURE";
  if (cited.some((each) => each.kind === "row" && isRowTooLate(each, asked))) return "FIGURE";
  if (fallsShortSomewhere(cited, asked)) return "FIGURE";
  if (countsDiffer(context.cited.text, asked)) return "EXCLUSION";
  if (isOutOfOrder(context.cited, asked)) return "NEGATED";
  const isPlain = cited.some((each) => coverage(each, asked) >= PLAIN);
  for (const statement of next?.kind === "sentence" ? [...cited, next] : cited) {
    const reason = reasonBeside(statement, cited.length > 1, isPlain, asked, context);
    if (reason) return reason;
  }
  return undefined;
}

function reasonBeside(
  statement: Statement,
  isOneOfMany: boolean,
  isPlain: boolean,
  asked: Requirement,
  context: Context,
): WeakReason | undefined {
  const words = readStatement(statement);
  if (coversShare(words, asked, context) || holdsOnlyIf(words, asked, context)) return "EXCLUSION";
  const isAbout = isOneOfMany && statement.kind !== "row" && coverage(statement, asked) > 0;
  if (!isMended(words.folded)) {
    if (isAbout && isNegated(words, asked)) return "NEGATED";
    const reason = isPlain ? undefined : adjacentReason(statement, asked, context);
    if (reportsFault(words, asked, context)) return "NEGATED";
    if (reason && LOOSE_RULES.has(reason)) return reason;
  }
  return reasonOfAnswers(statement.text, asked);
}

/** The sentence after one of the citation's that continues about it, and the one before that announces it. */
function reasonOfAdjacent(
  main: readonly Statement[],
  statements: readonly Statement[],
  asked: Requirement,
  context: Context,
): WeakReason | undefined {
  for (const statement of main) {
    const at = statements.indexOf(statement);
    const [before, after] = [statements[at - 1], statements[at + 1]];
    if (before && before.kind !== "row" && ANNOUNCES.test(before.folded)) {
      const reason = adjacentReason(before, asked, context);
      if (reason) return reason;
    }
    if (after && goesOn(statement, after)) {
      const reason = adjacentReason(after, asked, context);
      if (reason && (reason !== "NEGATED" || !isMended(after.folded))) return reason;
    }
  }
  return undefined;
}

function goesOn(statement: Statement, next: Statement): boolean {
  if (next.kind === "row" || next.kind === "heading" || statement.kind === "row") return false;
  if (statement.kind === "item" && next.kind === "item") return false;
  const folded = next.folded.replace(/^[\W_]+/, "");
  return (
    GOES_ON.test(folded) ||
    /^.{0,60}\bthat (?:these|this|it|they|those)\b/.test(folded) ||
    ENDS_DENIED.test(folded) ||
    LEAVES_OUT.test(folded) ||
    namesAgain(statement, folded)
  );
}

/** "The centre is under construction", after a sentence on that centre. */
function namesAgain(statement: Statement, next: string): boolean {
  const subject = /^(?:the|this|that|these|those|its|their|our|such) ((?:[\w-]+ ){1,3})/.exec(next)?.[1] ?? "";
  return readTerms(subject).some((term) => !isGeneric(term) && statement.terms.has(term));
}

function adjacentReason(statement: Statement, asked: Requirement, context: Context): WeakReason | undefined {
  const words = readStatement(statement, true);
  return RULES.find(([reason, rule]) => ADJACENT_RULES.has(reason) && rule(words, asked, context))?.[0];
}

function reasonOfHeadings(main: readonly Statement[]): WeakReason | undefined {
  const reasons = main.map(({ headings, text }) => {
    const nearest = headings.slice(-2).toReversed();
    const reason = nearest.map(reasonOfHeading).find((each) => each !== undefined);
    return reason === "EXCLUSION" && HOW_TO_EXCEPT.test(text) ? undefined : reason;
  });
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
}
