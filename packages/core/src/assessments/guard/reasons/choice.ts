import type { WeakReason } from "@assay/contract";
import type { Requirement } from "@assay/language/requirement";
import { foldWording, readTerms, type Statement } from "@assay/language/text";
import { reasonOfAnswer } from "./row.ts";

interface Option {
  readonly isOn: boolean;
  readonly words: string;
}

/** The boxes that the reader writes or leaves as they are; those in TICKED are on. */
const SIGNS = "☐☒☑□◻🗹🗷🞎";
const SIGN = new RegExp(`[${SIGNS}]`, "u");
const BOX = new RegExp(`[${SIGNS}]|\\[[ xX]\\]`, "u");
const AT_BOXES = new RegExp(`([${SIGNS}]|\\[[ xX]\\])`, "u");
const STARTS_WITH_BOX = new RegExp(`^[^\\p{L}\\p{N}[]*(?:[${SIGNS}]|\\[[ xX]\\])`, "u");
const MARK = new RegExp(`^(?:[${SIGNS}✓✔xX]|\\[[ xX]\\])$`, "u");
const TICKED = /[☒☑🗹🗷xX]/u;
const OPENING_BRACKET = /^\W*\[[ xX]\]\s+\S/;
const YES = /^(?:yes|y|ja|oui|s[ií]|sim|true|done|implemented|fully .*|in place|compliant|met|complete[d]?)$/;
const NO =
  /^(?:(?:no|nein|non|nee|n[aã]o)\b(?! (?:exceptions?|findings?|gaps?|issues?|deviations?|incidents?|remarks?))|(?:(?:will|do|does|did|is|are|has|have|can) )?(?:not\b|never\b)(?! (?:applicable|only|just|yet|more|less|fewer|later|longer|shorter)\b)|won't\b|optional$)/;
/** What parts two options, or stands around a box, is no part of an option. */
const BEFORE_WORDS = /^(?:[^\p{L}\p{N}(]|\b(?:or|and)\b)+/u;
const BEHIND_WORDS = /(?:[\s[\](/|,;]|\b(?:or|and))+$/;
const ENDS_IN_ANSWER =
  /(?<!\b(?:or|and) |\/ ?)\b(?:yes|no|ja|nein|oui|non|nee|sim|true|false|never|always|partly|partially|planned|n\/a|not applicable)\W*$/i;
/** Of a page and not of what it says. */
const OF_PAGE =
  /^(?:show|hide|expand|collapse|view|remember|subscribe|notify|email me|keep me|do not show|select all|print|download|dark|read more)\b/;
/** "Known exceptions to it: none" is good. */
const HARM =
  "(?:exceptions|gaps|findings|issues|deviations|remarks|comments|observations|defects|deficiencies|problems)";
const COUNTS_HARM = new RegExp(
  `^\\W*(?:(?:open|known|any|are|there|remaining|outstanding|current|other|major|minor|list|number|of) )*${HARM}(?: (?:to|in|from|with|noted|found|identified|observed|granted|raised)\\b.*)?\\W*$|^\\W*\\w+ ${HARM}\\W*$`,
);
const LENGTH_MAX = 4000;
const ANSWERS_AFTER_MAX = 8;

/** Why the boxes of a statement, or of the answers right below it, do not support it: another option is ticked, or none. */
export function reasonOfChoice(
  statement: Statement,
  statements: readonly Statement[],
  asked: Requirement,
): WeakReason | undefined {
  const own = listOptions(textOf(statement));
  if (own.length > 0) return reasonOfLine(textOf(statement).split(AT_BOXES)[0]!, own, asked);
  const answers: Option[] = [];
  const from = statements.indexOf(statement) + 1;
  for (const next of from > 0 ? statements.slice(from, from + ANSWERS_AFTER_MAX) : []) {
    const options = listOptions(textOf(next));
    const isAnswer = STARTS_WITH_BOX.test(next.text) && options.every(({ words }) => isBareAnswer(words));
    if (!isAnswer || options.length === 0) break;
    answers.push(...options);
  }
  return answers.length > 0 ? reasonOfOptions(answers, asked, false) : undefined;
}

/** @param lead the words before the first box. */
function reasonOfLine(lead: string, options: readonly Option[], asked: Requirement): WeakReason | undefined {
  const isOfPage = options.every(({ words }) => OF_PAGE.test(words));
  if (isOfPage && /[.!]["')\]]*\s*$/.test(lead)) return undefined;
  // "No ☒ Yes ☐": the boxes may follow their words.
  const isBehind =
    ENDS_IN_ANSWER.test(lead) ||
    (options.length > 1 && options.at(-1)!.words === "" && /[\p{L}\p{N}]/u.test(lead) && !/[?:]\W*$/.test(lead));
  if (isBehind && options.some(({ isOn }) => isOn)) return "QUESTION";
  return reasonOfOptions(options, asked, COUNTS_HARM.test(foldWording(lead)));
}

/** A box alone in a cell is about the heading of its column. */
function textOf({ kind, text, cells }: Statement): string {
  if (kind !== "row") return text;
  return cells
    .map(({ column, text: cell }) => {
      const mark = cell.trim();
      if (column === null || !MARK.test(mark)) return cell;
      const isPlain = /^[✓✔xX]$/.test(mark);
      return isPlain && !isBareAnswer(foldWording(column)) ? cell : `${isPlain ? "☒" : mark} ${column}`;
    })
    .join("\t");
}

function listOptions(text: string): Option[] {
  if (text.length > LENGTH_MAX || !BOX.test(text)) return [];
  const parts = text.split(AT_BOXES);
  const isOfBrackets = !SIGN.test(text);
  // Brackets within a sentence are often something else.
  if (isOfBrackets && parts.length < 5 && !OPENING_BRACKET.test(text)) return [];
  // A box that begins a row may have its words in the next cell.
  const isFirst = STARTS_WITH_BOX.test(text);
  const options: Option[] = [];
  for (let at = 1; at < parts.length; at += 2) {
    const cells = parts[at + 1]!.split(/[\t|\n]/).map(wordsOf);
    options.push({ isOn: TICKED.test(parts[at]!), words: (isFirst ? cells.find(Boolean) : cells[0]) ?? "" });
  }
  return options;
}

const wordsOf = (text: string) => foldWording(text).replace(BEFORE_WORDS, "").replace(BEHIND_WORDS, "");

/** The option without what is explained behind it. */
const plain = (words: string) => words.split(/[.,;:()–—]| - /)[0]!.trim();

function isBareAnswer(words: string): boolean {
  const option = plain(words);
  return YES.test(option) || NO.test(option) || reasonOfAnswer(option) !== undefined;
}

function reasonOfOptions(options: readonly Option[], asked: Requirement, countsHarm: boolean): WeakReason | undefined {
  const on = options.filter(({ isOn }) => isOn);
  const off = options.filter(({ isOn }) => !isOn);
  const isBare = options.some(({ words }) => isBareAnswer(words));
  if (on.length === 0)
    return options.length === 1 && !isBare && options[0]!.words !== "(nothing chosen)" ? "NEGATED" : "QUESTION";
  for (const { words } of on) {
    const option = plain(words);
    if (YES.test(option) || (countsHarm && option === "none")) continue;
    const reason = NO.test(option) ? "NEGATED" : reasonOfAnswer(option);
    // Where something is forbidden, "No" may be what is wanted.
    if (reason !== undefined && !(reason === "NEGATED" && asked.forbidden.size > 0)) return reason;
  }
  if (on.some(({ words }) => words === "")) return "QUESTION";
  // Both ticked, or yes and no of different questions: nothing says which is meant.
  if (on.some(({ words }) => NO.test(plain(words))) && on.some(({ words }) => YES.test(plain(words))))
    return "QUESTION";
  const most = (list: readonly Option[]) =>
    Math.max(0, ...list.map(({ words }) => readTerms(words).filter((term) => asked.terms.has(term)).length));
  const isYes = on.some(({ words }) => YES.test(plain(words)));
  // What is explained behind a "No" that is not ticked is not said.
  const others = isYes ? off.filter(({ words }) => !NO.test(plain(words))) : off;
  return most(others) > most(on) ? "NEGATED" : undefined;
}
