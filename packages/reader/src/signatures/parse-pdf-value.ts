const LEVELS_MAX = 40;
/** In one array or dictionary. */
const ITEMS_MAX = 10_000;

/** A value of a PDF, with its place in the file. */
export type PdfValue =
  | {
      readonly kind: "dictionary";
      readonly entries: ReadonlyMap<string, PdfValue>;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: "array"; readonly items: readonly PdfValue[]; readonly start: number; readonly end: number }
  | { readonly kind: "hex" | "string" | "name" | "other"; readonly start: number; readonly end: number };

/** Reads the value at an offset, as far as places are concerned. Null where it does not end, or is nested too deep. */
export function parsePdfValue(bytes: Uint8Array, at: number, level = 0): PdfValue | null {
  const start = skipBlanks(bytes, at);
  if (start >= bytes.length || level > LEVELS_MAX) return null;
  const byte = bytes[start];
  if (byte === LESS) return bytes[start + 1] === LESS ? parseDictionary(bytes, start, level) : parseHex(bytes, start);
  if (byte === BRACKET) return parseArray(bytes, start, level);
  if (byte === PARENTHESIS) return parseString(bytes, start);
  const end = skipRegular(bytes, start + 1);
  return { kind: byte === SLASH ? "name" : "other", start, end };
}

const [LESS, GREATER, BRACKET, BRACKET_END, PARENTHESIS, PARENTHESIS_END, SLASH, PERCENT, BACKSLASH] = [
  0x3c, 0x3e, 0x5b, 0x5d, 0x28, 0x29, 0x2f, 0x25, 0x5c,
];
const BLANKS = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set([..."<>[](){}/%"].map((letter) => letter.charCodeAt(0)));

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    while (at < bytes.length && BLANKS.has(bytes[at]!)) at += 1;
    if (bytes[at] !== PERCENT) return at;
    while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
  }
}

function skipRegular(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && !BLANKS.has(bytes[at]!) && !DELIMITERS.has(bytes[at]!)) at += 1;
  return at;
}

function parseDictionary(bytes: Uint8Array, start: number, level: number): PdfValue | null {
  const entries = new Map<string, PdfValue>();
  let at = skipBlanks(bytes, start + 2);
  while (bytes[at] === SLASH) {
    const keyEnd = skipRegular(bytes, at + 1);
    const key = textOf(bytes, { start: at + 1, end: keyEnd });
    const value = parsePdfValue(bytes, keyEnd, level + 1);
    if (!value || entries.size >= ITEMS_MAX) return null;
    if (!entries.has(key)) entries.set(key, value);
    at = skipBlanks(bytes, value.end);
    // A reference is three words: the two after the first say nothing of places.
    while (at < bytes.length && bytes[at] !== SLASH && bytes[at] !== GREATER) {
      if (DELIMITERS.has(bytes[at]!)) return null;
      at = skipBlanks(bytes, skipRegular(bytes, at));
    }
  }
  if (bytes[at] !== GREATER || bytes[at + 1] !== GREATER) return null;
  return { kind: "dictionary", entries, start, end: at + 2 };
}

function parseArray(bytes: Uint8Array, start: number, level: number): PdfValue | null {
  const items: PdfValue[] = [];
  let at = skipBlanks(bytes, start + 1);
  while (at < bytes.length && bytes[at] !== BRACKET_END) {
    const item = parsePdfValue(bytes, at, level + 1);
    if (!item || item.end <= at || items.length >= ITEMS_MAX) return null;
    items.push(item);
    at = skipBlanks(bytes, item.end);
  }
  return at < bytes.length ? { kind: "array", items, start, end: at + 1 } : null;
}

function parseHex(bytes: Uint8Array, start: number): PdfValue | null {
  const end = bytes.indexOf(GREATER, start);
  return end < 0 ? null : { kind: "hex", start, end: end + 1 };
}

function parseString(bytes: Uint8Array, start: number): PdfValue | null {
  let open = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === PARENTHESIS) open += 1;
    else if (byte === PARENTHESIS_END && --open === 0) return { kind: "string", start, end: at + 1 };
  }
  return null;
}

export function textOf(bytes: Uint8Array, { start, end }: { start: number; end: number }): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
}
