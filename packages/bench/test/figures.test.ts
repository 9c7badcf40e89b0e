import { expect, test } from "vitest";
import { readFigures, readPage, withTable } from "../src/figures.ts";
import { MEASURES } from "../src/measures.ts";

const stored = await readFigures();

test("the table of docs/build/metrics.md is made from the stored figures", async () => {
  const page = await readPage();
  expect(withTable(page, stored)).toBe(page);
});

test("every stored figure belongs to a measure", () => {
  const names = MEASURES.map(({ name }) => name);
  expect(Object.keys(stored).filter((name) => !names.includes(name))).toEqual([]);
});
