import { Parser } from "htmlparser2";
import type { Package } from "../office/open-package.ts";
import { readAuthorNames } from "../office/read-author-names.ts";
import { localName } from "../office/read-paragraphs.ts";
import { readRelationships } from "../office/relationships.ts";
import type { Comment } from "../text/write-comments.ts";

/** What a program that knows no threads is told in their place; the thread's own words follow it. */
const NOTICE = /^\s*\[Threaded comment\][\s\S]*?(?:\n\s*(?:Comment|Kommentar|Commentaire|Comentario|Commento):|$)/i;

/** The notes and threaded comments on a sheet's cells: a thread once, an answer after what it answers. */
export function readComments(parts: Package, sheetPart: string): Comment[] {
  const related = [...readRelationships(parts, sheetPart).values()];
  const readAll = (type: string) =>
    related.filter((each) => each.type === type).map(({ target }) => parts.read(target));
  const people = readPeople(parts);
  const threaded = readAll("threadedComment").flatMap((xml) => readThreads(xml ?? "", people));
  const inThreads = new Set(threaded.map(({ place }) => place));
  const notes = readAll("comments")
    .flatMap((xml) => readNotes(xml ?? ""))
    .filter(({ place, isOfThread }) => !(isOfThread && inThreads.has(place)));
  return [...notes, ...threaded];
}

interface Note extends Comment {
  /** It stands for a thread, for older programs. */
  readonly isOfThread: boolean;
}

function readNotes(xml: string): Note[] {
  const notes: Note[] = [];
  const authors: string[] = [];
  let [tag, text, place, author] = ["", "", "", ""];
  const parser = new Parser(
    {
      onopentag(name, { ref = "", authorId = "" }) {
        tag = localName(name);
        if (tag === "author") authors.push("");
        else if (tag === "comment") [text, place, author] = ["", ref, authors[Number(authorId)] ?? ""];
      },
      ontext(part) {
        if (tag === "author" && authors.length > 0) authors[authors.length - 1] += part;
        else if (tag === "t") text += part;
      },
      onclosetag(name) {
        tag = "";
        if (localName(name) !== "comment") return;
        const isOfThread = author.startsWith("tc=") || NOTICE.test(text);
        const said = isOfThread ? text.replace(NOTICE, "") : withoutAuthor(text, author);
        notes.push({ place, isOfThread, text: oneLine(said), ...(!isOfThread && { author }) });
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return notes;
}

/** Excel begins a note with the name of who writes it. */
function withoutAuthor(text: string, author: string): string {
  return author !== "" && text.startsWith(`${author}:`) ? text.slice(author.length + 1) : text;
}

function readPeople(parts: Package): ReadonlyMap<string, string> {
  const path = /^xl\/persons\/[^/]+\.xml$/i;
  return readAuthorNames(parts, { path, element: /^person$/, named: "displayName" });
}

function readThreads(xml: string, people: ReadonlyMap<string, string>): Comment[] {
  const threads = new Map<string, Comment[]>();
  let open: { root: string; comment: Omit<Comment, "text"> } | null = null;
  let [tag, text] = ["", ""];
  const parser = new Parser(
    {
      onopentag(name, { id = "", parentId, ref, dT, personId = "", done }) {
        tag = localName(name);
        if (tag !== "threadedComment") return;
        const state = done === "1" || done === "true" ? "resolved" : undefined;
        const comment = { place: ref, author: people.get(personId), date: dT, state, isReply: parentId !== undefined };
        [open, text] = [{ root: parentId ?? id, comment }, ""];
      },
      ontext(part) {
        if (tag === "text") text += part;
      },
      onclosetag(name) {
        tag = "";
        if (localName(name) !== "threadedComment" || !open) return;
        const thread = threads.get(open.root) ?? [];
        threads.set(open.root, [...thread, { ...open.comment, text: oneLine(text) }]);
        open = null;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return [...threads.values()].flat();
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
