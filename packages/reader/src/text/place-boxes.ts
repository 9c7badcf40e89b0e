/** A part of a line, hidden or not. */
export interface BoxedPart {
  readonly text: string;
  readonly hidden: boolean;
}

const BOX = /[☐☒☑□◻🗹🗷🞎]/u;
const AT_BOXES = /([☐☒☑□◻🗹🗷🞎])/u;
const PARTS_MAX = 200;
const LENGTH_MAX = 5000;
const WORDS_MAX = 6;
const OPTION =
  /(?:^|\s)((?:not applicable|n\/?a|yes|no|ja|nein|oui|non|s[ií]|n[aã]o|sim|nee|partly|partial|partially|true|false|planned|implemented|compliant)\s*)$/iu;
const SENTENCE = /(?:[?:.;|)]\s+|\t|\s{2,})(?=\S[^?:.;|]*$)/u;

/**
 * In a line whose boxes follow the words of their options, as in "Yes ☒ No ☐", puts each before them: how such a line is
 * read must not depend on where it ends.
 */
export function placeBoxes<P extends BoxedPart>(parts: readonly P[]): readonly P[] {
  if (!parts.some(({ text }) => BOX.test(text))) return parts;
  if (parts.reduce((sum, { text }) => sum + text.length, 0) > LENGTH_MAX) return parts;
  const pieces = parts.flatMap((part) =>
    part.text.split(AT_BOXES).flatMap((text) => (text === "" ? [] : [{ ...part, text }])),
  );
  const isBox = (at: number) => BOX.test(pieces[at]?.text ?? "");
  const last = pieces.findLastIndex(({ text }) => text.trim() !== "");
  const first = pieces.findIndex(({ text }) => text.trim() !== "");
  if (!isBox(last) || isBox(first) || pieces.length > PARTS_MAX) return parts;
  const boxes = pieces.flatMap((_, at) => (isBox(at) ? [at] : []));
  const moves = new Map<number, { piece: number; offset: number }>();
  for (const [index, at] of boxes.entries()) {
    const from = index === 0 ? 0 : boxes[index - 1]! + 1;
    const place = findOption(pieces.slice(from, at), index === 0, boxes.length === 1);
    if (!place) return parts;
    moves.set(at, { piece: from + place.piece, offset: place.offset });
  }
  const byPiece = new Map([...moves].map(([box, { piece, offset }]) => [piece, { box, offset }]));
  return pieces.flatMap((piece, at) => {
    if (isBox(at)) return [];
    const move = byPiece.get(at);
    if (!move) return [piece];
    const before = piece.text.slice(0, move.offset);
    return [
      { ...piece, text: before },
      { ...pieces[move.box]!, text: `${before === "" || /\s$/.test(before) ? "" : " "}${pieces[move.box]!.text} ` },
      { ...piece, text: piece.text.slice(move.offset) },
    ];
  });
}

/** Where the words before a box begin that are its option. */
function findOption(
  pieces: readonly BoxedPart[],
  isFirst: boolean,
  isOnly: boolean,
): { piece: number; offset: number } | null {
  const text = pieces.map((piece) => piece.text).join("");
  if (text.trim() === "" || /\?\s*$/.test(text)) return null;
  let offset = text.length - text.trimStart().length;
  if (isFirst) {
    const named = OPTION.exec(text);
    const sentence = SENTENCE.exec(text);
    if (named) offset = text.length - named[1]!.length;
    else if (sentence) offset = sentence.index + sentence[0].length;
  }
  if (!isOnly && text.slice(offset).trim().split(/\s+/).length > WORDS_MAX) return null;
  let piece = 0;
  while (offset >= pieces[piece]!.text.length) {
    offset -= pieces[piece]!.text.length;
    piece += 1;
  }
  return { piece, offset };
}
