import { parseLoosely } from "./parse-loosely.ts";

const THOUGHTS = /^<(think|thinking|thought|reasoning)>(?:[\s\S]*?<\/\1>|[\s\S]*$)/i;
const END_OF_THOUGHTS = /<\/(?:think|thinking|thought|reasoning)>/gi;
/** A brace that begins an object, and not a word in braces. */
const OBJECT = /\{\s*(?:["“„]|'[^'\n]*'\s*:|\w+\s*:)/y;
/** Of a text that opens brace after brace, no more are looked at. */
const TRIES_MAX = 50;

interface Found {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
}

/**
 * The outermost JSON objects of what a model said, in order: models that are asked for one and not held to it think
 * aloud first, fence what they say, or put sentences around it. Thoughts hold no answer. Nor does a text with an object
 * that is cut off or broken: what is within it may be a quote.
 */
export function findObjects(text: string): unknown[] {
  const said = withoutThoughts(text.trim());
  const found: Found[] = [];
  let start = said.indexOf("{");
  for (let tries = 0; start !== -1 && tries < TRIES_MAX; tries += 1) {
    const parsed = parseLoosely(said, start);
    if (parsed) found.push({ ...parsed, start });
    else if (beginsObject(said, start)) return [];
    start = said.indexOf("{", parsed ? parsed.end : start + 1);
  }
  return afterThoughts(said, found).map(({ value }) => value);
}

function beginsObject(text: string, at: number): boolean {
  OBJECT.lastIndex = at;
  return OBJECT.test(text);
}

function withoutThoughts(text: string): string {
  const thoughts = THOUGHTS.exec(text);
  return thoughts ? withoutThoughts(text.slice(thoughts[0].length).trim()) : text;
}

/** Some servers cut off the beginning of thoughts. An end within an object is a part of its words. */
function afterThoughts(text: string, found: readonly Found[]): readonly Found[] {
  const ends = Array.from(text.matchAll(END_OF_THOUGHTS), ({ index }) => index);
  const last = ends.findLast((at) => !found.some(({ start, end }) => start < at && at < end)) ?? -1;
  return found.filter(({ start }) => start > last);
}
