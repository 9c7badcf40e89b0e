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

test("cells of several lines stay whole where a table without lines is drawn cell by cell", async () => {
  const rows = [
    [
      ["Access", "control"],
      ["Access must be", "limited by role", "and reviewed"],
      ["Head of IT", "Bob Carlsson"],
    ],
    [
      ["Secure", "sign-in"],
      ["Administrators use", "two factors", "everywhere"],
      ["Ann", "Lee"],
    ],
    [
      ["Backup", "copies"],
      ["Copies are taken", "every day and", "tried in May"],
      ["Operations", "team"],
    ],
  ];
  const drawn = rows.flatMap((row, at) =>
    row.flatMap((lines, column) =>
      lines.map((line, down) => textAt(60 + 130 * column, 700 - 60 * at - 13 * down, line)),
    ),
  );
  const [segment] = await read(drawn);
  for (const lines of rows.flat()) expect(segment!.text).toContain(lines.join("\n"));
});

test("columns of short lines that are drawn one after the other stay so", async () => {
  const address = (column: number) =>
    ["Head office", "12 High Street", "Leeds", "United Kingdom"].map((line, at) =>
      textAt(COLUMNS[column]!, 120 - at * 11, `${line} ${column}`, 9),
    );
  const [segment] = await read([0, 1, 2].flatMap(address));
  expect(segment!.text).toContain("Head office 0\n12 High Street 0\nLeeds 0");
});

const lineAt = (x: number, y: number, toX: number, toY: number) => `${x} ${y} m ${toX} ${toY} l S`;
/** Cells by row and column with the lines of a grid; those in `open` have no line on their left, or above them. */
const gridOf = (
  rows: readonly (readonly string[])[],
  open: { left?: readonly string[]; above?: readonly string[] } = {},
) => {
  const xs = [...rows[0]!.keys(), rows[0]!.length].map((column) => 40 + column * 90);
  const y = (row: number) => 700 - row * 20;
  const [lines, words]: string[][] = [[], []];
  for (let row = 0; row <= rows.length; row += 1)
    for (let column = 0; column < xs.length; column += 1) {
      const place = `${row},${column}`;
      if (column < xs.length - 1 && !open.above?.includes(place))
        lines!.push(lineAt(xs[column]!, y(row), xs[column + 1]!, y(row)));
      if (row < rows.length && !open.left?.includes(place))
        lines!.push(lineAt(xs[column]!, y(row), xs[column]!, y(row + 1)));
      const text = rows[row]?.[column];
      if (text) words!.push(textAt(xs[column]! + 4, y(row) - 14, text, 9));
    }
  return [...lines!, ...words!];
};

test("in a table with lines an empty cell keeps its place, and close cells are apart", async () => {
  const rows = [
    ["Open risk", "Accepted risk, signed", "Closed risk", "Owner"],
    ["", "Mailer", "", "Gupta"],
    ["Tracker", "", "", "Lopez"],
    ["", "", "Scanner", "Berg"],
    ["", "", "", ""],
    ["Vault", "Router", "", ""],
  ];
  const [segment] = await read([textAt(40, 740, "Risks of the year"), ...gridOf(rows), textAt(40, 540, "Approved.")]);
  expect(segment!.text.split(/\n+/)).toEqual([
    "Risks of the year",
    "Open risk | Accepted risk, signed | Closed risk | Owner",
    "| Mailer |  | Gupta",
    "Tracker |  |  | Lopez",
    "|  | Scanner | Berg",
    "Vault | Router",
    "Approved.",
  ]);
});

test("a heading over two columns and a cell over several rows are repeated in each", async () => {
  const rows = [
    ["System", "First half", "", "Second half", ""],
    ["", "Tested", "Passed", "Tested", "Passed"],
    ["Ledger", "801", "461", "177", "650"],
    ["", "900", "", "423", "234"],
    ["Vault", "378", "824", "", "310"],
  ];
  const open = { left: ["0,2", "0,4"], above: ["1,0", "3,0"] };
  const [segment] = await read(gridOf(rows, open));
  expect(segment!.text.split("\n")).toEqual([
    "System | First half | First half | Second half | Second half",
    "System | Tested | Passed | Tested | Passed",
    "Ledger | 801 | 461 | 177 | 650",
    "Ledger | 900 |  | 423 | 234",
    "Vault | 378 | 824 |  | 310",
  ]);
});

