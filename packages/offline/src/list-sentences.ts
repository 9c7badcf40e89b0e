/** A piece of a text that can be quoted: `text` is its part from `start` to `end`, line breaks included. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Number of the paragraph that it is in. */
  readonly paragraph: number;
  /** It is a title over what follows, or the head of a table: it names a subject and states nothing. */
  readonly isHeading: boolean;
  readonly isTableRow: boolean;
}

/** Fewest characters of a piece that is worth quoting. */
export const QUOTE_LENGTH_MIN = 20;
const QUOTE_LENGTH_MAX = 600;
const HEADING_LENGTH_MAX = 90;
const WRAPPED_LINE_LENGTH_MIN = 50;

/** Commas without a space after them are the delimiters of a table. */
const CELLS_WITHOUT_SPACE_MIN = 2;

const LIST_ITEM = /^\s*(?:[-*•–▪◦]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s/i;
const NEW_RECORD = /^\s*(?:#|\|)/;
const SENTENCE_END =
  /(?<!\b(?:e\.g|i\.e|etc|cf|vs|approx|no|nos|art|sec|para|fig|incl|resp|mr|mrs|ms|dr|inc|ltd|st|ca)\.)(?<=[.!?][)"'”’\]]?)\s+(?=["'“‘([]?[\p{Lu}\p{N}\p{Lo}])|(?<=[。！？])/giu;
const ANSWER_TO_QUESTION = /^\s*(?:(?:a|answer)\s*[:.]\s*)?(?:yes|no|n\/a|partly|partially)\b/i;
const STATES_SOMETHING =
  /[.!?;:|\t。]|\b(?:is|are|was|were|be|been|has|have|had|must|shall|should|may|can|will|does|do|\w{3,}ed)\b/i;

/**
 * The sentences of a passage in order, at most 600 characters each, and at least 20 where they are no heading. Wrapped
 * lines are read as one; list items and table rows stand alone; pieces too short to quote are joined to the next.
 */
export function listSentences(text: string): Sentence[] {
  const pieces = listParagraphs(text).flatMap((paragraph, index) =>
    splitParagraph(text, paragraph).map((span) => ({ ...span, paragraph: index })),
  );
  const lettered = pieces
    .map((piece) => trim(text, piece))
    .filter(({ start, end }) => /\p{L}/u.test(text.slice(start, end)));
  return joinShort(text, lettered)
    .flatMap((piece) => cutLong(text, piece))
    .map((piece) => trim(text, piece))
    .map((piece) => ({
      ...piece,
      text: text.slice(piece.start, piece.end),
      isHeading: isHeading(text, piece),
      isTableRow: isTableRow(text.slice(piece.start, piece.end)),
    }))
    .filter((sentence) => sentence.isHeading || sentence.text.length >= QUOTE_LENGTH_MIN);
}

function isHeading(text: string, { start, end }: Span): boolean {
  const piece = text.slice(start, end);
  if (isTableRow(piece)) return !/\d/.test(piece) && !STATES_SOMETHING.test(piece.replace(/[|\t,;]/g, " "));
  return piece.length <= HEADING_LENGTH_MAX && !STATES_SOMETHING.test(piece);
}

interface Span {
  readonly start: number;
  readonly end: number;
}
interface Piece extends Span {
  readonly paragraph: number;
}

function listParagraphs(text: string): Span[] {
  return [...text.matchAll(/\S(?:[^\n]|\n(?![^\S\n]*(?:\n|$)))*/g)].map(({ index, 0: match }) => ({
    start: index,
    end: index + match.length,
  }));
}

function splitParagraph(text: string, { start, end }: Span): Span[] {
  const cuts = new Set<number>();
  let lineStart = start;
  for (const { index } of text.slice(start, end).matchAll(/\n/g)) {
    const next = start + index + 1;
    if (!continues(text.slice(lineStart, next - 1), text.slice(next, end))) cuts.add(next);
    lineStart = next;
  }
  for (const { index, 0: space } of text.slice(start, end).matchAll(SENTENCE_END)) {
    const next = start + index + space.length;
    if (!(text.slice(start, start + index).endsWith("?") && ANSWER_TO_QUESTION.test(text.slice(next, end))))
      cuts.add(next);
  }
  const bounds = [start, ...[...cuts].sort((left, right) => left - right), end];
  return bounds.slice(1).map((bound, index) => ({ start: bounds[index] ?? start, end: bound }));
}

function continues(line: string, rest: string): boolean {
  if (LIST_ITEM.test(rest) || NEW_RECORD.test(rest) || isTableRow(line)) return false;
  if (line.trimEnd().endsWith("?") && ANSWER_TO_QUESTION.test(rest)) return true;
  if (/^\s*\p{Ll}/u.test(rest)) return true;
  return line.trim().length >= WRAPPED_LINE_LENGTH_MIN && !/[.!?:;。]\s*$/.test(line);
}

function isTableRow(line: string): boolean {
  return /[\t|]/.test(line) || [...line.matchAll(/[,;]\S/g)].length >= CELLS_WITHOUT_SPACE_MIN;
}

function joinShort(text: string, pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isShort = last !== undefined && last.end - last.start < QUOTE_LENGTH_MIN && !isHeading(text, last);
    if (isShort && last.paragraph === piece.paragraph) joined[joined.length - 1] = { ...piece, start: last.start };
    else joined.push(piece);
  }
  return joined;
}

function cutLong(text: string, piece: Piece): Piece[] {
  const parts: Piece[] = [];
  let start = piece.start;
  while (piece.end - start > QUOTE_LENGTH_MAX) {
    const space = text.slice(start, start + QUOTE_LENGTH_MAX).search(/\s\S*$/);
    const end = start + (space >= QUOTE_LENGTH_MAX / 2 ? space + 1 : wholeCharacters(text, start, QUOTE_LENGTH_MAX));
    parts.push({ ...piece, start, end });
    start = end;
  }
  return [...parts, { ...piece, start }];
}

function wholeCharacters(text: string, start: number, length: number): number {
  const code = text.charCodeAt(start + length - 1);
  return code >= 0xd800 && code <= 0xdbff ? length - 1 : length;
}

function trim(text: string, piece: Piece): Piece {
  const untrimmed = text.slice(piece.start, piece.end);
  return {
    ...piece,
    start: piece.start + untrimmed.length - untrimmed.trimStart().length,
    end: piece.end - untrimmed.length + untrimmed.trimEnd().length,
  };
}
