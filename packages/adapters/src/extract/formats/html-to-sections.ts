import { Parser } from "htmlparser2";
import type { Piece } from "../child/segment-sink.ts";
import { createSectionWriter } from "./section-writer.ts";

const DROPPED = new Set(["script", "style", "noscript", "template", "svg", "math", "iframe", "object", "canvas"]);
const BLOCKS = new Set(
  "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form header hr html legend li main nav ol optgroup option p pre section summary table tbody tfoot thead title tr ul".split(
    " ",
  ),
);
const VOID = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"]);

interface Attributes {
  readonly [name: string]: string;
}

export interface HtmlOptions {
  /** Names the section that begins at this element, for parts that are not under a heading. */
  partOf?(tag: string, attributes: Attributes): string | null;
  /** Text to be read as "hidden from here" and "seen again", where the HTML was made from another format. */
  hiddenMarks?: readonly [open: string, close: string];
}

/** Headings become sections, rows of a table lines with ` | ` between cells, items of a list lines that begin with `- `. */
export function htmlToSections(html: string, options: HtmlOptions = {}): Piece[] {
  const writer = createSectionWriter();
  const open: { tag: string; hidden: boolean }[] = [];
  let dropped = 0;
  let hiddenDepth = 0;
  let preformatted = 0;
  let marked = false;
  let cells = 0;
  let lineEmpty = true;
  let spacePending = false;
  let heading: { level: number; text: string } | null = null;

  const endLine = () => {
    spacePending = false;
    if (cells > 0) spacePending = !lineEmpty;
    else if (!lineEmpty) {
      writer.endLine();
      lineEmpty = true;
    }
  };
  const put = (text: string) => {
    if (spacePending && !lineEmpty) writer.add(" ");
    spacePending = false;
    writer.add(text, hiddenDepth > 0 || marked);
    lineEmpty = false;
  };
  const putFlowing = (text: string) => {
    if (heading) {
      heading.text += text;
      return;
    }
    if (preformatted > 0 && cells === 0) {
      if (text.trim() === "") {
        writer.add(text);
        return;
      }
      return put(text);
    }
    const words = text.replace(/[ \t\r\n\f]+/g, " ");
    if (words.startsWith(" ")) spacePending = !lineEmpty;
    const trimmed = words.trim();
    if (trimmed === "") return;
    put(trimmed);
    spacePending = words.endsWith(" ");
  };
  const onText = (text: string) => {
    if (dropped > 0) return;
    const [from, to] = options.hiddenMarks ?? [];
    if (from === undefined || to === undefined) return putFlowing(text);
    for (const part of text.split(new RegExp(`([${from}${to}])`, "u"))) {
      if (part === from) marked = true;
      else if (part === to) marked = false;
      else if (part !== "") putFlowing(part);
    }
  };
  const onOpen = (tag: string, attributes: Attributes) => {
    if (!VOID.has(tag)) {
      const hidden = isHidden(tag, attributes);
      open.push({ tag, hidden });
      if (hidden) hiddenDepth += 1;
      if (DROPPED.has(tag)) dropped += 1;
    }
    if (dropped > 0) return;
    const part = options.partOf?.(tag, attributes) ?? null;
    if (part !== null) {
      endLine();
      writer.part(part);
      lineEmpty = true;
    }
    const level = headingLevel(tag);
    if (level !== null && cells === 0 && hiddenDepth === 0) {
      endLine();
      heading = { level, text: "" };
    } else if (tag === "br") {
      if (heading) heading.text += " ";
      else endLine();
    } else if (tag === "input" || tag === "img") {
      putAlternative(tag, attributes, putFlowing);
    } else if (tag === "td" || tag === "th") {
      spacePending = false;
      if (cells === 0 && !lineEmpty) {
        if (rowStarted) writer.add(" | ");
        else endLine();
      } else if (cells === 0 && rowStarted) {
        writer.add("| ");
        lineEmpty = false;
      }
      rowStarted = true;
      cells += 1;
    } else if (BLOCKS.has(tag) || level !== null) {
      if (tag === "tr" && cells === 0) rowStarted = false;
      endLine();
      if (tag === "li" && cells === 0) {
        writer.add("- ");
      }
      if (tag === "pre") preformatted += 1;
    }
  };
  let rowStarted = false;
  const onClose = (tag: string) => {
    if (VOID.has(tag)) return;
    const closed = open.pop();
    if (closed?.hidden) hiddenDepth -= 1;
    if (DROPPED.has(tag)) {
      dropped -= 1;
      return;
    }
    if (dropped > 0) return;
    const level = headingLevel(tag);
    if (level !== null && heading) {
      writer.heading(heading.level, heading.text);
      heading = null;
      lineEmpty = true;
    } else if (tag === "td" || tag === "th") {
      cells = Math.max(0, cells - 1);
      spacePending = cells > 0;
    } else if (BLOCKS.has(tag) || level !== null) {
      if (tag === "pre") preformatted = Math.max(0, preformatted - 1);
      endLine();
      if (tag === "tr" && cells === 0) rowStarted = false;
    }
  };
  const parser = new Parser(
    { onopentag: onOpen, onclosetag: onClose, ontext: onText },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html);
  parser.end();
  return writer.sections();
}

function headingLevel(tag: string): number | null {
  return /^h[1-6]$/.test(tag) ? Number(tag[1]) : null;
}

function isHidden(tag: string, attributes: Attributes): boolean {
  if (attributes.hidden !== undefined || attributes["aria-hidden"] === "true") return true;
  if (tag === "input" && attributes.type === "hidden") return true;
  const style = (attributes.style ?? "").toLowerCase().replace(/\s+/g, "");
  return /display:none|visibility:hidden|opacity:0(?:[;.]0*|$|;)|font-size:0(?:px|pt|em|rem|%)?(?:;|$)/.test(style);
}

function putAlternative(tag: string, attributes: Attributes, put: (text: string) => void): void {
  const text = tag === "img" ? attributes.alt : isShownInput(attributes) ? attributes.value : undefined;
  if (text?.trim()) put(` ${text} `);
}

function isShownInput({ type = "text" }: Attributes): boolean {
  return ["text", "email", "url", "number", "date", "tel"].includes(type);
}
