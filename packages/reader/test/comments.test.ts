import type { FileType } from "@assay/contract";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { listComments } from "../src/pdf/list-comments.ts";
import { extractAll, extractText, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";
import { makePdf, textAt } from "./make-pdf.ts";

const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const pack = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
const relationships = (...targets: readonly (readonly [type: string, part: string])[]) =>
  `<Relationships>${targets.map(([type, part], at) => `<Relationship Id="r${at}" Type="${REL}/${type}" Target="${part}"/>`).join("")}</Relationships>`;

async function read(type: FileType, bytes: Uint8Array) {
  const { segments } = await extractAll(testExtractor(), sourceFile(type, bytes));
  return segments.map(({ kind = "TEXT", location, text }) => [kind, location, text]);
}

test("pdf: a remark on a mark has its author, its day and the words it is on, apart from the page", async () => {
  const content = textAt(60, 720, "Access rights are reviewed every quarter.");
  const quad = "/QuadPoints [60 732 300 732 60 718 300 718] /Rect [60 716 300 734]";
  const annotations = [
    `/Subtype /Highlight ${quad} /T (Ann Wu) /M (D:20250304102200Z) /Contents (Not true:\nlast done in 2023)`,
    `/Subtype /Stamp /Rect [300 600 400 640] /Name /Draft /Contents (Not approved)`,
    `/Subtype /Underline ${quad}`,
    `/Subtype /Text /F 2 /Rect [0 0 9 9] /T (Bot) /Contents (All is well)`,
    `/Subtype /FreeText /Rect [0 0 90 20] /DA (/F1 10 Tf) /Contents (Typed onto the page)`,
  ];
  const { segments } = await extractAll(testExtractor(), sourceFile("pdf", makePdf([{ content, annotations }])));
  expect(segments.map(({ kind, pageNumber, location, text }) => [kind, pageNumber, location, text])).toEqual([
    [undefined, 1, null, "Access rights are reviewed every quarter.\nNote: Typed onto the page"],
    [
      "COMMENT",
      1,
      "Comments",
      "Ann Wu, 2025-03-04, on “Access rights are reviewed every quarter.”: Not true:\nlast done in 2023\nstamp: Not approved\nBot: All is well",
    ],
  ]);
  expect(hiddenTexts(segments)).toEqual(["Bot: All is well"]);
});

test("pdf: answers follow what they answer, which says what became of it, in a circle too", () => {
  const note = (id: string, text: string, more = {}) => ({ id, subtype: "Text", contentsObj: { str: text }, ...more });
  const described = (...annotations: Parameters<typeof listComments>[0][number][]) =>
    listComments(annotations, []).map(({ text, isReply, state }) => [text, isReply, state]);
  expect(
    described(
      note("a", "Who?"),
      note("b", "Which year?"),
      note("c", "Ann", { inReplyTo: "a" }),
      note("d", "Sure?", { inReplyTo: "c" }),
      note("e", "Completed set by Ann", { inReplyTo: "a", stateModel: "Review", state: "Completed" }),
    ),
  ).toEqual([
    ["Who?", false, "completed"],
    ["Ann", true, undefined],
    ["Sure?", true, undefined],
    ["Which year?", false, undefined],
  ]);
  expect(described(note("a", "One", { inReplyTo: "b" }), note("b", "Two", { inReplyTo: "a" }))).toHaveLength(2);
});

test("docx: a thread once, with its state and its words, and no mark in the text", async () => {
  const said = (id: string, text: string) => `<w:p w14:paraId="${id}"><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const docx = pack({
    "_rels/.rels": relationships(["officeDocument", "word/document.xml"]),
    "word/_rels/document.xml.rels": relationships(
      ["comments", "comments.xml"],
      ["commentsExtended", "commentsExtended.xml"],
    ),
    "word/document.xml": `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Access is </w:t></w:r><w:commentRangeStart w:id="1"/><w:r><w:t>reviewed </w:t></w:r><w:r><w:t>yearly</w:t></w:r><w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r><w:r><w:t>.</w:t></w:r></w:p></w:body></w:document>`,
    "word/comments.xml": `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="w14"><w:comment w:id="2" w:author="Ben">${said("B1", "By us")}</w:comment><w:comment w:id="1" w:author="Ann" w:date="2025-03-04T10:22:00Z">${said("A0", "By")}${said("A1", "whom?")}</w:comment><w:comment w:id="3" w:author="Cy">${said("C1", "Cite it")}</w:comment></w:comments>`,
    "word/commentsExtended.xml": `<w15:commentsEx><w15:commentEx w15:paraId="A1" w15:done="1"/><w15:commentEx w15:paraId="B1" w15:paraIdParent="A1" w15:done="1"/></w15:commentsEx>`,
  });
  expect(await read("docx", docx)).toEqual([
    ["TEXT", null, "Access is reviewed yearly."],
    [
      "COMMENT",
      "Comments",
      "Ann, 2025-03-04, on “reviewed yearly”, resolved: By whom?\nreply of Ben: By us\nCy: Cite it",
    ],
  ]);
});

test("xlsx: a thread once, without the notice for older programs", async () => {
  const notice =
    "[Threaded comment]\n\nYour version of Excel allows you to read this threaded comment; however, any edits to it will get removed.\n\nComment:\n    Since when?";
  const sheet = (threads: boolean) =>
    pack({
      "_rels/.rels": relationships(["officeDocument", "xl/workbook.xml"]),
      "xl/workbook.xml": `<workbook xmlns:r="${REL}"><sheets><sheet name="S" sheetId="1" r:id="r0"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": relationships(["worksheet", "worksheets/sheet1.xml"]),
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
      "xl/worksheets/_rels/sheet1.xml.rels": relationships(
        ["comments", "../comments1.xml"],
        ...(threads ? [["threadedComment", "../threadedComments/t1.xml"] as const] : []),
      ),
      "xl/comments1.xml": `<comments><authors><author>tc={1}</author><author>Ann</author></authors><commentList><comment ref="A1" authorId="0"><text><t>${notice}</t></text></comment><comment ref="B2" authorId="1"><text><r><t>Ann:</t></r><r><t>\nOwner?</t></r></text></comment></commentList></comments>`,
      "xl/threadedComments/t1.xml": `<ThreadedComments><threadedComment ref="A1" dT="2025-03-04T08:00:00" personId="{P}" id="{1}" done="1"><text>Since when?</text></threadedComment><threadedComment ref="A1" dT="2025-03-05T08:00:00" personId="{Q}" id="{2}" parentId="{1}"><text>2024</text></threadedComment></ThreadedComments>`,
      "xl/persons/person.xml": `<personList><person displayName="Ben Ito" id="{P}"/><person displayName="Cy" id="{Q}"/></personList>`,
    });
  expect(await read("xlsx", sheet(true))).toEqual([
    ["TEXT", "S!A1", "1"],
    [
      "COMMENT",
      "S comments",
      "B2, Ann: Owner?\nA1, Ben Ito, 2025-03-04, resolved: Since when?\nA1, reply of Cy, 2025-03-05: 2024",
    ],
  ]);
  expect((await read("xlsx", sheet(false)))[1]).toEqual(["COMMENT", "S comments", "A1: Since when?\nB2, Ann: Owner?"]);
});

