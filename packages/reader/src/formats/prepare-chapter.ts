import { posix } from "node:path";
import { Parser } from "htmlparser2";
import type { Package } from "../office/open-package.ts";
import { decodeText } from "../text/decode-text.ts";
import { VOID } from "./html-elements.ts";

/** More than this is not judged by what reads the page: everything counts as hidden. */
const STYLES_LENGTH_MAX = 5_000_000;
/** Of a chapter, those that others import included. */
const SHEETS_MAX = 1000;
const IMPORTS_DEEP_MAX = 5;
const CHARSET = /@charset\s{1,5}["'][^"']{0,100}["']\s{0,5};/iy;
const IMPORT =
  /@import\s{1,5}(?:url\(\s{0,5})?["']?([^"'()\s;]{1,500})["']?\s{0,5}\)?\s{0,5}((?:[^\s;{}"'][^;{}"']{0,200})?);/iy;

interface Chapter {
  readonly part: string;
  readonly text: string;
  /** Its elements end where XML ends them. */
  readonly isXml: boolean;
}

interface Attributes {
  readonly [name: string]: string;
}

/**
 * A chapter as a web page of its own: in place of the links to style sheets are those of the book, and what only XML knows
 * is written as HTML. A link to a sheet that is not in the book stays. `images` are the parts that it shows.
 */
export function prepareChapter(parts: Package, { part, text, isXml }: Chapter): { html: string; images: string[] } {
  const pieces: string[] = [];
  const readSheet = createSheetReader(parts);
  let inStyle = false;
  const putText = (content: string) => void pieces.push(inStyle ? guardCss(decodeXml(content)) : content);
  let at = 0;
  for (;;) {
    const begin = text.indexOf("<", at);
    if (begin < 0) break;
    if (isXml) putText(text.slice(at, begin));
    else pieces.push(text.slice(at, begin));
    at = endOf(text, begin, isXml);
    if (at < 0) {
      at = begin;
      break;
    }
    const sign = text.slice(begin, at);
    if (sign.startsWith("<!--")) pieces.push(inStyle ? "" : sign);
    else if (isXml && sign.startsWith("<![CDATA[")) {
      const content = sign.slice(9, -3);
      pieces.push(inStyle ? guardCss(content) : content.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
    } else if (sign.startsWith("<?")) pieces.push(isXml ? readInstruction(sign, part, readSheet) : sign);
    else if (isXml && sign.startsWith("<!")) pieces.push("<!DOCTYPE html>");
    else {
      const name = /^<\/?([^\s/>]{0,100})/.exec(sign)![1]!;
      const isClosed = sign.endsWith("/>");
      if (isXml && name === "style") inStyle = !sign.startsWith("</") && !isClosed;
      if (name.toLowerCase() === "link") pieces.push(readLink(sign, part, readSheet));
      else if (isXml && isClosed && !VOID.has(name)) pieces.push(`${sign.slice(0, -2)}></${name}>`);
      else pieces.push(sign);
    }
  }
  pieces.push(text.slice(at));
  const html = pieces.join("");
  return { html, images: listImages(part, html) };
}

/** Behind the comment, tag or the like that begins at `begin`; -1 where it does not end. */
function endOf(text: string, begin: number, isXml: boolean): number {
  const behind = (mark: string, from: number) => {
    const found = text.indexOf(mark, from);
    return found < 0 ? -1 : found + mark.length;
  };
  if (text.startsWith("<!--", begin)) return behind("-->", begin + 4);
  if (isXml && text.startsWith("<![CDATA[", begin)) return behind("]]>", begin + 9);
  if (isXml && text.startsWith("<?", begin)) return behind("?>", begin + 2);
  let inside = 0;
  for (let at = begin + 1; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"' || sign === "'") {
      at = text.indexOf(sign, at + 1);
      if (at < 0) return -1;
    } else if (sign === "[") inside += 1;
    else if (sign === "]") inside -= 1;
    else if (sign === ">" && (inside <= 0 || text[begin + 1] !== "!")) return at + 1;
  }
  return -1;
}

type ReadSheet = (href: string, from: string, media: string) => string | null;

function readLink(tag: string, part: string, readSheet: ReadSheet): string {
  const { rel = "", href = "", media = "", type = "" } = readAttributes(tag);
  const kinds = rel.toLowerCase().split(/\s+/);
  if (!kinds.includes("stylesheet") || kinds.includes("alternate") || !isCss(type)) return "";
  return readSheet(href, part, media) ?? tag;
}

/** `<?xml-stylesheet …?>` is a link before the page. */
function readInstruction(sign: string, part: string, readSheet: ReadSheet): string {
  if (!/^<\?xml-stylesheet\s/.test(sign)) return "";
  const tag = `<link rel="stylesheet" ${sign.slice(16, -2)}>`;
  const { href = "", media = "", type = "", alternate } = readAttributes(tag);
  return alternate === "yes" || !isCss(type) ? "" : (readSheet(href, part, media) ?? tag);
}

function isCss(type: string): boolean {
  return type.trim() === "" || /^\s*text\/css\b/i.test(type);
}

function readAttributes(tag: string): Attributes {
  let found: Attributes = {};
  const parser = new Parser({
    onopentag(_, attributes) {
      found = attributes;
    },
  });
  parser.end(tag);
  return found;
}

/** Reads a sheet of the book and those that it imports as `style` elements; null for one that is not in the book. */
function createSheetReader(parts: Package): ReadSheet {
  let length = 0;
  let sheets = 0;
  const read = (href: string, from: string, media: string, depth: number): string | null => {
    if (length > STYLES_LENGTH_MAX) return "";
    const part = resolvePart(from, href);
    const bytes = /^[a-z][a-z0-9+.-]*:/i.test(href) ? null : parts.readBytes(part);
    if (bytes === null || sheets >= SHEETS_MAX) return null;
    sheets += 1;
    const css = decodeText(bytes).text;
    length += css.length + 1;
    let imported = "";
    let at = 0;
    for (;;) {
      IMPORT.lastIndex = skipBefore(css, at);
      const [, inner = "", condition = ""] = IMPORT.exec(css) ?? [];
      const next = IMPORT.lastIndex;
      const only = condition.trim();
      // What cannot be followed stays an import, which is told.
      if (inner === "" || depth >= IMPORTS_DEEP_MAX || (only !== "" && media !== "") || /layer|supports/i.test(only))
        break;
      const sheet = read(inner, part, only || media, depth + 1);
      if (sheet === null) break;
      imported += sheet;
      at = next;
    }
    const attribute = media === "" ? "" : ` media="${media.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
    return `${imported}<style${attribute}>${guardCss(css.slice(at))}</style>`;
  };
  return (href, from, media) => read(href, from, media, 0);
}

/** Behind the space, comments and the like that may stand before an import. */
function skipBefore(css: string, from: number): number {
  const space = /\s*/y;
  for (let at = from; ; ) {
    space.lastIndex = at;
    space.test(css);
    at = CHARSET.lastIndex = space.lastIndex;
    const end = css.startsWith("/*", at) ? css.indexOf("*/", at + 2) + 2 : CHARSET.test(css) ? CHARSET.lastIndex : 0;
    if (end < at + 4) return at;
    at = end;
  }
}

/** A style sheet that a page cannot end. */
function guardCss(css: string): string {
  return css.replaceAll("</", "<\\/");
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decodeXml(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
}

function listImages(part: string, html: string): string[] {
  const images: string[] = [];
  const parser = new Parser({
    onopentag(name, { href, src, "xlink:href": xlink }) {
      const image = name === "img" ? src : name === "image" ? (xlink ?? href) : undefined;
      if (image !== undefined) images.push(resolvePart(part, image));
    },
  });
  parser.end(html);
  return images;
}

/** A name within the package, by the part that refers to it. */
export function resolvePart(from: string, href: string): string {
  const path = href.replace(/[#?].*$/s, "");
  return posix.normalize(posix.join(posix.dirname(from), decodePercent(path))).replace(/^(?:\.\.\/|\/)+/, "");
}

function decodePercent(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
