import type { WeakReason } from "@assay/contract";
import type { Requirement } from "@assay/language/requirement";
import { foldWording, readTerms, type Statement } from "@assay/language/text";
import { reasonOfAnswer } from "./row.ts";

interface Option {
  readonly isOn: boolean;
  readonly words: string;
}

const BOX = /[☐☒☑□◻]|\[[ xX]\]/;
const AT_BOXES = /([☐☒☑□◻]|\[[ xX]\])/;
const OPENING_BRACKET = /^\W*\[[ xX]\]\s+\S/;
const YES = /^(?:yes|y|ja|oui|s[ií]|sim|true|done|implemented|fully .*|in place|compliant|met|complete[d]?)$/;
const NO = /^(?:no|nein|non|nee|n[aã]o)\b(?! (?:exceptions?|findings?|gaps?|issues?|deviations?|incidents?|remarks?))/;
const LENGTH_MAX = 4000;
const ANSWERS_AFTER_MAX = 8;

/** Why the boxes of a statement, or of the answers right below it, do not support it: another option is ticked, or none. */
export function reasonOfChoice(
  statement: Statement,
  statements: readonly Statement[],
  asked: Requirement,
): WeakReason | undefined {
  const own = listOptions(textOf(statement));
  if (own.length > 0) return reasonOfOptions(own, asked);
  const answers: Option[] = [];
  const from = statements.indexOf(statement) + 1;
  for (const next of from > 0 ? statements.slice(from, from + ANSWERS_AFTER_MAX) : []) {
    const options = listOptions(textOf(next));
    const isAnswer = /^\W*(?:[☐☒☑□◻]|\[[ xX]\])/.test(next.text) && options.every(({ words }) => isBareAnswer(words));
    if (!isAnswer || options.length === 0) break;
    answers.push(...options);
  }
  return answers.length > 0 ? reasonOfOptions(answers, asked) : undefined;
}

/** A box alone in a cell is about the heading of its column. */
function textOf({ kind, text, cells }: Statement): string {
  if (kind !== "row") return text;
  return cells
    .map(({ column, text: cell }) => {
      const mark = cell.trim();
      if (column === null || !/^(?:[☐☒☑□◻✓✔xX]|\[[ xX]\])$/.test(mark)) return cell;
      const isPlain = /^[✓✔xX]$/.test(mark);
      return isPlain && !isBareAnswer(foldWording(column)) ? cell : `${isPlain ? "☒" : mark} ${column}`;
    })
    .join("\t");
}

function listOptions(text: string): Option[] {
  if (text.length > LENGTH_MAX || !BOX.test(text)) return [];
  const parts = text.split(AT_BOXES);
  const isOfBrackets = !/[☐☒☑□◻]/.test(text);
  // Brackets within a sentence are often something else.
  if (isOfBrackets && parts.length < 5 && !OPENING_BRACKET.test(text)) return [];
  const options: Option[] = [];
  for (let at = 1; at < parts.length; at += 2)
    options.push({ isOn: /[☒☑xX]/.test(parts[at]!), words: foldWording(parts[at + 1]!.split(/[\t|\n]/)[0]!) });
  return options;
}

/** The option without what is explained behind it. */
const plain = (words: string) => words.split(/[.,;:()–—]| - /)[0]!.trim();

function isBareAnswer(words: string): boolean {
  const option = plain(words);
  return YES.test(option) || NO.test(option) || reasonOfAnswer(option) !== undefined;
}

function reasonOfOptions(options: readonly Option[], asked: Requirement): WeakReason | undefined {
  const on = options.filter(({ isOn }) => isOn);
  const off = options.filter(({ isOn }) => !isOn);
  const isBare = options.some(({ words }) => isBareAnswer(words));
  if (on.length === 0)
    return options.length === 1 && !isBare && options[0]!.words !== "(nothing chosen)" ? "NEGATED" : "QUESTION";
  for (const { words } of on) {
    const option = plain(words);
    if (YES.test(option)) continue;
    const reason = NO.test(option) ? "NEGATED" : reasonOfAnswer(option);
    // Where something is forbidden, "No" may be what is wanted.
    if (reason !== undefined && !(reason === "NEGATED" && asked.forbidden.size > 0)) return reason;
  }
  // Both ticked, or yes and no of different questions: nothing says which is meant.
  if (on.some(({ words }) => NO.test(plain(words))) && on.some(({ words }) => YES.test(plain(words))))
    return "QUESTION";
  const most = (list: readonly Option[]) =>
    Math.max(0, ...list.map(({ words }) => readTerms(words).filter((term) => asked.terms.has(term)).length));
  return most(off) > most(on) ? "NEGATED" : undefined;
}