test("odt: an annotation has its author, day, state and words, apart from its paragraph", async () => {
  const odt = pack({
    "content.xml": `<office:document-content><office:body><office:text><text:p>Access is <office:annotation office:name="n1" loext:resolved="true"><dc:creator>Ann</dc:creator><dc:date>2025-03-04T10:22:00</dc:date><text:p>By</text:p><text:p>whom?</text:p></office:annotation>reviewed <text:span>yearly</text:span><office:annotation-end office:name="n1"/>.</text:p><text:p>Logs<office:annotation><dc:creator>Ben</dc:creator><text:p>Which?</text:p></office:annotation> are kept.</text:p></office:text></office:body></office:document-content>`,
  });
  expect(await read("odt", odt)).toEqual([
    ["TEXT", null, "Access is reviewed yearly.\nLogs are kept."],
    ["COMMENT", "Comments", "Ann, 2025-03-04, on “reviewed yearly”, resolved: By whom?\nBen: Which?"],
  ]);
});

test("an annotation without an end takes nothing of the text with it", async () => {
  const odt = pack({
    "content.xml": `<office:document-content><office:body><office:text><text:p>Logs are kept.<office:annotation><text:p>Open</text:p></text:p></office:text></office:body></office:document-content>`,
  });
  expect((await extractText("odt", odt)).join("\n")).toContain("Logs are kept.");
});

test("rtf: a comment has its author and day, apart from its paragraph", async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252 Access is {\*\atrfstart 1}reviewed{\*\atrfend 1}{\*\atnid AW}{\*\atnauthor Ann W\'fc}\chatn{\*\annotation{\*\atndate 132602518}\pard\plain \chatn By\par whom\u8230??} yearly.\par Logs are kept.\par}`;
  expect(await read("rtf", Buffer.from(rtf))).toEqual([
    ["TEXT", null, "Access is reviewed yearly.\nLogs are kept."],
    ["COMMENT", "Comments", "Ann Wü, 2026-07-11: By whom…?"],
  ]);
});
