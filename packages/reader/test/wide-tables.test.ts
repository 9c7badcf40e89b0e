import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { extractAll, extractText, sourceFile, testExtractor } from "./extract-all.ts";
import { page, word, wordParagraph, wordRun } from "./hidden-files.ts";

const NAMES = ["Id", "Control", "Owner", "State", "Since", "Region", "System", "Ticket", "Remark"];
const VALUES = ["7", "MFA", "Ann", "In place", "2024", "EU", "Okta", "", "For all"];
const PAIRS =
  "Id: 7 | Control: MFA | Owner: Ann | State: In place | Since: 2024 | Region: EU | System: Okta | Remark: For all";
const row = (cells: readonly string[], tag = "td") =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
const linesOf = async (html: string) => (await extractText("html", page(html))).join("\n").split("\n");

/** Without the title of the page and its first line. */
const rowsOf = async (html: string) => (await linesOf(html)).slice(2);

test("a row of more than eight columns names each of its values", async () => {
  const lines = await linesOf(`<table>${row(NAMES, "th")}${row(VALUES)}</table>`);
  expect(lines.slice(-2)).toEqual([NAMES.join(" | "), PAIRS]);
  const wordRow = (cells: readonly string[]) =>
    `<w:tr>${cells.map((cell) => `<w:tc>${wordParagraph(wordRun(cell))}</w:tc>`).join("")}</w:tr>`;
  const docx = word(`<w:tbl>${wordRow(NAMES)}${wordRow(VALUES)}</w:tbl>`);
  const { segments } = await extractAll(testExtractor(), sourceFile("docx", docx));
  expect(segments.map(({ text }) => text).join("\n")).toContain(PAIRS);
});

test("two rows of headings are one name, and a title above them is none", async () => {
  const [over, under] = [
    `<tr><th colspan="9">Access</th></tr>`,
    `<tr>${NAMES.slice(0, 7)
      .map((name) => `<th rowspan="2">${name}</th>`)
      .join("")}<th colspan="2">Change</th></tr>`,
  ];
  const last = row(["Ticket", "Remark"], "th");
  const lines = await linesOf(`<table><thead>${over}${under}${last}</thead><tbody>${row(VALUES)}</tbody></table>`);
  expect(lines.at(-1)).toBe(PAIRS.replace("Remark", "Change > Remark"));
});

test("a row of eight columns, or under a first row of values, is as it is shown", async () => {
  const few = await linesOf(`<table>${row(NAMES.slice(0, 8), "th")}${row(VALUES.slice(0, 7))}</table>`);
  expect(few.at(-1)).toBe(VALUES.slice(0, 7).join(" | "));
  const figures = NAMES.map((_, at) => `${at + 1}`);
  const values = await linesOf(`<table>${row(figures)}${row(figures)}</table>`);
  expect(values.at(-1)).toBe(figures.join(" | "));
});

test("odt: spans repeat, empty cells keep their place, rows of an inner table stay in their cell", async () => {
  const cell = (text: string, span = "") =>
    `<table:table-cell ${span}>${text === "" ? "" : `<text:p>${text}</text:p>`}</table:table-cell>`;
  const covered = "<table:covered-table-cell/>";
  const odfRow = (...cells: string[]) => `<table:table-row>${cells.join("")}</table:table-row>`;
  const inner = `<table:table>${odfRow(cell("Tested"), cell("Passed"))}${odfRow(cell("9"), cell("8"))}</table:table>`;
  const table = `<table:table><table:table-header-rows>${odfRow(cell("System"), cell("Risk", 'table:number-columns-spanned="2"'), covered, cell("Owner"))}</table:table-header-rows>${[
    odfRow(cell("Mail", 'table:number-rows-spanned="2"'), cell("Open"), cell("", 'table:number-columns-repeated="2"')),
    odfRow(covered, `<table:table-cell table:number-columns-repeated="2"/>`, cell("Ann")),
    odfRow(cell("Web"), `<table:table-cell>${inner}</table:table-cell>`, cell("Closed"), cell("Ben")),
  ].join("")}</table:table>`;
  const content = `<office:document-content><office:body><office:text>${table}</office:text></office:body></office:document-content>`;
  const odt = zipSync({ "content.xml": strToU8(content) });
  expect((await extractText("odt", odt)).join("\n").split("\n")).toEqual([
    "System | Risk | Risk | Owner",
    "Mail | Open",
    "Mail |  |  | Ann",
    "Web | Tested: 9, Passed: 8 | Closed | Ben",
  ]);
});

