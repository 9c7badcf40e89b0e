import { expect, test } from "vitest";
import { readFigures, readPage, withTable } from "../src/figures.ts";
import { type Figure, isWorse } from "../src/measure.ts";
import { MEASURES } from "../src/measures.ts";

const stored = await readFigures();
const server = process.env.ASSAY_TEST_POSTGRES_URL;
/** The first look measures nothing. */
const guarded = MEASURES.filter(
  ({ guarded, needsServer }) => guarded && process.env.ASSAY_TEST_FORM !== "first-look" && (server || !needsServer),
);

test("the table of docs/build/metrics.md is made from the stored figures", async () => {
  const page = await readPage();
  expect(withTable(page, stored)).toBe(page);
});

test("every stored figure belongs to a measure", () => {
  const names = MEASURES.map(({ name }) => name);
  expect(Object.keys(stored).filter((name) => !names.includes(name))).toEqual([]);
});

test.each(guarded)(
  "$name is at most twice as slow, next to its reference, as the table says",
  async ({ name, run }) => {
    const figures = await run({ server, size: "guard" });
    expect(figures).not.toEqual([]);
    const found = stored[name]?.figures ?? [];
    const worse = figures.filter((figure) => isWorse(figure, storedOf(found, figure)));
    expect(worse).toEqual([]);
  },
  120_000,
);

/** Throws where nothing is stored: such a figure would pass unseen. */
function storedOf(found: readonly Figure[], { what }: Figure): Figure {
  const figure = found.find((each) => each.what === what);
  if (!figure) throw new Error(`Cannot compare '${what}': run npm run bench -- --save`);
  return figure;
}
