import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { detectFileType } from "@assay/core/documents/file-type";
import { afterAll, describe, expect, test } from "vitest";
import { createTextExtractor } from "../../src/extract/index.ts";
import { describeTree, extractAll, LIMITS, sourceFile } from "./extract-all.ts";

const DATA = fileURLToPath(new URL("../../../../../shared/data/", import.meta.url));
const required = process.env.ASSAY_REQUIRE_ALL === "1";
const present = existsSync(DATA);

const extractor = createTextExtractor({ pieceTimeoutMs: 5000 });
afterAll(() => extractor.close());

/** A failure code, or: pages, segments, characters, and words that must be found. */
type Outcome = string | readonly [pages: number, segments: number, characters: number, ...words: string[]];

const DOCUMENTS: Record<string, Outcome> = {
  "014760.docx": [1, 1, 8772],
  "45544.xlsx": [7, 11, 8154, "Profile of the Class of 2007", "A2: XPVMWARE01"],
  "49156.xlsx": [1, 1, 579, "Check = 0"],
  "51187.pptx": [1, 1, 0],
  "53105.xlsx": [3, 3, 65538],
  "53568.xlsx": [4, 0, 0],
  "61991.docx": [1, 1, 623, "Next Generation Clinical Trial Transparency"],
  "AESkeylength256.pdf": "ENCRYPTED_FILE",
  "FormulaEvalTestData_Copy.xlsx": [4, 35, 42201],
  "LibreOfficeWriter_odt_1.3.odt": [1, 1, 27, "This is an example document"],
  "NumberingWOverrides.docx": [1, 1, 50, "ListFormatOverride"],
  "PDFBOX-3025.pdf": [1, 1, 8],
  "PDFBOX-4322-Empty-ToUnicode-reduced.pdf": [1, 1, 6],
  "PageSpecificHeadFoot.docx": [1, 4, 402, "ODD Page Header text", "This is a simple footer"],
  "PasswordSample-40bit.pdf": "ENCRYPTED_FILE",
  "chart-texture-bg.pptx": [1, 1, 0],
  "cweb.pdf": [28, 28, 98384],
  "drawing.docx": [1, 16, 58020],
  "droste.zip": "ARCHIVE_LIMIT_EXCEEDED",
  "gbk.zip": "审计压缩包文件检索测试/集团邮件审计系统2021年自动巡检需求文档_V4.0.doc: EMPTY",
  "highlight-test-case.pptx": [1, 1, 89, "This is a highlight test case"],
  "multitiff.pdf": [3, 3, 0],
  "protected_sha512.xlsx": "ENCRYPTED_FILE",
  "stress001.docx": [1, 1, 2310, "Отчет о реализации"],
  "stress015.docx": [1, 2, 7343],
  "testComment.docx": [1, 2, 54, "Here is a comment"],
  "testEXCEL_1img.xlsx": [2, 2, 275, "quick | brown"],
  "testEXCEL_charts.xlsx": [1, 1, 107, "January | 5"],
  "testEmbedded.zip": "test1.txt: txt, test2.txt: txt",
  "testPDF.pdf": [1, 1, 1046, "Apache Tika is a toolkit"],
  "testPDFEmbeddingAndEmbedded.docx": [1, 1, 74],
  "testPDFPackage.pdf": [1, 1, 512, "PDF Package"],
  "testPDF_Version.10.x.pdf": [1, 1, 0],
  "testPPT_various2.pptx": [10, 10, 530, "R1c1 | R1c2 | r1c3", "NotesForSlide2", "SmartList1"],
  "testRFC822_dkim.eml": [1, 1, 192, "Is dinner ready?"],
  "testRFC822_multipart_attachments.eml": [1, 3, 248, "This is Test TXTB File for parser"],
  "testWORD_diagramData.docx": [1, 2, 72, "And then here."],
  "testWORD_embedded_pdf.docx": [1, 1, 43],
  "testWORD_features.docx": [1, 2, 619, "ad litora", "This is hidden text."],
  "testWORD_sdtInTextBox.docx": [1, 1, 79, "rich-text-content-control_inside-text-box"],
  "testWORD_truncated.docx": "UNREADABLE_FILE",
  "testZipEncrypted.zip": "unencrypted.txt: txt, encrypted.txt: ENCRYPTED",
  // Its directory points beside the entries.
  "testZip_with_DataDescriptor.zip":
    "en0: CORRUPT, en1: CORRUPT, en2: CORRUPT, en3: CORRUPT, en4: UNSUPPORTED_FILE_TYPE",
  "unencrypted.pdf": [2, 2, 5909, "Lorem ipsum dolor"],
};

