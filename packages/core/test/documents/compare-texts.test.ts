import fc from "fast-check";
import { expect, test } from "vitest";
import { compareTexts } from "../../src/documents/compare/compare-texts.ts";

async function changesOf(from: string, to: string) {
  const compared = await compareTexts(from, to);
  if (typeof compared === "string") throw new Error(`Cannot compare: ${compared}`);
  return compared.changes;
}
const short = async (from: string, to: string) =>
  (await changesOf(from, to)).map(({ kind, text }) => `${kind}: ${text.trim()}`);

test("a changed sentence of a long line is told from its neighbours", async () => {
  expect(
    await short("Backups are daily. They are kept for a year.", "Backups are weekly. They are kept for a year."),
  ).toEqual(["removed: Backups are daily.", "added: Backups are weekly.", "equal: They are kept for a year."]);
});

test("white space at the ends of lines is no change", async () => {
  expect(await short("One.\r\nTwo. \n", "One.\nTwo.")).toEqual(["equal: One.\nTwo."]);
});

test("the ranges follow each other, and their texts are those of each side", async () => {
  const text = fc.array(fc.constantFrom("One. ", "Two!", "three", "\n", "\n\n ", " ", "“Four.” ", "é"), {
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(text, text, async (old, young) => {
      const sides = { from: old.join(""), to: young.join("") };
      const changes = await changesOf(sides.from, sides.to);
      for (const [side, whole] of Object.entries(sides) as ["from" | "to", string][]) {
        let at = 0;
        for (const change of changes) {
          const range = change[side];
          if (!range) continue;
          expect(range.start).toBe(at);
          at = range.end;
          if (side === "to" || change.kind === "removed") expect(whole.slice(range.start, range.end)).toBe(change.text);
        }
        expect(whole.slice(at).trim()).toBe("");
      }
    }),
  );
});

test("what is too large or too different is said to be", async () => {
  const lines = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}`).join("\n");
  expect(await compareTexts(lines(20_001, "a"), "a")).toBe("TOO_LARGE");
  expect(await compareTexts(lines(600, "a"), lines(600, "b"))).toBe("TOO_DIFFERENT");
});
