import type { Container, FileType } from "@assay/contract";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { ImageType } from "../src/formats/read-frames.ts";
import { extractAll, sourceFile, struckTexts, testExtractor } from "./extract-all.ts";
import {
  book,
  cell,
  epub,
  mail,
  ods,
  odt,
  odtSpan,
  odtStyle,
  page,
  show,
  word,
  wordParagraph,
  wordRun,
} from "./hidden-files.ts";
import { makePdf, textAt } from "./make-pdf.ts";

/** A file that shows the text crossed out, and its twin that shows it as it is. */
type Make = (text: string, struck: boolean) => string | Uint8Array;
/** Why a format has no such way. */
type Reason = string;
type Row = Record<Exclude<FileType, WithoutLooks>, Make | Reason>;
/** Outlook's messages carry the HTML or rich text of others; the reader of older workbooks knows no letters. */
type WithoutLooks = Container | "txt" | "csv" | "json" | "yaml" | "xml" | "log" | "msg" | "xls" | ImageType;

const element =
  (tag: string): Make =>
  (text, struck) =>
    page(struck ? `<p><${tag}>${text}</${tag}></p>` : `<p><b>${text}</b></p>`);
const ruled =
  (rule: string, other: string): Make =>
  (text, struck) =>
    page(`<div class="a"><p id="b">${text}</p></div>`, `<style>${struck ? rule : other}</style>`);
const asMail =
  (make: Make): Make =>
  (text, struck) =>
    mail(make(text, struck) as string);
const asBook =
  (make: Make): Make =>
  (text, struck) =>
    epub(make(text, struck) as string);
const run =
  (properties: string, other = ""): Make =>
  (text, struck) =>
    word(wordParagraph(wordRun(text, struck ? properties : other)));
const rich =
  (struck: string, plain: string): Make =>
  (text, isStruck) =>
    `{\\rtf1\\ansi Seen\\par {${isStruck ? struck : plain} ${text}}\\par}`;
const font = (property: string) => `<font><sz val="11"/>${property}</font>`;
const OWN_STYLE = 'numFmtId="0" fontId="1" fillId="0"';
const drawn =
  (through: string, below: string): Make =>
  (text, struck) =>
    makePdf([{ content: `${textAt(50, 700, "Seen")}\n${textAt(50, 600, text)}\n${struck ? through : below}` }]);

