import type { Choice, List, Pick, Tick } from "./reading-labels.ts";

/** `reversed`: the text says of an option the opposite of what a person sees; `lost`: it does not say. */
export type Outcome = "right" | "reversed" | "lost";

const ON = String.raw`☒|☑|✔|✓|◉|●|\[[xX]\]|\([xX•]\)`;
const OFF = String.raw`☐|○|◯|\[ \]|\( \)`;
const MARK = new RegExp(`${ON}|${OFF}`, "u");
const isOn = (mark: string) => new RegExp(`^(?:${ON})$`, "u").test(mark);
const STRETCH = 400;

/** What the text of a file says about its choices, each read from its question to the next one. */
export function judgeChoices(text: string, choices: readonly Choice[]): Outcome[] {
  const starts = choices.map((choice) => findWords(text, "question" in choice ? choice.question : choice.statement));
  return choices.map((choice, at) => {
    const start = starts[at]!;
    if (start < 0) return "lost";
    if ("statement" in choice) return judgeTick(text, start, choice);
    const next = Math.min(...starts.filter((each) => each > start), start + STRETCH);
    const after = text.slice(start + choice.question.length, next);
    return "options" in choice ? judgePick(text, start, after, choice) : judgeList(after, choice);
  });
}

function judgeTick(text: string, start: number, { statement, ticked }: Tick): Outcome {
  const from = text.lastIndexOf("\n", start) + 1;
  const to = text.indexOf("\n", start);
  const before = text.slice(from, start).match(new RegExp(MARK.source, "gu"));
  const after = text.slice(start + statement.length, to < 0 ? undefined : to);
  const mark = before?.at(-1) ?? MARK.exec(after)?.[0];
  const word = /^[\s|:.–-]*(yes|true|on|checked|done|no|false|off|unchecked)\b/iu.exec(after)?.[1]?.toLowerCase();
  if (!mark && !word) return "lost";
  const shown = mark ? isOn(mark) : ["yes", "true", "on", "checked", "done"].includes(word!);
  return shown === ticked ? "right" : "reversed";
}

function judgePick(text: string, start: number, after: string, { options }: Pick): Outcome {
  const shown = statesInLine(after, Object.keys(options)) ?? statesUnderHeadings(text, start, Object.keys(options));
  const wanted = Object.entries(options);
  if (wanted.some(([name, ticked]) => shown?.has(name) && shown.get(name) !== ticked)) return "reversed";
  return wanted.every(([name]) => shown?.has(name)) ? "right" : "lost";
}

/** The options with their marks before them or after them, or the chosen ones alone; undefined where none is there. */
function statesInLine(after: string, options: readonly string[]): Map<string, boolean> | undefined {
  const tokens = tokensOf(after, options);
  const named = tokens.filter((token) => !MARK.test(token));
  if (named.length === 0) return undefined;
  const states = new Map<string, boolean>();
  if (named.length === tokens.length) {
    // Without marks an answer is what alone is there.
    if (new Set(named).size === options.length) return states;
    for (const option of options) states.set(option, named.includes(option));
    return states;
  }
  // Marks follow their words only where each option can have one; else they stand before them, as the reader writes it.
  const markFirst = MARK.test(tokens[0]!) || tokens.length - named.length < options.length;
  tokens.forEach((token, at) => {
    const mark = tokens[markFirst ? at - 1 : at + 1];
    if (!MARK.test(token) && mark && MARK.test(mark) && !states.has(token)) states.set(token, isOn(mark));
  });
  return states;
}

function tokensOf(text: string, options: readonly string[]): string[] {
  const names = options.toSorted((one, other) => other.length - one.length).map((name) => wordsPattern(name));
  return [...text.matchAll(new RegExp(`${MARK.source}|${names.join("|")}`, "gu"))].map(([token]) => {
    const plain = token.replace(/\s+/g, " ");
    return options.find((option) => option === plain) ?? token;
  });
}

/** Marks in the cells of the question's row, each under the option that heads its column. */
function statesUnderHeadings(
  text: string,
  start: number,
  options: readonly string[],
): Map<string, boolean> | undefined {
  const lines = text.slice(0, start).split("\n");
  const end = text.indexOf("\n", start);
  const cells = cellsOf(text.slice(text.lastIndexOf("\n", start) + 1, end < 0 ? undefined : end));
  const headings = lines
    .slice(0, -1)
    .toReversed()
    .map(cellsOf)
    .find((each) => options.every((option) => each.includes(option)));
  if (!headings) return undefined;
  const states = new Map<string, boolean>();
  for (const option of options) {
    const cell = cells[headings.indexOf(option)] ?? "";
    const mark = MARK.exec(cell)?.[0];
    if (mark) states.set(option, isOn(mark));
  }
  return states;
}

export function cellsOf(line: string): string[] {
  const cells = line.split(line.includes("|") ? "|" : "\t").map((cell) => cell.trim());
  return line.trimStart().startsWith("| ") && line.trimEnd().endsWith("|") ? cells.slice(1, -1) : cells;
}

function judgeList(after: string, { chosen, others }: List): Outcome {
  const names = chosen === null ? others : [chosen, ...others];
  const tokens = tokensOf(after, names);
  const shown = new Set(tokens.filter((token, at) => !MARK.test(token) && !isOffAt(tokens, at)));
  if (others.some((other) => shown.has(other))) return chosen !== null && shown.has(chosen) ? "lost" : "reversed";
  if (chosen === null) return "right";
  return shown.has(chosen) ? "right" : tokens.includes(chosen) ? "reversed" : "lost";
}

function isOffAt(tokens: readonly string[], at: number): boolean {
  const before = tokens[at - 1];
  return before !== undefined && MARK.test(before) && !isOn(before);
}

/** Where the words begin, whatever white space is between them; -1 where they are not. */
export function findWords(text: string, words: string, from = 0): number {
  const found = new RegExp(wordsPattern(words), "u").exec(text.slice(from));
  return found ? found.index + from : -1;
}

export function wordsPattern(words: string): string {
  const escaped = words.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const edge = (at: "start" | "end") =>
    /[\p{L}\p{N}]/u.test(at === "start" ? words[0]! : words.at(-1)!)
      ? at === "start"
        ? "(?<![\\p{L}\\p{N}])"
        : "(?![\\p{L}\\p{N}])"
      : "";
  return edge("start") + escaped.join("\\s+") + edge("end");
}
