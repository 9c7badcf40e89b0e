import { claimSpans } from "../text/claim-spans.ts";
import { memoizeTexts } from "../text/memoize-texts.ts";
import { MONTH_NAME, MONTHS } from "./months.ts";
import { NUMBER, readNumber } from "./number-words.ts";
import { ADVERBS, CALENDAR_NAMES, daysOfAdverb, daysOfUnit, isSum, TIME_UNITS, unitOfWord } from "./units.ts";

/** A number with its unit and direction, as found in a text from `start` to `end`. */
export interface Figure {
  /** How often, how long, how many, or which version. */
  readonly kind: "interval" | "duration" | "amount" | "version";
  /** Days for an interval or duration, bits for a size; of a range, its lower end. */
  readonly value: number;
  /** The upper end of a range. */
  readonly upTo?: number;
  /** `day` for times; else what is counted, or the name before a version. */
  readonly unit: string;
  readonly bound: "atLeast" | "atMost" | "equal";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const WORKING_DAY = 7 / 5;
/** How far before a time, in characters, the verb that it belongs to may stand. */
const REACH_OF_VERB = 80;
/** How far before a figure "minimum" or "maximum" may stand. */
const REACH_OF_BOUND = 45;

const UNIT = `(?<working>(?:business|working)[\\s-]+)?(?:(?:calendar|consecutive|full|whole)[\\s-]+)?(?<unit>${TIME_UNITS.join("|")})s?\\b`;
const AT_LEAST =
  "at\\s+least|(?:a\\s+)?minimum(?:\\s+(?:of|is|are))?|not?\\s+(?:be\\s+)?(?:less|fewer|shorter|smaller|lower|sooner|earlier)\\s+than|more\\s+than|longer\\s+than|greater\\s+than|over|exceed(?:s|ing)|upwards\\s+of|≥|>=|>";
const AT_MOST =
  "within|inside|under|below|in\\s+under|(?:less|fewer|shorter|lower)\\s+than|at\\s+most|(?:a\\s+)?maximum(?:\\s+(?:of|is))?|not?\\s+(?:be\\s+)?(?:later|more|longer|older|greater|higher)\\s+than|up\\s+to|not\\s+exceed(?:ing)?|after|≤|<=|<";
const BOUND = `(?:(?<least>${AT_LEAST})\\s*|(?<most>${AT_MOST})\\s*)?(?:(?:the|a|an)\\s+(?:first|next|past|last)\\s+)?`;
/** "9, 12 and 40 minutes", from the lowest to the highest. */
const LIST = `(?<list>(?:${NUMBER},\\s+){1,12}(?=${NUMBER},?\\s+and\\s))?`;
const RANGE = `${LIST}(?<number>${NUMBER})(?:\\s*\\(\\w+\\))?(?:\\s*(?:-|–|to|,?\\s+and)\\s*(?<upTo>${NUMBER}))?`;
const BEFORE_NUMBER = "(?<![\\w.,-]|\\d[\\s:/])";
const AFTERWARDS =
  "(?<after>\\s+(?:intervals?|(?:or|and)\\s+(?:more|longer|less|fewer|sooner|higher|later|above|newer|greater|older|shorter)|(?:as\\s+)?(?:a\\s+)?(?:minimum|maximum)|at\\s+(?:the\\s+)?(?:least|most|latest)))?";

const ADVERB = new RegExp(`\\b(?<adverb>${ADVERBS.join("|")})\\b`, "gi");
const N_MONTHLY = new RegExp(
  `${BEFORE_NUMBER}(?<number>${NUMBER})[\\s-](?<unit>hour|dai|week|month|quarter|year)ly\\b`,
  "gi",
);
const TIMES_PER = new RegExp(
  `\\b(?:(?<often>once|twice|thrice|${NUMBER}\\s+times)\\s+(?:in\\s+)?)?(?:(?<every>every|each|per|(?:once|twice)\\s+an?)|(?<=(?:once|twice|thrice|times)\\s+(?:in\\s+)?)an?)\\s+(?:calendar\\s+|single\\s+|financial\\s+|fiscal\\s+|working\\s+|business\\s+)?(?<other>(?:other|second|alternate|two|third|fourth|fifth)\\s+)?(?<unit>${[...TIME_UNITS, ...CALENDAR_NAMES].join("|")})\\b`,
  "gi",
);
const PLAIN_TWICE = /\b(?<often>twice|thrice)[\s-](?<unit>year|month|week|dai)ly\b/gi;
const TIME = new RegExp(
  `${BOUND}(?<every>(?:once\\s+)?(?:every|each|per)\\s+)?(?<least2>${AT_LEAST})?\\s*${BEFORE_NUMBER}${RANGE}[\\s-]*${UNIT}${AFTERWARDS}`,
  "gi",
);
const ONE_TIME = new RegExp(
  `(?:(?<least>at\\s+least|more\\s+than|longer\\s+than|for)|(?<most>(?:by|at|before)(?=\\s+the\\s+end)|within|inside|in\\s+under|less\\s+than|at\\s+most|up\\s+to|after))\\s+(?:(?:an?|the\\s+same|one|the\\s+end\\s+of\\s+the)\\s+(?:full\\s+|whole\\s+|calendar\\s+|single\\s+)?(?<working>(?:business|working)\\s+)?)(?<unit>${TIME_UNITS.join("|")})\\b(?<after>\\s+or\\s+(?:more|longer|less))?`,
  "gi",
);
const AT_ONCE =
  /\b(?:immediately|instantly|without\s+(?:undue\s+|unreasonable\s+)?delay|at\s+once|in\s+real[\s-]+time|straight\s+away|(?:on\s+)?the\s+same\s+(?:working\s+|business\s+)?day|(?:on\s+)?the\s+(?:next|following)\s+(?:working\s+|business\s+)?(?:day|morning)|on\s+the\s+day\s+(?:that|they|it|he|she|when|after)\b|(?:on|by|at\s+the\s+end\s+of)\s+(?:the|their|his|her)\s+last\s+(?:\w+\s+)?(?:day|shift)|on\s+the\s+day\s+of|the\s+(?:day|moment|minute)\s+(?:that\s+)?(?:someone|they|he|she|an?\s+\w+)\s+(?:leaves?|departs?))\b/gi;
const VERSION =
  /\b(?<name>tls|ssl|aes|rsa|sha|wpa|smb|ssh|snmp|pbkdf2|argon2|ipsec|ecdsa)[\s-]*(?:version\s+|v\.?\s*)?(?<number>\d+(?:\.\d+)*)(?![\w.]*\d)(?<after>\s*\+|\s+(?:or|and)\s+(?:higher|later|above|newer|up))?/gi;
/** "retention_in_days = 90", "RotationPeriodInDays: 180". */
const NAMED_TIME =
  /(?<![a-z_])(?<name>[a-z_]{0,40}?)(?:in)?[ _-]?(?<unit>day|hour|minute|second|month|year|week)s?["']?\s*[:=]\s*["']?(?<number>\d+)(?![\d.:/-])/gi;
/** "4.5:1". */
const RATIO = /(?<![\w.:])(?<number>\d{1,3}(?:\.\d+)?)\s?:\s?1(?![\w:]|\.\d)/g;
/** "Between 54 and 58 °C". */
const TEMPERATURE = new RegExp(
  `${BOUND}${BEFORE_NUMBER}(?<number>[-–]?\\d+(?:\\.\\d+)?)(?:\\s*(?:-|–|to|and)\\s*(?<upTo>\\d+(?:\\.\\d+)?))?\\s?°\\s?c\\b(?<after>\\s+(?:or|and)\\s+(?:above|higher|more|warmer|hotter|below|lower|less|colder|cooler))?`,
  "gi",
);
/** "Above EUR 5,000". */
const MONEY =
  /(?:\b(?:gbp|eur|usd|chf|aud|cad|euros?)|[£€$])\s?(?<number>\d[\d,]*(?:\.\d+)?)(?<more>\s?(?:k|m|million|thousand)\b)?/gi;
const AMOUNT = new RegExp(
  `${BOUND}${BEFORE_NUMBER}${RANGE}(?:\\s*(?<percent>%|per\\s?cent\\b)|(?<plus>\\+)?[\\s-]+(?<word>\\p{L}[\\p{L}-]*)(?=(?<more>(?:\\s+\\p{L}[\\p{L}-]*){0,2}))|(?<plus2>\\+)?(?!\\w))`,
  "giu",
);
const RETENTION_WORDS = /\b(?:ret(?:ain|ention)\w*|ke(?:ep|pt)\w*|preserv\w*|stor(?:ed|age)|archiv\w*|held|hold)\b/i;
/** Words between a number and what it counts. */
const BETWEEN = new Set(
  `or more and at least alphanumeric different separate distinct independent consecutive failed unsuccessful invalid
  incorrect wrong previous last random geographically separated authorised authorized senior full of the a mixed further
  additional calendar log-in sign-in written signed named paper competing trained qualified`.split(/\s+/),
);

type Reading = Pick<Figure, "kind" | "value" | "unit" | "bound" | "upTo">;
type Reader = (match: RegExpExecArray, text: string) => Reading;

/** "In the morning and in the evening": so many times a day. */
const TIMES_OF_DAY =
  /\b(?:in the )?(?:mornings?|noon|midday)(?: and|,)(?: [\w-]+){0,3}? (?:in the )?(?:afternoons?|evenings?|nights?)(?:(?: and|, and) (?:in the )?(?:evenings?|nights?))?(?: (?:on |of )?(?:every|each) (?:\w+ )?day)?\b/gi;
const TIME_OF_DAY = /morning|\bnoon|midday|afternoon|evening|night/gi;

/** "In March and September": so many times a year. */
const MONTHS_OF_YEAR = new RegExp(
  `\\b${MONTH_NAME}(?:(?:,| and| &|, and) (?:(?:in|each|every) )?${MONTH_NAME})+\\b(?<year> (?:19|20)\\d\\d\\b)?(?! ?\\d|,? (?:and |& )?${MONTH_NAME})`,
  "gi",
);

const EACH_MONTH = new RegExp(MONTH_NAME, "g");

/** Times come before amounts, so that the number of a time is not read twice. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [VERSION, readVersion],
  [NAMED_TIME, readNamedTime],
  [RATIO, readRatio],
  [TEMPERATURE, readTemperature],
  [MONEY, readMoney],
  [MONTHS_OF_YEAR, readMonths],
  [TIMES_OF_DAY, ({ 0: match }) => interval(1 / (match.match(TIME_OF_DAY)?.length ?? 1))],
  [PLAIN_TWICE, readTimesPer],
  [N_MONTHLY, readNMonthly],
  [TIME, readTime],
  [TIMES_PER, readTimesPer],
  [ADVERB, readAdverb],
  [ONE_TIME, readTime],
  [AT_ONCE, readAtOnce],
  [AMOUNT, readAmount],
];

/** The figures of an English text in order: times in days, sizes in bits, all else by what is counted. */
export const findFigures: (text: string) => readonly Figure[] = memoizeTexts(readFigures);

function readFigures(text: string): Figure[] {
  const figures: Figure[] = [];
  const places = claimSpans(text.length);
  for (const [pattern, read] of READERS)
    for (const match of text.matchAll(pattern)) {
      const figure = { ...read(match, text), ...placeOf(match, text) };
      if (Number.isFinite(figure.value) && figure.unit !== "" && places.take(figure)) figures.push(figure);
    }
  return figures.sort((left, right) => left.start - right.start);
}

function placeOf({ index, 0: match }: RegExpExecArray, text: string): Pick<Figure, "start" | "end" | "text"> {
  const start = index + match.length - match.trimStart().length;
  const end = index + match.trimEnd().length;
  return { start, end, text: text.slice(start, end).replace(/\s+/g, " ") };
}

function interval(value: number): Reading {
  return { kind: "interval", value, unit: "day", bound: "atMost" };
}

/** "In March and September" of each year, or how far apart the named months of one year are. */
function readMonths({ 0: match, groups = {} }: RegExpExecArray): Reading {
  const months = [...match.toLowerCase().matchAll(EACH_MONTH)].map(([name]) => MONTHS.indexOf(name));
  if (groups.year === undefined) return interval(365 / months.length);
  const span = ((months.at(-1) ?? 0) - (months[0] ?? 0) + 12) % 12;
  return interval((span * 365) / 12 / (months.length - 1));
}

function readVersion({ groups = {} }: RegExpExecArray): Reading {
  const value = Number.parseFloat(groups.number ?? "");
  return { kind: "version", value, unit: (groups.name ?? "").toLowerCase(), bound: groups.after ? "atLeast" : "equal" };
}

function readTime(match: RegExpExecArray, text: string): Reading {
  const { groups = {}, index } = match;
  const factor = daysOfUnit(groups.unit ?? "") * (groups.working && /day/i.test(groups.unit ?? "") ? WORKING_DAY : 1);
  const { value: low, upTo: high } = readRange(groups);
  const value = low * factor;
  if (groups.every || /interval/i.test(groups.after ?? "")) return interval(value);
  const bound = readBound(match, text);
  const isKept = bound === "equal" && RETENTION_WORDS.test(text.slice(Math.max(0, index - REACH_OF_VERB), index));
  const upTo = high === undefined ? {} : { upTo: high * factor };
  return { kind: "duration", value, unit: "day", bound: isKept ? "atLeast" : bound, ...upTo };
}

/** The number, or the lowest and highest of several. */
function readRange({ number, upTo, list }: Record<string, string | undefined>): { value: number; upTo?: number } {
  if (number === undefined) return { value: 1 };
  const first = readNumber(number);
  if (upTo === undefined) return { value: first };
  if (list === undefined) return { value: first, upTo: readNumber(upTo) };
  const all = [...list.split(/,\s+/).filter(Boolean), number, upTo].map(readNumber);
  return { value: Math.min(...all), upTo: Math.max(...all) };
}

function readRatio({ groups = {}, index }: RegExpExecArray, text: string): Reading {
  const isLeast = /\b(?:at least|minimum|not less than|above)\b[^.;]{0,20}$/i.test(justBefore(text, index));
  return { kind: "amount", value: Number(groups.number), unit: "ratio", bound: isLeast ? "atLeast" : "equal" };
}

function readTemperature(match: RegExpExecArray, text: string): Reading {
  const { groups = {} } = match;
  const after = groups.after ?? "";
  const bound = /above|higher|more|warm|hot/i.test(after)
    ? "atLeast"
    : /below|low|less|cold|cool/i.test(after)
      ? "atMost"
      : readBound(match, text);
  const upTo = groups.upTo === undefined ? {} : { upTo: Number(groups.upTo) };
  return { kind: "amount", value: Number((groups.number ?? "").replace("–", "-")), unit: "celsius", bound, ...upTo };
}

/** From a sum on something is demanded: the lower, the stricter. */
function readMoney({ groups = {}, index }: RegExpExecArray, text: string): Reading {
  const factor = /k|th/i.test(groups.more ?? "") ? 1e3 : groups.more ? 1e6 : 1;
  const before = text.slice(Math.max(0, index - REACH_OF_BOUND), index);
  const bound = /\bat least\s*$|\bminimum\b/i.test(before)
    ? "atLeast"
    : THRESHOLD.test(before) || /\b(?:up to|at most)\s*$/i.test(before)
      ? "atMost"
      : "equal";
  return { kind: "amount", value: readNumber(groups.number ?? "") * factor, unit: "money", bound };
}

function readNamedTime({ groups = {} }: RegExpExecArray): Reading {
  const value = Number(groups.number) * daysOfUnit(groups.unit ?? "");
  const name = groups.name ?? "";
  if (/rotat|interval|every|frequen|renew/i.test(name)) return interval(value);
  return { kind: "duration", value, unit: "day", bound: RETENTION_WORDS.test(name) ? "atLeast" : "equal" };
}

function readTimesPer({ groups = {} }: RegExpExecArray): Reading {
  const often = groups.often?.toLowerCase() ?? "once";
  const times = { once: 1, twice: 2, thrice: 3 }[often] ?? readNumber(often.replace(/\s+times$/, ""));
  const unit = groups.unit?.toLowerCase() === "dai" ? "day" : (groups.unit ?? "");
  return interval((daysOfUnit(unit) * everyNth(groups.other)) / times);
}

/** "Every other", "every third". */
function everyNth(word: string | undefined): number {
  return { third: 3, fourth: 4, fifth: 5 }[word?.trim().toLowerCase() ?? ""] ?? (word ? 2 : 1);
}

function readNMonthly({ groups = {} }: RegExpExecArray): Reading {
  const unit = groups.unit?.toLowerCase() === "dai" ? "day" : (groups.unit ?? "");
  return interval(readNumber(groups.number ?? "") * daysOfUnit(unit));
}

function readAdverb({ groups = {} }: RegExpExecArray): Reading {
  return interval(daysOfAdverb(groups.adverb ?? ""));
}

function readAtOnce({ 0: match }: RegExpExecArray): Reading {
  return { kind: "duration", value: /day/i.test(match) ? 1 : 0, unit: "day", bound: "atMost" };
}

function readAmount(match: RegExpExecArray, text: string): Reading {
  const { groups = {}, index } = match;
  const words = wordsOf(groups).toLowerCase().split(/\s+/);
  const counted = words.find((word) => word !== "" && !BETWEEN.has(word)) ?? "";
  const isLength = /\blength\b[^.;,]{0,30}$/i.test(text.slice(Math.max(0, index - REACH_OF_BOUND), index));
  const { unit, factor } = groups.percent
    ? { unit: "%", factor: 1 }
    : isLength && !/^(?:bit|byte)/.test(counted)
      ? { unit: "character", factor: 1 }
      : unitOfWord(counted);
  const { value, upTo: high } = readRange(groups);
  const upTo = high === undefined ? {} : { upTo: high * factor };
  const lead = justBefore(text, index) + match[0].slice(0, Math.max(0, match[0].search(/\d/)));
  return {
    kind: "amount",
    value: value * factor,
    unit,
    bound: isSum(unit) && /\b(?:above|over|exceeding|more than)\s*$/i.test(lead) ? "atMost" : readBound(match, text),
    ...upTo,
  };
}

/** "Payments above 500 need two signatures": the lower, the stricter. */
const THRESHOLD = /\b(?:above|over|exceeding|in excess of|more than|beyond)\s*$/i;
const IS_DEMANDED = /^[^.;,]{0,30}\b(?:needs?|requires?|must|shall|is|are|has to|have to)\b/i;

/** What follows an amount. */
function wordsOf({ word = "", more = "" }: Record<string, string | undefined>): string {
  return `${word}${more}`;
}

/** "Seven days in advance": earlier is stricter. */
const IS_BEFOREHAND =
  /^\s*(?:in\s+advance|beforehand|ahead|prior|(?:of\s+)?(?:written\s+|advance\s+|prior\s+)?notice)\b/i;
const IS_LIMIT =
  /\bmaximum\b|\bat\s+most\b|\blongest\b|\b(?:limit(?:ed|s)?|capped?|restricted|confined)\s+(?:to|at|of)\s*$/i;

function justAfter(text: string, index: number): string {
  return text.slice(index, index + REACH_OF_BOUND);
}

function justBefore(text: string, index: number): string {
  return text.slice(Math.max(0, index - REACH_OF_BOUND), index);
}

function readBound({ groups = {}, index, 0: match }: RegExpExecArray, text: string): Figure["bound"] {
  const after = `${groups.after ?? ""} ${wordsOf(groups)} ${groups.plus ?? groups.plus2 ?? ""}`;
  const lead = justBefore(text, index) + match.slice(0, Math.max(0, match.search(/\d/)));
  if (
    THRESHOLD.test(lead) &&
    !/\b(?:no|not) \w+ \w*\s*$/i.test(lead) &&
    IS_DEMANDED.test(justAfter(text, index + match.length - (groups.word?.length ?? 0)))
  )
    return "atMost";
  if (/\bnot?\s*$/i.test(justBefore(text, index)) && /^(?:more|longer|greater|over)\b/i.test(match)) return "atMost";
  if (
    groups.least ||
    groups.least2 ||
    /\bor\s+(?:more|longer|higher|later|above|newer|greater|older)|minimum|at\s+(?:the\s+)?least|\+/i.test(after)
  )
    return "atLeast";
  if (groups.most || /\bor\s+(?:less|fewer|sooner|shorter)|maximum|at\s+(?:the\s+)?(?:most|latest)/i.test(after))
    return "atMost";
  const before =
    text
      .slice(Math.max(0, index - REACH_OF_BOUND), index)
      .split(/[.;]|\d/)
      .at(-1) ?? "";
  if (/\bminimum\b|\bat\s+least\b|\bshortest\b/i.test(before)) return "atLeast";
  if (IS_BEFOREHAND.test(justAfter(text, index + match.length))) return "atLeast";
  return IS_LIMIT.test(before) ? "atMost" : "equal";
}
