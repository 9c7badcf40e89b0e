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
