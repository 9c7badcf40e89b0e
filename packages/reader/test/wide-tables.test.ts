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
