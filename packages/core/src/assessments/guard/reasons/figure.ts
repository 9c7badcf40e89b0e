import { type Figure, isComparable, meetsFigure } from "@assay/language/quantity";
import type { Requirement } from "@assay/language/requirement";
import { type ReadText, readTerms } from "@assay/language/text";
import { coverageOfText, type WeakRule } from "./statement-words.ts";

const VAGUE =
  /\b(?:from time to time|should (?:an?|the) (?:occasion|need|case|situation) arise|as the need arises|when called for|when an occasion arises|case[- ]by[- ]case|on an individual basis|on occasion|ad hoc|as needed|as necessary|when(?:ever)? (?:needed|necessary|convenient|time (?:allows|permits)|somebody|someone|there is time|the need arises|resources allow)|on request|on demand|periodically|occasionally|sporadically|irregularly|now and then|every so often|once in a while|at some point|if need be|in due course|at irregular intervals|as and when|eventually|at the next opportunity|as soon as (?:possible|practicable|time)|when (?:they|we) get (?:round|around) to it|every (?:few|couple of|several)|whenever)\b/;

/** Whether a statement names a figure of the same thing that does not keep within what is required. */
export const isUnmetFigure: WeakRule = ({ statement, folded }, requirement, { cited }) => {
  if (requirement.figures.length === 0) return false;
  const isTurned = TURNED_AWAY.test(folded);
  const found = statement.figures
    .map((figure) => (isTurned ? turned(figure) : figure))
    .map((figure) => (isNeverMore(figure, statement.text) ? { ...figure, bound: "atMost" as const } : figure));
  return requirement.figures.some((required) => {
    if (isLongAgo(required, found, folded)) return true;
    const comparable = found.filter(
      (figure) =>
        isComparable(required, figure) &&
        !isOfOtherEvent(figure, folded) &&
        !isInstance(required, figure, statement.text),
    );
    const changed = comparable.filter(({ start, end }) => !isFormer(statement.text, start, end));
    if (
      changed.length > 0 &&
      changed.length < comparable.length &&
      !changed.some((figure) => meetsFigure(required, figure))
    )
      return true;
    if (comparable.some((figure) => startsFromNotice(figure, statement.text, requirement.folded))) return true;
    if (NAMES_EXTREMES.test(folded) && comparable.some((figure) => !meetsFigure(required, figure))) return true;
    if (comparable.length === 0) return isVague(required, folded, found, requirement);
    const kept = required.bound === "atLeast" && required.kind === "duration" && /\bthen\b|\barchiv/.test(folded);
    if (kept && comparable.some((figure) => meetsFigure(required, figure))) return false;
    if (cited.text !== statement.text && isMetElsewhere(required, statement.text, cited)) return false;
    return !nearest(comparable, statement.text, required, requirement).some((figure) => meetsFigure(required, figure));
  });
};

/** "Within 24 hours of receiving the form", where it has to be within 24 hours of the event. */
const FROM_NOTICE =
  /^ (?:of|after|from|following) (?:(?:the|a|an|its|their|our|his|her|being|having) )*(?:receiv\w+|receipt|request\w*|notif\w+|told|informed|ticket|form|instruction|approval|confirmation)\b/;

function startsFromNotice({ kind, bound, end }: Figure, text: string, asked: string): boolean {
  if (kind !== "duration" || bound !== "atMost") return false;
  const isFromEvent = /\b(?:days?|hours?|weeks?|months?|minutes?) (?:of|after|from|following)\b/.test(asked);
  return (
    isFromEvent &&
    FROM_NOTICE.test(text.toLowerCase().slice(end)) &&
    !/\b(?:receiv\w+|receipt|request\w*|notif\w+|inform\w*|aware|report\w*|discover\w*)\b/.test(asked)
  );
}

/** "Lowest 3.1, highest 9.8": both have to keep within it. */
const NAMES_EXTREMES =
  /\b(?:lowest|minimum|min\.?|shortest)\b[^.;]{0,40}\d.{0,80}\b(?:highest|maximum|max\.?|peak|longest)\b[^.;]{0,40}\d/;

/** "Passwords with fewer than 14 characters are rejected". */
const TURNED_AWAY =
  /\b(?:reject\w*|refus\w*|not (?:be )?(?:accepted|allowed|permitted|possible)|prohibited|forbidden|block\w*|impossible|can not be (?:set|chosen|used))\b/;
const WHEN_IT_SUITS =
  /\b(?:when(?:ever)?|if|once|as soon as|only after|in response to|following) (?:an? |the |some|any|there|we|they|it|people|problems?|something|somebody|someone|asked|prompted|requested)/;
const HAS_TIME = /\b(?:has|have|finds?|there is|is) (?:\w+ )?time\b|\bgets? (?:round|around) to\b/;
const AS_LONG_AS =
  /\b(?:as long as|while|until) (?:\w+ ){0,3}?(?:space|disk|storage|possible|capacity|permits?|allows?|lasts?|full|needed|overwritten)\b|\bfor (?:a while|some time|a short (?:time|while|period)|a few \w+)\b/;

