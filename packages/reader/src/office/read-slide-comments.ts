import { Parser } from "htmlparser2";
import type { Comment } from "../text/write-comments.ts";
import type { Package } from "./open-package.ts";
import { readAuthorNames } from "./read-author-names.ts";
import { localName } from "./read-paragraphs.ts";

/** Who wrote comments in a presentation, by id. */
export function readCommentAuthors(parts: Package): Map<string, string> {
  const path = /^ppt\/(?:commentAuthors|authors)\d*\.xml$/i;
  return readAuthorNames(parts, { path, element: /^(?:cmAuthor|author)$/, named: "name" });
}

/** Comments of a slide with their answers: those of older programs have a text, newer ones paragraphs. */
export function readSlideComments(xml: string, authors: ReadonlyMap<string, string>): Comment[] {
  const comments: Comment[] = [];
  const open: { comment: Omit<Comment, "text">; text: string; at: number }[] = [];
  let inText = false;
  const parser = new Parser(
    {
      onopentag(name, { authorId = "", dt, created = dt, status }) {
        const tag = localName(name);
        if (tag === "cm" || tag === "reply") {
          const state = status === "resolved" || status === "closed" ? status : undefined;
          const comment = { author: authors.get(authorId), date: created, state, isReply: tag === "reply" };
          open.push({ comment, text: "", at: comments.length });
        } else if (tag === "t" || tag === "text") inText = true;
        else if (tag === "p" || tag === "br") addText(open, " ");
      },
      ontext(text) {
        if (inText) addText(open, text);
      },
      onclosetag(name) {
        const tag = localName(name);
        if (tag === "t" || tag === "text") inText = false;
        else if (tag === "cm" || tag === "reply") {
          const ended = open.pop();
          // A reply is inside of what it replies to, and ends before it.
          if (ended) comments.splice(ended.at, 0, { ...ended.comment, text: ended.text.replace(/\s+/g, " ").trim() });
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return comments;
}

function addText(open: readonly { text: string }[], text: string): void {
  const innermost = open.at(-1);
  if (innermost) innermost.text += text;
}
