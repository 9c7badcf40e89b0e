import { utils, write } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { extractAll, extractText, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";

const users = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `User ${at}`, mfa: at % 2 === 0, team: "Finance operations" }));

describe("json", () => {
  test("keeps the words of the file, with a pointer and the names above as context; a record is one line", async () => {
    const file = sourceFile(
      "json",
      JSON.stringify({ tenant: "Northwind", users: users(60), policy: { minLength: 14 } }, null, 2),
    );
    const { segments, warnings } = await extractAll(testExtractor(), file);
    expect(warnings).toEqual([]);
    const text = segments.map((segment) => segment.text).join("\n");
    expect(text).toContain('{ "name": "User 7", "mfa": false, "team": "Finance operations" }');
    expect(text).toContain('"minLength": 14');
    const middle = segments.find((segment) => segment.text.includes('"User 30"'))!;
    expect(middle.location).toMatch(/^\$\.users\[\d+\]–\[\d+\]$/);
    expect(middle.context).toBe("users: name, mfa, team");
  });

  test("reads escapes of letters, keeps those of no character, and both of two equal names", async () => {
    const [text] = await extractText(
      "json",
      '{"a": "J\\u00fcrgen \\ud83d\\ude00 \\ud800 \\"so\\" \\u0000", "a": "again\\nbelow"}',
    );
    expect(text).toContain('"a": "Jürgen 😀 \\ud800 \\"so\\" \\u0000"');
    expect(text).toContain('"a": "again\nbelow"');
  });

  test("of one text a line is read by lines", async () => {
    const lines = users(100)
      .map((user) => JSON.stringify(user))
      .join("\n");
    const { segments } = await extractAll(testExtractor(), sourceFile("json", lines));
    expect(segments[0]).toMatchObject({ location: expect.stringMatching(/^lines 1–\d+$/), context: "name, mfa, team" });
    expect(segments.at(-1)!.location).toMatch(/–100$/);
  });

  test.each([
    ["broken", '{"mfa": true,\n "user": "Ann" "x"', "line 2"],
    ["cut", '{"mfa": true, "list": [1, 2', "line 1"],
    ["nested too deep", `${"[".repeat(100_000)}"mfa"`, "line 1"],
    ["words", "mfa is on", "line 1"],
  ])("that is %s is read as lines, and says so", async (_, text, line) => {
    const { segments, warnings } = await extractAll(testExtractor(), sourceFile("json", text));
    expect(segments.map((segment) => segment.text).join("")).toContain("mfa");
    expect(warnings).toEqual([
      { code: "NOT_WELL_FORMED", message: expect.stringContaining(`not valid JSON from ${line} on`) },
    ]);
  });

  test("of 100 MB is refused by its limit, soon", async () => {
    const file = sourceFile("json", `[${"1234567,".repeat(12_500_000)}1]`);
    await expect(extractAll(testExtractor(), file)).rejects.toMatchObject({ code: "EXTRACTION_LIMIT_EXCEEDED" });
  });
});

describe("yaml", () => {
  test("keeps the words of the file with pointers, several documents, and aliases unexpanded", async () => {
    const text =
      "# access\nadmins: &a\n  - name: Ann\n    mfa: true\nothers: *a\n---\nlogging:\n  retention: 12 months\n";
    const parts = await extractText("yaml", text);
    expect(parts.join("\n")).toContain("mfa: true\nothers: *a");
    expect(parts.at(-1)).toMatch(/^\[document 2: \$\.logging(?:\.retention)?\] /);
    const bomb = `a: &a [x,x,x]\n${"bcdefghi"
      .split("")
      .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[at]}`).join(",")}]`)
      .join("\n")}\n`;
    const { segments, warnings } = await extractAll(testExtractor(), sourceFile("yaml", bomb));
    expect(warnings).toEqual([]);
    expect(segments.map((segment) => segment.text).join("\n").length).toBeLessThanOrEqual(bomb.length);
  });

  test("cuts long files where values begin", async () => {
    const text = users(80)
      .map(({ name, mfa }) => `  - name: ${name}\n    mfa: ${mfa}\n`)
      .join("");
    const { segments } = await extractAll(testExtractor(), sourceFile("yaml", `users:\n${text}`));
    expect(segments.length).toBeGreaterThan(1);
    expect(segments[1]!.location).toMatch(/^\$\.users\[\d+\]–\[\d+\]$/);
    expect(segments[1]!.text).toMatch(/^- name: User \d+\n/);
  });

  test.each(["[".repeat(50_000), `${"a: [".repeat(3000)}`, "a: 'never closed\nb: 1"])(
    "that is hostile or broken is read, %#",
    async (text) => {
      const { segments } = await extractAll(testExtractor(), sourceFile("yaml", text));
      expect(segments.length).toBeGreaterThan(0);
    },
  );
});

