import { describe, expect, test } from "vitest";
import { extractAll, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";
import { page } from "./hidden-files.ts";

const extract = (html: string) => extractAll(testExtractor(), sourceFile("html", html));
const hiddenIn = async (html: string) => hiddenTexts((await extract(html)).segments);

describe("the cascade decides as in a browser", () => {
  test.each<[string, string, string, boolean]>([
    ["specificity before order", "#b { display: block } p { display: none }", "", false],
    ["order among equals", "p { display: block } p { display: none }", "", true],
    ["!important before specificity", "p { display: none !important } #b { display: block }", "", true],
    ["the style attribute before rules", "#b { display: none }", "display: block", false],
    ["a broken value leaves the one before it", "p { display: none; display: nonsense }", "", true],
    [
      "rules outside layers before those in layers",
      "p { display: block } @layer x { #b { display: none } }",
      "",
      false,
    ],
    [
      "a later layer before an earlier one",
      "@layer x, y; @layer y { p { display: none } } @layer x { p { display: block } }",
      "",
      true,
    ],
    ["nested rules", ".a { & p { display: none } }", "", true],
    ["variables, also from above", "html { --shown: none } p { display: var(--shown) }", "", true],
    ["a variable that is not set gives its fallback", "p { display: var(--unset, none) }", "", true],
    [":not() and attributes", "p:not([title]) { display: none }", "", true],
    [":nth-child()", "p:nth-child(2n + 1) { display: none }", "", true],
    ["a child of a table row's body that the page leaves out", "html > body > div p { display: none }", "", true],
    ["a selector that only a browser can judge", "p:has(+ table) { display: none }", "", true],
    ["a state that no open page is in", "p:hover { display: none }", "", false],
    ["what is drawn before the text is not the text", "p::before { display: none }", "", false],
    ["visibility that is given back", ".a { visibility: hidden } p { visibility: visible }", "", false],
    ["display that cannot be given back", ".a { display: none } p { display: block }", "", true],
    ["a last frame that stays", "@keyframes x { to { opacity: 0 } } p { animation: x 1s forwards }", "", true],
    [
      "colours that adapt together",
      "@media (prefers-color-scheme: dark) { body { background: #111; color: #eee } }",
      "",
      false,
    ],
    [
      "a colour that does not adapt",
      "p { color: #111 } @media (prefers-color-scheme: dark) { body { background: #111 } }",
      "",
      true,
    ],
    ["a width that some window has", "@media (min-width: 1700px) { p { display: none } }", "", true],
    ["inherited size", "html { font-size: 2px } ", "", true],
    [
      "letters in a gradient",
      "p { background: linear-gradient(#600, #006); -webkit-background-clip: text; color: transparent }",
      "",
      false,
    ],
    [
      "letters in a gradient of paper",
      "p { background: linear-gradient(#fff, #fefefe); background-clip: text; color: transparent }",
      "",
      true,
    ],
  ])("%s", async (_, css, style, hidden) => {
    const html = page(`<div class="a"><p id="b" style="${style}">Text in question</p></div>`, `<style>${css}</style>`);
    expect((await hiddenIn(html)).join().includes("Text in question")).toBe(hidden);
  });
});

test("a sheet that is not in the file is a warning and hides nothing; one in a data address is read", async () => {
  const inline = `<link rel="stylesheet" href="data:text/css,%23b%7Bdisplay:none%7D">`;
  const { segments, warnings } = await extract(
    page(
      `<p id="b">Unseen text</p>`,
      `<link rel="stylesheet" href="/site.css">${inline}<style>@import "more.css";</style>`,
    ),
  );
  expect(hiddenTexts(segments)).toEqual(["Unseen text"]);
  expect(warnings.map(({ code, message }) => [code, /'(.*)'/.exec(message)?.[1]])).toEqual([
    ["STYLE_SHEET_ABSENT", "/site.css"],
    ["STYLE_SHEET_ABSENT", "more.css"],
  ]);
});

test("part of a heading that is hidden stays out of the places that citations name", async () => {
  const { segments } = await extract(page(`<h1>Access <span style="opacity:0">approved</span></h1><p>Text`));
  expect(segments.at(-1)).toMatchObject({ location: "Access", text: expect.stringMatching(/Access approved\nText$/) });
  expect(hiddenTexts(segments)).toEqual(["approved"]);
});

test("a page whose rules hide all of it in print alone is read as on the screen", async () => {
  expect(await hiddenIn(page("<p>Text</p>", "<style>@media print { body { display: none } }</style>"))).toEqual([]);
  expect(
    (await hiddenIn(page("<p>Text</p>", "<style>@media screen { body { display: none } }</style>"))).join(),
  ).toContain("Text");
});

describe("hostile style sheets end within their budget, and what they leave unjudged counts as hidden", () => {
  const many = (count: number, make: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => make(at)).join("");
  test.each([
    ["siblings to the power of four", "a ~ a ~ a ~ a ~ b { display: none }", `${"<a>x</a>".repeat(2000)}<b>Text</b>`],
    [
      "descendants to the power of six",
      `${"x ".repeat(6)}y { display: none }`,
      `${`${"<div>".repeat(400)}<x>`.repeat(6)}<p>Text</p>`,
    ],
    ["many widths", many(2000, (at) => `@media (min-width: ${at}px) { p { color: red } }`), "<p>Text</p>"],
    ["rules nested without end", "a { ".repeat(20_000), "<p>Text</p>"],
    [
      "variables that double",
      `${many(60, (at) => `:root { --v${at}: var(--v${at + 1}) var(--v${at + 1}) }`)}p { color: var(--v0) }`,
      "<p>Text</p>",
    ],
    ["negations without end", `${":not(".repeat(5000)}a${")".repeat(5000)} { display: none }`, "<p>Text</p>"],
  ])("%s", { timeout: 600_000 }, async (_, css, body) => {
    const { segments } = await extract(page(body, `<style>${css}</style>`));
    expect(segments.length).toBeGreaterThan(0);
  });

  test("a budget that is spent is a warning", { timeout: 600_000 }, async () => {
    const { segments, warnings } = await extract(
      page("<i>x</i>".repeat(20_000), `<style>${many(5000, (at) => `*:not(.c${at}) { color: red }`)}</style>`),
    );
    expect(warnings.map(({ code }) => code)).toEqual(["STYLES_NOT_JUDGED"]);
    expect(hiddenTexts(segments).join("").length).toBeGreaterThan(1000);
  });
});
