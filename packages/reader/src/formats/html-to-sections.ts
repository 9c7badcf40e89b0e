import { Parser } from "htmlparser2";
import type { Piece } from "../child/segment-sink.ts";
import { placeBoxes } from "../text/place-boxes.ts";
import { createFlowWriter } from "./flow-writer.ts";
import { createListReader, textOfControl } from "./form-controls.ts";
import { STRUCK, VOID } from "./html-elements.ts";
import { createItemNumbers } from "./number-items.ts";
import { createSectionWriter, type TextPart } from "./section-writer.ts";
import { createElementTracker, type ElementTracker } from "./track-elements.ts";

const DROPPED = new Set(["script", "style", "noscript", "template", "svg", "math", "iframe", "object", "canvas"]);
const BLOCKS = new Set(
  (
    "address article aside blockquote body br caption center dd details dialog div dl dt fieldset figcaption figure " +
    "footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol optgroup option p pre section summary table " +
    "tbody tfoot thead title tr ul"
  ).split(" "),
);

const CELLS = new Set(["td", "th"]);

const ENDS_OMITTED = new Map<string, ReadonlySet<string>>([
  ["td", CELLS],
  ["th", CELLS],
  ["tr", new Set([...CELLS, "tr"])],
  ...["thead", "tbody", "tfoot"].map((tag) => [tag, new Set([...CELLS, "tr", "thead", "tbody", "tfoot"])] as const),
]);

const NO_LINE = /(?:^|;)\s*text-decoration(?:-line)?\s*:\s*none\b/i;

interface OpenElement {
  readonly tag: string;
  /** A browser has ended it before its end in the file. */
  ended: boolean;
  readonly hidden: boolean;
  readonly struck: boolean;
  readonly quoted: boolean;
  dropped: boolean;
  heading: boolean;
  readonly tracked: boolean;
}

interface Attributes {
  readonly [name: string]: string;
}

export interface HtmlOptions {
  /** Names the section that begins at this element, for parts that are not under a heading. */
  partOf?(tag: string, attributes: Attributes): string | null;
  /** The numbers of lists are in the text already. */
  readonly numbersInText?: boolean;
  /** Cells reach from the rows of headings into the body, which a browser cuts. */
  readonly spansCrossGroups?: boolean;
  /** Characters that represent "hidden from here" and "seen again", where the HTML was made from another format. */
  hiddenMarks?: readonly [open: string, close: string];
  /** Those of "crossed out from here" and "no longer". */
  struckMarks?: readonly [open: string, close: string];
  /** Says which elements quote an earlier mail; asked again for each pass over the page. */
  quotes?(): (tag: string, attributes: Attributes, line: string) => boolean;
}

/**
 * Headings become sections, rows of a table lines with ` | ` between cells, items of a list lines that begin with `- `, or
 * with their number where the page counts them.
 */
export function htmlToSections(html: string, options: HtmlOptions = {}): Piece[] {
  return readSections(html, options, null);
}

export interface HtmlPage {
  readonly sections: Piece[];
  /** Style sheets that are not in the file, and so may hide text unseen. */
  readonly absentStyles: readonly string[];
  /** The style rules took too much work to judge: what comes after that counts as hidden. */
  readonly unjudged: boolean;
}

/** A page from outside, of which its own style rules hide a part. */
export function readHtmlPage(html: string, options: HtmlOptions = {}): HtmlPage {
  let tracker = createElementTracker(html);
  let sections = readSections(html, options, tracker);
  if (tracker.misjudged) {
    tracker = tracker.again();
    sections = readSections(html, options, tracker);
  }
  return { sections, absentStyles: tracker.absentStyles, unjudged: tracker.unjudged };
}

