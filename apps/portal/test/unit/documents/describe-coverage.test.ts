import type { Document, PageStates } from "@assay/client";
import { expect, test } from "vitest";
import {
  describeCoverage,
  describeRecognition,
  describeUnread,
  isPartlyRead,
} from "../../../src/documents/describe-coverage.ts";

type Warning = NonNullable<Document["coverage"]>["warnings"][number];

function read(states: PageStates | null, { pages = 5, pagesWithText = 5, warnings = [] as Warning[] } = {}) {
  return { pages, pagesWithText, characters: 100, chunks: 3, states, warnings };
}

test("pages that are images or broken were not read; an empty page was", () => {
  const coverage = read({ TEXT: 1, OCR: 1, IMAGE_ONLY: 2, UNREADABLE: 1, EMPTY: 1 }, { pages: 6 });
  expect(describeUnread({ fileType: "pdf", coverage })).toBe("3 of 6 pages not read");
  expect(describeCoverage({ fileType: "pdf", coverage })).toBe("3 of 6 pages read");
  expect(describeUnread({ fileType: "pdf", coverage: read({ TEXT: 3, EMPTY: 2 }) })).toBeUndefined();
});

test("what was read before states were told is counted by the pages that have text", () => {
  const coverage = read(null, { pagesWithText: 4 });
  expect(describeUnread({ fileType: "pdf", coverage })).toBe("1 of 5 pages not read");
});

test("pages whose images were not read are said to be so by the warning alone", () => {
  const warnings = [{ code: "PICTURE_NOT_READ", message: "Cannot read the picture of page 2" }] as Warning[];
  const coverage = read({ TEXT: 4, MIXED: 1 }, { warnings });
  expect(isPartlyRead({ coverage })).toBe(true);
  expect(describeUnread({ fileType: "pdf", coverage })).toBe("Images not read");
});

test("images next to slides or text are parts, and one that is all of a file is the file", () => {
  const coverage = read({ TEXT: 5, IMAGE_ONLY: 2 });
  expect(describeUnread({ fileType: "pptx", coverage })).toBe("2 of 7 parts not read");
  const picture = read({ IMAGE_ONLY: 1 }, { pages: 1, pagesWithText: 0 });
  expect(describeUnread({ fileType: "txt", coverage: picture })).toBe("Not read");
  expect(describeCoverage({ fileType: "txt", coverage: read({ TEXT: 1 }, { pages: 1 }) })).toBeUndefined();
});

test("the reading of images says how far it is", () => {
  expect(describeRecognition({ recognition: { done: 2, total: 5 } })).toBe("Reading images: 2 of 5");
  expect(describeRecognition({ recognition: null })).toBeUndefined();
});
