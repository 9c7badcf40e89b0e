import type { PlacedField, Word } from "./form-parts.ts";

const OFF_MAX = 4;
const INSIDE = 1;
const LENGTH_MAX = 1000;

/**
 * Parts words at the blanks that fields lie over, as where a whole line is one run: "MFA:    Yes    No". Both from left to
 * right. Where a blank is, is only about known.
 */
export function splitAtFields(words: readonly Word[], fields: readonly PlacedField[]): Word[] {
  const parted: Word[] = [];
  let next = 0;
  for (const word of words) {
    let rest = word;
    while (next < fields.length && fields[next]!.x2 <= word.x + INSIDE) next += 1;
    for (let at = next; at < fields.length && fields[at]!.x1 < word.right - INSIDE; at += 1) {
      const parts = part(rest, fields[at]!);
      if (!parts) continue;
      if (parts[0].str.trim() !== "") parted.push(parts[0]);
      rest = parts[1];
    }
    if (rest.str.trim() !== "") parted.push(rest);
  }
  return parted;
}

function part(word: Word, field: PlacedField): [Word, Word] | null {
  if (word.str.length > LENGTH_MAX) return null;
  const wide = (word.right - word.x) / word.str.length;
  const middle = (field.x1 + field.x2) / 2;
  const blanks = field.reading.kind === "BOX" ? /\s+/g : /[_.…\s]{2,}|\s+$/g;
  let best: { start: number; end: number; off: number } | null = null;
  for (const match of word.str.matchAll(blanks)) {
    const [start, end] = [match.index, match.index + match[0].length];
    // A wide gap is more likely where a box was left room for.
    const off = Math.abs(word.x + ((start + end) / 2) * wide - middle) - (end - start) * wide;
    if (best === null || off < best.off) best = { start, end, off };
  }
  if (!best || best.off > OFF_MAX * word.size) return null;
  return [
    { ...word, str: word.str.slice(0, best.start), right: Math.max(word.x, field.x1 - INSIDE), below: [] },
    { ...word, str: word.str.slice(best.end), x: Math.min(word.right, field.x2 + INSIDE), below: [] },
  ];
}
