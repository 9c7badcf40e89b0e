import type { Container, FileType } from "@assay/contract";
import { describe, expect, test } from "vitest";
import type { ImageType } from "../src/formats/read-frames.ts";
import { extractAll, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";
import {
  book,
  box,
  cell,
  epub,
  mail,
  ods,
  odt,
  odtSpan,
  odtStyle,
  page,
  show,
  solid,
  word,
  wordParagraph,
  wordRun,
} from "./hidden-files.ts";
import { makePdf, textAt } from "./make-pdf.ts";

/** A file in which the text is hidden by the technique, and its twin in which the same text is seen. */
type Make = (text: string, hidden: boolean) => string | Uint8Array;
/** Why a format has no such technique. */
type Reason = string;
type Row = Record<Exclude<FileType, WithoutLooks>, Make | Reason>;
/** What is in such a file is what is seen; of Outlook messages and older workbooks, see their own suite. */
type WithoutLooks = Container | "txt" | "csv" | "json" | "yaml" | "xml" | "log" | "msg" | "xls" | ImageType;

const styled =
  (hiding: string, showing: string): Make =>
  (text, hidden) =>
    page(`<p style="${hidden ? hiding : showing}">${text}</p>`);
const ruled =
  (hiding: string, showing: string): Make =>
  (text, hidden) =>
    page(`<div class="a"><p id="b">${text}</p></div>`, `<style>${hidden ? hiding : showing}</style>`);
const asMail =
  (make: Make): Make =>
  (text, hidden) =>
    mail(make(text, hidden) as string);
const asMarkdown =
  (hiding: string, showing: string): Make =>
  (text, hidden) =>
    `# Title\n\nSeen\n\n<p style="${hidden ? hiding : showing}">${text}</p>\n`;
const wordLook =
  (hiding: string, showing: string): Make =>
  (text, hidden) =>
    word(wordParagraph(wordRun(text, hidden ? hiding : showing)));
const onPdf =
  (hiding: (text: string) => string, showing: (text: string) => string): Make =>
  (text, hidden) =>
    makePdf([{ content: `${textAt(50, 700, "Seen")}\n${(hidden ? hiding : showing)(text)}` }]);
const odtLook =
  (hiding: string, showing: string): Make =>
  (text, hidden) =>
    odt(odtSpan(text, "T1"), odtStyle("T1", hidden ? hiding : showing));
const odsLook =
  (hiding: string, showing: string): Make =>
  (text, hidden) =>
    ods(odtSpan(text, "T1"), odtStyle("T1", hidden ? hiding : showing));
const asBook =
  (make: Make): Make =>
  (text, hidden) =>
    epub(make(text, hidden) as string);
const rich =
  (hiding: string, showing: string, head = ""): Make =>
  (text, hidden) =>
    `{\\rtf1\\ansi${head} Seen\\par {${hidden ? hiding : showing} ${text}}\\par}`;
const slide =
  (hiding: Parameters<typeof show>[1], showing: Parameters<typeof show>[1] = {}): Make =>
  (text, hidden) =>
    show(text, hidden ? hiding : showing);
const bookLook =
  (hiding: Omit<Parameters<typeof book>[0], "rows">, showing: Omit<Parameters<typeof book>[0], "rows">): Make =>
  (text, hidden) =>
    book({ rows: `<row r="3">${cell(text)}</row>`, ...(hidden ? hiding : showing) });
const letters = (rgb: string, size = 11) => `<font><sz val="${size}"/><color rgb="FF${rgb}"/></font>`;
const shade = (rgb: string) => `<fill><patternFill patternType="solid"><fgColor rgb="FF${rgb}"/></patternFill></fill>`;
const OWN_STYLE = 'numFmtId="0" fontId="1" fillId="1"';

const TABLE: Record<string, Row> = {
  "marked as not shown": {
    rtf: rich("\\v", "\\v0"),
    html: styled("display: none", "display: block"),
    eml: asMail(styled("mso-hide: all", "color: black")),
    md: asMarkdown("display:none", "display:block"),
    docx: wordLook("<w:vanish/>", `<w:vanish w:val="0"/>`),
    xlsx: (text, hidden) => book({ rows: `<row r="3" ${hidden ? 'hidden="1"' : ""}>${cell(text)}</row>` }),
    pptx: slide({ shape: 'hidden="1"' }),
    pdf: onPdf(
      (text) => `BT 3 Tr /F1 12 Tf 50 600 Td (${text}) Tj ET`,
      (text) => `BT 0 Tr /F1 12 Tf 50 600 Td (${text}) Tj ET`,
    ),
    ods: odsLook('text:display="none"', 'text:display="true"'),
    epub: asBook(styled("display: none", "display: block")),
    odt: odtLook('text:display="none"', 'text:display="true"'),
  },
  "by a rule or a style elsewhere": {
    rtf: "rich text writes what a style says beside each text",
    html: ruled(".a > #b { visibility: hidden }", ".a > #c { visibility: hidden }"),
    eml: asMail(ruled("div p { display: none }", "div span { display: none }")),
    md: (text, hidden) =>
      `<style>.x { display: ${hidden ? "none" : "block"} }</style>\n\nSeen\n\n<p class="x">${text}</p>`,
    docx: (text, hidden) =>
      word(wordParagraph(wordRun(text), `<w:pStyle w:val="Q"/>`), {
        styles: `<w:style w:type="paragraph" w:styleId="P"><w:rPr>${hidden ? "<w:vanish/>" : ""}</w:rPr></w:style><w:style w:type="paragraph" w:styleId="Q"><w:basedOn w:val="P"/></w:style>`,
      }),
    // A format of fewer than four sections leaves texts as they are.
    xlsx: bookLook({ format: ";;;", xf: 'numFmtId="164"' }, { format: "0;(0)", xf: 'numFmtId="164"' }),
    pptx: slide(
      {
        placeholder: '<p:ph type="body"/>',
        master: `<p:txStyles><p:bodyStyle><a:lvl1pPr><a:defRPr>${solid("FFFFFF")}</a:defRPr></a:lvl1pPr></p:bodyStyle></p:txStyles>`,
      },
      {
        placeholder: '<p:ph type="body"/>',
        master: `<p:txStyles><p:bodyStyle><a:lvl1pPr><a:defRPr>${solid("333333")}</a:defRPr></a:lvl1pPr></p:bodyStyle></p:txStyles>`,
      },
    ),
    pdf: "a PDF has no styles: each stroke carries its own looks",
    ods: (text, hidden) =>
      ods(
        odtSpan(text, "T1"),
        odtStyle("T1", "", "text", "Above") + odtStyle("Above", hidden ? 'text:display="none"' : ""),
      ),
    epub: asBook(ruled(".a > #b { visibility: hidden }", ".a > #c { visibility: hidden }")),
    odt: (text, hidden) =>
      odt(
        odtSpan(text, "T1"),
        odtStyle("T1", "", "text", "Above"),
        odtStyle("Above", hidden ? 'text:display="none"' : ""),
      ),
  },
  "the colour of the background": {
    rtf: rich("\\cf1", "\\cf2", "{\\colortbl;\\red255\\green255\\blue255;\\red40\\green40\\blue40;}"),
    html: styled("color: #fff", "color: #555"),
    eml: asMail((text, hidden) =>
      page(
        `<table bgcolor="#000080"><tr><td><font color="${hidden ? "navy" : "white"}">${text}</font></td></tr></table>`,
      ),
    ),
    md: asMarkdown("color:white", "color:#444"),
    docx: wordLook(
      `<w:color w:val="000000" w:themeColor="background1"/>`,
      `<w:color w:val="FFFFFF" w:themeColor="text1"/>`,
    ),
    xlsx: bookLook(
      { fonts: letters("FF0000"), fills: shade("FF0000"), xf: OWN_STYLE },
      { fonts: letters("FFFFFF"), fills: shade("1F3864"), xf: OWN_STYLE },
    ),
    pptx: slide(
      { run: `<a:rPr>${solid("FFFFFF")}</a:rPr>` },
      { run: `<a:rPr>${solid("FFFFFF")}</a:rPr>`, background: `<p:bg><p:bgPr>${solid("002060")}</p:bgPr></p:bg>` },
    ),
    pdf: onPdf(
      (text) => `1 1 1 rg ${textAt(50, 600, text)}`,
      (text) => `0 0 0.5 rg 40 590 200 30 re f 1 1 1 rg ${textAt(50, 600, text)}`,
    ),
    ods: odsLook('fo:color="#ffffff"', 'fo:color="#ffffff" fo:background-color="#000080"'),
    epub: asBook(styled("color: #fff", "color: #555")),
    odt: odtLook('fo:color="#ffffff"', 'fo:color="#ffffff" fo:background-color="#000080"'),
  },
  "nearly the colour of the background": {
    rtf: rich("\\cf1", "\\cf1\\highlight2", "{\\colortbl;\\red245\\green245\\blue245;\\red20\\green20\\blue90;}"),
    html: ruled("#b { color: rgb(245 245 245) }", "#b { color: rgb(120 120 120) }"),
    eml: asMail(styled("color: #f4f4f4; background: #fafafa", "color: #777")),
    md: asMarkdown("color:#f6f6f6", "color:#777"),
    docx: wordLook(`<w:color w:val="F2F2F2"/>`, `<w:color w:val="7F7F7F"/>`),
    xlsx: bookLook({ fonts: letters("F2F2F2"), xf: OWN_STYLE }, { fonts: letters("7F7F7F"), xf: OWN_STYLE }),
    pptx: slide({ run: `<a:rPr>${solid("F4F4F4")}</a:rPr>` }, { run: `<a:rPr>${solid("777777")}</a:rPr>` }),
    pdf: onPdf(
      (text) => `0.95 g ${textAt(50, 600, text)}`,
      (text) => `0.6 g ${textAt(50, 600, text)}`,
    ),
    ods: odsLook('fo:color="#f4f4f4"', 'fo:color="#777777"'),
    epub: asBook(ruled("#b { color: rgb(245 245 245) }", "#b { color: rgb(120 120 120) }")),
    odt: odtLook('fo:color="#f4f4f4"', 'fo:color="#777777"'),
  },
  "tiny letters": {
    rtf: rich("\\fs2", "\\fs14"),
    html: styled("font: 1px/1 serif", "font: 10px/1 serif"),
    eml: asMail(styled("font-size: 0.06em", "font-size: 0.8em")),
    md: asMarkdown("font-size:1px", "font-size:9px"),
    docx: wordLook(`<w:sz w:val="2"/>`, `<w:sz w:val="14"/>`),
    xlsx: bookLook({ fonts: letters("000000", 1), xf: OWN_STYLE }, { fonts: letters("000000", 7), xf: OWN_STYLE }),
    pptx: slide({ run: '<a:rPr sz="100"/>' }, { run: '<a:rPr sz="800"/>' }),
    pdf: onPdf(
      (text) => textAt(50, 600, text, 1),
      (text) => textAt(50, 600, text, 6),
    ),
    ods: odsLook('fo:font-size="1pt"', 'fo:font-size="7pt"'),
    epub: asBook(styled("font: 1px/1 serif", "font: 10px/1 serif")),
    odt: odtLook('fo:font-size="1pt"', 'fo:font-size="7pt"'),
  },
  transparent: {
    rtf: "rich text has no transparency",
    html: styled("opacity: .0", "opacity: .8"),
    eml: asMail(styled("color: rgba(0, 0, 0, 0.02)", "color: rgba(0, 0, 0, 0.7)")),
    md: asMarkdown("opacity:0.01", "opacity:1"),
    docx: wordLook(`<w14:textFill xmlns:w14="urn:w14"><w14:noFill/></w14:textFill>`, ""),
    xlsx: "cells have no transparency",
    pptx: slide(
      { run: `<a:rPr><a:solidFill><a:srgbClr val="000000"><a:alpha val="1000"/></a:srgbClr></a:solidFill></a:rPr>` },
      { run: `<a:rPr><a:solidFill><a:srgbClr val="000000"><a:alpha val="90000"/></a:srgbClr></a:solidFill></a:rPr>` },
    ),
    pdf: onPdf(
      (text) => `BT 7 Tr /F1 12 Tf 50 600 Td (${text}) Tj ET`,
      (text) => `BT 2 Tr 1 g /F1 12 Tf 50 600 Td (${text}) Tj ET`,
    ),
    ods: odsLook('loext:opacity="2%" fo:color="#000000"', 'loext:opacity="90%" fo:color="#000000"'),
    epub: asBook(styled("opacity: .0", "opacity: .8")),
    odt: odtLook('loext:opacity="2%" fo:color="#000000"', 'loext:opacity="90%" fo:color="#000000"'),
  },
  "out of sight": {
    rtf: "places of rich text are not judged",
    html: ruled("#b { position: absolute; left: -9999px }", "#b { position: absolute; left: 20px }"),
    eml: asMail(styled("text-indent: -9999px", "text-indent: 2em")),
    md: asMarkdown("position:fixed;top:-50em", "position:relative;top:-2px"),
    docx: (text, hidden) => word(wordParagraph(wordRun(text), `<w:ind w:left="${hidden ? -20000 : 720}"/>`)),
    xlsx: (text, hidden) =>
      book({
        cols: `<col min="2" max="3" ${hidden ? 'hidden="1"' : ""} width="9"/>`,
        rows: `<row r="3">${cell(text)}</row>`,
      }),
    pptx: slide({ at: [-9000, 1000, 4000, 500] }),
    pdf: "pdf.js leaves out text off the page: it is in no chunk",
    ods: (text, hidden) =>
      ods(
        `<draw:frame svg:x="${hidden ? "-50cm" : "1cm"}" svg:width="5cm" svg:height="2cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`,
      ),
    epub: asBook(ruled("#b { position: absolute; left: -9999px }", "#b { position: absolute; left: 20px }")),
    odt: (text, hidden) =>
      odt(
        `<text:p><draw:frame svg:x="${hidden ? "-50cm" : "1cm"}" svg:width="5cm" svg:height="2cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></text:p>`,
      ),
  },
  "clipped or covered": {
    rtf: "rich text clips nothing",
    html: styled("clip-path: inset(50%)", "clip-path: inset(2px)"),
    eml: asMail(styled("height: 1px; overflow: hidden", "height: 100px; overflow: hidden")),
    md: asMarkdown("transform:scale(0)", "transform:scale(1.1)"),
    docx: (text, hidden) =>
      word(wordParagraph(wordRun(text), `<w:spacing w:line="${hidden ? 1 : 240}" w:lineRule="exact"/>`)),
    xlsx: (text, hidden) => book({ rows: `<row r="3" ht="${hidden ? 0.5 : 15}" customHeight="1">${cell(text)}</row>` }),
    pptx: slide(
      { after: box([900, 900, 5000, 800], solid("FFFFFF")) },
      { after: box([900, 2900, 5000, 800], solid("FFFFFF")) },
    ),
    pdf: onPdf(
      (text) => `${textAt(50, 600, text)} 1 g 40 590 300 30 re f`,
      (text) => `1 g 40 590 300 30 re f 0 g ${textAt(50, 600, text)}`,
    ),
    ods: (text, hidden) => ods(`<text:p>${text}</text:p>`, "", { row: hidden ? 'table:visibility="collapse"' : "" }),
    epub: asBook(styled("clip-path: inset(50%)", "clip-path: inset(2px)")),
    odt: (text, hidden) =>
      odt(
        `<table:table><table:table-row table:visibility="${hidden ? "collapse" : "visible"}"><table:table-cell><text:p>${text}</text:p></table:table-cell></table:table-row></table:table>`,
      ),
  },
  "in a container that is not shown": {
    rtf: "rich text has no containers of its own",
    html: (text, hidden) => page(`<dialog ${hidden ? "" : "open"}><p>${text}</p></dialog>`),
    eml: asMail(styled("max-height: 0; overflow: hidden", "max-height: none; overflow: hidden")),
    md: (text, hidden) => `Seen\n\n<div ${hidden ? "hidden" : ""}>\n\n${text}\n\n</div>\n`,
    docx: (text, hidden) =>
      word(
        `<w:tbl><w:tr><w:trPr><w:trHeight w:val="${hidden ? 1 : 400}" w:hRule="exact"/></w:trPr><w:tc>${wordParagraph(wordRun(text))}</w:tc></w:tr></w:tbl>`,
      ),
    xlsx: bookLook({ state: "veryHidden" }, {}),
    pptx: slide({ slide: 'show="0"' }),
    pdf: onPdf(
      (text) => `q 0 0 5 5 re W n ${textAt(50, 600, text)} Q`,
      (text) => `q 0 0 500 700 re W n ${textAt(50, 600, text)} Q`,
    ),
    ods: (text, hidden) =>
      ods(`<text:p>${text}</text:p>`, "", { group: `table:display="${hidden ? "false" : "true"}"` }),
    epub: asBook((text, hidden) => page(`<dialog ${hidden ? "" : "open"}><p>${text}</p></dialog>`)),
    odt: (text, hidden) =>
      odt(`<text:section text:display="${hidden ? "none" : "true"}"><text:p>${text}</text:p></text:section>`),
  },
  "only in some places": {
    rtf: "rich text looks the same wherever it is shown",
    html: ruled("@media print { #b { display: none } }", "@media print { #b { color: #222 } }"),
    eml: asMail(
      ruled(
        "@media (max-width: 500px) { .a { display: none } }",
        "@media (max-width: 500px) { .a { display: block } }",
      ),
    ),
    md: (text, hidden) =>
      `Seen\n\n<style>@supports (x: y) { #x { display: ${hidden ? "none" : "block"} } }</style>\n\n<b id="x">${text}</b>\n`,
    docx: wordLook(`<w:w w:val="1"/>`, `<w:w w:val="90"/>`),
    xlsx: (text, hidden) =>
      book({
        rows: `<row r="3"><c r="A3" t="s"><v>0</v></c></row>`,
        strings: `<si><r><t>part </t></r><r><rPr><color rgb="${hidden ? "FFFFFFFF" : "FF202020"}"/></rPr><t>${text}</t></r></si>`,
      }),
    pptx: "a slide looks the same wherever it is shown",
    pdf: "makePdf has no layers; see the test of optional content below",
    ods: (text, hidden) => ods(`<text:p>${text}</text:p>`, "", { column: hidden ? 'table:visibility="collapse"' : "" }),
    epub: asBook(ruled("@media print { #b { display: none } }", "@media print { #b { color: #222 } }")),
    odt: (text, hidden) =>
      odt(`<text:p><text:hidden-text text:is-hidden="${hidden}">${text}</text:hidden-text></text:p>`),
  },
  "a note in the markup": {
    rtf: "comments are shown beside the text",
    html: "comments are no text in HTML: they are left out",
    eml: "comments are no text in HTML: they are left out",
    md: (text, hidden) => (hidden ? `Seen\n\n[//]: # (${text})\n` : `Seen\n\n[^1]: ${text}\n`),
    docx: "comments are shown beside the text",
    xlsx: "comments are shown beside the cell",
    pptx: "speaker notes are shown to whoever opens the file",
    pdf: (text, hidden) =>
      makePdf([
        {
          content: textAt(50, 700, "Seen"),
          annotations: [
            `/Subtype /FreeText /F ${hidden ? 2 : 4} /Contents (${text}) /DA (/F1 10 Tf) /Rect [0 0 90 20]`,
          ],
        },
      ]),
    ods: "comments are shown beside the cell",
    epub: "comments are no text in HTML: they are left out",
    odt: "comments are shown beside the text",
  },
};

const TEXT = "Encryption keys are rotated yearly";

describe.each(Object.entries(TABLE))("%s", (_, row) => {
  const cells = Object.entries(row).filter(([, make]) => typeof make !== "string") as [keyof Row, Make][];

  test.each(cells)("in %s is kept as text, marked hidden, and its twin is not", async (fileType, make) => {
    for (const hidden of [true, false]) {
      const { segments } = await extractAll(testExtractor(), sourceFile(fileType, make(TEXT, hidden)));
      const text = segments.map((segment) => segment.text).join("\n");
      expect(text).toContain("Seen");
      expect(text).toContain(TEXT);
      const marked = hiddenTexts(segments).join("\n");
      expect(marked.includes(TEXT)).toBe(hidden);
      expect(marked).not.toContain("Seen");
      if (!hidden) expect(marked).not.toContain(TEXT.slice(0, 10));
    }
  });
});
