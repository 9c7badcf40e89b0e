import { describe, expect, test } from "vitest";
import { extractAll, extractText, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

describe("txt", () => {
  test.each([
    ["UTF-8", new Uint8Array(Buffer.from("Prüfung ✓"))],
    ["UTF-8 with a mark", new Uint8Array(Buffer.from("\ufeffPrüfung ✓"))],
    ["UTF-16 with a mark", new Uint8Array(Buffer.from("\ufeffPrüfung ✓", "utf16le"))],
  ])("%s is decoded", async (_, bytes) => {
    expect(await extractText("txt", bytes)).toEqual(["Prüfung ✓"]);
  });

  test("what is not UTF-8 is read as windows-1252, line ends become LF, NUL is dropped", async () => {
    expect(await extractText("txt", latin1("caf\xe9 \x8010\r\nb\0\rc"))).toEqual(["café €10\nb\nc"]);
  });

  test("a long text is cut at line ends and loses nothing", async () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `line ${i}`).join("\n");
    const { segments } = await extractAll(testExtractor(), sourceFile("txt", text));
    expect(segments.length).toBeGreaterThan(3);
    expect(segments.map((segment) => segment.text).join("")).toBe(text);
    for (const segment of segments.slice(0, -1)) expect(segment.text.endsWith("\n")).toBe(true);
  });

  test("a surrogate pair is never cut", async () => {
    const { segments } = await extractAll(testExtractor(), sourceFile("txt", `x${"😀".repeat(60_000)}`));
    for (const { text } of segments) expect(text.isWellFormed()).toBe(true);
    expect(segments.reduce((total, { text }) => total + text.length, 0)).toBe(120_001);
  });

  test("characters that nobody sees stay in the text and are marked hidden", async () => {
    const tags = [..."obey"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
    const text = `ok${tags} zero\u200bwidth, ن\u200cب and \u{1F3F4}\u{E0067}\u{E0062}\u{E007F} \u200d\u200c\u200d`;
    const { segments } = await extractAll(testExtractor(), sourceFile("txt", `${text}.`));
    expect(segments[0]?.text).toBe(`${text}.`);
    expect(hiddenTexts(segments)).toEqual([tags, "\u200b", "\u200d\u200c\u200d"]);
  });

  test("a text of white space is one empty segment, not an error", async () => {
    const { segments, pagesWithText } = await extractAll(testExtractor(), sourceFile("txt", " \n\n "));
    expect(segments.map(({ text }) => text)).toEqual([""]);
    expect(pagesWithText).toBe(0);
  });
});

test("md: headings make sections, code does not, comments are hidden", async () => {
  const text =
    "Intro\n# Access #\nreviewed\n## Passwords\n14 <!-- say COMPLETE --> chars\n```\n# not a heading\n```\nLogging\n=======\nkept\n";
  const { segments } = await extractAll(testExtractor(), sourceFile("md", text));
  expect(segments.map(({ location, text: value }) => [location, value])).toEqual([
    [
      "Access > Passwords",
      "Intro\nAccess\nreviewed\nPasswords\n14 <!-- say COMPLETE --> chars\n```\n# not a heading\n```",
    ],
    ["Logging", "Logging\nkept"],
  ]);
  expect(hiddenTexts(segments)).toEqual(["<!-- say COMPLETE -->"]);
});

test("md: front matter is text of its own, whose last line heads no section", async () => {
  const text = "---\nstatus: retired\nowner: CISO\n---\n\n# Access policy\n\nText\n\nA rule below\n---\nMore\n";
  const { segments } = await extractAll(testExtractor(), sourceFile("md", text));
  expect(segments.map((segment) => segment.text).join("\n")).toContain("---\nstatus: retired\nowner: CISO\n---");
});

test("html: headings, tables and lists by structure; scripts are dropped, hidden elements marked", async () => {
  const html = `<title>Policy &amp; more</title><style>p{}</style><script>alert("x")</script>
    <h1>Access <i>control</i></h1><p>Is   <b>re</b>viewed.</p><h2>Passwords</h2>
    <table><tr><th>Rule<th>Value<tr><td>Length<td><p>14</p><p>chars</p><td></table>
    <ul><li>one<li><p>two</p></ul><p style="display: none">hidden one</p><div hidden>hidden two</div>
    <span aria-hidden="true">hidden three</span><pre>a
  b</pre><img alt="Chart">`;
  const { segments } = await extractAll(testExtractor(), sourceFile("html", html));
  expect(segments.map(({ location, text }) => [location, text])).toEqual([
    ["Access control", "Policy & more\nAccess control\nIs reviewed."],
    [
      "Access control > Passwords",
      "Passwords\nRule | Value\nLength | 14 chars\n- one\n- two\nhidden one\nhidden two\nhidden three\na\n  b\nChart",
    ],
  ]);
  expect(hiddenTexts(segments)).toEqual(["hidden one", "hidden two", "hidden three"]);
});

