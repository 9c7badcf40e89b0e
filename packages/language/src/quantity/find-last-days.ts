import { claimSpans } from "../text/claim-spans.ts";
import { monthOf, SHORT_MONTH } from "./months.ts";

const MONTH = `(?<month>${SHORT_MONTH})[a-z]*\\.?`;

const PATTERNS: readonly RegExp[] = [
  /(?<![\d.])(?<year>(?:19|20)\d\d)[-/.](?<number>0?[1-9]|1[0-2])[-/.](?<day>0?[1-9]|[12]\d|3[01])(?!\d)/g,
  new RegExp(`(?<![\\d.])(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH},? (?<year>(?:19|20)\\d\\d)\\b`, "g"),
  new RegExp(`\\b${MONTH} (?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>(?:19|20)\\d\\d)\\b`, "g"),
  /(?<![\d.])(?<day>\d{1,2})[./](?<number>\d{1,2})[./](?<year>(?:19|20)\d\d)\b/g,
  new RegExp(`\\b${MONTH},? (?:of )?(?<year>(?:19|20)\\d\\d)\\b`, "g"),
  /(?<![\d.])(?<number>0[1-9]|1[0-2])\/(?<year>20\d\d)\b/g,
  /(?<![\d./-])(?<year>(?:19|20)\d\d)(?![\d/-]|\.\d)/g,
];

/** A date of a folded text; of a month or year alone, its last day. */
export interface LastDay {
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

export function findLastDays(folded: string): LastDay[] {
  const dates: LastDay[] = [];
  const places = claimSpans(folded.length);
  for (const pattern of PATTERNS)
    for (const { index, 0: match, groups = {} } of folded.matchAll(pattern)) {
      const place = { start: index, end: index + match.length };
      if (places.take(place)) dates.push({ date: toIso(groups), ...place });
    }
  return dates.sort((left, right) => left.start - right.start);
}

function toIso({ year, month, number, day }: Record<string, string | undefined>): string {
  const named = month === undefined ? Number(number ?? 12) : monthOf(month);
  const [first, second] = named > 12 ? [Number(day), named] : [named, Number(day ?? 31)];
  const last = new Date(Date.UTC(Number(year), first, 0)).getUTCDate();
  return `${year}-${String(first).padStart(2, "0")}-${String(Math.min(second, last)).padStart(2, "0")}`;
}