describe("xml", () => {
  test("keeps tags, attributes and comments, with the path of its elements", async () => {
    const users = Array.from(
      { length: 60 },
      (_, at) => `<user id="${at}"><mfa>on &amp; t&#233;st&#233;</mfa></user>`,
    ).join("\n");
    const { segments } = await extractAll(
      testExtractor(),
      sourceFile("xml", `<?xml version="1.0"?><users><!-- who -->${users}</users>`),
    );
    expect(segments[0]!.text).toContain('<!-- who --><user id="0"><mfa>on & tésté</mfa></user>');
    expect(segments[1]).toMatchObject({
      context: "users",
      location: expect.stringMatching(/^\/users\/user\[\d+\] – \/users\/user\[\d+\]$/),
    });
  });

  test("fetches and expands nothing", async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]><l>&b;&x; mfa</l>`;
    const text = (await extractText("xml", bomb)).join("\n");
    expect(text).toContain("<l>&b;&x; mfa</l>");
    expect(text).not.toContain("root:");
    expect((await extractText("xml", `${"<a>".repeat(100_000)}mfa`)).join("")).toContain("mfa");
  });
});

describe("log", () => {
  test("is read by ranges of lines", async () => {
    const text = Array.from({ length: 200 }, (_, at) => `2026-01-01T00:00:00Z login of user ${at}`).join("\r\n");
    const { segments } = await extractAll(testExtractor(), sourceFile("log", text));
    expect(segments[0]!.location).toMatch(/^lines 1–\d+$/);
    expect(segments.at(-1)!.location).toMatch(/–200$/);
  });

  test("of more than 5 million characters keeps its beginning, its end and samples, and says what was omitted", async () => {
    const line = (at: number) =>
      `2026-01-01 session ${String(at).padStart(8, "0")} was opened and closed again by the operator\n`;
    const text = Array.from({ length: 120_000 }, (_, at) => line(at)).join("");
    const { segments, warnings } = await extractAll(testExtractor(), sourceFile("log", text));
    const length = segments.reduce((sum, segment) => sum + segment.text.length, 0);
    expect(length).toBeGreaterThan(4_500_000);
    expect(length + segments.length).toBeLessThanOrEqual(5_000_000);
    expect(segments.at(-1)!.text).toContain("00119999");
    expect(warnings).toEqual([
      {
        code: "PART_OMITTED",
        message: expect.stringMatching(
          /of lines \d+–\d+ only 40 samples were read \(\d+ lines, .*\), \d+ lines were left out/,
        ),
      },
    ]);
    // What a location says is what is there.
    const sample = segments[Math.floor(segments.length / 2)]!;
    const first = Number(/^lines (\d+)–/.exec(sample.location!)![1]);
    expect(sample.text.startsWith(line(first - 1).trim())).toBe(true);
  });
});

test.each([
  ["an answer, an address", "srv1,10.0.0.1,encrypted,Alice,prod,EU,Linux,patched,yes,on"],
  ["a date", "srv1,a,b,c,d,e,f,g,h,3 May 2026"],
  ["an address of version 6", "srv1,a,b,c,d,e,f,g,h,fe80::1"],
])("csv: a wide first row with %s is no row of names", async (_, row) => {
  const [text] = await extractText("csv", `${row}\n${row}\n`);
  const line = row.replaceAll(",", " | ");
  expect(text).toContain(`${line}\n${line}`);
});

describe("rtf", () => {
  test("reads paragraphs, headings, tables, code pages and Unicode, and passes over images", async () => {
    const text = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset238 Arial CE;}}{\*\generator x}{\info{\title no}}
{\pard\outlinelevel0 Access control\par}\pard Gr\'fc\'dfe {\f1 \'a3ukasz} \u1080?\par
\trowd Name\cell MFA\cell\row Ann\cell on\cell\row{\pict\pngblip ${"89".repeat(20)}}\par}`;
    const [section] = await extractText("rtf", text);
    expect(section).toMatch(/^\[Access control\] Access control\nGrüße Łukasz и/);
    expect(section).toContain("Ann | on");
    expect(section).not.toContain("8989");
  });
});

test("xls: rows of each sheet as of a newer workbook, hidden sheets and columns marked", async () => {
  const sheet = utils.aoa_to_sheet([
    ["Name", "MFA", "Note"],
    ["Ann", "on", "seen"],
    ["Bob", "off", "unseen"],
  ]);
  sheet["!cols"] = [{}, {}, { hidden: true }];
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, "Users");
  utils.book_append_sheet(book, utils.aoa_to_sheet([["secret"]]), "Hidden");
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  const bytes = new Uint8Array(write(book, { type: "array", bookType: "biff8", cellStyles: true } as never));
  const { segments, pages } = await extractAll(testExtractor(), sourceFile("xls", bytes));
  expect(pages).toBe(2);
  expect(segments[0]).toMatchObject({ location: "Users!A1:C3", context: "Users: Name | MFA" });
  expect(segments[0]!.text).toContain("Ann | on");
  expect(hiddenTexts(segments)).toContain("secret");
});
