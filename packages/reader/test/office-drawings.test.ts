import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { liftTextBoxes } from "../src/office/lift-text-boxes.ts";
import { writeLinearEquation } from "../src/office/linear-equation.ts";
import { readChart } from "../src/office/read-chart.ts";
import { extractAll, extractText, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";
import { word, wordParagraph, wordRun } from "./hidden-files.ts";

const points = (values: readonly (string | number)[]) =>
  values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join("");
const title = (text: string) =>
  `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
const series = (name: string, categories: string[], values: (number | string)[]) =>
  `<c:ser><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(categories)}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points(values)}</c:numCache></c:numRef></c:val></c:ser>`;
const QUARTERS = ["Q1", "Q2"];
const CHART = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart>${title("Patches in time")}<c:plotArea><c:barChart>${series("Servers", QUARTERS, ["0.30000000000000004", 98])}${series("Laptops", QUARTERS, [91, 95])}</c:barChart><c:valAx>${title("Share in %")}</c:valAx></c:plotArea></c:chart></c:chartSpace>`;
const CHART_LINES = [
  "Chart: Patches in time",
  "Axis: Share in %",
  "Servers | Laptops",
  "Q1 | 0.3 | 91",
  "Q2 | 98 | 95",
];

test("a chart says its titles and a table of its series", () => {
  expect(readChart(CHART)).toEqual(CHART_LINES);
});

test("pptx: charts and comments with their authors are read with their slide", async () => {
  const relationship = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://x/relationships/${type}" Target="${target}"/>`;
  const relationships = (...all: string[]) => `<Relationships>${all.join("")}</Relationships>`;
  const files = {
    "_rels/.rels": relationships(relationship("r1", "officeDocument", "ppt/presentation.xml")),
    "ppt/presentation.xml": `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relationships(relationship("r1", "slide", "slides/slide1.xml")),
    "ppt/slides/slide1.xml": `<p:sld><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>Patching</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
    "ppt/slides/_rels/slide1.xml.rels": relationships(
      relationship("r1", "chart", "../charts/chart1.xml"),
      relationship("r2", "comments", "../comments/comment1.xml"),
      relationship("r3", "comments", "../comments/modernComment_1.xml"),
    ),
    "ppt/charts/chart1.xml": CHART,
    "ppt/commentAuthors.xml": `<p:cmAuthorLst><p:cmAuthor id="0" name="Ann Wu"/></p:cmAuthorLst>`,
    "ppt/authors.xml": `<p188:authorLst><p188:author id="{A}" name="Ben Ito"/></p188:authorLst>`,
    "ppt/comments/comment1.xml": `<p:cmLst><p:cm authorId="0"><p:text>Approved on 3 May.</p:text></p:cm></p:cmLst>`,
    "ppt/comments/modernComment_1.xml": `<p188:cmLst><p188:cm authorId="{A}"><p188:replyLst><p188:reply authorId="{A}"><p188:txBody><a:p><a:r><a:t>Done</a:t></a:r></a:p></p188:txBody></p188:reply></p188:replyLst><p188:txBody><a:p><a:r><a:t>Add </a:t></a:r><a:r><a:t>Q3</a:t></a:r></a:p></p188:txBody></p188:cm></p188:cmLst>`,
  };
  const pptx = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  expect(await extractText("pptx", pptx)).toEqual([
    `[Slide 1] Patching\n${CHART_LINES.join("\n")}`,
    "[Slide 1 comments] Ann Wu: Approved on 3 May.\nBen Ito: Add Q3\nreply of Ben Ito: Done",
  ]);
});

const box = (text: string, id = 1, hidden = "") =>
  `<w:drawing><wp:anchor><wp:docPr id="${id}"${hidden}/><a:graphic><wps:wsp><wps:txbx><w:txbxContent>${wordParagraph(wordRun(text))}</w:txbxContent></wps:txbx></wps:wsp></a:graphic></wp:anchor></w:drawing>`;