const HOSTILE: Record<string, Outcome> = {
  "bad-crc.zip": "bad.txt: CORRUPT",
  "bomb-1GB-lying-size10.zip": "ARCHIVE_LIMIT_EXCEEDED",
  "claims-3GB-is-5-bytes.zip": "a.txt: CORRUPT",
  "count-5000.zip": "ARCHIVE_LIMIT_EXCEEDED",
  "data-descriptor.zip": "dd.txt: txt, dd2.txt: txt",
  "duplicate-names.zip": "a.txt: txt, a.txt: txt, A.TXT: txt",
  "empty.zip": "",
  "enc-flag.zip": "enc.txt: ENCRYPTED",
  "extimg.docx": [1, 0, 0],
  "flate-bomb-6M-text-ops.pdf": "EXTRACTION_LIMIT_EXCEEDED or EXTRACTION_TIMEOUT",
  "forms-billion-laughs.pdf": "EXTRACTION_TIMEOUT or EXTRACTION_LIMIT_EXCEEDED",
  "image-60000x60000.pdf": [1, 1, 5],
  "nested-depth4.zip": "l2.zip: zip, l2.zip/l1.zip: zip, l2.zip/l1.zip/l0.zip: zip, l2.zip/l1.zip/l0.zip/leaf.txt: txt",
  "nested-depth5.zip":
    "l3.zip: zip, l3.zip/l2.zip: zip, l3.zip/l2.zip/l1.zip: zip, l3.zip/l2.zip/l1.zip/l0.zip: zip, " +
    "l3.zip/l2.zip/l1.zip/l0.zip/leaf.txt: txt",
  "nested-depth6.zip": "ARCHIVE_LIMIT_EXCEEDED",
  "overlap-full-900x10MB.zip": "ARCHIVE_LIMIT_EXCEEDED",
  "same-page-200k.pdf": "EXTRACTION_LIMIT_EXCEEDED",
  "slip-names.zip":
    "etc/passwd: UNSUPPORTED_FILE_TYPE, etc/shadow: UNSUPPORTED_FILE_TYPE, win.ini: UNSUPPORTED_FILE_TYPE, " +
    "evil.txt: txt, a/b.txt: txt, ok.txt: txt, con.txt: txt, ab.txt: txt mismatch, .../x: UNSUPPORTED_FILE_TYPE, " +
    "~/.ssh/id: UNSUPPORTED_FILE_TYPE, fdp.exe: UNSUPPORTED_FILE_TYPE, " +
    `${"a".repeat(255)}: UNSUPPORTED_FILE_TYPE, é.txt: txt, é.txt: txt, __proto__: UNSUPPORTED_FILE_TYPE, ` +
    "constructor: UNSUPPORTED_FILE_TYPE",
  "symlink.zip": "link: SPECIAL_FILE",
};

describe.each([
  ["documents", DOCUMENTS],
  ["hostile", HOSTILE],
])("public test files in shared/data/%s", (folder, table) => {
  test.runIf(present || required)("each has an expected outcome", () => {
    expect(readdirSync(DATA + folder).sort()).toEqual(Object.keys(table).sort());
  });

  test.runIf(!present && !required)(`not run, as ${DATA} is missing`, ({ skip }) => skip(`${DATA} is missing`));

  test.runIf(present || required).each(Object.entries(table))("%s", { timeout: 20_000 }, async (name, expected) => {
    expectOutcome(await readFile(`${DATA}${folder}/${name}`, name), expected);
  });
});

type Actual = string | { pages: number; segments: number; characters: number; text: string };

async function readFile(path: string, filename: string): Promise<Actual> {
  const bytes = readFileSync(path);
  const tail = bytes.subarray(-4 * 1024 * 1024);
  const fileType = detectFileType({ filename, head: bytes.subarray(0, 65_536), tail, sizeBytes: bytes.length });
  expect(fileType).toBe(extname(filename).slice(1));
  const file = sourceFile(fileType, bytes);
  try {
    if (fileType === "zip") {
      await using archive = await extractor.walkArchive(file, { limits: LIMITS, signal: new AbortController().signal });
      return describeTree(archive.members).join(", ");
    }
    const { segments, pages } = await extractAll(extractor, file);
    checkSegments(segments);
    const texts = segments.map(({ text }) => text);
    const characters = texts.reduce((total, text) => total + text.length, 0);
    return { pages, segments: segments.length, characters, text: texts.join("\n") };
  } catch (error) {
    const { name, code } = error as { name: string; code: string };
    if (name !== "DocumentError") throw error;
    return code;
  }
}

function checkSegments(segments: Awaited<ReturnType<typeof extractAll>>["segments"]): void {
  for (const [index, segment] of segments.entries()) {
    expect(segment.index).toBe(index);
    expect(segment.text.isWellFormed()).toBe(true);
    expect(segment.text).not.toContain("\0");
    let end = 0;
    for (const [from, to] of segment.hidden) {
      expect(from).toBeGreaterThanOrEqual(end);
      expect(to).toBeGreaterThan(from);
      end = to;
    }
    expect(end).toBeLessThanOrEqual(segment.text.length);
  }
}

function expectOutcome(actual: Actual, expected: Outcome): void {
  if (typeof expected === "string") {
    expect(expected.includes(" or ") ? expected.split(" or ") : [expected]).toContain(actual);
    return;
  }
  const [pages, segments, characters, ...words] = expected;
  expect(actual).toMatchObject({ pages, segments, characters });
  for (const word of words) expect((actual as { text: string }).text).toContain(word);
}
