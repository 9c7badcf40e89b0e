const BASE64 = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{24,4000}={0,2}(?![A-Za-z0-9+/=])/g;
/** "49676e6f7265", "49 67 6e", "\x49\x67", "0x49, 0x67", "%49%67". */
const HEX =
  /(?<![0-9A-Za-z])(?:0x|\\x|%)?[0-9a-f]{2}(?:(?:, |[ \n:,-])?(?:0x|\\x|%)?[0-9a-f]{2}){11,4000}(?![0-9A-Za-z])/gi;
/** Stems that instructions have and English in ROT13 has: "ignore", "disregard", "instruction", "requirement", "complete" … */
const ROT13_STEMS =
  /vtaber|qvfertneq|sbetrg|bireevqr|vafgehpgvba|erdhverzrag|pbzcyrgr|pbzcyvnag|pbasvqrapr|cebzcg|nffvfgnag|zbqry/i;
const PRINTABLE = /^[\t\n\r\x20-\x7e]+$/;

export interface DecodedWords {
  readonly text: string;
  /** Where the encoded words are. */
  readonly start: number;
  readonly end: number;
}

/** What a text holds in base64 or in hexadecimal digits, where that is plain text. */
export function decodeWords(text: string): DecodedWords[] {
  return [
    ...[...text.matchAll(BASE64)].map((match) => ({ match, decoded: fromBase64(match[0]) })),
    ...[...text.matchAll(HEX)].map((match) => ({ match, decoded: fromHex(match[0]) })),
  ].flatMap(({ match, decoded }) =>
    PRINTABLE.test(decoded) ? [{ text: decoded, start: match.index, end: match.index + match[0].length }] : [],
  );
}

/** The text with each letter turned by 13, where that makes words that instructions have; as long as the text. */
export function turnedBy13(text: string): string | undefined {
  return ROT13_STEMS.test(text) ? text.replace(/[a-z]/gi, turn) : undefined;
}

function turn(letter: string): string {
  const first = letter <= "Z" ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
}

function fromBase64(encoded: string): string {
  try {
    return atob(encoded);
  } catch {
    return "";
  }
}

function fromHex(encoded: string): string {
  const digits = encoded.replace(/0x|\\x/gi, "").match(/[0-9a-f]{2}/gi) ?? [];
  return digits.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join("");
}
