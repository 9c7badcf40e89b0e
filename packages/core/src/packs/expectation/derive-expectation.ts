import type { Expectation, ExpectationKind } from "@assay/contract";
import { NUMBER, readNumber } from "@assay/language/quantity";

const COUNT = `\\d{1,3}|other|${NUMBER}`;
/** What is done or kept again and again: "annual review" is a cadence, "annual budget" is not. */
const ACT =
  "(?:reviews?|tests?|testing|audits?|assessments?|exercises?|drills?|scans?|scanning|checks?|inspections?|evaluations?|verifications?|reconciliations?|recertifications?|attestations?|certifications?|training|rehearsals?|meetings?|reports?|reporting|backups?|monitoring|updates?|patching|rotations?|simulations?|walkthroughs?|restores?|restorations?)";

interface Reading {
  readonly pattern: RegExp;
  readonly every: string | ((match: RegExpMatchArray) => string | undefined);
}

/** In which words a requirement says how often. */
const INTERVALS: readonly Reading[] = [
  {
    pattern: new RegExp(
      `\\b(?:every|each|per|once in|once per)\\s+(?:period of\\s+)?(${COUNT})(?:\\s*\\(\\d+\\))?[\\s-]+(?:calendar\\s+|consecutive\\s+)?(day|week|month|quarter|year)s?\\b`,
      "giu",
    ),
    every: ([, count, unit]) => toInterval(count!, unit!),
  },
  {
    pattern: /\b(?:twice|two times) (?:a|per|each|every) (?:calendar |fiscal )?year\b/giu,
    every: "P6M",
  },
  {
    pattern: new RegExp(`\\b(${COUNT}) times (?:a|per|each|every) (?:calendar |fiscal )?year\\b`, "giu"),
    every: ([, count]) => timesPerYear(toNumber(count!)),
  },
  { pattern: /\b(?:twice|two times) (?:a|per|each|every) month\b/giu, every: "P14D" },
  { pattern: /\b(?:semi-?annual(?:ly)?|bi-?annually|half-?yearly)\b/giu, every: "P6M" },
  { pattern: /\b(?:biennially|biennial)\b/giu, every: "P2Y" },
  { pattern: /\b(?:fortnightly|bi-?weekly)\b/giu, every: "P2W" },
  {
    pattern: /\b(?:annually|yearly|(?:each|every|per|once a) (?:calendar |fiscal )?year|per annum)\b/giu,
    every: "P1Y",
  },
  { pattern: /\b(?:quarterly|(?:each|every|per|once a) (?:calendar |fiscal )?quarter)\b/giu, every: "P3M" },
  { pattern: /\b(?:monthly|(?:each|every|per|once a) (?:calendar )?month)\b/giu, every: "P1M" },
  { pattern: /\b(?:weekly|(?:each|every|per|once a) (?:calendar |working )?week)\b/giu, every: "P1W" },
  { pattern: /\b(?:(?:each|every|once a) (?:calendar |working |business )?day|on a daily basis)\b/giu, every: "P1D" },
  {
    pattern: /\b(?:performed|reviewed|checked|taken|backed up|scanned|monitored|tested)\s+daily\b/giu,
    every: "P1D",
  },
  { pattern: new RegExp(`\\bdaily\\s+(?:[\\w-]+\\s+){0,3}${ACT}\\b`, "giu"), every: "P1D" },
  { pattern: new RegExp(`\\bannual\\s+(?:[\\w-]+\\s+){0,3}${ACT}\\b`, "giu"), every: "P1Y" },
];

/** An amount per time ("20 hours of training a year", "a fee per month") or a time to keep is no cadence of an act. */
const NO_CADENCE_BEFORE =
  /(?:\b(?:hours?|minutes?|days?|times?|fees?|costs?|amounts?|percent|%)(?: of [\w-]+)?\s*|\b(?:retained|kept|stored|preserved|valid) (?:for|until) )$/iu;

