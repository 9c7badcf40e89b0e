import type { CaptureFact, RecognisedWord } from "@assay/contract";
import { readShownDate } from "./read-shown-date.ts";

export interface ShownText {
  readonly text: string;
  readonly words: readonly RecognisedWord[];
  /** Of the image, in the pixels of the boxes. */
  readonly width: number;
  readonly height: number;
}

/** Less certain words are no facts. */
const CERTAINTY_MIN = 0.6;
/** Share of the height that bars of a system, a browser and a printed page take at the top and the bottom. */
const EDGE = 0.09;
const ADDRESS_EDGE = 0.16;
const ACCOUNT_EDGE = 0.12;

/** Words that stand close together in one line. */
interface Run {
  readonly text: string;
  readonly words: readonly RecognisedWord[];
  readonly box: CaptureFact["box"];
  /** Whether it opens its line. */
  readonly isFirst: boolean;
}

/** Finds what a screenshot says of when, where and by whom it was taken; what is not clear is omitted. */
export function findCaptureFacts(shown: ShownText): CaptureFact[] {
  const runs = listRuns(shown);
  return [...findClocks(runs, shown), ...findAddress(runs, shown), ...findUser(runs, shown)];
}

const TIME = /\b(?:[01]?\d|2[0-3])[:.][0-5]\d(?::[0-5]\d)?(?:\s*[ap]\.?m\.?)?(?!\d)/i;
const CLOCK_WORDS_MAX = 9;
const TERMINAL_DATE =
  /^(?:mon|tue|wed|thu|fri|sat|sun)\w*,?\s+(?:[a-z]{3}\w*\s+\d{1,2}|\d{1,2}\s+[a-z]{3}\w*)\b.*\d{1,2}:\d{2}:\d{2}.*\b\d{4}\b|^(?:mon|tue|wed|thu|fri|sat|sun)\w*,?\s+[\s\S]*\b\d{4}\b.*\d{1,2}:\d{2}:\d{2}/i;