function readSections(html: string, options: HtmlOptions, tracker: ElementTracker | null): Piece[] {
  const writer = createSectionWriter();
  const flow = createFlowWriter(writer);
  const numbers = createItemNumbers();
  const open: OpenElement[] = [];
  /** Those of them that are tables, or parts of a table that have not ended. */
  const parts: OpenElement[] = [];
  let hidden = 0;
  let struck = 0;
  let quoted = 0;
  const quotes = options.quotes?.();
  let lastLine = "";
  let dropped = 0;
  const marked = { hidden: false, struck: false };
  let heading: TextPart[] | null = null;
  let line: TextPart[] = [];
  const list = createListReader();
  const tables = createTableWatch(options.spansCrossGroups === true);
  const signs = listMarks(options);
  const marks = signs.size > 0 && new RegExp(`([${[...signs.keys()].join("")}])`, "u");

  const put = (text: string, unseen = false) => {
    const part = {
      text,
      hidden: unseen || hidden > 0 || marked.hidden || tracker?.isHidden(text) === true,
      struck: struck > 0 || marked.struck || tracker?.isStruck() === true,
      quoted: quoted > 0,
    };
    if (heading === null) line.push(part);
    else heading.push(part);
  };
  const writeLine = () => {
    if (quotes) {
      const text = line.map((part) => part.text).join("");
      if (text.trim() !== "") lastLine = text;
    }
    for (const part of placeBoxes(line)) flow.text(part.text, part.hidden, part.struck, part.quoted);
    line = [];
  };
  const begin = (tag: string, attributes: Attributes) => {
    if (BLOCKS.has(tag) || CELLS.has(tag)) writeLine();
    numbers.open(tag, attributes);
    tables.open(tag, attributes.scope);
    if (tag === "tr") flow.beginRow();
    else if (tag === "td" || tag === "th")
      flow.beginCell(readSpan(attributes.colspan), readSpan(attributes.rowspan, Number.POSITIVE_INFINITY));
    else if (BLOCKS.has(tag)) flow.breakLine();
    if (tag === "li") flow.beginItem(options.numbersInText ? "-" : numbers.markOf(attributes));
    else if (tag === "pre") flow.preserve(true);
    else if (tag === "br" && heading !== null) heading.push({ text: " ", hidden: false });
  };
  const end = (tag: string) => {
    if (BLOCKS.has(tag) || CELLS.has(tag)) writeLine();
    numbers.close(tag);
    if (tag === "td" || tag === "th") flow.endCell();
    else if (tag === "pre") flow.preserve(false);
    else if (tag === "tr") flow.endRow(tables);
    tables.close(tag);
    if (BLOCKS.has(tag)) flow.breakLine();
    if (tag === "li") flow.endItem();
  };
  /** What a browser ends where the next cell, row or group begins, although its end is not written. */
  const endOmitted = (tag: string) => {
    const ends = ENDS_OMITTED.get(tag);
    for (let last = parts.at(-1); last && ends?.has(last.tag); last = parts.at(-1)) {
      parts.pop();
      last.ended = true;
      if (last.hidden) hidden -= 1;
      if (last.struck) struck -= 1;
      end(last.tag);
    }
  };
  const isQuote = (tag: string, attributes: Attributes): boolean => {
    if (!quotes) return false;
    if (BLOCKS.has(tag)) writeLine();
    return quotes(tag, attributes, lastLine);
  };
  const onOpen = (tag: string, attributes: Attributes) => {
    const tracked = tracker !== null && dropped === 0;
    if (dropped === 0 && !list.isOpen) endOmitted(tag);
    const element: OpenElement = {
      tag,
      ended: false,
      hidden: isHidden(tag, attributes),
      struck: STRUCK.has(tag) && !NO_LINE.test(attributes.style ?? ""),
      quoted: dropped === 0 && isQuote(tag, attributes),
      dropped: DROPPED.has(tag),
      heading: false,
      tracked,
    };
    if (tracked) tracker.open(tag, attributes);
    if (dropped === 0 && list.isOpen) list.open(tag, attributes);
    else if (dropped === 0 && !element.dropped) {
      list.open(tag, attributes);
      const part = options.partOf?.(tag, attributes) ?? null;
      if (part !== null) {
        writeLine();
        flow.breakLine();
        writer.part(part);
      }
      begin(tag, attributes);
      if (tag === "table" || ENDS_OMITTED.has(tag)) parts.push(element);
      put(alternativeText(tag, attributes), element.hidden);
      // A browser shows a bar in place of what they hold.
      if (tag === "meter" || tag === "progress") element.dropped = true;
      element.heading = /^h[1-6]$/.test(tag) && heading === null && hidden === 0 && !element.hidden && !flow.inCell;
      if (element.heading) heading = [];
    }
    if (VOID.has(tag)) {
      if (tracked) tracker.close();
      return;
    }
    open.push(element);
    if (element.hidden) hidden += 1;
    if (element.struck) struck += 1;
    if (element.quoted) quoted += 1;
    if (element.dropped) dropped += 1;
  };
  const onClose = (tag: string) => {
    const element = VOID.has(tag) ? undefined : open.pop();
    if (!element) return;
    const chosen = dropped === 0 ? list.close(tag) : null;
    if (chosen !== null) put(` ${chosen} `);
    if (element.tracked) tracker?.close();
    if (element.hidden && !element.ended) hidden -= 1;
    if (element.struck && !element.ended) struck -= 1;
    if (element.quoted) quoted -= 1;
    if (element.dropped) dropped -= 1;
    else if (element.ended) return;
    else if (dropped === 0 && !list.isOpen) {
      if (parts.at(-1) === element) parts.pop();
      if (element.heading) {
        writer.heading(Number(tag[1]), heading ?? []);
        heading = null;
      }
      end(tag);
    }
  };
  const onText = (text: string) => {
    if (dropped > 0) return;
    if (list.isOpen) return list.text(text);
    for (const part of marks ? text.split(marks) : [text]) {
      const sign = signs.get(part);
      if (sign) marked[sign.of] = sign.begins;
      else put(part);
    }
  };
  const parser = new Parser({ onopentag: onOpen, onclosetag: onClose, ontext: onText }, { decodeEntities: true });
  parser.end(html);
  flow.finish();
  writeLine();
  return writer.sections();
}