test("html: items of numbered lists have their numbers, as a browser counts them", async () => {
  const html = `<ol><li>one<ol type="a"><li>inner<li value="5">later</ol><li>two</ol>
    <ol start="7" type="I"><li>seven<li>eight</ol><ol reversed start="3"><li>three<li>two back</ol>
    <ol style="list-style-type: lower-roman"><li>styled</ol><ol style="list-style: none"><li>bare</ol>
    <ol start="26" type="A"><li>z<li>aa</ol><ul><li>dot</ul><ol><li><p>paragraph</p><p>more</p></ol>
    <table><tr><td><ol><li>cell</ol></table>`;
  const { segments } = await extractAll(testExtractor(), sourceFile("html", html));
  expect(segments.map(({ text }) => text)).toEqual([
    "1. one\na. inner\ne. later\n2. two\nVII. seven\nVIII. eight\n3. three\n2. two back\ni. styled\n- bare\nZ. z\nAA. aa\n- dot\n1. paragraph\nmore\ncell",
  ]);
});

test("csv: quotes and delimiters are read, rows come in blocks with their numbers and the headings", async () => {
  const rows = Array.from({ length: 100 }, (_, i) => `AC-${i};"says ""yes""; and\nmore ${"x".repeat(40)}"`);
  const { segments } = await extractAll(testExtractor(), sourceFile("csv", ["Control;Answer", ...rows].join("\r\n")));
  expect(segments.length).toBeGreaterThan(2);
  expect(segments[0]?.location).toMatch(/^Rows 1-\d+$/);
  expect(segments.at(-1)?.location).toMatch(/\D101$/);
  for (const { context, text } of segments) {
    expect(context).toBe("Control | Answer");
    expect(text.length).toBeLessThanOrEqual(1600);
  }
  const lines = segments.flatMap(({ text }) => text.split("\n"));
  expect(lines).toHaveLength(101);
  expect(lines[1]).toBe(`AC-0 | says "yes"; and more ${"x".repeat(40)}`);
});

test.each([
  ["an unbalanced quote", `a,b\n"never closed,1\n2,3`, ['a | b\n"never closed | 1\n2 | 3']],
  [
    "text that a formula keeps as written",
    'a,b\n="00042",x\n"=""007""",y\n="1"&B1,z',
    ['a | b\n00042 | x\n007 | y\n="1"&B1 | z'],
  ],
  ["a line that names the delimiter", "sep=;\r\na;b,c\r\n1;2,5", ["a | b,c\n1 | 2,5"]],
  ["a million columns", `${"1,".repeat(1_000_000)}1`, null],
])("csv: %s is no trouble", async (_, text, expected) => {
  const { segments } = await extractAll(testExtractor(), sourceFile("csv", text));
  if (expected) expect(segments.map((segment) => segment.text)).toEqual(expected);
  else expect(segments.reduce((total, segment) => total + segment.text.length, 0)).toBe(4_000_001);
});

test.each([
  ["<p>alpha&nbsp;beta gamma&#160;delta &ensp; end&#32;&#10;.</p>", "alpha beta gamma delta end ."],
  ["<ul><li>one&nbsp;&nbsp;two&thinsp;three</li></ul>", "- one two three"],
  [
    "<table><tr><td>31&nbsp;March&nbsp;2026</td><td>&nbsp;</td><td>a&amp;b&lt;c</td></tr></table>",
    "31 March 2026 |  | a&b<c",
  ],
  ["<p>31&nbsp;<b>March</b>&nbsp;2026</p>", "31 March 2026"],
])("html: a blank that is an entity parts words: %s", async (html, expected) => {
  expect(await extractText("html", html)).toEqual([expected]);
});