const EVENTS: readonly RegExp[] = [
  /\b(?:after|following|upon|before|prior to|on|at|for)\s+(?:each|every|any|all)\s+(?:[\w-]+\s+){0,3}?(?:incidents?|changes?|events?|breach(?:es)?|releases?|deployments?|hires?|hirings?|terminations?|departures?|transfers?|exercises?|tests?|failures?|upgrades?|disposals?|onboardings?)\b/iu,
  /\b(?:after|following|upon|when(?:ever)?(?: there (?:is|are))?)\s+(?:an?\s+)?(?:significant|major|material|important|substantial)\s+(?:[\w-]+\s+){0,3}?(?:incidents?|changes?|events?|modifications?)\b/iu,
  /\b(?:after|following|upon)\s+(?:an?\s+|the\s+)?(?:[\w-]+\s+){0,2}?(?:incidents?|breach(?:es)?|changes|terminations?|departures?|hire|transfers?)\b/iu,
  /\b(?:when|whenever|each time|every time|as soon as)\s+(?:an?\s+|the\s+)?(?:[\w-]+\s+){1,4}?(?:occurs?|changes?|leaves?|joins?|is terminated|are terminated|is hired|are hired|is transferred|are transferred)\b/iu,
];

const RULE =
  /\b(?:polic(?:y|ies)|standards?|procedures?|plans?|guidelines?|rules? of behaviou?r|code of conduct|charter|strategy|methodology|framework|contracts?|agreements?)\b/iu;
const LAID_DOWN =
  /\b(?:establish(?:es|ed)?|defin(?:e|es|ed)|document(?:s|ed)?|develop(?:s|ed)?|adopt(?:s|ed)?|approv(?:e|es|ed)|publish(?:es|ed)?|maintain(?:s|ed)?|written|in place|exists?|has|have|there is|there are|laid down|sets? out|sets?)\b/iu;
const RECORDED =
  /\b(?:records?|minutes|logs?|evidence|results?|reports?)\b[^.;]{0,60}\b(?:(?:is|are|be|has been|have been) (?:kept|recorded|retained|documented|produced)|shows? that)\b/iu;

/**
 * What a requirement's wording says of the evidence that it asks for; null where it says nothing. Of several intervals
 * the shortest counts, and an interval counts before an event.
 */
export function deriveExpectation(title: string): Expectation | null {
  const every = deriveInterval(title) ?? (EVENTS.some((pattern) => pattern.test(title)) ? "EVENT" : null);
  const kind = deriveKind(title, every);
  return kind === null ? null : { kind, every };
}

function deriveKind(title: string, every: string | null): ExpectationKind | null {
  const asksForRule = RULE.test(title) && LAID_DOWN.test(title);
  const asksForPractice = every !== null || RECORDED.test(title);
  if (asksForPractice) return asksForRule ? "BOTH" : "OPERATION";
  return asksForRule ? "DESIGN" : null;
}

function deriveInterval(title: string): string | undefined {
  const found = INTERVALS.flatMap(({ pattern, every }) =>
    [...title.matchAll(pattern)].flatMap((match) => {
      if (NO_CADENCE_BEFORE.test(title.slice(0, match.index))) return [];
      const interval = typeof every === "string" ? every : every(match);
      return interval === undefined ? [] : [interval];
    }),
  );
  return found.sort((a, b) => approximateDays(a) - approximateDays(b))[0];
}

function toNumber(text: string): number {
  if (text.toLowerCase() === "other") return 2;
  return readNumber(text);
}

function toInterval(countText: string, unitText: string): string | undefined {
  const count = toNumber(countText);
  if (!(count >= 1)) return undefined;
  switch (unitText.toLowerCase()) {
    case "day":
      return `P${count}D`;
    case "week":
      return `P${count}W`;
    case "month":
      return `P${count}M`;
    case "quarter":
      return `P${count * 3}M`;
    default:
      return `P${count}Y`;
  }
}

function timesPerYear(times: number): string | undefined {
  return times >= 1 && 12 % times === 0 ? `P${12 / times}M` : undefined;
}

const DAYS_OF: Readonly<Record<string, number>> = { D: 1, W: 7, M: 30.4, Y: 365 };

function approximateDays(interval: string): number {
  return Number(interval.slice(1, -1)) * DAYS_OF[interval.at(-1)!]!;
}
