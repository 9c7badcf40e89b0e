import { Parser } from "htmlparser2";
import type { Comment } from "../text/write-comments.ts";
import { localName } from "./read-paragraphs.ts";

const ABOUT_LENGTH_MAX = 400;
/** Of the XML after an annotation that is looked through for the words it is about. */
const ABOUT_XML_MAX = 8000;

/** The annotations of an OpenDocument text, and its XML without them. */
export function cutAnnotations(xml: string): { xml: string; comments: Comment[] } {
  const found = findAnnotations(xml);
  if (found.length === 0) return { xml, comments: [] };
  const ends = new Map(
    [...xml.matchAll(/<office:annotation-end\s[^>]*?office:name="([^"]*)"/g)].map(({ 1: name, index }) => [
      name,
      index,
    ]),
  );
  let kept = "";
  let at = 0;
  const comments = found.map(({ start, end }) => {
    kept += xml.slice(at, start);
    at = end;
    const { name, ...comment } = readAnnotation(xml.slice(start, end));
    const last = name === undefined ? undefined : ends.get(name);
    return { ...comment, about: last !== undefined && last > end ? wordsOf(xml.slice(end, last)) : undefined };
  });
  return { xml: kept + xml.slice(at), comments };
}

function findAnnotations(xml: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const close = "</office:annotation>";
  for (let start = xml.indexOf("<office:annotation"); start !== -1; ) {
    const isOne = /[\s>]/.test(xml[start + "<office:annotation".length] ?? "");
    const closed = isOne ? xml.indexOf(close, start) : start;
    if (closed === -1) break;
    const end = isOne ? closed + close.length : start + 1;
    if (isOne) found.push({ start, end });
    start = xml.indexOf("<office:annotation", end);
  }
  return found;
}

function readAnnotation(xml: string): Comment & { name: string | undefined } {
  let [name, state, isReply]: [string | undefined, string | undefined, boolean] = [undefined, undefined, false];
  let [tag, author, date, text] = ["", "", "", ""];
  const parser = new Parser(
    {
      onopentag(opened, attributes) {
        if (localName(opened) === "annotation") {
          name = attributes["office:name"];
          if (attributes["loext:resolved"] === "true") state = "resolved";
          isReply = attributes["loext:parent-name"] !== undefined;
        }
        if (/^(?:creator|date|p)$/.test(localName(opened))) tag = localName(opened);
      },
      ontext(part) {
        if (tag === "creator") author += part;
        else if (tag === "date") date += part;
        else if (tag === "p") text += part;
      },
      onclosetag(closed) {
        if (localName(closed) === "p") text += " ";
        if (localName(closed) === tag) tag = "";
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { name, state, isReply, author, date, text: text.replace(/\s+/g, " ").trim() };
}

function wordsOf(xml: string): string {
  let words = "";
  let within = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (localName(name) === "annotation") within += 1;
      },
      ontext(part) {
        if (within === 0 && words.length < ABOUT_LENGTH_MAX) words += part;
      },
      onclosetag(name) {
        if (localName(name) === "annotation") within -= 1;
        else if (localName(name) === "p") words += " ";
      },
    },
    { xmlMode: true },
  );
  parser.end(xml.slice(0, ABOUT_XML_MAX));
  return words;
}