const TABLE: Record<string, Row> = {
  "by its own looks": {
    html: element("s"),
    eml: asMail(element("strike")),
    epub: asBook(element("del")),
    ods: (text, struck) =>
      ods(
        odtSpan(text, "T1"),
        odtStyle("T1", struck ? 'style:text-line-through-style="solid"' : 'style:text-line-through-style="none"'),
      ),
    md: (text, struck) => (struck ? `Seen\n\n~~${text}~~\n` : `Seen\n\n\\~~${text}~~ \`~~x~~\`\n`),
    docx: run("<w:strike/>", `<w:strike w:val="0"/>`),
    odt: (text, struck) =>
      odt(
        odtSpan(text, "T1"),
        odtStyle("T1", struck ? 'style:text-line-through-style="solid"' : 'style:text-line-through-style="none"'),
      ),
    rtf: rich("\\strike", "\\strike0"),
    pptx: (text, struck) => show(text, { run: `<a:rPr strike="${struck ? "sngStrike" : "noStrike"}"/>` }),
    xlsx: (text, struck) =>
      book({
        rows: `<row r="3">${cell(text)}</row>`,
        fonts: font(struck ? "<strike/>" : '<strike val="0"/>'),
        xf: OWN_STYLE,
      }),
    pdf: drawn("0.7 w 48 604 m 330 604 l S", "0.7 w 48 598 m 330 598 l S"),
  },
  "in another way": {
    html: ruled("#b { text-decoration: line-through 2px red }", "#b { text-decoration: underline }"),
    epub: asBook(ruled("#b { text-decoration: line-through }", "#b { text-decoration: none }")),
    ods: (text, struck) =>
      ods(
        odtSpan(text, "T1"),
        odtStyle("T1", "", "text", "Above") + odtStyle("Above", struck ? 'style:text-line-through-type="double"' : ""),
      ),
    eml: asMail(ruled(".a { text-decoration-line: underline line-through }", "#c { text-decoration: line-through }")),
    md: (text, struck) => `Seen\n\n<${struck ? "del" : "ins"}>${text}</${struck ? "del" : "ins"}>\n`,
    docx: (text, struck) =>
      word(wordParagraph(wordRun(text), `<w:pStyle w:val="Q"/>`), {
        styles: `<w:style w:type="paragraph" w:styleId="Q"><w:rPr>${struck ? "<w:dstrike/>" : ""}</w:rPr></w:style>`,
      }),
    odt: (text, struck) =>
      odt(
        odtSpan(text, "T1"),
        odtStyle("T1", "", "text", "Above"),
        odtStyle("Above", struck ? 'style:text-line-through-type="double"' : ""),
      ),
    rtf: rich("\\striked1", "\\striked1\\striked0"),
    pptx: (text, struck) =>
      show(text, {
        placeholder: '<p:ph type="body"/>',
        master: `<p:txStyles><p:bodyStyle><a:lvl1pPr><a:defRPr${struck ? ' strike="dblStrike"' : ""}/></a:lvl1pPr></p:bodyStyle></p:txStyles>`,
      }),
    xlsx: (text, struck) =>
      book({
        rows: `<row r="3"><c r="A3" t="s"><v>0</v></c></row>`,
        strings: `<si><r><t>part </t></r><r><rPr>${struck ? "<strike/>" : "<b/>"}</rPr><t>${text}</t></r></si>`,
      }),
    pdf: drawn("0 g 48 603.5 280 0.8 re f", "0 g 48 611 280 0.8 re f"),
  },
  "by a reader of the file": {
    html: "readers cannot mark it",
    eml: "readers cannot mark it",
    epub: "readers cannot mark it",
    ods: "a reader's mark is a look of the cell",
    md: "readers cannot mark it",
    docx: run("<w:dstrike/>"),
    odt: "a reader's mark is a look of the text",
    rtf: "a reader's mark is a look of the text",
    pptx: "a reader's mark is a look of the text",
    xlsx: "a reader's mark is a look of the cell",
    pdf: (text, struck) =>
      makePdf([
        {
          content: `${textAt(50, 700, "Seen")}\n${textAt(50, 600, text)}`,
          annotations: [
            `/Subtype /${struck ? "StrikeOut" : "Highlight"} /F 4 /Rect [48 595 330 612] /QuadPoints [48 612 330 612 48 596 330 596]`,
          ],
        },
      ]),
  },
};

const TEXT = "Encryption keys are rotated yearly";

describe.each(Object.entries(TABLE))("text crossed out %s", (_, row) => {
  const cells = Object.entries(row).filter(([, make]) => typeof make !== "string") as [keyof Row, Make][];

  test.each(cells)("in %s is kept as text, marked struck, and its twin is not", async (fileType, make) => {
    for (const struck of [true, false]) {
      const { segments } = await extractAll(testExtractor(), sourceFile(fileType, make(TEXT, struck)));
      expect(segments.map(({ text }) => text).join("\n")).toContain(TEXT);
      const marked = struckTexts(segments).join("\n");
      expect(marked.includes(TEXT)).toBe(struck);
      if (!struck) expect(marked).toBe("");
      expect(marked).not.toContain("Seen");
    }
  });
});

test("a line through some words of a PDF strikes those words alone", async () => {
  const pdf = makePdf([
    { content: `${textAt(50, 600, "Reviews happen monthly quarterly")}\n0.7 w 134 604 m 178 604 l S` },
  ]);
  const { segments } = await extractAll(testExtractor(), sourceFile("pdf", pdf));
  expect(struckTexts(segments)).toEqual(["monthly"]);
});

test("several words crossed out by one path, and text of a turned page, are struck", async () => {
  const two = [
    `${textAt(50, 600, "Reviews happen monthly")}\n${textAt(50, 500, "Backups are tested")}`,
    "0 g 48 603 140 0.8 re 48 503 110 0.8 re f",
  ].join("\n");
  const turned = "BT /F1 12 Tf 0 1 -1 0 300 100 Tm (Reviews happen monthly) Tj ET 0.7 w 296 98 m 296 240 l S";
  const { segments } = await extractAll(
    testExtractor(),
    sourceFile("pdf", makePdf([{ content: two }, { content: turned }])),
  );
  expect(struckTexts(segments)).toEqual(["Reviews happen monthly", "Backups are tested", "Reviews happen monthly"]);
});

