import type { Citation } from "@assay/contract";
import { differsFrom, type Figure, findFigures, isComparable } from "@assay/language/quantity";
import { isGeneric, listStatements, readTerms } from "@assay/language/text";

/** In what an assessor's words differ from the quote that they repeat. */
export type Misstatement = "NUMBER" | "NEGATION";

export interface QuotedGrounds {
  readonly citations: readonly Pick<Citation, "text">[];
  /** The texts of the cited documents that were shown. */
  readonly texts: readonly string[];
  /** All that the requirement says. */
  readonly required: string;
}

export interface FoundMisstatement {
  readonly start: number;
  readonly end: number;
  readonly differsIn: Misstatement;
}

/** Of the words of a sentence, the share that a quote must have for the sentence to repeat it. */
const REPEATED = 0.6;
/** To be told from it by its negation, a sentence must have most of the quote's words, too. */
const REPEATS_MOST = 0.5;
const COMMON_MIN = 2;

/** How an assessor brings in a quote. */
const ATTRIBUTION: ReadonlySet<string> = new Set(
  readTerms(
    `the evidence passage quote document documentation text section page clause policy states state says say said shows show describes describe
    confirms confirm specifies specify mentions mention indicates indicate requires require required requirement asks ask according clearly
    explicitly directly therefore thus also fully met satisfies satisfied assessor`,
  ),
);
const OF_REQUIREMENT =
  /\b(?:requirements?|required|criteri(?:on|a)|asked for|expected|demanded|instead of|rather than)\b/i;
/** A figure that names a place and no quantity. */
const PLACE_BEFORE =
  /(?:\b(?:sections?|pages?|clauses?|paragraphs?|articles?|annex|appendix|chapter|passages?|rows?|lines?|version|item|control)\s*|[§#PG])$/i;

const NEGATION = /\b(?:not|no|never|none|nobody|nothing|cannot|neither|nor|without|unless)\b|n['’]t\b/gi;
/** "Not more than" bounds and denies nothing. */
const BOUND =
  /\b(?:not|no|never)\s+(?:be\s+)?(?:more|less|later|longer|fewer|earlier|older|sooner|shorter|greater|higher|lower|smaller|exceed\w*|only|just|limited)\b/gi;
/** "The policy does not say how often": of what is missing in the evidence, and not in the quote. */
const NOT_SAID =
  /(?:\b(?:not|no|never|none|nothing|without|neither|cannot)\b|n['’]t\b)[^.;]{0,60}\b(?:stat(?:e|es|ed|ement)|sa(?:y|ys|id)|mention\w*|show\w*|prov(?:e|es|en|ed|ide\w*)|proof|describ\w*|specif\w*|document\w*|record\w*|evidence\w*|quot\w*|passages?|indicat\w*|confirm\w*|address\w*|detail\w*|defin\w*|demonstrat\w*|found|cover\w*|clear|explicit\w*|enough|sufficient\w*|establish\w*|name[sd]?|set out|given)\b/i;

/** The sentences of an assessor that repeat a quote and differ from it in a number or a negation. */
export function findMisstated(words: string, grounds: QuotedGrounds): FoundMisstatement[] {
  const quoted = grounds.citations.flatMap(({ text }) =>
    listStatements(text).map((statement) => readSaid(statement.text)),
  );
  if (quoted.length === 0) return [];
  const elsewhere = [...grounds.texts, grounds.required].flatMap(findFigures);
  const required = findFigures(grounds.required);
  return listStatements(words).flatMap(({ text, start, end }): FoundMisstatement[] => {
    const said = readSaid(text);
    const repeated = quoted.filter((quote) => repeats(said, quote));
    if (repeated.length === 0) return [];
    const ofRequirement = OF_REQUIREMENT.test(text) ? required : [];
    const isWrong = said.figures.some((figure) => isMisstated(figure, { quoted, repeated, elsewhere, ofRequirement }));
    if (isWrong) return [{ start, end, differsIn: "NUMBER" }];
    return isDeniedElse(said, repeated) ? [{ start, end, differsIn: "NEGATION" }] : [];
  });
}

interface Said {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  readonly figures: readonly Figure[];
}

function readSaid(text: string): Said {
  const figures = findFigures(text).filter(({ start }) => !PLACE_BEFORE.test(text.slice(0, start)));
  const units = new Set(figures.flatMap((figure) => readTerms(figure.text)));
  const terms = readTerms(text).filter((term) => !units.has(term) && !isGeneric(term) && !ATTRIBUTION.has(term));
  return { text, terms: new Set(terms), figures };
}

function repeats(said: Said, quote: Said): boolean {
  const common = said.terms.intersection(quote.terms).size;
  return common >= COMMON_MIN && common >= said.terms.size * REPEATED;
}

interface Figures {
  readonly quoted: readonly Said[];
  readonly repeated: readonly Said[];
  readonly elsewhere: readonly Figure[];
  readonly ofRequirement: readonly Figure[];
}

/** Another figure than the quote's, or one that is nowhere. */
function isMisstated(figure: Figure, { quoted, repeated, elsewhere, ofRequirement }: Figures): boolean {
  const own = repeated.flatMap(({ figures }) => figures);
  const isIn = (figures: readonly Figure[]) => figures.some((each) => isEqual(figure, each));
  if (isIn(own) || isIn(ofRequirement)) return false;
  if (own.some((each) => isComparable(figure, each) && differsFrom(figure, each))) return true;
  return !isIn(quoted.flatMap(({ figures }) => figures)) && !isIn(elsewhere);
}

function isEqual(one: Figure, other: Figure): boolean {
  return one.value === other.value || (isComparable(one, other) && !differsFrom(one, other));
}

function isDeniedElse(said: Said, repeated: readonly Said[]): boolean {
  if (NOT_SAID.test(said.text)) return false;
  const alike = repeated.filter(
    (quote) => said.terms.intersection(quote.terms).size >= quote.terms.size * REPEATS_MOST,
  );
  return alike.length > 0 && alike.every((quote) => opposes(quote, said));
}

/** One denies what the other says, and both speak of what is denied. */
function opposes(quote: Said, said: Said): boolean {
  if (isDenied(quote.text) === isDenied(said.text)) return false;
  const [denial, other] = isDenied(quote.text) ? [quote, said] : [said, quote];
  const denied = readTerms(denial.text.split(NEGATION).at(-1) ?? "").find((term) => denial.terms.has(term));
  return denied !== undefined && other.terms.has(denied);
}

/** Two denials are none: "nobody gets in without a badge". */
function isDenied(text: string): boolean {
  return (text.replace(BOUND, "").match(NEGATION)?.length ?? 0) % 2 === 1;
}
