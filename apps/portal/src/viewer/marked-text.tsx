import { readableQuote } from "@assay/site/readable-quote";
import { createContext, use } from "react";
import { type MarkedRanges, splitAtRanges, type TextPiece } from "./split-at-ranges.ts";

/** Whether the text is Markdown, whose marks for bold type and code are omitted. */
export const InMarkdown = createContext(false);

export interface MarkedTextProps extends MarkedRanges {
  text: string;
  /** Where `text` begins among the offsets of the ranges. */
  offset?: number;
}

/** Text of a document, always as text, with what is cited, hidden, crossed out or quoted marked. */
export function MarkedText({ text, offset = 0, ...ranges }: MarkedTextProps) {
  return splitAtRanges(text, ranges, offset).map((piece) => <Piece key={piece.start} piece={piece} />);
}

function Piece({ piece: { text, cited, hidden, struck, quoted } }: { piece: TextPiece }) {
  const words = use(InMarkdown) ? readableQuote(text) : text;
  const crossed = struck ? <s title="Crossed out in the file: it never counts as evidence">{words}</s> : words;
  const shown = hidden ? (
    <span className="unseen" title="Hidden in the file: it never counts as evidence">
      {crossed}
    </span>
  ) : (
    crossed
  );
  const placed = quoted ? (
    <span className="quoted" title="Quoted from an earlier mail: it never counts as what the sender says">
      {shown}
    </span>
  ) : (
    shown
  );
  return cited ? <mark className="cited">{placed}</mark> : placed;
}
