import type { Segment } from "@assay/client";
import { expect, test } from "vitest";
import { locateCitation } from "../../../src/viewer/located-citation.ts";

const text = "Keys change every year.\nDoors close at night.\nKeys change every year.";
const segment: Segment = {
  segmentIndex: 3,
  kind: "TEXT",
  pageNumber: 4,
  location: null,
  context: null,
  text,
  startOffset: 100,
  hidden: [],
  struck: [],
  quoted: [],
  textSource: "TEXT",
  certainty: null,
  chunks: [
    { id: "first", startOffset: 100, endOffset: 145 },
    { id: "second", startOffset: 124, endOffset: 100 + text.length },
  ],
};
const citation = { chunkId: "second", text: "Keys change every year.", pageNumber: 4 };

test("a quote is located in the chunk that it was taken from, not where its words stand first", () => {
  const located = locateCitation(citation, segment);
  expect(located).toMatchObject({ segmentIndex: 3, pageNumber: 4, occurrence: { ordinal: 1, count: 2 } });
  expect(located.range).toEqual({ start: text.lastIndexOf("Keys"), end: text.length });
});

test("a quote that differs as the comparison allows is located, as the text has it", () => {
  const { range } = locateCitation({ ...citation, text: "DOORS  close at night." }, segment);
  expect(text.slice(range!.start, range!.end)).toBe("Doors close at night.");
});

test("nothing is located when the words are not in the chunk, or the chunk is gone", () => {
  expect(locateCitation({ ...citation, text: "Windows close at night, too." }, segment)).toMatchObject({
    segmentIndex: 3,
    range: null,
    occurrence: undefined,
  });
  expect(locateCitation({ ...citation, chunkId: "gone" }, segment).range).toBeNull();
  expect(locateCitation(citation, undefined)).toMatchObject({ segmentIndex: null, range: null, occurrence: undefined });
});
