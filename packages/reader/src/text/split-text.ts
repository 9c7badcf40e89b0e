import { type MarkedText, takeMarked } from "./marked-text.ts";

/** Cuts a text into pieces of at most `lengthMax`, at line ends where there are any; an empty text is one piece. */
export function splitText(marked: MarkedText, lengthMax: number): MarkedText[] {
  const { text } = marked;
  if (text.length <= lengthMax) return [marked];
  const pieces: MarkedText[] = [];
  for (let start = 0; start < text.length; ) {
    const end = findCut(text, start, lengthMax);
    pieces.push(takeMarked(marked, start, end));
    start = end;
  }
  return pieces;
}

function findCut(text: string, start: number, lengthMax: number): number {
  const end = start + lengthMax;
  if (end >= text.length) return text.length;
  const lineEnd = text.lastIndexOf("\n", end - 1);
  if (lineEnd > start) return lineEnd + 1;
  const beforeLow = text.charCodeAt(end) >= 0xdc00 && text.charCodeAt(end) <= 0xdfff;
  return beforeLow ? end - 1 : end;
}
