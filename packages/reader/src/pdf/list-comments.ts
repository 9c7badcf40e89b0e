import type { Comment } from "../text/write-comments.ts";
import { createStruckTextFinder } from "./find-struck-text.ts";
import type { PdfAnnotation } from "./form-parts.ts";
import type { TextRun } from "./join-items.ts";
import { isUnseen } from "./list-annotation-lines.ts";
import { listMarkLines } from "./list-struck-areas.ts";

/** What a viewer lists as comments; a text that is typed onto the page is a part of it. */
const SUBTYPES: ReadonlySet<string> = new Set([
  ..."Text Highlight Underline Squiggly StrikeOut Caret Stamp Ink Line Square Circle Polygon PolyLine FileAttachment".split(
    " ",
  ),
]);

/** Replies to replies that are followed; in a circle there is no first. */
const DEPTH_MAX = 50;
/** Remarks of a page whose words are looked up. */
const MARKS_MAX = 200;

/** The remarks of a page with their answers, each with the words of `runs` that it marks. */
export function listComments(annotations: readonly PdfAnnotation[], runs: readonly TextRun[]): Comment[] {
  const remarks = annotations.filter(({ subtype = "" }) => SUBTYPES.has(subtype));
  const byId = new Map(remarks.map((remark) => [remark.id, remark]));
  const answeredBy = ({ inReplyTo }: PdfAnnotation) => (inReplyTo ? byId.get(inReplyTo) : undefined);
  const rootOf = (remark: PdfAnnotation) => {
    let root = remark;
    for (let depth = 0, next = answeredBy(root); next && depth < DEPTH_MAX; depth += 1, next = answeredBy(root))
      root = next;
    return root;
  };
  return [...Map.groupBy(remarks, rootOf)].flatMap(([root, thread], at) => {
    const state = thread.findLast(isState)?.state?.toLowerCase();
    return [root, ...thread.filter((remark) => remark !== root && !isState(remark))]
      .map((remark) => ({
        text: remark.contentsObj?.str?.trim() || (remark.richText?.str?.trim() ?? ""),
        isReply: remark !== root,
        hidden: isUnseen(remark),
        place: remark.subtype === "Stamp" ? "stamp" : undefined,
        author: remark.titleObj?.str,
        date: remark.creationDate ?? remark.modificationDate ?? undefined,
        about: remark === root && at < MARKS_MAX ? wordsUnder(remark, runs) : undefined,
        state: remark === root && state !== "none" ? state : undefined,
      }))
      .filter(({ text }) => text !== "");
  });
}

/** An answer that only says what became of a remark. */
const isState = ({ stateModel, inReplyTo }: PdfAnnotation) => stateModel === "Review" && Boolean(inReplyTo);

function wordsUnder(annotation: PdfAnnotation, runs: readonly TextRun[]): string | undefined {
  const find = createStruckTextFinder(listMarkLines(annotation));
  if (!find) return undefined;
  const words = runs.flatMap(({ str, transform, width = 0 }) => {
    if (!transform) return [];
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
    const along = Math.hypot(a, b) || 1;
    const run = { x, y, ux: a / along, uy: b / along, width, size: Math.hypot(c, d) || along };
    return find(str, run).map(([start, end]) => str.slice(start, end));
  });
  return words.join(" ");
}
