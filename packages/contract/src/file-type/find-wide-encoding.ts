/** Encodings of two or four bytes a unit. */
export type WideEncoding = "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";

const SAMPLE_BYTES = 64 * 1024;
const TEXT_SHARE_MIN = 0.9;

/** Which encoding of two or four bytes a unit the beginning of a text without a mark is in; null for another, or none. */
export function findWideEncoding(bytes: Uint8Array): WideEncoding | null {
  const sample = bytes.subarray(0, Math.min(bytes.length, SAMPLE_BYTES));
  // Any text of more than a few words has a blank, a line end or a digit, and so a zero byte.
  if (sample.length < 4 || !sample.includes(0) || isAsciiWithZeros(sample)) return null;
  const whole = sample.subarray(0, sample.length & ~3);
  if (isUtf32(whole, true)) return "utf-32le";
  if (isUtf32(whole, false)) return "utf-32be";
  const even = sample.subarray(0, sample.length & ~1);
  const [little, big] = [textShare(even, "utf-16le"), textShare(even, "utf-16be")];
  if (Math.max(little, big) < TEXT_SHARE_MIN || little === big) return null;
  return little > big ? "utf-16le" : "utf-16be";
}

/** Bytes of one each with some zeros among them: no text at all. Of a wide Latin text, half are zero. */
function isAsciiWithZeros(bytes: Uint8Array): boolean {
  let zeros = 0;
  let ascii = 0;
  for (const byte of bytes) {
    if (byte === 0) zeros += 1;
    else if (byte < 0x7f && !isControl(byte)) ascii += 1;
  }
  return zeros * 4 < bytes.length && (ascii + zeros) * 10 >= bytes.length * 9;
}

function isUtf32(bytes: Uint8Array, little: boolean): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let odd = 0;
  for (let at = 0; at < bytes.length; at += 4) {
    const code = view.getUint32(at, little);
    if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
    if (isControl(code)) odd += 1;
  }
  return odd * 20 <= bytes.length / 4;
}

/**
 * The share of units that belong to a text: letters of a few scripts with blanks or line ends between them. Bytes of
 * another kind, read so, are spread over all blocks of Unicode.
 */
function textShare(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): number {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return 0;
  }
  const blocks = new Map<number, number>();
  let marks = 0;
  let bad = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0 || isControl(code) || code >= 0xfffe) bad += 1;
    else if (code < 0x80) marks += 1;
    // Chinese characters spread over one large block, Hangul over another.
    else if (code < 0x2000 || (code >= 0x3000 && code < 0x3100)) add(blocks, code >> 8);
    else if (code >= 0xac00 && code < 0xd7a4) add(blocks, 0xac);
    else if ((code >= 0x2000 && code < 0x2070) || (code >= 0xff00 && code < 0xfff0)) marks += 1;
    else if (code >= 0x4e00 && code < 0xa000) add(blocks, 0x4e);
    else bad += 1;
  }
  if (marks === 0) return 0;
  const used = [...blocks.values()].sort((a, b) => b - a);
  const main = used.slice(0, 3).reduce((sum, count) => sum + count, 0);
  return (marks + main - bad) / Math.max(1, text.length);
}

function add(blocks: Map<number, number>, block: number): void {
  blocks.set(block, (blocks.get(block) ?? 0) + 1);
}

function isControl(code: number): boolean {
  return (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x0c) || code === 0x7f;
}