function listMarks({ hiddenMarks, struckMarks }: HtmlOptions) {
  const signs = new Map<string, { readonly of: "hidden" | "struck"; readonly begins: boolean }>();
  for (const [of, marks] of [
    ["hidden", hiddenMarks],
    ["struck", struckMarks],
  ] as const)
    for (const [at, mark] of (marks ?? []).entries()) signs.set(mark, { of, begins: at === 0 });
  return signs;
}

/** Which table a row is in, and whether it holds column headings: by its place, or as all its cells say so. */
function createTableWatch(spansCrossGroups: boolean) {
  const open: { readonly table: number; inHead: boolean; group: number; headings: number; cells: number }[] = [];
  const groups = new Set(spansCrossGroups ? [] : ["thead", "tbody", "tfoot"]);
  let tables = 0;
  let group = 0;
  return {
    get group() {
      return open.at(-1)?.group ?? 0;
    },
    get table() {
      return open.at(-1)?.table ?? 0;
    },
    get isHeading() {
      const innermost = open.at(-1);
      return (
        innermost !== undefined && (innermost.inHead || (innermost.cells > 1 && innermost.headings === innermost.cells))
      );
    },
    open(tag: string, scope = "") {
      const innermost = open.at(-1);
      if (tag === "table") open.push({ table: ++tables, inHead: false, group: 0, headings: 0, cells: 0 });
      if (innermost && groups.has(tag)) innermost.group = ++group;
      if (!innermost || tag === "table") return;
      if (tag === "thead") innermost.inHead = true;
      else if (tag === "tr") [innermost.headings, innermost.cells] = [0, 0];
      else if (tag === "th" || tag === "td") {
        innermost.cells += 1;
        if (tag === "th" && !/^row/i.test(scope)) innermost.headings += 1;
      }
    },
    close(tag: string) {
      const innermost = open.at(-1);
      if (innermost && groups.has(tag)) innermost.group = ++group;
      if (tag === "table") open.pop();
      else if (innermost && tag === "thead") innermost.inHead = false;
    },
  };
}

/** How many columns or rows a cell is over, as a browser reads it. */
function readSpan(given: string | undefined, ofZero = 1): number {
  const count = Number.parseInt(given ?? "", 10);
  return count === 0 ? ofZero : Math.max(1, count || 1);
}

function isHidden(tag: string, attributes: Attributes): boolean {
  if (attributes.hidden !== undefined || attributes["aria-hidden"] === "true") return true;
  return tag === "input" && attributes.type === "hidden";
}

/** What represents an element that has no text of its own. */
function alternativeText(tag: string, attributes: Attributes): string {
  const text = tag === "img" ? attributes.alt : textOfControl(tag, attributes);
  return text?.trim() ? ` ${text} ` : "";
}
