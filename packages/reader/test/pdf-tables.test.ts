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

test("a table that continues over pages keeps its headings there, and what follows it has none", async () => {
  const rowAt = (row: readonly string[], y: number) => row.map((text, at) => textAt(COLUMNS[at]!, y, text, 7));
  const page = (rows: readonly (readonly string[])[]) => rows.flatMap((row, line) => rowAt(row, 700 - line * 17));
  const head = ["Asset", "Last review", "Owner"];
  const footer = (number: number) => textAt(500, 30, `Page ${number} of 4`, 7);
  const file = makePdf(
    [
      [...page([head, ...ROWS.slice(0, 36)]), footer(1)],
      [textAt(40, 780, "Inventory of the second half", 7), ...page(ROWS.slice(0, 36)), footer(2)],
      [...page(ROWS.slice(0, 4)), textAt(70, 600, "All assets are reviewed once more in autumn.", 9)],
      [...page([head, ...ROWS.slice(0, 4)])],
    ].map((content) => ({ content: content.join("\n") })),
  );
  const { segments } = await extractAll(testExtractor(), sourceFile("pdf", file));
  const told = (number: number) => [
    ...new Set(segments.filter(({ pageNumber }) => pageNumber === number).map(({ context }) => context)),
  ];
  expect([2, 3, 4].map(told)).toEqual([["Asset | Last review | Owner"], ["Asset | Last review | Owner"], [null]]);
});

test("columns of running text are no table", async () => {
  const line = "Access is granted by role and reviewed each";
  const lines = Array.from({ length: 45 }, (_, at) =>
    [40, 320].map((x) => textAt(x, 760 - at * 15, `${line} ${at}`, 9)),
  );
  const segments = await read(lines.flat());
  expect(segments.map(({ context }) => context)).toEqual([null]);
});

const GRID = [
  ["Control", "In place", "Owner"],
  ["MFA", "Yes", "Ann"],
  ["Backups", "No", "Ben"],
  ["Logging", "Yes", "Cy"],
  ["Patching", "Partly", "Di"],
];
const ROW_LINES = GRID.map((row) => row.join("\t")).join("\n");
const cellAt = (row: number, column: number, pitch = 18) =>
  textAt(COLUMNS[column]!, 700 - row * pitch, GRID[row]![column]!, 9);
const places = GRID.flatMap((row, at) => row.map((_, column) => [at, column] as const));

test.each([
  ["row by row", places],
  ["column by column", places.toSorted(([, a], [, b]) => a - b)],
  ["from the last to the first", places.toReversed()],
  [
    "in no order",
    places
      .map((place, at) => [(at * 7) % places.length, place] as const)
      .sort(([a], [b]) => a - b)
      .map(([, place]) => place),
  ],
])("a table that is drawn %s is read row by row, between what is above and below it", async (_, order) => {
  const [above, below] = [textAt(40, 740, "Answers of the supplier:"), textAt(40, 560, "Signed by the board.")];
  const [segment] = await read([above, ...order.map(([row, column]) => cellAt(row, column)), below]);
  const text = segment!.text.replace(/\n+/g, "\n");
  expect(text).toBe(`Answers of the supplier:\n${ROW_LINES}\nSigned by the board.`);
});

test("cells of several lines stay whole where a table is drawn column by column", async () => {
  const lines = (row: number, column: number, count: number) =>
    Array.from({ length: count }, (_, line) =>
      textAt(COLUMNS[column]!, 700 - row * 30 - line * 10, `${GRID[row]![column]}${line || ""}`, 8),
    );
  const content = [0, 1, 2].flatMap((column) => GRID.flatMap((_, row) => lines(row, column, column === 1 ? 2 : 1)));
  const [segment] = await read(content);
  expect(segment!.text.replace(/\s+/g, " ")).toContain("MFA Yes Yes1 Ann Backups No No1 Ben");
});

test("columns of short lines that are drawn one after the other stay so", async () => {
  const address = (column: number) =>
    ["Head office", "12 High Street", "Leeds", "United Kingdom"].map((line, at) =>
      textAt(COLUMNS[column]!, 120 - at * 11, `${line} ${column}`, 9),
    );
  const [segment] = await read([0, 1, 2].flatMap(address));
  expect(segment!.text).toContain("Head office 0\n12 High Street 0\nLeeds 0");
});
