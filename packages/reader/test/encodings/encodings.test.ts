import { expect, test } from "vitest";
import { decodeText } from "../../src/text/decode-text.ts";
import { encodeText } from "./encode-text.ts";
import { ENCODING_TEXTS } from "./encoding-texts.ts";

/** Fixed, so that the half that is kept aside stays the same. */
const SEED = 15;

interface Outcome {
  readonly encoding: string;
  readonly right: boolean;
  readonly sure: boolean;
}

test("texts that were kept aside are read as written; what is unsure says so, and what is sure is right", () => {
  const { tuned, aside } = splitTexts();
  print("looked at", tuned);
  print("kept aside", aside);
  expect(aside.length).toBeGreaterThan(100);
  expect(share(aside, ({ right }) => right)).toBeGreaterThanOrEqual(0.97);
  expect(aside.filter(({ sure, right }) => sure && !right)).toEqual([]);
  expect(share(aside, ({ sure }) => sure)).toBeGreaterThanOrEqual(0.85);
});

test("names of countries in tables of five rows, as Unicode's own data gives them: what is sure is right", () => {
  const outcomes = listCountryTables().map(({ text, encoding }) => judge(text, encoding));
  print("country tables", outcomes);
  expect(outcomes.length).toBeGreaterThan(200);
  expect(share(outcomes, ({ right }) => right)).toBeGreaterThanOrEqual(0.9);
  expect(outcomes.filter(({ sure, right }) => sure && !right)).toEqual([]);
});

function splitTexts(): { tuned: Outcome[]; aside: Outcome[] } {
  const random = seeded(SEED);
  const halves = { tuned: [] as Outcome[], aside: [] as Outcome[] };
  for (const { encodings, texts } of ENCODING_TEXTS)
    for (const text of texts) {
      const half = random() < 0.5 ? halves.aside : halves.tuned;
      half.push(...encodings.map((encoding) => judge(text, encoding)));
    }
  return halves;
}

const COUNTRIES = "DE FR ES PL CZ HU RU UA GR TR IL EG LT TH JP CN TW KR US GB AT CH SE NO DK IS PT IT NL BE".split(
  " ",
);
const COUNTRY_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  de: ["windows-1252", "macintosh"],
  ...Object.fromEntries(
    ["fr", "es", "pt", "it", "sv", "da", "nb", "fi", "is", "sq", "ca", "gl"].map((language) => [
      language,
      ["windows-1252"],
    ]),
  ),
  ...Object.fromEntries(
    ["pl", "cs", "sk", "hu", "hr", "sl"].map((language) => [language, ["windows-1250", "iso-8859-2"]]),
  ),
  ru: ["windows-1251", "koi8-r", "iso-8859-5", "ibm866"],
  uk: ["windows-1251", "koi8-u"],
  bg: ["windows-1251"],
  sr: ["windows-1251"],
  el: ["windows-1253", "iso-8859-7"],
  tr: ["windows-1254"],
  he: ["windows-1255"],
  ar: ["windows-1256"],
  et: ["windows-1257"],
  lt: ["windows-1257", "iso-8859-13"],
  lv: ["windows-1257"],
  th: ["windows-874"],
  ja: ["shift_jis", "euc-jp"],
  zh: ["gbk"],
  "zh-Hant": ["big5"],
  ko: ["euc-kr"],
};

function listCountryTables(): { text: string; encoding: string }[] {
  return Object.entries(COUNTRY_LANGUAGES).flatMap(([language, encodings]) => {
    const names = new Intl.DisplayNames(language, { type: "region" });
    const rows = COUNTRIES.map((code, at) => `${code},${names.of(code)!.replace(/[’ʼ]/g, "'")},${at * 17}`);
    const tables = Array.from(
      { length: rows.length / 5 },
      (_, at) => `code,name,total\n${rows.slice(at * 5, at * 5 + 5).join("\n")}\n`,
    );
    const beyondAscii = tables.filter((text) => /[\u0080-\uffff]/.test(text));
    return beyondAscii.flatMap((text) => encodings.map((encoding) => ({ text, encoding })));
  });
}

function judge(text: string, encoding: string): Outcome {
  const decoded = decodeText(encodeText(text, encoding));
  return { encoding, right: decoded.text === text, sure: decoded.encoding.certainty >= 0.8 };
}

function share<T>(items: readonly T[], which: (item: T) => boolean): number {
  return items.filter(which).length / items.length;
}

function print(title: string, outcomes: readonly Outcome[]): void {
  const lines = [...Map.groupBy(outcomes, ({ encoding }) => encoding)].map(([encoding, all]) => {
    const [right, sure] = [all.filter((one) => one.right).length, all.filter((one) => one.sure).length];
    return `${encoding.padEnd(14)} ${String(right).padStart(3)} right, ${String(sure).padStart(3)} sure, of ${all.length}`;
  });
  const [right, sure] = [share(outcomes, (one) => one.right), share(outcomes, (one) => one.sure)];
  process.stdout.write(
    `${title}: ${outcomes.length} files, ${(right * 100).toFixed(1)} % right, ${(sure * 100).toFixed(1)} % sure\n${lines.join("\n")}\n`,
  );
}

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let next = Math.imul(state ^ (state >>> 15), 1 | state);
    next = (next + Math.imul(next ^ (next >>> 7), 61 | next)) ^ next;
    return ((next ^ (next >>> 14)) >>> 0) / 4_294_967_296;
  };
}
