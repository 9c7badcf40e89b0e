import { Parser } from "htmlparser2";
import type { Comment } from "../text/write-comments.ts";
import type { Package } from "./open-package.ts";
import { localName } from "./read-paragraphs.ts";
import { readRelationships } from "./relationships.ts";

interface WordComment extends Comment {
  readonly id: string;
  /** Of its paragraphs, by which answers and states are told. */
  readonly paragraphs: readonly string[];
}

interface Thread {
  readonly parent: string | undefined;
  readonly done: boolean;
}

/** The comments of a Word document, an answer after what it answers, each with the words that it is on. */
export function readWordComments(parts: Package, document: string): Comment[] {
  const related = [...readRelationships(parts, document).values()];
  const partOf = (type: string) => {
    const target = related.find((each) => each.type === type)?.target;
    return target === undefined ? "" : (parts.read(target) ?? "");
  };
  const comments = parseComments(partOf("comments"));
  if (comments.length === 0) return [];
  const threads = parseThreads(partOf("commentsExtended"));
  const about = readAnchors(parts.read(document) ?? "", new Set(comments.map(({ id }) => id)));
  const byParagraph = new Map(comments.flatMap((comment) => comment.paragraphs.map((id) => [id, comment])));
  const threadOf = ({ paragraphs }: WordComment) => paragraphs.map((id) => threads.get(id)).find(Boolean);
  const parentOf = (comment: WordComment) => byParagraph.get(threadOf(comment)?.parent ?? "");
  // Word keeps threads one level deep.
  const groups = Map.groupBy(comments, (comment) => parentOf(comment) ?? comment);
  return [...groups].flatMap(([first, group]) =>
    [first, ...group.filter((comment) => comment !== first)].map((comment) => ({
      ...comment,
      isReply: comment !== first,
      about: comment === first ? about.get(comment.id) : undefined,
      state: comment === first && threadOf(comment)?.done ? "resolved" : undefined,
    })),
  );
}

function parseComments(xml: string): WordComment[] {
  const comments: WordComment[] = [];
  let open: { id: string; author?: string; date?: string; paragraphs: string[] } | null = null;
  let [text, inText] = ["", false];
  parse(xml, {
    onopentag(tag, attribute) {
      if (tag === "comment") {
        const [author, date] = [attribute("author"), attribute("date")];
        open = { id: attribute("id") ?? "", paragraphs: [], ...(author && { author }), ...(date && { date }) };
        text = "";
      } else if (tag === "p") open?.paragraphs.push(attribute("paraId") ?? "");
      else if (tag === "t") inText = true;
      else if (tag === "tab" || tag === "br") text += " ";
    },
    ontext: (part) => {
      if (inText) text += part;
    },
    onclosetag(tag) {
      if (tag === "t") inText = false;
      else if (tag === "p") text += " ";
      else if (tag === "comment" && open) {
        comments.push({ ...open, text: text.replace(/\s+/g, " ").trim() });
        open = null;
      }
    },
  });
  return comments;
}

function parseThreads(xml: string): Map<string, Thread> {
  const threads = new Map<string, Thread>();
  parse(xml, {
    onopentag(tag, attribute) {
      if (tag === "commentEx")
        threads.set(attribute("paraId") ?? "", {
          parent: attribute("paraIdParent"),
          done: /^(?:1|true|on)$/.test(attribute("done") ?? ""),
        });
    },
  });
  return threads;
}

const ABOUT_LENGTH_MAX = 400;

/** The words of the body between the marks of each comment. */
function readAnchors(xml: string, ids: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  const open = new Set<string>();
  let inText = false;
  parse(xml, {
    onopentag(tag, attribute) {
      const id = attribute("id") ?? "";
      if (tag === "commentRangeStart" && ids.has(id)) open.add(id);
      else if (tag === "commentRangeEnd") open.delete(id);
      else if (tag === "t") inText = true;
    },
    ontext: (part) => {
      if (inText) add(part);
    },
    onclosetag(tag) {
      if (tag === "t") inText = false;
      else if (tag === "p") add(" ");
    },
  });
  function add(part: string) {
    for (const id of open) {
      const before = found.get(id) ?? "";
      found.set(id, before + part);
      if (before.length + part.length > ABOUT_LENGTH_MAX) open.delete(id);
    }
  }
  return found;
}

interface Handlers {
  onopentag(tag: string, attribute: (name: string) => string | undefined): void;
  ontext?: (text: string) => void;
  onclosetag?(tag: string): void;
}

/** By local names: a writer may choose any prefix. */
function parse(xml: string, { onopentag, ontext, onclosetag }: Handlers): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) =>
        onopentag(localName(name), (wanted) => {
          const key = Object.keys(attributes).find((each) => localName(each) === wanted);
          return key === undefined ? undefined : attributes[key];
        }),
      ...(ontext && { ontext }),
      ...(onclosetag && { onclosetag: (name) => onclosetag(localName(name)) }),
    },
    { xmlMode: true },
  );
  parser.end(xml);
}
