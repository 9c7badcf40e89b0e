import { expect, test } from "vitest";
import { splitAtRanges } from "../../../src/viewer/split-at-ranges.ts";

const shown = (pieces: ReturnType<typeof splitAtRanges>) =>
  pieces.map(
    ({ text, cited, hidden, struck, quoted }) =>
      `${cited ? "*" : ""}${hidden ? "?" : ""}${struck ? "-" : ""}${quoted ? ">" : ""}${text}`,
  );

test("text is cut where a range begins or ends, overlaps included", () => {
  const pieces = splitAtRanges("abcdefghij", {
    cited: { start: 2, end: 6 },
    hidden: [[4, 8]],
    struck: [[7, 9]],
    quoted: [[8, 9]],
  });
  expect(shown(pieces)).toEqual(["ab", "*cd", "*?ef", "?g", "?-h", "->i", "j"]);
  expect(pieces.map(({ start }) => start)).toEqual([0, 2, 4, 6, 7, 8, 9]);
});

test("of a part of the text only what falls into it is marked", () => {
  const ranges = { cited: { start: 12, end: 30 }, hidden: [[0, 11]] as const, struck: [], quoted: [] };
  expect(shown(splitAtRanges("abcde", ranges, 10))).toEqual(["?a", "b", "*cde"]);
  expect(shown(splitAtRanges("abcde", ranges, 40))).toEqual(["abcde"]);
  expect(splitAtRanges("", ranges, 10)).toEqual([]);
});
