import { Parser } from "htmlparser2";
import type { HiddenRange } from "../text/marked-text.ts";
import { createElementTracker } from "./track-elements.ts";

// Comments, fenced blocks, code within a line; whichever begins first holds the others.
const LITERAL =
  /<!--[\s\S]*?(?:-->|$(?![\s\S]))|^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1.*$|$(?![\s\S]))|(`+)(?!`)[^`][\s\S]{0,2000}?\2(?!`)/gm;
const DEFINITION = /^ {0,3}\[(?!\^)[^\]\n]+\]:[^\n]*$/gm;
const NOT_SHOWN = new Set(["script", "style", "template", "noscript", "title", "iframe", "object"]);
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|wbr)$/;

/** Ranges of a Markdown text that no rendering shows: comments, definitions of links, what its own HTML hides. */
export function findHiddenMarkdown(text: string): HiddenRange[] {
  const ranges: HiddenRange[] = [];
  const markup = text.replace(LITERAL, (literal, _fence, _code, offset: number) => {
    if (literal.startsWith("<!--")) ranges.push([offset, offset + literal.length]);
    return " ".repeat(literal.length);
  });
  for (const { 0: definition, index } of markup.matchAll(DEFINITION)) ranges.push([index, index + definition.length]);
  if (/<[a-z]/i.test(markup)) ranges.push(...findHiddenHtml(markup));
  return ranges.sort((a, b) => a[0] - b[0]);
}

function findHiddenHtml(markup: string): HiddenRange[] {
  const ranges: HiddenRange[] = [];
  const tracker = createElementTracker(markup);
  const open: boolean[] = [];
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        tracker.open(tag, attributes);
        if (VOID.test(tag)) tracker.close();
        else open.push(NOT_SHOWN.has(tag) || attributes.hidden !== undefined || attributes["aria-hidden"] === "true");
      },
      onclosetag(tag) {
        if (VOID.test(tag)) return;
        tracker.close();
        open.pop();
      },
      ontext(text) {
        if (open.includes(true) || (open.length > 0 && tracker.isHidden(text)))
          ranges.push([parser.startIndex, parser.endIndex + 1]);
      },
    },
    { decodeEntities: false },
  );
  parser.end(markup);
  return ranges;
}
