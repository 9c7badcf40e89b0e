import { type PdfValue, parsePdfValue, textOf } from "./parse-pdf-value.ts";

const PLACES_MAX = 100;
const OBJECTS_TRIED_MAX = 20;
/** How far before its ByteRange the dictionary of a signature may begin. */
const DICTIONARY_BYTES_MAX = 4 * 1024 * 1024;

export interface PdfSignature {
  /** Offset, length, offset, length; null for one that is not four numbers. */
  readonly range: readonly [number, number, number, number] | null;
  /** The signature as hexadecimal digits, with the brackets around it. */
  readonly contents: { readonly start: number; readonly end: number };
  readonly subFilter: string | null;
  /** When the program says that it was signed. */
  readonly time: string | null;
}

type Dictionary = Extract<PdfValue, { kind: "dictionary" }>;

/** The signatures that stand in the file itself; what a stream holds, such as another file, does not count. */
export function findPdfSignatures(bytes: Uint8Array, signaturesMax: number): PdfSignature[] {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places = listPlaces(whole);
  if (places.length === 0) return [];
  const isInStream = findStreams(whole);
  const found = new Map<number, PdfSignature>();
  for (const place of places) {
    if (isInStream(place) || found.size >= signaturesMax) continue;
    const dictionary = findDictionary(whole, place);
    const contents = dictionary?.entries.get("Contents");
    if (!dictionary || contents?.kind !== "hex" || isBlank(whole, contents) || grantsUsage(whole, dictionary)) continue;
    found.set(dictionary.start, {
      range: readRange(whole, dictionary.entries.get("ByteRange")),
      contents,
      subFilter: nameIn(whole, dictionary, "SubFilter"),
      time: wordsOf(whole, dictionary.entries.get("M")),
    });
  }
  return [...found.values()];
}

function listPlaces(whole: Buffer): number[] {
  const places: number[] = [];
  for (let at = whole.indexOf("/ByteRange"); at >= 0; at = whole.indexOf("/ByteRange", at + 1)) {
    places.push(at);
    if (places.length >= PLACES_MAX) break;
  }
  return places;
}

/** Tells whether an offset is within a stream. */
function findStreams(whole: Buffer): (at: number) => boolean {
  const streams: [start: number, end: number][] = [];
  let at = whole.indexOf("stream");
  while (at >= 0) {
    const head = whole.subarray(Math.max(0, at - 2048), at).toString("latin1");
    let next = at + 6;
    if (/>>\s*$/.test(head)) {
      const length = Number([...head.matchAll(/\/Length\s+(\d{1,10})(?!\d|\s+\d+\s+R)/g)].at(-1)?.[1] ?? Number.NaN);
      const stated = at + 6 + length;
      const isStated = /^\s{0,4}endstream/.test(whole.subarray(stated, stated + 13).toString("latin1"));
      const end = isStated ? stated : whole.indexOf("endstream", at);
      next = end < 0 ? whole.length : end;
      streams.push([at, next]);
      next += 13;
    }
    at = whole.indexOf("stream", next);
  }
  return (place) => streams.some(([start, end]) => place > start && place < end);
}

/** The dictionary that has the ByteRange at this offset: of an object, or of a value in it. */
function findDictionary(whole: Buffer, place: number): Dictionary | null {
  const window = whole.subarray(0, place + DICTIONARY_BYTES_MAX);
  let at = place;
  for (let tried = 0; tried < OBJECTS_TRIED_MAX; tried += 1) {
    at = at > 0 ? whole.lastIndexOf("obj", at - 1) : -1;
    if (at < Math.max(0, place - DICTIONARY_BYTES_MAX)) return null;
    if (!/\d\s+\d+\s+$/.test(whole.subarray(Math.max(0, at - 20), at).toString("latin1"))) continue;
    const value = parsePdfValue(window, at + 3);
    return value && value.end > place ? findWithin(value, place) : null;
  }
  return null;
}

/** The innermost dictionary there; null where a maker of programs grants the use of its functions with it. */
function findWithin(value: PdfValue, place: number): Dictionary | null {
  const inner: (readonly [key: string, value: PdfValue])[] =
    value.kind === "dictionary"
      ? [...value.entries]
      : value.kind === "array"
        ? value.items.map((item) => ["", item] as const)
        : [];
  const holder = inner.find(([, candidate]) => candidate.start < place && candidate.end > place);
  if (holder && /^UR3?$/.test(holder[0])) return null;
  const found = holder && findWithin(holder[1], place);
  if (found || value.kind !== "dictionary") return found ?? null;
  return value.entries.has("ByteRange") ? value : null;
}

/** A place kept for a signature that nobody made. */
function isBlank(whole: Buffer, { start, end }: PdfSignature["contents"]): boolean {
  for (let at = start + 1; at < end - 1; at += 1) if (whole[at] !== 0x30 && whole[at]! > 0x20) return false;
  return true;
}

/** Signatures with which a maker of programs lets others use its functions: nobody signed anything. */
function grantsUsage(whole: Buffer, dictionary: Dictionary): boolean {
  const references = dictionary.entries.get("Reference");
  const text = references ? textOf(whole, references) : "";
  return /\/TransformMethod\s*\/UR3?\b/.test(text);
}

function readRange(whole: Buffer, value: PdfValue | undefined): PdfSignature["range"] {
  if (value?.kind !== "array") return null;
  const [a, b, c, d, ...more] = value.items.map((item) => textOf(whole, item));
  const numbers = [a, b, c, d].map((text) => (/^\d{1,15}$/.test(text ?? "") ? Number(text) : Number.NaN));
  return more.length === 0 && !numbers.some(Number.isNaN) ? (numbers as [number, number, number, number]) : null;
}

function nameIn(whole: Buffer, { entries }: Dictionary, key: string): string | null {
  const value = entries.get(key);
  return value?.kind === "name" ? textOf(whole, value).slice(1) : null;
}

function wordsOf(whole: Buffer, value: PdfValue | undefined): string | null {
  if (value?.kind === "string") {
    const letter = (octal: string) => String.fromCharCode(Number.parseInt(octal, 8));
    return textOf(whole, value)
      .slice(1, -1)
      .replace(/\\([0-7]{1,3})/g, (_, octal: string) => letter(octal));
  }
  if (value?.kind !== "hex") return null;
  return Buffer.from(textOf(whole, value).slice(1, -1).replace(/\s/g, ""), "hex").toString("latin1");
}