function findClocks(runs: readonly Run[], shown: ShownText): CaptureFact[] {
  const printed = runs.filter(
    (run, at) => TERMINAL_DATE.test(run.text) && /(?:^|[\s$#>%])date$/.test(runs[at - 1]?.text ?? ""),
  );
  if (printed.length > 0) return printed.map((run) => factOf("CLOCK", run, readShownDate(run.text)));
  const timed = runs.filter(
    ({ text, words }) => TIME.test(text) && words.length <= CLOCK_WORDS_MAX && isOnlyTime(text),
  );
  const clocks = timed.filter((run) => {
    if (!isAtEdge(run.box, shown, EDGE)) return false;
    // One of a column of times is a record, not the clock.
    return !timed.some(
      (other) => other !== run && !isAtEdge(other.box, shown, EDGE) && sharesColumn(run.box, other.box),
    );
  });
  // Two clocks that disagree are none.
  if (clocks.length !== 1) return [];
  const clock = clocks[0]!;
  const own = readShownDate(clock.text);
  if (own !== null) return [factOf("CLOCK", clock, own)];
  const below = runs.find(
    (run) => run !== clock && standsUnder(run.box, clock.box) && readShownDate(run.text) !== null,
  );
  if (!below || below.words.length > 4) return [factOf("CLOCK", clock, null)];
  return [factOf("CLOCK", join(clock, below), readShownDate(below.text))];
}

const DATE_WORD =
  /^(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[.,]?$|^\d{1,2}(?:st|nd|rd|th)?[.,]?$|^\d{4},?$|^[\d/.-]{6,10},?$|^(?:am|pm|a\.m\.|p\.m\.|utc|gmt|cet|cest|est|edt|pst|pdt|z|at|·|\||-)$/i;

/** Nothing next to a time and a date. */
function isOnlyTime(text: string): boolean {
  return text
    .replace(TIME, " ")
    .split(/\s+/)
    .every((word) => word === "" || DATE_WORD.test(word));
}

const HOST =
  /^(?:https?:\/\/)?(?:localhost|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24})(?::\d{2,5})?(?:[/?#]\S*)?$/i;
const FILE_NAME =
  /^[^/]+\.(?:pdf|docx?|xlsx?|pptx?|txt|md|csv|html?|png|jpe?g|tiff?|zip|json|ya?ml|xml|log|sh|py|js|ts|service|conf)$/i;

function findAddress(runs: readonly Run[], shown: ShownText): CaptureFact[] {
  const found = runs
    .filter(({ box }) => isAtEdge(box, shown, ADDRESS_EDGE))
    .flatMap((run) => run.words.map((word) => ({ text: shown.text.slice(word.start, word.end), word })))
    .filter(({ text, word }) => word.certainty >= CERTAINTY_MIN && HOST.test(text) && !FILE_NAME.test(text))
    // Without a scheme and a path it may be a name in a sentence.
    .filter(
      ({ text, word }) => /^https?:\/\//i.test(text) || (text.includes("/") && word.box.y0 < shown.height * EDGE),
    );
  // A printed page names its address once; two of them leave open which is meant.
  const [first, ...others] = found;
  if (!first || others.some(({ text }) => text !== first.text)) return [];
  return [{ kind: "ADDRESS", text: first.text, date: null, box: first.word.box }];
}

const PROMPT = /^\[?([a-z_][\w.-]*@[\w.-]+)(?::(?:\S*|\s[~/]\S*)[$#%]|[\s:]\S*[\]$#%])/i;
const SIGNED_IN = /\b(?:[Ss]igned|[Ll]ogged)[ -]?in as:?\s+(\S+(?:\s+\p{Lu}\S+){0,2})/u;
const MAIL = /^<?[\w.+-]+@[\w-]+(?:\.[\w-]+)+>?$/;

function findUser(runs: readonly Run[], shown: ShownText): CaptureFact[] {
  for (const run of runs) {
    const said = SIGNED_IN.exec(run.text);
    if (said) return [part(run, said.index + said[0].length - said[1]!.length, nameOf(said[1]!))];
  }
  const prompts = runs.flatMap((run) => {
    const user = run.isFirst ? PROMPT.exec(run.text)?.[1] : undefined;
    return user === undefined ? [] : [{ run, user }];
  });
  const [prompt] = prompts;
  if (prompt && prompts.every(({ user }) => user === prompt.user))
    return [part(prompt.run, prompt.run.text.indexOf(prompt.user), prompt.user)];
  const accounts = runs.filter(
    ({ text, box }) => MAIL.test(text) && box.y1 < shown.height * ACCOUNT_EDGE && box.x0 > shown.width / 2,
  );
  return accounts.length === 1 ? [factOf("USER", accounts[0]!, null)] : [];
}

/** Up to the end of the sentence; an initial has a dot too. */
function nameOf(text: string): string {
  return text.replace(/(?<=[\p{L}\d]{2})[.,;](?:\s.*)?$/u, "");
}

/** The part of a run that names somebody, with the box of its words. */
function part(run: Run, start: number, text: string): CaptureFact {
  const from = run.words[0]!.start + start;
  const words = run.words.filter((word) => word.end > from && word.start < from + text.length);
  return { kind: "USER", text, date: null, box: boxOf(words.length > 0 ? words : run.words) };
}

function factOf(kind: CaptureFact["kind"], { text, box }: Run, date: string | null): CaptureFact {
  return { kind, text, date, box };
}

function join(a: Run, b: Run): Run {
  return { ...a, text: `${a.text} ${b.text}`, box: boxOf([...a.words, ...b.words]) };
}

/** Lines, cut at wide gaps and at words that are not certain. */
function listRuns({ text, words }: ShownText): Run[] {
  const runs: Run[] = [];
  let open: RecognisedWord[] = [];
  let isFirst = true;
  const close = () => {
    if (open.length > 0)
      runs.push({ text: text.slice(open[0]!.start, open.at(-1)!.end), words: open, box: boxOf(open), isFirst });
    open = [];
  };
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    const isNewLine = before === undefined || text.slice(before.end, word.start).includes("\n");
    const last = open.at(-1);
    if (isNewLine || (last && word.box.x0 - last.box.x1 > 1.3 * (word.box.y1 - word.box.y0))) close();
    if (open.length === 0) isFirst = isNewLine;
    if (word.certainty < CERTAINTY_MIN) close();
    else open.push(word);
  }
  close();
  return runs;
}

type Box = CaptureFact["box"];

function boxOf(words: readonly RecognisedWord[]): Box {
  return {
    x0: Math.min(...words.map(({ box }) => box.x0)),
    y0: Math.min(...words.map(({ box }) => box.y0)),
    x1: Math.max(...words.map(({ box }) => box.x1)),
    y1: Math.max(...words.map(({ box }) => box.y1)),
  };
}

function isAtEdge({ y0, y1 }: Box, { height }: ShownText, share: number): boolean {
  return y1 <= height * share || y0 >= height * (1 - share);
}

function sharesColumn(a: Box, b: Box): boolean {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) > 0.5 * Math.min(a.x1 - a.x0, b.x1 - b.x0);
}

/** Directly under it, as the tray of Windows writes the date. */
function standsUnder(date: Box, clock: Box): boolean {
  const height = clock.y1 - clock.y0;
  return date.y0 >= clock.y1 - 0.5 * height && date.y0 <= clock.y1 + height && sharesColumn(date, clock);
}
