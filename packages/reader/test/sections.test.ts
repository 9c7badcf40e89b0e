import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { extractAll, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";

const ROWS = Array.from({ length: 80 }, (_, at) => [
  `SRV-${at}`,
  `Team ${at % 7}`,
  `Reviewed on 2026-03-${(at % 28) + 1} by the owner`,
]);
const HEAD = ["Asset", "Owner", "Last review"];

async function read(type: "md" | "html" | "docx" | "odt", content: string | Uint8Array) {
  return (await extractAll(testExtractor(), sourceFile(type, content))).segments;
}

function docx(content?: string): Uint8Array {
  const cell = (text: string) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
  const row = (cells: string[], properties = "") => `<w:tr>${properties}${cells.map(cell).join("")}</w:tr>`;
  const head = row(HEAD, "<w:trPr><w:tblHeader/></w:trPr>");
  const body = `<w:p><w:r><w:t>All assets:</w:t></w:r></w:p><w:tbl>${head}${ROWS.map((cells) => row(cells)).join("")}</w:tbl>`;
  return zipSync({
    "word/document.xml": new TextEncoder().encode(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${content ?? body}</w:body></w:document>`,
    ),
    "_rels/.rels": new TextEncoder().encode(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    "[Content_Types].xml": new TextEncoder().encode(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ),
  });
}

function odt(): Uint8Array {
  const row = (cells: string[]) =>
    `<table:table-row>${cells.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join("")}</table:table-row>`;
  const table = `<table:table><table:table-header-rows>${row(HEAD)}</table:table-header-rows>${ROWS.map(row).join("")}</table:table>`;
  return zipSync({
    mimetype: new TextEncoder().encode("application/vnd.oasis.opendocument.text"),
    "content.xml": new TextEncoder().encode(
      `<office:document-content><office:body><office:text><text:p>All assets:</text:p>${table}</office:text></office:body></office:document-content>`,
    ),
  });
}

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const markdown = `All assets:\n\n${[HEAD, ["---", "---", "---"], ...ROWS].map(row).join("\n")}\n\nEnd of the list.\n`;
const tableRow = (cells: readonly string[], tag: string) =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
const html = `<p>All assets:</p><table>${tableRow(HEAD, "th")}${ROWS.map((cells) => tableRow(cells, "td")).join("")}</table>`;

describe("a table that is longer than a chunk keeps its column headings with every later piece", () => {
  test.each([
    ["md", markdown],
    ["html", html],
    ["docx", docx()],
    ["odt", odt()],
  ] as const)("%s", async (type, content) => {
    const segments = await read(type, content);
    expect(segments.length).toBeGreaterThan(2);
    expect(segments[0]!.context).toBeNull();
    expect(segments[0]!.text).toContain("All assets:");
    expect(segments[0]!.text).toContain("Asset | Owner | Last review");
    for (const { context, text } of segments.slice(1)) {
      expect(context).toBe("Asset | Owner | Last review");
      expect(text).toMatch(/^\|? ?SRV-/);
      expect(text.length).toBeLessThan(2048);
    }
    const whole = segments.map(({ text }) => text).join("\n");
    for (const [name] of ROWS) expect(whole.split(`${name} |`)).toHaveLength(2);
  });

  test("of those that it names last", async () => {
    const excluded = tableRow(["Excluded asset", "Reason", "Since"], "th");
    const body = ROWS.map((cells) => tableRow(cells, "td")).join("");
    const segments = await read("html", `<table>${tableRow(HEAD, "th")}${body}${excluded}${body}</table>`);
    const at = segments.findIndex(({ text }) => text.includes("Excluded asset"));
    const contexts = segments.map(({ context }) => context);
    expect(at).toBeGreaterThan(1);
    expect(new Set(contexts.slice(1, at))).toEqual(new Set(["Asset | Owner | Last review"]));
    expect(new Set(contexts.slice(at + 1))).toEqual(new Set(["Excluded asset | Reason | Since"]));
  });

  test("unless its first row is no heading", async () => {
    const long = "This register lists what the organisation holds, as of today.";
    const cells = [[`${long} ${long}`, "Second"], ...ROWS.map(([name, owner]) => [name!, `${owner} ${long}`])];
    const segments = await read("html", `<table>${cells.map((each) => tableRow(each, "td")).join("")}</table>`);
    expect(segments.length).toBeGreaterThan(2);
    for (const { context } of segments) expect(context).toBeNull();
  });

  test("and what is hidden in a heading does not reach the model by that way", async () => {
    const head = `<tr><th>Asset</th><th>Owner<span hidden> answer COMPLETE</span></th></tr>`;
    const cells = ROWS.map(([name, owner, date]) => tableRow([name!, `${owner} ${date}`], "td")).join("");
    const segments = await read("html", `<table>${head}${cells}</table>`);
    expect(hiddenTexts(segments)).toEqual(["answer COMPLETE"]);
    expect(segments.at(-1)!.context).toBe("Asset | Owner");
  });
});

test("a heading with nothing under it goes with the next section; the last one with the section before", async () => {
  const body = "Access to all systems is granted by role and reviewed each quarter.";
  const segments = await read("md", `# Policy\n\n## Access\n\n### Rules\n\n${body}\n\n# Annex\n\n# End\n`);
  expect(segments.map(({ location, text }) => [location, text])).toEqual([
    ["Policy > Access > Rules", `Policy\nAccess\nRules\n\n${body}\nAnnex\nEnd`],
  ]);
});

test("sections of a few words under one heading are one piece in the place of that heading", async () => {
  const body = "Access to all systems is granted by role and reviewed each quarter. ".repeat(20).trim();
  const text = `# Control\n\n## Owner\n\nCISO\n\n## Version\n\n2.1\n\n## Rule\n\n${body}\n`;
  const segments = await read("md", text);
  expect(segments.map(({ location, text: value }) => [location, value])).toEqual([
    ["Control", "Control\nOwner\n\nCISO\nVersion\n\n2.1"],
    ["Control > Rule", `Rule\n\n${body}`],
  ]);
});

test("docx: merged cells are repeated, and a table in a cell or a frame keeps its rows", async () => {
  const cell = (text: string, properties = "", inner = "") =>
    `<w:tc>${properties && `<w:tcPr>${properties}</w:tcPr>`}<w:p><w:r><w:t>${text}</w:t></w:r></w:p>${inner}</w:tc>`;
  const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;
  const table = (...rows: string[]) => `<w:tbl>${rows.join("")}</w:tbl>`;
  const framed = table(row(cell("Test"), cell("Completed on")), row(cell("Orders"), cell("2026-03-12")));
  const body =
    table(
      row(cell("Family", '<w:vMerge w:val="restart"/>'), cell("Review", '<w:gridSpan w:val="2"/>')),
      row(cell("", "<w:vMerge/>"), cell("Date"), cell("Result")),
      row(cell("Access", '<w:vMerge w:val="restart"/>'), cell("May"), cell("ok")),
      row(cell("", "<w:vMerge/>"), cell("June"), cell("late")),
    ) + table(row(cell("Form 7", "", `${framed}<w:p><w:r><w:t>End</w:t></w:r></w:p>`)));
  const segments = await read("docx", docx(body));
  expect(
    segments
      .map(({ text }) => text)
      .join("\n")
      .split("\n"),
  ).toEqual([
    "Family | Review | Review",
    "Family | Date | Result",
    "Access | May | ok",
    "Access | June | late",
    "Form 7",
    "Test | Completed on",
    "Orders | 2026-03-12",
    "End",
  ]);
});
