import { describe, expect, test } from "vitest";
import { extractAll, extractText, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";
import { epub } from "./hidden-files.ts";

const OPF = `<?xml version="1.0"?><!DOCTYPE package><opf:package xmlns:opf="http://www.idpf.org/2007/opf"><opf:manifest>
  <opf:item id="one" href="text/one.xhtml"/><opf:item id="two" href="text/two%20b.xhtml"/><opf:item id="css" href="look.css"/>
</opf:manifest><opf:spine><opf:itemref idref="two"/><opf:itemref idref="one" linear="no"/><opf:itemref idref="none"/></opf:spine></opf:package>`;
const page = (body: string) =>
  `<?xml version="1.0"?><!DOCTYPE html><html><head><link rel="stylesheet" href="../look.css"/></head><body>${body}</body></html>`;
const book = (more: Record<string, string> = {}) =>
  epub("", {
    "OEBPS/book.opf": OPF,
    "OEBPS/text/one.xhtml": page("<h2>Scope</h2><p>All staff.</p>"),
    "OEBPS/text/two b.xhtml": page(
      '<h1>Rules</h1><table><tr><th>Risk</th><th>Owner</th></tr><tr><td>Fire</td><td>Ann</td></tr></table><p class="gone">Unseen</p>',
    ),
    "OEBPS/look.css": ".gone { display: none }",
    ...more,
  });
const code = (file: Uint8Array) =>
  extractAll(testExtractor(), sourceFile("epub", file)).then(
    ({ pages }) => pages,
    (error: { code: string }) => error.code,
  );

test("the chapters of a book are read in the order of its spine, with its own style sheets", async () => {
  expect(await extractText("epub", book())).toEqual([
    "[Chapter 1 > Rules] Rules\nRisk | Owner\nFire | Ann\nUnseen",
    "[Chapter 2 > Scope] Scope\nAll staff.",
  ]);
  const { segments, readings } = await extractAll(testExtractor(), sourceFile("epub", book()));
  expect(hiddenTexts(segments)).toEqual(["Unseen"]);
  expect(readings.map(({ label, state }) => [label, state])).toEqual([
    ["Chapter 1", "TEXT"],
    ["Chapter 2", "TEXT"],
  ]);
});

const hiddenOf = async (file: Uint8Array) =>
  hiddenTexts((await extractAll(testExtractor(), sourceFile("epub", file))).segments);
const chapter = (head: string, body: string) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`;

describe("a chapter is read as the XML that it is", () => {
  test.each(["script", "style", "iframe", "object", "template", "title", "div", "textarea", "noscript"])(
    "%s that ends itself takes nothing with it",
    async (name) => {
      const body = `<p>Before</p><${name} class="a > b"/><p>After</p>`;
      expect((await extractText("epub", epub(chapter("", body)))).join("\n")).toMatch(/Before\n+After/);
      expect((await extractText("epub", epub(chapter(`<${name}/>`, "<p>All</p>")))).join("\n")).toContain("All");
    },
  );

  test("its marked text is text, its styles count though they are marked, and its document type is none", async () => {
    const body = `<p>One <![CDATA[<two> & &lt;]]> three</p><p class="gone">Unseen</p>`;
    const style =
      "<style>/*<![CDATA[*/ body &gt; p, html > .gone, .gone { display: none } p { display: block } /*]]>*/</style>";
    const page = `<!DOCTYPE html [<!ENTITY a "x>y">]>${chapter(style.replace("p { display: block }", ""), body)}`;
    expect((await extractText("epub", epub(page.replace("body &gt; p, ", "")))).join("\n")).toBe(
      "[Chapter 1] One <two> & &lt; three\nUnseen",
    );
    expect(await hiddenOf(epub(page.replace("body &gt; p, ", "")))).toEqual(["Unseen"]);
  });

  test("half a tag, quotes without an end and a million signs end soon", async () => {
    for (const text of [
      "<".repeat(300_000),
      '<a "'.repeat(100_000),
      "<a <!-- ".repeat(100_000),
      "<![CDATA[".repeat(100_000),
    ])
      expect(["number", "string"]).toContain(typeof (await code(epub(`<p>x</p>${text}`))));
  });
});

describe("style sheets of a book count where and when they are linked", () => {
  const gone = ".gone { display: none }";
  const body = `<p>Seen</p><p class="gone">Unseen</p>`;
  const withSheets = (head: string, more: Record<string, string> = {}) =>
    epub(chapter(head, body), { "OEBPS/gone.css": gone, ...more });

  test("in order with the chapter's own, and those for other readers or by choice do not", async () => {
    const link = '<link rel="stylesheet" href="gone.css"/>';
    expect(await hiddenOf(withSheets(link))).toEqual(["Unseen"]);
    expect(await hiddenOf(withSheets(`<style>.gone { display: block }</style>${link}`))).toEqual(["Unseen"]);
    expect(await hiddenOf(withSheets(`${link}<style>.gone { display: block }</style>`))).toEqual([]);
    expect(await hiddenOf(withSheets('<link rel="alternate stylesheet" href="gone.css"/>'))).toEqual([]);
    expect(await hiddenOf(withSheets('<link rel="stylesheet" media="speech" href="gone.css"/>'))).toEqual([]);
  });

  test("by an instruction, and by sheets that import them", async () => {
    const page = `<?xml-stylesheet href="gone.css" type="text/css"?>${chapter("", body)}`;
    expect(await hiddenOf(epub(page, { "OEBPS/gone.css": gone }))).toEqual(["Unseen"]);
    const link = '<link rel="stylesheet" href="css/a.css"/>';
    for (const named of ['"../gone.css"', "url(../gone.css)", "url('../gone.css') all"])
      expect(
        await hiddenOf(withSheets(link, { "OEBPS/css/a.css": `/* a */ @import ${named};p { color: black }` })),
      ).toEqual(["Unseen"]);
    expect(await hiddenOf(withSheets(link, { "OEBPS/css/a.css": '@import "a.css";@import "../gone.css";' }))).toEqual([
      "Unseen",
    ]);
  });

  test("one that is not there, or not followed, is warned of, and too many rules hide all", async () => {
    const warnings = async (file: Uint8Array) =>
      (await extractAll(testExtractor(), sourceFile("epub", file))).warnings.map(({ code: found }) => found);
    expect(await warnings(withSheets('<link rel="stylesheet" href="none.css"/>'))).toEqual(["STYLE_SHEET_ABSENT"]);
    expect(await warnings(withSheets('<style>@import "gone.css";</style>'))).toEqual(["STYLE_SHEET_ABSENT"]);
    const many = { "OEBPS/a.css": '@import "a.css";'.repeat(10) };
    const link = '<link rel="stylesheet" href="a.css"/>';
    expect(await warnings(withSheets(link, many))).toEqual(["STYLE_SHEET_ABSENT"]);
    expect(await warnings(withSheets(link, { "OEBPS/a.css": '@import "a.css";' }))).toEqual(["STYLE_SHEET_ABSENT"]);
    expect(await warnings(withSheets(link.repeat(3), { "OEBPS/a.css": " ".repeat(2_000_000) }))).toEqual([
      "STYLES_NOT_JUDGED",
    ]);
  });
});

describe("a hostile book ends with a coded refusal or within its limits", () => {
  test("without a list of chapters, without chapters, half of it, or encrypted", async () => {
    expect(await code(epub("x", { "META-INF/container.xml": "<container/>" }))).toBe("UNREADABLE_FILE");
    expect(await code(epub("x", { "OEBPS/book.opf": "<package/>" }))).toBe("UNREADABLE_FILE");
    const whole = book();
    expect(await code(whole.subarray(0, whole.length / 2))).toBe("UNREADABLE_FILE");
    const locked = `<encryption><enc:CipherReference URI="OEBPS/a.xhtml"/></encryption>`;
    expect(await code(epub("<p>x</p>", { "META-INF/encryption.xml": locked }))).toBe("ENCRYPTED_FILE");
  });

  test("a chapter that is not there, or out of the book, is a page that was not read", async () => {
    const { readings } = await extractAll(
      testExtractor(),
      sourceFile("epub", book({ "OEBPS/book.opf": OPF.replace("text/one", "../../../etc/passwd") })),
    );
    expect(readings.map(({ state }) => state)).toEqual(["TEXT", "UNREADABLE"]);
  });

  test("a chapter whose name is a thousand times in the spine is read once; entities of its own stay closed", async () => {
    const spine = OPF.replace("<opf:itemref", `${'<opf:itemref idref="one"/>'.repeat(1000)}<opf:itemref`);
    expect(await code(book({ "OEBPS/book.opf": spine }))).toBe(2);
    const bomb = `<!DOCTYPE x [<!ENTITY a "${"b".repeat(1000)}">]><p>${"&a;".repeat(1000)}</p>`;
    expect((await extractText("epub", epub(bomb))).join("").length).toBeLessThan(10_000);
  });
});
