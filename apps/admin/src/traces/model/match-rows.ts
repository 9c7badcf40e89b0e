import type { Condition } from "./conditions.ts";
import { durationOf, MARK, type MarkName, ROW, type Trace } from "./trace.ts";

export interface Filter {
  readonly conditions: readonly Condition[];
  /** A row must carry one of them, where there are any. */
  readonly marks: readonly MarkName[];
}

export interface Matched {
  /** 1 for each row that passes. */
  readonly rows: Uint8Array;
  /** 1 for each row that passes or holds one that does. */
  readonly kept: Uint8Array;
  /** Spans that pass, and requirements that have none. */
  readonly count: number;
}

type Test = (row: number) => boolean;

/** Undefined where the filter lets everything pass. */
export function matchRows(trace: Trace, { conditions, marks }: Filter): Matched | undefined {
  if (conditions.length === 0 && marks.length === 0) return undefined;
  const tests = conditions.map((condition) => testOf(trace, condition));
  const wanted = marks.reduce((bits, name) => bits | MARK[name], 0);
  if (wanted) tests.unshift((row) => (trace.marks[row]! & wanted) !== 0);
  const rows = new Uint8Array(trace.count);
  const kept = new Uint8Array(trace.count);
  let count = 0;
  for (let row = trace.count - 1; row >= 0; row--) {
    if (tests.every((test) => test(row))) {
      rows[row] = kept[row] = 1;
      if (countsAsSpan(trace, row)) count += 1;
    }
    if (kept[row] && row > 0) kept[trace.parent[row]!] = 1;
  }
  return { rows, kept, count };
}

/** How many spans carry each mark. */
export function countMarks(trace: Trace): Record<MarkName, number> {
  const names = Object.keys(MARK) as MarkName[];
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<MarkName, number>;
  for (let row = 0; row < trace.count; row++) {
    if (!trace.marks[row] || !countsAsSpan(trace, row)) continue;
    for (const name of names) if (trace.marks[row]! & MARK[name]) counts[name] += 1;
  }
  return counts;
}

function countsAsSpan({ kind, size }: Trace, row: number): boolean {
  return kind[row] !== ROW.REQUIREMENT || size[row] === 1;
}

/** What a row has next to the attributes of its span. */
const TEXTS: Readonly<Record<string, (trace: Trace, row: number) => readonly string[]>> = {
  name: (trace, row) => [trace.texts[trace.name[row]!]!],
  status: (trace, row) => [trace.marks[row]! & MARK.ERROR ? "ERROR" : "OK"],
  requirement: (trace, row) => ofRequirement(trace, row, ({ code }) => [code]),
  verdict: (trace, row) => ofRequirement(trace, row, ({ verdict }) => [verdict ?? "NONE"]),
  flag: (trace, row) => ofRequirement(trace, row, ({ flags }) => flags),
};
const NUMBERS: Readonly<Record<string, (trace: Trace, row: number) => number>> = {
  duration: durationOf,
  own: (trace, row) => trace.own[row]!,
  tokens: (trace, row) => trace.tokensIn[row]! + trace.tokensOut[row]!,
  cost: (trace, row) => trace.costUsd[row]!,
};

function ofRequirement(
  { requirement, requirements }: Trace,
  row: number,
  read: (requirement: Trace["requirements"][number]) => readonly string[],
): readonly string[] {
  return requirement[row]! < 0 ? [] : read(requirements[requirement[row]!]!);
}

/** The keys that a condition may name in this trace: those of rows, then every attribute. */
export function filterKeys({ texts, attributeKey }: Trace): string[] {
  const own = [...Object.keys(TEXTS), ...Object.keys(NUMBERS)];
  const used = new Uint8Array(texts.length);
  for (const id of attributeKey) used[id] = 1;
  return [...own, ...texts.filter((_, id) => used[id]).sort()];
}

function testOf(trace: Trace, { key, operator, value }: Condition): Test {
  const compare = comparison(operator, value);
  const positive = testKey(trace, key, compare);
  return operator === "!=" ? (row) => !positive(row) : positive;
}

interface Comparison {
  text(text: string): boolean;
  number(number: number): boolean;
}

function comparison(operator: Condition["operator"], value: string): Comparison {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  const lower = value.toLowerCase();
  switch (operator) {
    case "=":
    case "!=":
      return { text: (text) => text.toLowerCase() === lower, number: (each) => each === number };
    case "~":
      return { text: (text) => text.toLowerCase().includes(lower), number: (each) => String(each).includes(value) };
    case ">":
      return { text: (text) => text > value, number: (each) => each > number };
    case "<":
      return { text: (text) => text < value, number: (each) => each < number };
    default:
      return operator satisfies never;
  }
}

function testKey(trace: Trace, key: string, { text, number }: Comparison): Test {
  const textsOf = TEXTS[key];
  if (textsOf) return (row) => textsOf(trace, row).some(text);
  const numberOf = NUMBERS[key];
  if (numberOf) return (row) => number(numberOf(trace, row));
  const { texts, attributeFrom, attributeKey, attributeText, attributeNumber } = trace;
  const wanted = texts.indexOf(key);
  if (wanted < 0) return () => false;
  // Each text is compared once, however many spans have it.
  const known = new Uint8Array(texts.length);
  const passes = (id: number) => {
    known[id] ||= text(texts[id]!) ? 2 : 1;
    return known[id] === 2;
  };
  return (row) => {
    for (let pair = attributeFrom[row]!; pair < attributeFrom[row + 1]!; pair++) {
      if (attributeKey[pair] !== wanted) continue;
      const value = attributeNumber[pair]!;
      if (Number.isNaN(value) ? passes(attributeText[pair]!) : number(value)) return true;
    }
    return false;
  };
}
