import { ENCODING_CERTAINTY_MIN, type ReadEncoding, TEXT_ENCODINGS } from "@assay/contract";
import { findWideEncoding } from "@assay/contract/file-type";
import type { ReadingOptions } from "../child/extract-format.ts";
import type { SegmentSink } from "../child/segment-sink.ts";
import { detectEncoding } from "./encoding/detect-encoding.ts";

export interface DecodedText {
  readonly text: string;
  readonly encoding: ReadEncoding;
}

/** What a file says of its own encoding, such as `<meta charset>`; null where it says nothing. */
export type FindDeclared = (head: string) => string | null;

const HEAD_BYTES = 4096;
/** A text of fewer sequences may be valid UTF-8 by chance, where it says that it is something else. */
const UTF8_SEQUENCES_MIN = 3;

/** Decodes a text file for its reader, and warns where the encoding is not sure. */
export function readText(
  bytes: Uint8Array,
  sink: SegmentSink,
  { encoding: chosen }: ReadingOptions,
  findDeclared?: FindDeclared,
): DecodedText {
  const decoded = decodeText(bytes, chosen, findDeclared);
  const { name, certainty } = decoded.encoding;
  if (certainty < ENCODING_CERTAINTY_MIN)
    sink.warn({
      code: "ENCODING_UNSURE",
      message: `The encoding is not sure: the text was read as ${name}. If letters are wrong, choose another encoding`,
    });
  return decoded;
}

/** By what a person chose, else by its mark, as UTF-8 where that is valid, by what it declares, by its letters. */
export function decodeText(bytes: Uint8Array, chosen: string | null = null, findDeclared?: FindDeclared): DecodedText {
  if (chosen !== null) return taken(bytes, chosen, "USER", 1);
  const mark = findMark(bytes);
  if (mark) return taken(bytes, mark, "MARK", 1);
  const wide = findWideEncoding(bytes);
  if (wide) return taken(bytes, wide, "DETECTED", 0.95);
  const declared = findDeclared && toKnownName(findDeclared(latin1(bytes.subarray(0, HEAD_BYTES))));
  const strict = decodeStrictly(bytes, "utf-8");
  if (strict !== null) {
    if (isIso2022Jp(bytes)) return taken(bytes, "iso-2022-jp", "DETECTED", 0.99);
    const legacy = declared && declared !== "utf-8" && countSequences(strict) < UTF8_SEQUENCES_MIN ? declared : null;
    const other =
      legacy && legacy !== "iso-2022-jp" && /[\u0080-\uffff]/.test(strict) ? decodeStrictly(bytes, legacy) : null;
    if (other !== null) return { text: other, encoding: { name: legacy!, source: "DECLARED", certainty: 1 } };
    return { text: strict, encoding: { name: "utf-8", source: "VALID_UTF8", certainty: 1 } };
  }
  const own = declared && declared !== "utf-8" ? decodeStrictly(bytes, declared) : null;
  if (own !== null) return { text: own, encoding: { name: declared!, source: "DECLARED", certainty: 1 } };
  const { name, certainty } = detectEncoding(bytes);
  return taken(bytes, name, "DETECTED", certainty);
}

function taken(bytes: Uint8Array, name: string, source: ReadEncoding["source"], certainty: number): DecodedText {
  return { text: decodeAs(bytes, name), encoding: { name, source, certainty } };
}

function decodeAs(bytes: Uint8Array, name: string): string {
  if (name === "utf-32le" || name === "utf-32be") return decodeUtf32(bytes, name === "utf-32le");
  return new TextDecoder(name).decode(bytes);
}

function decodeStrictly(bytes: Uint8Array, name: string): string | null {
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function findMark(bytes: Uint8Array): string | null {
  const starts = (...mark: number[]) => mark.every((byte, at) => bytes[at] === byte);
  if (starts(0xff, 0xfe, 0, 0)) return "utf-32le";
  if (starts(0, 0, 0xfe, 0xff)) return "utf-32be";
  if (starts(0xff, 0xfe)) return "utf-16le";
  if (starts(0xfe, 0xff)) return "utf-16be";
  return starts(0xef, 0xbb, 0xbf) ? "utf-8" : null;
}

const CODES_AT_ONCE = 8192;

function decodeUtf32(bytes: Uint8Array, little: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: string[] = [];
  let codes: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, little);
    if (at === 0 && code === 0xfeff) continue;
    codes.push(code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0xfffd : code);
    if (codes.length < CODES_AT_ONCE) continue;
    parts.push(String.fromCodePoint(...codes));
    codes = [];
  }
  return parts.join("") + String.fromCodePoint(...codes);
}

/** Its bytes are ASCII; escapes say where Japanese begins. */
function isIso2022Jp(bytes: Uint8Array): boolean {
  const at = bytes.indexOf(0x1b);
  if (at < 0) return false;
  const head = latin1(bytes.subarray(at, at + 3));
  return /^(?:\$[@B]|\([IJ])/.test(head.slice(1)) && !new TextDecoder("iso-2022-jp").decode(bytes).includes("\ufffd");
}

function countSequences(text: string): number {
  return text
    .matchAll(/[\u0080-\u{10ffff}]/gu)
    .take(UTF8_SEQUENCES_MIN)
    .reduce((count) => count + 1, 0);
}

function toKnownName(label: string | null): string | null {
  if (label === null) return null;
  try {
    const name = new TextDecoder(label).encoding;
    // A file that can be read as ASCII up to here is not UTF-16, whatever it says.
    if (name.startsWith("utf-16")) return "utf-8";
    return (TEXT_ENCODINGS as readonly string[]).includes(name) ? name : null;
  } catch {
    return null;
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}
