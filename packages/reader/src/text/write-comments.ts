import type { Piece, SegmentSink } from "../child/segment-sink.ts";
import { createTextBuilder } from "./marked-text.ts";

/** What a reader of a document remarked on it. */
export interface Comment {
  readonly author?: string | undefined;
  /** As the file writes it: an ISO time, or that of a PDF. */
  readonly date?: string | undefined;
  /** A cell, where it is on one. */
  readonly place?: string | undefined;
  /** The words that it is about. */
  readonly about?: string | undefined;
  /** What became of it, such as `resolved`. */
  readonly state?: string | undefined;
  readonly isReply?: boolean;
  /** No viewer shows it. */
  readonly hidden?: boolean;
  readonly text: string;
}

const ABOUT_LENGTH_MAX = 200;

/** Comments as a segment of their own, a line each: place, author, day, the words it is about and its state come first. */
export async function writeComments(
  sink: SegmentSink,
  comments: readonly Comment[],
  piece: Pick<Piece, "pageNumber" | "location" | "context"> & { hidden?: boolean },
): Promise<void> {
  const { hidden = false, ...place } = piece;
  const builder = createTextBuilder();
  for (const comment of comments) {
    const text = comment.text.trim();
    if (text !== "") builder.add(`${describeHead(comment)}${text}\n`, hidden || comment.hidden === true);
  }
  const content = builder.build();
  if (content.text !== "") await sink.write({ ...place, kind: "COMMENT", content });
}

function describeHead({ author, date, place, about, state, isReply }: Comment): string {
  const name = oneLine(author ?? "");
  const quoted = oneLine(about ?? "");
  const short = quoted.length > ABOUT_LENGTH_MAX ? `${quoted.slice(0, ABOUT_LENGTH_MAX - 1).toWellFormed()}…` : quoted;
  const facts = [
    place,
    isReply ? ["reply", name].filter(Boolean).join(" of ") : name,
    dayOf(date ?? ""),
    short && `on “${short}”`,
    state,
  ].filter(Boolean);
  return facts.length === 0 ? "" : `${facts.join(", ")}: `;
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Of `2025-03-04T10:22:00Z` or `D:20250304102200+01'00'`; empty where it is neither. */
function dayOf(date: string): string {
  const [, year, month, day] = /^(?:D:)?(\d{4})-?(\d\d)-?(\d\d)/.exec(date) ?? [];
  return day === undefined ? "" : `${year}-${month}-${day}`;
}
