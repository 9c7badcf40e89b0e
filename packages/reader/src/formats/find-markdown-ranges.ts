import { Parser } from "htmlparser2";
import { type HiddenRange, mergeRanges } from "../text/marked-text.ts";
import { STRUCK, VOID } from "./html-elements.ts";
import { createElementTracker } from "./track-elements.ts";

// Comments, fenced blocks, code within a line; whichever begins first holds the others.
const LITERAL =
  /<!--[\s\S]*?(?:-->|$(?![\s\S]))|^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1.*$|$(?![\s\S]))|(`+)(?!`)[^`][\s\S]{0,2000}?\2(?!`)/gm;
const DEFINITION = /^ {0,3}\[(?!\^)[^\]\n]+\]:[^\n]*$/gm;
const NOT_SHOWN = new Set(["script", "style", "template", "noscript", "title", "iframe", "object"]);

/** Two tildes, and what they do not reach across: cells, paragraphs, items, headings, quotes. */
const STRIKES = /(?<![\\~])~~(?!~)|\||\n(?=[ \t]*(?:\n|[-*+|#>]|\d+[.)]))/g;

/** Ranges of a Markdown text, each from the front and apart. */
interface MarkdownRanges {
  /** What no rendering shows: comments, definitions of links, what its own HTML hides. */
  readonly hidden: HiddenRange[];
  /** What every rendering crosses out. */
  readonly struck: HiddenRange[];
}

export function findMarkdownRanges(text: string): MarkdownRanges {
  const ranges: HiddenRange[] = [];
  const markup = text.replace(LITERAL, (literal, _fence, _code, offset: number) => {
    if (literal.startsWith("<!--")) ranges.push([offset, offset + literal.length]);
    return " ".repeat(literal.length);
  });
  for (const { 0: definition, index } of markup.matchAll(DEFINITION)) ranges.push([index, index + definition.length]);
  const struck: HiddenRange[] = [];
  let open = -1;
  for (const { 0: sign, index } of markup.matchAll(STRIKES)) {
    if (sign !== "~~") open = -1;
    else if (open >= 0 && isWord(markup[index - 1]) && index > open + 2) {
      struck.push([open, index + 2]);
      open = -1;
    } else if (isWord(markup[index + 2])) open = index;
  }
  if (/<[a-z]/i.test(markup)) readHtml(markup, ranges, struck);
  return { hidden: ranges.sort((a, b) => a[0] - b[0]), struck: mergeRanges(struck) };
}

const isWord = (sign: string | undefined) => sign !== undefined && /\S/.test(sign);

function readHtml(markup: string, hidden: HiddenRange[], struck: HiddenRange[]): void {
  const tracker = createElementTracker(markup);
  const open: { readonly hidden: boolean; readonly struck: boolean }[] = [];
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        tracker.open(tag, attributes);
        if (VOID.has(tag)) tracker.close();
        else
          open.push({
            hidden: NOT_SHOWN.has(tag) || attributes.hidden !== undefined || attributes["aria-hidden"] === "true",
            struck: STRUCK.has(tag),
          });
      },
      onclosetag(tag) {
        if (VOID.has(tag)) return;
        tracker.close();
        open.pop();
      },
      ontext(text) {
        if (open.length === 0) return;
        const range = [parser.startIndex, parser.endIndex + 1] as const;
        if (open.some((element) => element.hidden) || tracker.isHidden(text)) hidden.push(range);
        if (open.some((element) => element.struck) || tracker.isStruck()) struck.push(range);
      },
    },
    { decodeEntities: false },
  );
  parser.end(markup);
}