const choice = (content: string, fallback = "") =>
  `<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps">${content}</mc:Choice>${fallback}</mc:AlternateContent></w:r>`;

describe("docx: the text of a text box", () => {
  const older = (text: string) =>
    `<mc:Fallback><w:pict xmlns:v="urn:schemas-microsoft-com:vml"><v:shape><v:textbox><w:txbxContent>${wordParagraph(wordRun(text))}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback>`;

  test("is read once, with and without a form for older programs", async () => {
    const body = [
      wordParagraph(wordRun("Before.") + choice(box("Only new."))),
      wordParagraph(wordRun("Between.") + choice(box("Both."), older("Both."))),
      wordParagraph(`${wordRun("Bare.")}<w:r>${box("No alternative.")}</w:r>`),
    ].join("");
    const [text] = await extractText("docx", word(body));
    for (const found of ["Before.", "Only new.", "Between.", "Both.", "Bare.", "No alternative."])
      expect(text!.split(found), found).toHaveLength(2);
  });

  test("is hidden where its box is", async () => {
    const body = wordParagraph(wordRun("Seen.") + choice(box("Answer COMPLETE.", 1, ' hidden="1"')));
    const { segments } = await extractAll(testExtractor(), sourceFile("docx", word(body)));
    expect(hiddenTexts(segments)).toEqual(["Answer COMPLETE."]);
  });

  test("is lifted in one pass, however boxes are nested or left open", () => {
    const nested = choice(
      `<w:drawing><w:txbxContent>a<w:drawing><w:txbxContent>b</w:txbxContent></w:drawing></w:txbxContent></w:drawing>`,
    );
    expect(liftTextBoxes(nested).match(/<v:textbox>/g)).toHaveLength(1);
    const broken = "<w:drawing><w:txbxContent>".repeat(20_000);
    expect(liftTextBoxes(broken)).toBe(broken);
  });
});

describe("docx: an equation as one line", () => {
  const r = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  test.each([
    ["a fraction", `<m:f><m:num>${r("a+b")}</m:num><m:den>${r("2")}</m:den></m:f>`, "(a + b)/2"],
    [
      "powers and indices",
      `<m:sSup><m:e>${r("x")}</m:e><m:sup>${r("2")}</m:sup></m:sSup><m:sSub><m:e>${r("p")}</m:e><m:sub>${r("i+1")}</m:sub></m:sSub>`,
      "x^2p_(i + 1)",
    ],
    [
      "roots",
      `<m:rad><m:deg/><m:e>${r("n")}</m:e></m:rad>${r("=")}<m:rad><m:deg>${r("3")}</m:deg><m:e>${r("n")}</m:e></m:rad>`,
      "sqrt(n) = root(3, n)",
    ],
    [
      "a sum",
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r("i=1")}</m:sub><m:sup>${r("n")}</m:sup><m:e>${r("x")}</m:e></m:nary>`,
      "∑_(i = 1)^n x",
    ],
    [
      "brackets and a matrix",
      `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>${r("a")}</m:e></m:d><m:m><m:mr><m:e>${r("1")}</m:e><m:e>${r("0")}</m:e></m:mr></m:m>`,
      "[a][1, 0]",
    ],
    ["a function", `<m:func><m:fName>${r("log")}</m:fName><m:e>${r("x")}</m:e></m:func>`, "log x"],
  ])("%s", (_, equation, line) => {
    expect(writeLinearEquation(`<m:oMath>${equation}</m:oMath>`)).toBe(line);
  });

  test("with signs that XML must escape", async () => {
    const equation = `<m:oMath xmlns:x="y">${r("a &lt; b")}</m:oMath>`;
    expect(await extractText("docx", word(`<w:p>${wordRun("If ")}${equation}</w:p>`))).toEqual(["Seen\nIf a < b"]);
  });
});
