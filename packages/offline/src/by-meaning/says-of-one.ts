import { SHORT_MONTH } from "@assay/language/quantity";
import type { Candidate } from "./list-candidates.ts";

/** What it counts is a time and no thing: "every 90 days". */
const TIME =
  "\\s+(?:\\d|other\\b|(?:single|two|three|four|five|six|twelve)\\b|(?:working\\s+|business\\s+|calendar\\s+)?(?:hour|day|night|week|month|quarter|year|time|shift)s?\\b)";
const OF_ALL = new RegExp(
  `\\b(?:all|every|each|any|everyone|everybody|entire|whole|whoever|anyone|nobody|none|no\\s+one)\\b(?!${TIME})`,
  "i",
);
/** "Backups of business data are taken": a plural without an article. */
const OF_MANY = /^(?!(?:the|an?|its|their|this|that|one|two|no)\b)[^,;|]{2,80}?\b(?:are|have)\b/i;
/** A row of two cells is a name with its value, which may hold for all. */
const CELLS_OF_A_RECORD_MIN = 3;
const MONTH = `${SHORT_MONTH}[a-z]*`;
const DATE = new RegExp(
  `\\b\\d{4}-\\d\\d-\\d\\d\\b|\\b\\d{1,2}(?:st|nd|rd|th)?\\s+${MONTH}\\b|\\b${MONTH}\\s+\\d{1,2}\\b`,
  "i",
);
const OF_SEVERAL = /\b(?:are|have|were)\b/i;

/** Whether a part is asked of all of its things, and a row or record says it of one of them. */
export function saysOfOne(part: string, { text, kind, cells }: Candidate): boolean {
  if (OF_ALL.test(text)) return false;
  if (kind === "row") return OF_ALL.test(part) || (OF_MANY.test(part) && cells >= CELLS_OF_A_RECORD_MIN);
  return OF_ALL.test(part) && DATE.test(text) && !OF_SEVERAL.test(text);
}
