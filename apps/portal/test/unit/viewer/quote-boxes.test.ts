import { expect, test } from "vitest";
import { placePicture } from "../../../src/viewer/picture/place-picture.ts";
import { quoteBoxes } from "../../../src/viewer/picture/quote-boxes.ts";

const box = (x0: number, y0: number, x1: number, y1: number) => ({ x0, y0, x1, y1 });
/** The words of `Backups run daily` in one line and `and are tested` in the next. */
const WORDS = [
  { start: 0, end: 7, box: box(10, 10, 80, 30), certainty: 0.9 },
  { start: 8, end: 11, box: box(90, 12, 120, 30), certainty: 0.9 },
  { start: 12, end: 17, box: box(130, 10, 180, 32), certainty: 0.9 },
  { start: 18, end: 21, box: box(10, 40, 40, 60), certainty: 0.9 },
  { start: 22, end: 25, box: box(50, 42, 80, 60), certainty: 0.9 },
];

test("a quote has one box for each line, around its words and no others", () => {
  expect(quoteBoxes(WORDS, { start: 8, end: 21 })).toEqual([box(90, 10, 180, 32), box(10, 40, 40, 60)]);
  expect(quoteBoxes(WORDS, { start: 9, end: 10 })).toEqual([box(90, 12, 120, 30)]);
  expect(quoteBoxes(WORDS, { start: 30, end: 40 })).toEqual([]);
});

test("words of a script that runs to the left share a line, and those of another column do not", () => {
  const leftwards = [
    { start: 0, end: 3, box: box(300, 10, 340, 30), certainty: 1 },
    { start: 4, end: 8, box: box(240, 10, 290, 30), certainty: 1 },
  ];
  expect(quoteBoxes(leftwards, { start: 0, end: 8 })).toEqual([box(240, 10, 340, 30)]);
  const columns = [leftwards[0]!, { ...leftwards[1]!, box: box(900, 10, 940, 30) }];
  expect(quoteBoxes(columns, { start: 0, end: 8 })).toHaveLength(2);
});

test("an image that was turned is drawn as wide as its height was, turned as far", () => {
  expect(placePicture({ kind: "PAGE", width: 1000, height: 1400 })).toEqual({
    width: 1000,
    height: 1400,
    share: 1,
    degrees: 0,
  });
  expect(placePicture({ kind: "PAGE", width: 1000, height: 1400, turned: "90", skew: -2 })).toMatchObject({
    share: 1.4,
    degrees: 88,
  });
  expect(placePicture({ kind: "FILE", frame: 0 })).toBeUndefined();
});