test("the boxes of a form, which are no rows and columns, change nothing", async () => {
  const rows = [
    ["Name", "", "Date of birth", ""],
    ["Street", "", "", ""],
    ["Town", "", "", "Country"],
    ["I agree to all terms of the supplier", "", "", ""],
  ];
  const open = { left: ["0,1", "0,3", "1,1", "1,2", "1,3", "2,1", "2,2", "3,1", "3,2", "3,3"] };
  const [segment] = await read(gridOf(rows, open));
  expect(segment!.text).not.toContain("|");
});

const words = (rows: readonly (readonly string[])[], pitch: number, y = 686) =>
  rows.flatMap((row, at) =>
    row.flatMap((text, column) => (text ? [textAt(44 + column * 90, y - at * pitch, text, 9)] : [])),
  );

test("a line below its headings makes a table: an empty cell keeps its place", async () => {
  const rows = [
    ["", "First half", "", "Second half", ""],
    ["System", "Tested", "Passed", "Tested", "Passed"],
    ["Ledger", "801", "461", "177", "650"],
    ["Vault", "378", "", "", "310"],
    ["Mailer", "", "", "423", ""],
  ];
  const [segment] = await read([
    textAt(40, 740, "Tests of the year, by system and half of the year."),
    lineAt(40, 662, 500, 662),
    ...words(rows, 18),
    textAt(40, 570, "All systems are tested once more before the end of the year, says the board of the company."),
  ]);
  expect(segment!.text.split(/\n+/)).toEqual([
    "Tests of the year, by system and half of the year.",
    "| First half | First half | Second half | Second half",
    "System | Tested | Passed | Tested | Passed",
    "Ledger | 801 | 461 | 177 | 650",
    "Vault | 378 |  |  | 310",
    "Mailer |  |  | 423",
    "All systems are tested once more before the end of the year, says the board of the company.",
  ]);
});

test("a line below the header of a page makes no table of the columns of text under it", async () => {
  const line = [
    "Access is granted by role and is",
    "All servers are kept in rooms that",
    "Backups are made each night and",
  ];
  const rows = [["Company", "Policies", "Page 3"], ...Array.from({ length: 12 }, () => line)];
  const content = rows.flatMap((row, at) =>
    row.map((text, column) => textAt(44 + column * 180, 760 - at * 11, text, 9)),
  );
  const [segment] = await read([lineAt(40, 756, 560, 756), ...content]);
  expect(segment!.text).not.toContain("|");
});

test("rows that are close within their groups stay as they are: which lines are one row is not sure", async () => {
  const row = (at: number, y: number) =>
    [`Site ${at}`, `${at}1`, `${at}2`].map((text, column) => textAt(44 + column * 120, y, text, 9));
  const head = ["Site", "Tested", "Passed"].map((text, column) => textAt(44 + column * 120, 720, text, 9));
  const [segment] = await read([
    lineAt(40, 716, 400, 716),
    ...head,
    ...[700, 689, 665, 654].flatMap((y, at) => row(at, y)),
  ]);
  expect(segment!.text).not.toContain("|");
});

test("three blocks of text under headings with a line below them are no table", async () => {
  const rows = [
    ["Simple to use", "Secure by design", "Built for you"],
    ["Stop changing", "No more forms", "Avoid detours of"],
    ["everything, we do", "for months, as", "buying, a month"],
    ["that for you.", "all is approved.", "at a time."],
  ];
  const content = rows.flatMap((row, at) =>
    row.map((text, column) => textAt(44 + column * 180, (at === 0 ? 720 : 712) - at * 11, text, 9)),
  );
  const [segment] = await read([lineAt(40, 712, 560, 712), ...content]);
  expect(segment!.text).not.toContain("|");
});

test("words of a table with a line below its headings that nothing parts into rows stay as they are", async () => {
  const rows = [
    ["Control", "Owner", "State"],
    ["Access rights", "Ann", "Done"],
    ["", "and", "in"],
    ["Backups", "Ben", "Open"],
    ["", "Cy", "since"],
  ];
  const [segment] = await read([lineAt(40, 683, 500, 683), ...words(rows, 11)]);
  expect(segment!.text).not.toContain("|");
});
