import { Parser } from "htmlparser2";
import { markText } from "../text/marked-text.ts";
import type { Package } from "./open-package.ts";
import { localName } from "./read-paragraphs.ts";

/** Who wrote comments in a presentation, by id. */
export function readCommentAuthors(parts: Package): Map<string, string> {
  const names = new Map<string, string>();
  for (const part of parts.names.filter((name) => /^ppt\/(?:commentAuthors|authors)\d*\.xml$/i.test(name))) {
    const parser = new Parser(
      {
        onopentag(tag, { id, name }) {
          if (/^(?:cmAuthor|author)$/.test(localName(tag)) && id && name) names.set(id, name);
        },
      },
      { xmlMode: true },
    );
    parser.end(parts.read(part) ?? "");
  }
  return names;
}

/** Comments and replies of a slide, a line each: those of older programs have a text, newer ones paragraphs. */
export function readSlideComments(xml: string, authors: ReadonlyMap<string, string>): string[] {
  const lines: string[] = [];
  const open: { author: string; text: string }[] = [];
  let inText = false;
  const parser = new Parser(
    {
      onopentag(name, { authorId = "" }) {
        const tag = localName(name);
        if (tag === "cm" || tag === "reply") open.push({ author: authors.get(authorId) ?? "", text: "" });
        else if (tag === "t" || tag === "text") inText = true;
        else if (tag === "p" || tag === "br") addText(open, " ");
      },
      ontext(text) {
        if (inText) addText(open, text);
      },
      onclosetag(name) {
        const tag = localName(name);
        if (tag === "t" || tag === "text") inText = false;
        else if (tag === "cm" || tag === "reply") {
          const { author, text } = open.pop() ?? { author: "", text: "" };
          const line = text.replace(/\s+/g, " ").trim();
          if (line !== "") lines.push(markText(author === "" ? line : `${author}: ${line}`).text);
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return lines;
}

function addText(open: readonly { text: string }[], text: string): void {
  const innermost = open.at(-1);
  if (innermost) innermost.text += text;
}
