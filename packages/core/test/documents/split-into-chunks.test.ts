import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CHUNK_LENGTH_MAX,
  CHUNK_LENGTH_MIN,
  type ChunkRange,
  estimateTokens,
  splitIntoChunks,
} from "../../src/documents/stages/split-into-chunks.ts";

const OVERLAP_MAX = 160;

/** Words, breaks and odd characters in the proportions of real text, long enough for several chunks. */
const piece = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."abcdefghij") })
      .map((word) => `${word} `),
  },
  { weight: 3, arbitrary: fc.constantFrom(". ", "! ", ".\n", "\n", "\n\n", "\t", "   ", "\u00a0") },
  { weight: 2, arbitrary: fc.constantFrom("合规证据。", "バックアップ", "😀", "é", "👩‍💻", "\u200b") },
  { weight: 1, arbitrary: fc.string({ minLength: 200, maxLength: 3000, unit: fc.constantFrom("x", "漢", "😀") }) },
);
const text = fc.array(piece, { minLength: 1, maxLength: 700 }).map((pieces) => pieces.join(""));

const contents = (whole: string, ranges: ChunkRange[]) => ranges.map(({ start, end }) => whole.slice(start, end));

describe("chunks of any text", () => {
  test("are in order, trimmed, within the most, and part no character", () => {
    fc.assert(
      fc.property(text, (whole) => {
        const ranges = splitIntoChunks(whole);
        for (const [at, { start, end }] of ranges.entries()) {
          const content = whole.slice(start, end);
          expect(content).toBe(content.trim());
          expect(content.length).toBeGreaterThan(0);
          expect(content.length).toBeLessThanOrEqual(CHUNK_LENGTH_MAX);
          expect(content.isWellFormed()).toBe(true);
          const before = ranges[at - 1];
          if (before) {
            expect(start).toBeGreaterThan(before.start);
            expect(end).toBeGreaterThan(before.end);
            expect(before.end - start).toBeLessThanOrEqual(OVERLAP_MAX);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  test("part no surrogate pair where there is nowhere else to cut, at whichever half the cut would fall", () => {
    for (const [lead, filler] of [
      ["", "😀"],
      ["x", "😀"],
      ["", "x😀"],
      ["x", "x😀"],
      ["xx", "x😀"],
    ] as const) {
      const whole = lead + filler.repeat(3000);
      const ranges = splitIntoChunks(whole);
      expect(ranges.length).toBeGreaterThan(2);
      for (const content of contents(whole, ranges)) expect(content.isWellFormed(), lead + filler).toBe(true);
      expect(contents(whole, ranges).join("")).toBe(whole);
    }
  });

  test("omit nothing but white space", () => {
    fc.assert(
      fc.property(text, (whole) => {
        let covered = 0;
        for (const { start, end } of splitIntoChunks(whole)) {
          expect(whole.slice(covered, start).trim()).toBe("");
          covered = Math.max(covered, end);
        }
        expect(whole.slice(covered).trim()).toBe("");
      }),
      { numRuns: 150 },
    );
  });

  test("are not tiny where the text has no long blanks", () => {
    const dense = fc.array(
      fc.string({ minLength: 1, maxLength: 30, unit: fc.constantFrom(..."abc.\n ") }).map((words) => `x${words}`),
      {
        minLength: 100,
        maxLength: 700,
      },
    );
    fc.assert(
      fc.property(dense, (words) => {
        const whole = words.join(" ");
        const lengths = splitIntoChunks(whole).map(({ start, end }) => end - start);
        if (whole.length > CHUNK_LENGTH_MAX * 1.5)
          for (const length of lengths) expect(length).toBeGreaterThanOrEqual(CHUNK_LENGTH_MIN / 2);
      }),
      { numRuns: 100 },
    );
  });
});

describe("a text", () => {
  test.each(["", " ", "\n\t\u00a0"])("of nothing but white space has no chunk: %j", (blank) => {
    expect(splitIntoChunks(blank)).toEqual([]);
  });

  test("that fits is one chunk without its outer blanks", () => {
    expect(splitIntoChunks("  Backups run daily. \n")).toEqual([{ start: 2, end: 20 }]);
    expect(splitIntoChunks("x".repeat(CHUNK_LENGTH_MAX))).toEqual([{ start: 0, end: CHUNK_LENGTH_MAX }]);
  });

  test("of paragraphs is cut between them", () => {
    const paragraph = (letter: string) => `${`${letter} word `.repeat(110).trim()}.`;
    const whole = ["a", "b", "c", "d"].map(paragraph).join("\n\n");
    for (const content of contents(whole, splitIntoChunks(whole))) expect(content).toMatch(/\.$/);
  });

  test("just over the most does not leave a crumb behind its last paragraph", () => {
    const whole = `${"word ".repeat(406).trim()}.\n\nThe end of it all.`;
    expect(whole.length).toBeGreaterThan(CHUNK_LENGTH_MAX);
    for (const content of contents(whole, splitIntoChunks(whole)))
      expect(content.length).toBeGreaterThanOrEqual(CHUNK_LENGTH_MIN);
  });

  test("of Chinese is cut after full stops, which no space follows", () => {
    const whole = "本组织每天备份业务数据。".repeat(300);
    const ranges = splitIntoChunks(whole);
    expect(ranges.length).toBeGreaterThan(1);
    for (const content of contents(whole, ranges)) expect(content).toMatch(/^本.*。$/);
  });

  test("without any boundary is cut hard, between characters", () => {
    const whole = "😀".repeat(3000);
    for (const content of contents(whole, splitIntoChunks(whole))) expect(content).toMatch(/^(?:😀)+$/u);
  });

  test("begins the next chunk at a sentence, so that what it repeats can be read", () => {
    const whole = Array.from({ length: 120 }, (_, at) => `This is sentence number ${at} of a long policy.`).join(" ");
    const ranges = splitIntoChunks(whole);
    expect(ranges.length).toBeGreaterThan(2);
    for (const content of contents(whole, ranges)) expect(content).toMatch(/^This is sentence .*\.$/);
    expect(ranges.slice(1).some(({ start }, at) => start < ranges[at]!.end)).toBe(true);
  });
});

test("a token is estimated as four characters, rounded up", () => {
  expect(["a", "abcd", "abcde"].map(estimateTokens)).toEqual([1, 1, 2]);
});

describe("a cut", () => {
  /** Lines as a PDF wraps them: their ends say nothing about sentences. */
  const wrap = (text: string, width: number) => text.replace(new RegExp(`(.{1,${width}}) `, "g"), "$1\n");

  test("falls between sentences of a text that its page wraps, not at the end of any line", () => {
    const sentence = (at: number) =>
      `The owner of system ${at} reviews all accounts of the Finance and Operations teams within each quarter and writes down what was changed.`;
    const whole = wrap(Array.from({ length: 60 }, (_, at) => sentence(at)).join(" "), 77);
    const ranges = splitIntoChunks(whole);
    expect(ranges.length).toBeGreaterThan(3);
    for (const content of contents(whole, ranges)) expect(content).toMatch(/^The\sowner\sof\s.*was\schanged\.$/s);
  });

  test.each([
    "Access follows sec. 4.2 of the standard, e.g. The Register, cf. No. 7 and approx. 30 Systems",
    "Der Zugriff folgt z. B. Abs. 3 der Richtlinie bzw. Nr. 7 gem. Dr. Meier",
  ])("does not take the full stop of an abbreviation for the end of a sentence: %s", (clause) => {
    const whole = Array.from({ length: 40 }, (_, at) => `${clause} in case ${at} of all.`).join(" ");
    for (const content of contents(whole, splitIntoChunks(whole))) expect(content).toMatch(/ of all\.$/);
  });

  test("keeps items of a numbered list whole and a heading with what it is above", () => {
    const item = (at: number) =>
      `${at}. ${"Keys are kept in the vault of the data centre and are changed each year ".repeat(2).trim()}`;
    const list = Array.from({ length: 40 }, (_, at) => item(at + 1)).join("\n");
    for (const content of contents(list, splitIntoChunks(list))) expect(content).toMatch(/^\d+\. Keys.*each year$/s);
    const section = (at: number) => `4.${at} Protection of keys\n${"Keys are kept in the vault. ".repeat(9).trim()}`;
    const sections = Array.from({ length: 12 }, (_, at) => section(at)).join("\n");
    for (const content of contents(sections, splitIntoChunks(sections)))
      expect(content).not.toMatch(/Protection of keys$/);
  });

  test("falls at the end of a sentence or a phrase in Japanese and Thai, also where lines are wrapped", () => {
    const japanese = "業務データの控えは毎日作成され、\n別の建物に保管される。".repeat(120);
    for (const content of contents(japanese, splitIntoChunks(japanese))) expect(content).toMatch(/。$/);
    const thai = "ข้อมูลสำรองถูกจัดเก็บไว้ในอาคารอื่น ทุกวัน ".repeat(80);
    for (const content of contents(thai, splitIntoChunks(thai))) expect(content).toMatch(/(?:อาคารอื่น|ทุกวัน)$/);
  });
});