/** "Transfer of 48,200", where something is demanded above 5,000: one of those that it is demanded of. */
function isInstance(required: Figure, figure: Figure, text: string): boolean {
  return (
    required.unit === "money" &&
    required.bound === "atMost" &&
    figure.bound === "equal" &&
    figure.value > required.value &&
    /\b(?:transfer|payment|invoice|order|purchase|sum|amount|remittance|contract|donation|grant|loan|expense|bid|gift|deposit|withdrawal)s? (?:of|for|over) $/i.test(
      text.slice(Math.max(0, figure.start - REACH), figure.start),
    ) &&
    !/\b(?:needs?|requires?|required|must|shall)\b/i.test(text)
  );
}

const LAST = /\b(?:last|latest|most recent)\b/;
const AGO = /^ ?ago\b/i;

/** "Last examined 14 months ago", of what has to be done each year. */
function isLongAgo(required: Figure, found: readonly Figure[], folded: string): boolean {
  if (required.kind !== "interval" || !LAST.test(folded)) return false;
  return found.some(
    ({ kind, value, bound, text }) =>
      kind === "duration" &&
      bound !== "atMost" &&
      value > required.value * AGO_SLACK &&
      AGO.test(folded.slice(folded.indexOf(text.toLowerCase()) + text.length)),
  );
}

const AGO_SLACK = 1.05;

/** How far before a figure, in characters, what it belongs to may stand. */
const REACH = 100;

/** "In no case did it take longer than a day". */
function isNeverMore({ kind, bound, text, start }: Figure, said: string): boolean {
  if (kind !== "duration" || bound !== "atLeast" || !/^(?:longer|more|over)\b/i.test(text)) return false;
  const clause =
    said
      .slice(Math.max(0, start - REACH), start)
      .split(/[.;:,]/)
      .at(-1) ?? "";
  return /\b(?:no|never|none|nobody|not|nothing|neither)\b/i.test(clause);
}

function turned(figure: Figure): Figure {
  const bound = figure.bound === "atMost" ? "atLeast" : figure.bound === "atLeast" ? "atMost" : "equal";
  return figure.kind === "amount" ? { ...figure, bound } : figure;
}

/** A figure is asked for, and only "from time to time" is said. */
function isVague(required: Figure, folded: string, found: readonly Figure[], requirement: Requirement): boolean {
  if (required.kind === "duration")
    return required.bound === "atLeast" ? AS_LONG_AS.test(folded) : VAGUE.test(folded) || HAS_TIME.test(folded);
  if (required.kind !== "interval" || found.some(({ kind }) => kind === "interval")) return false;
  return VAGUE.test(folded) || (WHEN_IT_SUITS.test(folded) && coverageOfText(folded, requirement) >= 0.5);
}

/** Another sentence of the citation keeps within what is required. */
function isMetElsewhere(required: Figure, text: string, cited: ReadText): boolean {
  const at = cited.text.indexOf(text);
  return cited.figures.some(
    (figure) =>
      (figure.end <= at || figure.start >= at + text.length) &&
      isComparable(required, figure) &&
      meetsFigure(required, figure),
  );
}

/** "From quarterly to every third year". */
function isFormer(text: string, start: number, end: number): boolean {
  return /\bfrom (?:the )?$/i.test(text.slice(0, start)) && /^ (?:\w+ )?to\b/i.test(text.slice(end));
}

function isOfOtherEvent({ text }: Figure, folded: string): boolean {
  return folded.includes(`annual ${text.toLowerCase()}`);
}

/** Of several figures in a sentence, those in the part that has most of the requirement's words. */
function nearest(
  figures: readonly Figure[],
  text: string,
  required: Figure,
  { terms, title }: Requirement,
): readonly Figure[] {
  if (figures.length === 1) return figures;
  const cuts = [...text.matchAll(/[,;:]\s|\s(?:and|but|while|whereas|or)\s|\s[–—-]\s/gi)].map(({ index }) => index);
  const bounds = [0, ...cuts, text.length];
  const around = new Set(readTerms(title.slice(Math.max(0, required.start - 60), required.end + 40)));
  const parts = bounds.slice(1).map((end, index) => {
    const start = bounds[index] ?? 0;
    const said = new Set(readTerms(text.slice(start, end)));
    return {
      figures: figures.filter((figure) => figure.start >= start && figure.start < end),
      credit:
        [...said].filter((term) => terms.has(term)).length + 0.5 * [...said].filter((term) => around.has(term)).length,
    };
  });
  const withFigures = parts.filter((part) => part.figures.length > 0);
  const most = Math.max(...withFigures.map(({ credit }) => credit));
  return withFigures.filter(({ credit }) => credit === most).flatMap((part) => part.figures);
}
