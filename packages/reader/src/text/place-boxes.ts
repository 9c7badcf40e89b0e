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
// A tab alone is drawn; other white space is only how the source is laid out.
const SENTENCE = /(?:[?:.;|)]\s+|(?<=\S)\t)(?=\S[^?:.;|]*$)/u;
const LEAD_END = /(?:^|[?:.;|)]\s*|\t)$/u;
const BETWEEN = /^(?:[\s,;/|]|(?:or|and|oder|ou)\b)*/iu;

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
  const texts = boxes.map((at, index) =>
    pieces
      .slice(index === 0 ? 0 : boxes[index - 1]! + 1, at)
      .map(({ text }) => text)
      .join(""),
  );
  if (boxes.length > 1 && !areBehind(texts)) return parts;
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

/**
 * Whether several boxes follow their words. A line may also end in a box without words behind boxes that are before
 * theirs: only a first option that is known as one tells them apart.
 */
function areBehind(texts: readonly string[]): boolean {
  const [first = "", ...others] = texts;
  const named = OPTION.exec(first)?.[1];
  if (named === undefined) return false;
  const rest = others.map((text) => text.replace(BETWEEN, "").trim());
  if (rest.some((text) => text.toLowerCase() === named.trim().toLowerCase())) return false;
  return (
    LEAD_END.test(first.slice(0, first.length - named.length)) || rest.every((text) => OPTION.exec(text)?.[1] === text)
  );
}

/** Where the words before a box begin that are its option. */
function findOption(
  pieces: readonly BoxedPart[],
  isFirst: boolean,
  isOnly: boolean,
): { piece: number; offset: number } | null {
  const text = pieces.map((piece) => piece.text).join("");
  let offset = isFirst ? text.length - text.trimStart().length : BETWEEN.exec(text)![0].length;
  if (text.slice(offset).trim() === "" || /[?:]\s*$/.test(text)) return null;
  const isNext = !isFirst && /[?:]\s/.test(text.slice(offset));
  if (isFirst || isNext) {
    const named = OPTION.exec(text);
    const sentence = SENTENCE.exec(text);
    if (named) offset = text.length - named[1]!.length;
    else if (isNext) return null;
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