test("headings that stand later in a table begin another: no value is under those above", async () => {
  const others = NAMES.map((name) => `Excluded ${name.toLowerCase()}`);
  const lines = await rowsOf(
    `<table>${row(NAMES, "th")}${row(VALUES)}${row(others, "th")}${row(VALUES)}${row(NAMES, "th")}${row(VALUES)}</table>`,
  );
  const named = PAIRS.split(" | ").map((pair) => {
    const [name, value] = pair.split(": ");
    return `Excluded ${name!.toLowerCase()}: ${value}`;
  });
  expect(lines).toEqual([NAMES.join(" | "), PAIRS, others.join(" | "), named.join(" | "), NAMES.join(" | "), PAIRS]);
});

test("a row with a heading of its own is no row of headings", async () => {
  const own = `<tr><th scope="row">8</th>${["Logs", ...VALUES.slice(2)].map((cell) => `<th>${cell}</th>`).join("")}</tr>`;
  const lines = await rowsOf(`<table>${row(NAMES, "th")}${own}${row(VALUES)}</table>`);
  expect(lines).toEqual([NAMES.join(" | "), PAIRS.replace("7", "8").replace("MFA", "Logs"), PAIRS]);
});

test("a row of one value over all columns, or in one of them, has no name", async () => {
  const over = `<tr><td colspan="9">Disabled accounts</td></tr><tr><td colspan="8">Closed</td><td></td></tr>`;
  const lines = await rowsOf(`<table>${row(NAMES, "th")}${over}${row(VALUES)}<tr><td>End</td></tr></table>`);
  expect(lines.filter((line) => line.includes(":"))).toEqual([PAIRS]);
  expect(lines[1]).toBe("Disabled accounts");
});

test("the first row of a table that marks no headings names nothing where all could be values", async () => {
  const people = ["Ann", "Bob", "Cid", "Dora", "Ed", "Flo", "Gus", "Hal", "Ida"];
  const places = ["IT", "HR", "Sales", "IT", "HR", "Sales", "IT", "HR", "Law"];
  expect(await rowsOf(`<table>${row(people)}${row(places)}${row(places)}</table>`)).toEqual(
    [people, places, places].map((cells) => cells.join(" | ")),
  );
  const answers = people.map((name, at) => (at === 4 ? "Yes" : name));
  expect(await rowsOf(`<table>${row(answers)}${row(VALUES)}</table>`)).toEqual([
    answers.join(" | "),
    VALUES.join(" | "),
  ]);
});

test("after a title, other names in a table that marks none end the names above", async () => {
  const others = NAMES.map((name) => `Excluded ${name.toLowerCase()}`);
  const title = `<tr><td colspan="9">Excluded</td></tr>`;
  const lines = await rowsOf(`<table>${row(NAMES)}${row(VALUES)}${title}${row(others)}${row(VALUES)}</table>`);
  expect(lines).toEqual([NAMES.join(" | "), PAIRS, "Excluded", others.join(" | "), VALUES.join(" | ")]);
});

test("rows of an inner table are under its last headings", async () => {
  const [first, then] = ["System", "Excluded system"].map((name) => row([name, "Owner"], "th"));
  const inner = `<table>${first}${row(["CRM", "Ann"])}${then}${row(["ERP", "Ben"])}<tr><td colspan="2">Old</td></tr></table>`;
  const lines = await rowsOf(`<table><tr><td>List</td><td>${inner}</td></tr></table>`);
  expect(lines).toEqual(["List | System: CRM, Owner: Ann; Excluded system: ERP, Owner: Ben; Old"]);
});