test("a shade behind a line and a white bar under it strike nothing", async () => {
  const strips = Array.from({ length: 20 }, (_, at) => `0.${70 + at} g 48 ${594 + at} 200 1 re f`).join("\n");
  const shade = `${strips}\n0 g ${textAt(50, 600, "Reviews happen monthly")}`;
  const white = `1 g 48 603 200 1 re f\n0 g ${textAt(50, 600, "Reviews happen monthly")}`;
  const pdf = makePdf([{ content: shade }, { content: white }]);
  const { segments } = await extractAll(testExtractor(), sourceFile("pdf", pdf));
  expect(struckTexts(segments)).toEqual([]);
});

test("what Word says of how a run looked before a tracked change counts for nothing", async () => {
  const docx = word(
    wordParagraph(wordRun("Kept", '<w:b/><w:rPrChange w:id="1" w:author="A"><w:rPr><w:strike/></w:rPr></w:rPrChange>')),
  );
  const { segments } = await extractAll(testExtractor(), sourceFile("docx", docx));
  expect(struckTexts(segments)).toEqual([]);
});

test("a heading that is crossed out is text, and names no section", async () => {
  const html = page("<h2><s>Old rules</s></h2><p>Text</p>");
  const { segments } = await extractAll(testExtractor(), sourceFile("html", html));
  expect(struckTexts(segments)).toEqual(["Old rules"]);
  expect(segments.map(({ location }) => location).join()).not.toContain("Old rules");
});

test("the tildes of a fence or of a path strike nothing", async () => {
  const markdown =
    "~~~\nkept\n~~~\n\ncp ~~/a ~~/b\n\nA ~~~ B ~~ C\n\n~~old\n\nnew~~\n\n- cost ~~5\n- cost 10~~\n\n| ~~a | x |\n| y~~ | z |\n";
  const { segments } = await extractAll(testExtractor(), sourceFile("md", markdown));
  expect(struckTexts(segments)).toEqual([]);
});

test("html: what is crossed out by its element and shown without a line is not", async () => {
  const html = page(
    `<p><s style="color: red; text-decoration: none">Kept</s> <s style="text-decoration-color: red">Gone</s></p>`,
  );
  const { segments } = await extractAll(testExtractor(), sourceFile("html", html));
  expect(struckTexts(segments)).toEqual(["Gone"]);
});

test("pdf: the words crossed out stay the same where a field puts its value next to them", async () => {
  const text = "Keys rotate weekly since May";
  const strike = "/Subtype /StrikeOut /F 4 /Rect [112 600 156 612] /QuadPoints [112 612 156 612 112 600 156 600]";
  const box =
    "/Subtype /Widget /FT /Btn /T (keys) /V /On /AS /On /AP << /N << /On << >> /Off << >> >> >> /Rect [30 600 44 612]";
  for (const annotations of [[strike], [strike, box]]) {
    const { segments } = await extractAll(
      testExtractor(),
      sourceFile("pdf", makePdf([{ content: textAt(50, 602, text), annotations }])),
    );
    expect(segments[0]!.text).toBe(annotations.length === 1 ? text : `☒ ${text}`);
    expect(struckTexts(segments)).toEqual(["weekly"]);
  }
});

test("in an odt whose prefixes are others", async () => {
  const named = (name: string) => `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`;
  const content = `<o:document-content xmlns:o="${named("office")}" xmlns:t="${named("text")}" xmlns:s="${named("style")}"><o:automatic-styles><s:style s:name="T1" s:family="text"><s:text-properties s:text-line-through-style="solid"/></s:style></o:automatic-styles><o:body><o:text><t:p>Seen <t:span t:style-name="T1">but crossed out</t:span></t:p></o:text></o:body></o:document-content>`;
  const file = zipSync({
    mimetype: [strToU8("application/vnd.oasis.opendocument.text"), { level: 0 }],
    "META-INF/manifest.xml": strToU8("<manifest/>"),
    "content.xml": strToU8(content),
  });
  const { segments } = await extractAll(testExtractor(), sourceFile("odt", file));
  expect(struckTexts(segments)).toEqual(["but crossed out"]);
});
