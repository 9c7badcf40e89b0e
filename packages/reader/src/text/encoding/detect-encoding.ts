import { TEXT_ENCODINGS, type TextEncoding } from "@assay/contract";
import { analyse } from "chardet";
import { LANGUAGE_LETTERS, WIDE_LETTERS, type WideLetters } from "./letter-frequencies.ts";
import { scoreText, scoreWideText } from "./score-text.ts";

export interface Detected {
  readonly name: TextEncoding;
  readonly certainty: number;
}

interface Candidate {
  readonly name: TextEncoding;
  readonly text: string;
  readonly wide: boolean;
  readonly score: number;
}

const SAMPLE_BYTES = 24_000;
/** What the detector's full confidence weighs against the letters. */
const DETECTOR_WEIGHT = 4;
/** Letters of one text are not independent of each other: their evidence counts less than it seems. */
const TEMPER = 0.45;
const CERTAINTY_MAX = 0.99;
/** Of a character beyond ASCII, on average: below it no known language fits. Chinese has thousands of characters. */
const SCORE_MIN = -7;
const WIDE_SCORE_MIN = -10.5;
const RARE_ENCODINGS: ReadonlyMap<TextEncoding, number> = new Map([
  ["macintosh", -4],
  ["x-mac-cyrillic", -4],
  ["iso-8859-4", -3],
  ["iso-8859-16", -2],
  ["windows-1258", -2],
  ["ibm866", -1],
]);

/**
 * Guesses the encoding of bytes that are neither marked nor valid UTF-8: by how well the letters of each encoding fit its
 * languages, together with what chardet finds. Encodings that give the same text count as one.
 */
export function detectEncoding(bytes: Uint8Array): Detected {
  const sample = sampleOf(bytes);
  const broken = detectBrokenUtf8(sample);
  if (broken) return broken;
  const confidences = analyseBytes(sample);
  const candidates = [...oneByteCandidates(sample), ...wideCandidates(sample)]
    .map((candidate) => ({
      ...candidate,
      score:
        candidate.score +
        (RARE_ENCODINGS.get(candidate.name) ?? 0) +
        DETECTOR_WEIGHT * (confidences.get(candidate.name) ?? 0),
    }))
    .sort((a, b) => b.score - a.score);
  const [best] = candidates as [Candidate];
  const others = new Map<string, number>();
  for (const { text, score } of candidates)
    if (text !== best.text && !others.has(text)) others.set(text, Math.exp((score - best.score) * TEMPER));
  const share = 1 / (1 + [...others.values()].reduce((sum, value) => sum + value, 0));
  const characters = [...best.text].filter((character) => character >= "\u0080").length;
  const scoreMin = best.wide ? WIDE_SCORE_MIN : SCORE_MIN;
  const fit = best.score / Math.max(1, characters) < scoreMin ? 0.5 : 1;
  const name = candidates.filter(({ text }) => text === best.text).sort(byUse)[0]!.name;
  return { name, certainty: Math.min(CERTAINTY_MAX, Math.round(share * fit * 100) / 100) };
}

function byUse(a: Candidate, b: Candidate): number {
  return TEXT_ENCODINGS.indexOf(a.name) - TEXT_ENCODINGS.indexOf(b.name);
}

/** The lines with bytes beyond ASCII, up to a length: the others say nothing. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let at = 0; at < bytes.length && length < SAMPLE_BYTES; ) {
    const newline = bytes.indexOf(0x0a, at);
    const end = newline < 0 ? bytes.length : newline + 1;
    for (let next = at; next < end; next += 1) {
      if (bytes[next]! < 0x80) continue;
      const part = bytes.subarray(at, Math.min(end, at + SAMPLE_BYTES));
      parts.push(part);
      length += part.length;
      break;
    }
    at = end;
  }
  const sample = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    sample.set(part, at);
    at += part.length;
  }
  return sample;
}

/** A file with many good sequences of UTF-8 and few bad bytes was cut or damaged. */
function detectBrokenUtf8(sample: Uint8Array): Detected | null {
  const text = new TextDecoder("utf-8").decode(sample);
  const bad = text.split("\ufffd").length - 1;
  const good = [...text].filter((character) => character >= "\u0080" && character !== "\ufffd").length;
  if (good < 2 || good < bad * 3) return null;
  return { name: "utf-8", certainty: Math.round((good / (good + bad)) * 100) / 100 };
}

function analyseBytes(sample: Uint8Array): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { name, confidence } of analyse(sample)) {
    const known = name === "GB18030" ? "gbk" : name === "ISO-8859-1" ? "windows-1252" : name.toLowerCase();
    const same = known === "iso-8859-9" ? "windows-1254" : known;
    found.set(same, Math.max(found.get(same) ?? 0, confidence / 100));
  }
  return found;
}

function oneByteCandidates(sample: Uint8Array): Candidate[] {
  const names = new Set(LANGUAGE_LETTERS.flatMap(({ encodings }) => encodings));
  return [...names].map((name) => {
    const text = new TextDecoder(name).decode(sample);
    const languages = LANGUAGE_LETTERS.filter(({ encodings }) => encodings.includes(name));
    return { name, text, wide: false, score: Math.max(...languages.map((language) => scoreText(text, language))) };
  });
}

function wideCandidates(sample: Uint8Array): Candidate[] {
  return WIDE_LETTERS.flatMap((letters) =>
    letters.encodings.map((name) => {
      const text = new TextDecoder(name).decode(sample);
      return {
        name,
        text,
        wide: true,
        score: scoreWideText(text, letters, (character) => ordinaryOf(letters).has(character)),
      };
    }),
  );
}

const knownOrdinary = new Map<WideLetters, ReadonlySet<string>>();

function ordinaryOf(letters: WideLetters): ReadonlySet<string> {
  const known = knownOrdinary.get(letters);
  if (known) return known;
  const [first, last] = letters.ordinary;
  const bytes: number[] = [];
  for (let lead = first; lead <= last; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) if (trail !== 0x7f) bytes.push(lead, trail);
  const ordinary = new Set(new TextDecoder(letters.encodings[0]).decode(Uint8Array.from(bytes)));
  knownOrdinary.set(letters, ordinary);
  return ordinary;
}
