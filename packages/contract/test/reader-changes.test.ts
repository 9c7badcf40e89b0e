import { expect, test } from "vitest";
import { FILE_TYPES } from "../src/formats.ts";
import { listReaderChanges, READER_CHANGES, READER_VERSION } from "../src/reader-changes.ts";

test("every version since the first says what it changed, in order", () => {
  const versions = READER_CHANGES.map(({ version }) => version);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  expect([...new Set(versions)]).toEqual(Array.from({ length: READER_VERSION - 1 }, (_, at) => at + 2));
  for (const { types } of READER_CHANGES) expect(FILE_TYPES).toEqual(expect.arrayContaining([...types]));
});

test("a reading misses what came after it for its format; one from before versions misses all, one of today nothing", () => {
  const ofDocx = READER_CHANGES.filter(({ types }) => types.includes("docx"));
  expect(listReaderChanges("docx", null)).toEqual(ofDocx.map(({ does }) => does));
  expect(listReaderChanges("docx", 4)).toEqual(ofDocx.filter(({ version }) => version > 4).map(({ does }) => does));
  for (const type of FILE_TYPES) expect(listReaderChanges(type, READER_VERSION)).toEqual([]);
});