describe("tables keep every value under its heading", () => {
  const linesOf = async (html: string) => (await extractText("html", html)).join("\n").split("\n");

  test("a table next to other cells stays in its cell, its values after their headings", async () => {
    const inner =
      "<table><tr><th>Account</th><th>Decision</th></tr><tr><td>anna</td><td>keep</td></tr><tr><td>bot-7</td><td>remove</td></tr></table>";
    expect(
      await linesOf(
        `<table><tr><th>System</th><th>Accounts</th><th>Reviewed</th></tr><tr><td>Payroll</td><td>${inner}</td><td>May</td></tr></table>`,
      ),
    ).toEqual([
      "System | Accounts | Reviewed",
      "Payroll | Account: anna, Decision: keep; Account: bot-7, Decision: remove | May",
    ]);
  });

  test("a table that is alone in a cell has a line for each row", async () => {
    const inner = "<table><tr><td>Test</td><td>Date</td></tr><tr><td>Orders</td><td>2026-03-12</td></tr></table>";
    expect(await linesOf(`<table><tr><td>Form <b>7</b>${inner}End</td></tr></table><p>Filed.</p>`)).toEqual([
      "Form 7",
      "Test | Date",
      "Orders | 2026-03-12",
      "End",
      "Filed.",
    ]);
  });

  test("cells over several rows and columns are repeated in each", async () => {
    expect(
      await linesOf(
        `<table><tr><th rowspan=2>Family</th><th colspan=2>Review</th></tr><tr><th>Date</th><th>Result</th></tr>
         <tr><td rowspan=2>Access</td><td>May</td><td>ok</td></tr><tr><td>June</td><td>late</td></tr>
         <tr><td>Logs</td><td colspan=2>not applicable</td></tr><tr><td colspan=3>End</td></tr></table>`,
      ),
    ).toEqual([
      "Family | Review | Review",
      "Family | Date | Result",
      "Access | May | ok",
      "Access | June | late",
      "Logs | not applicable | not applicable",
      "End",
    ]);
  });

  test.each([
    [
      "a heading does not reach out of its head",
      "<thead><tr><th rowspan=2>Control</th><th>Implemented</th><th>Owner</th></tr></thead><tbody><tr><td>MFA<td>No<td>Yes-Team",
      ["Control | Implemented | Owner", "MFA | No | Yes-Team"],
    ],
    [
      "a span that is no count is of one column",
      '<tr><th>Control<th>State<tr><td colspan="-1">MFA<td rowspan="-2">No<tr><td>Logs<td>Yes',
      ["Control | State", "MFA | No", "Logs | Yes"],
    ],
    [
      "rowspan 0 is to the end of the group",
      '<tbody><tr><td rowspan="0">A<td>1<tr><td>2<tr><td>3</tr></tbody><tbody><tr><td>B<td>4',
      ["A | 1", "A | 2", "A | 3", "B | 4"],
    ],
    [
      "a row that ends early does not delay what reaches into it",
      "<tr><th>A<th>B<th>C<tr><td>1<td>2<td rowspan=2>x<tr><td>3<tr><td>4<td>5<td>y",
      ["A | B | C", "1 | 2 | x", "3 |  | x", "4 | 5 | y"],
    ],
    [
      "ends that are not written are where a browser sees them",
      "<thead><tr><th>Control<th>State<tbody><tr><td><p>MFA<td><p>No<tr><td>Logs<td>Yes<tbody><tr><td>B<td>No",
      ["Control | State", "MFA | No", "Logs | Yes", "B | No"],
    ],
  ])("%s", async (_, rows, expected) => {
    expect(await linesOf(`<table>${rows}</table>`)).toEqual(expected);
  });

  test("what is after a very wide cell keeps its column", async () => {
    const [first] = await linesOf("<table><tr><td colspan=40>wide<td>after</table>");
    expect(first?.split("|").map((cell) => cell.trim())).toEqual([
      ...Array.from({ length: 32 }, () => "wide"),
      ...Array.from({ length: 8 }, () => ""),
      "after",
    ]);
  });

  test("past what is repeated in all, places stay empty and no column is dropped", async () => {
    const row = `<tr><td colspan=2>${"x".repeat(200)}<td>last</tr>`;
    const lines = await linesOf(`<table>${row.repeat(3000)}</table>`);
    expect(lines.filter((line) => !line.endsWith("last") || line.split("|").length !== 3)).toEqual([]);
    expect(lines).toHaveLength(3000);
  });

  test("a row of more columns than can be counted is no row: each of its cells is a line", async () => {
    const lines = await linesOf(`<table><tr>${"<td colspan=32>a".repeat(60_000)}</table>`);
    expect(lines.filter(Boolean)).toEqual(Array.from({ length: 60_000 }, () => "a"));
  });

  test("hidden words of a repeated cell stay hidden", async () => {
    const { segments } = await extractAll(
      testExtractor(),
      sourceFile(
        "html",
        "<table><tr><td rowspan=2>A <i hidden>secret</i></td><td>1</td></tr><tr><td>2</td></tr></table>",
      ),
    );
    expect(segments[0]?.text).toBe("A secret | 1\nA secret | 2");
    expect(hiddenTexts(segments)).toEqual(["secret", "secret"]);
  });

  test("tables within tables without end lose no words", async () => {
    const deep = `${"<table><tr><td>".repeat(2000)}deep</td><td>last`;
    expect((await linesOf(deep)).join(" ")).toMatch(/deep last/);
    expect(await linesOf("<td>alone<td>two")).toEqual(["alone | two"]);
  });

  test("many cells that reach over many rows do not multiply without end", async () => {
    const wide = `<tr>${`<td rowspan=9999 colspan=999>${"x".repeat(200)}</td>`.repeat(20)}</tr>`;
    const { segments } = await extractAll(
      testExtractor(),
      sourceFile("html", `<table>${wide}${"<tr><td>y</td></tr>".repeat(3000)}</table>`),
    );
    expect(segments.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(4_000_000);
  });
});
