import { expect, test } from "vitest";
import { extractAll, sourceFile, testExtractor } from "./extract-all.ts";
import { makePdf, textAt } from "./make-pdf.ts";

const COLUMNS = [40, 160, 420];
const ROWS = Array.from({ length: 40 }, (_, at) => [
  `SRV-${at}`,
  `Reviewed by the owner in March, week ${at}`,
  `Team ${at % 7}`,
]);

const read = async (content: string[]) =>
  (await extractAll(testExtractor(), sourceFile("pdf", makePdf([{ content: content.join("\n") }])))).segments;

test("rows of a long table on a page keep its column headings, cells of several lines stay in their row", async () => {
  const cells = [["Asset", "Last review", "Owner"], ...ROWS].flatMap((row, line) =>
    row.flatMap((text, column) => [
      textAt(COLUMNS[column]!, 740 - line * 17, text, 7),
      ...(column === 1 && line > 0
        ? [textAt(COLUMNS[1]!, 732 - line * 17, "and by the second line of defence", 7)]
        : []),
    ]),
  );
  const segments = await read([textAt(30, 770, "All assets of the organisation are reviewed."), ...cells]);
  expect(segments.length).toBeGreaterThan(1);
  expect(segments.map(({ pageNumber }) => pageNumber)).toEqual(segments.map(() => 1));
  expect(segments[0]!.context).toBeNull();
  for (const { context, text } of segments.slice(1)) {
    expect(context).toBe("Asset | Last review | Owner");
    expect(text).toMatch(/^SRV-\d+\t.*Team \d$/s);
  }
  const whole = segments.map(({ text }) => text).join("\n");
  for (const [name] of ROWS) expect(whole.split(`${name}\t`)).toHaveLength(2);
});

test("columns of running text are no table", async () => {
  const line = "Access is granted by role and reviewed each";
  const lines = Array.from({ length: 45 }, (_, at) =>
    [40, 320].map((x) => textAt(x, 760 - at * 15, `${line} ${at}`, 9)),
  );
  const segments = await read(lines.flat());
  expect(segments.map(({ context }) => context)).toEqual([null]);
});
