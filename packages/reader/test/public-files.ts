import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Public test files next to the repository; its LICENSES.md says where they come from. */
export const DATA = fileURLToPath(new URL("../../../../shared/data/", import.meta.url));
/** Whether the tests that read them run: a missing folder then fails them. */
export const isWanted = existsSync(DATA) || process.env.ASSAY_REQUIRE_ALL === "1";

/** A failure code, or: pages, segments, characters, and words that must be found. */
export type Outcome = string | readonly [pages: number, segments: number, characters: number, ...words: string[]];

export const DOCUMENTS: Record<string, Outcome> = {
  "014760.docx": [1, 9, 10077],
  "45544.xlsx": [
    7,
    13,
    9070,
    "Profile of the Class of 2007",
    "A2, XPVMWARE01: testdoc",
    "Chart: Top Six Functions - Intern",
  ],
  "49156.xlsx": [1, 1, 1329, "Check = 0"],
  "51187.pptx": [1, 1, 0],
  "53105.xlsx": [3, 3, 65538],
  "53568.xlsx": [4, 1, 0],
  "61991.docx": [1, 1, 623, "Next Generation Clinical Trial Transparency"],
  "AESkeylength256.pdf": "ENCRYPTED_FILE",
  "FormulaEvalTestData_Copy.xlsx": [4, 40, 47277],
  "LibreOfficeWriter_odt_1.3.odt": [1, 1, 27, "This is an example document"],
  "NumberingWOverrides.docx": [1, 1, 62, "ListFormatOverride"],
  "PDFBOX-3025.pdf": [1, 1, 8],
  "PDFBOX-4322-Empty-ToUnicode-reduced.pdf": [1, 1, 6],
  "PageSpecificHeadFoot.docx": [1, 4, 402, "ODD Page Header text", "This is a simple footer"],
  "PasswordSample-40bit.pdf": "ENCRYPTED_FILE",
  "chart-texture-bg.pptx": [1, 1, 138, "Category 4 | 4.5 | 2.8 | 5"],
  "cweb.pdf": [28, 28, 97825],
  "drawing.docx": [1, 14, 58028],
  "droste.zip": "ARCHIVE_LIMIT_EXCEEDED",
  "gbk.zip": "审计压缩包文件检索测试/集团邮件审计系统2021年自动巡检需求文档_V4.0.doc: EMPTY",
  "highlight-test-case.pptx": [1, 1, 89, "This is a highlight test case"],
  "multitiff.pdf": [3, 3, 0],
  "protected_sha512.xlsx": "ENCRYPTED_FILE",
  "stress001.docx": [1, 2, 2309, "Отчет о реализации"],
  "stress015.docx": [1, 6, 7341],
  "testComment.docx": [1, 2, 78, "on “text”: Here is a comment"],
  "testEXCEL_1img.xlsx": [2, 3, 327, "quick | brown"],
  "testEXCEL_charts.xlsx": [1, 2, 216, "January | 5", "Chart: wants a peach"],
  "testEmbedded.zip": "test1.txt: txt, test2.txt: txt",
  "testPDF.pdf": [1, 1, 1046, "Apache Tika is a toolkit"],
  "testPDFEmbeddingAndEmbedded.docx": [1, 1, 74],
  "testPDFPackage.pdf": [1, 2, 512, "PDF Package"],
  "testPDF_Version.10.x.pdf": [1, 1, 0],
  "testPPT_various2.pptx": [
    10,
    13,
    1002,
    "Timothy Allison, 2016-12-15: CommentSlide3",
    "R1c1 | R1c2 | r1c3",
    "NotesForSlide2",
    "SmartList1",
  ],
  "testRFC822_dkim.eml": [1, 1, 197, "Is dinner ready?"],
  "testRFC822_multipart_attachments.eml": [1, 2, 218, "This is the html body of the main msg."],
  "testWORD_diagramData.docx": [1, 2, 72, "And then here."],
  "testWORD_embedded_pdf.docx": [1, 1, 43],
  "testWORD_features.docx": [1, 2, 663, "ad litora", "This is hidden text."],
  "testWORD_sdtInTextBox.docx": [1, 1, 79, "rich-text-content-control_inside-text-box"],
  "testWORD_truncated.docx": "UNREADABLE_FILE",
  "testZipEncrypted.zip": "unencrypted.txt: txt, encrypted.txt: ENCRYPTED",
  // Its directory points next to the entries.
  "testZip_with_DataDescriptor.zip":
    "en0: CORRUPT, en1: CORRUPT, en2: CORRUPT, en3: CORRUPT, en4: UNSUPPORTED_FILE_TYPE",
  "unencrypted.pdf": [2, 2, 5909, "Lorem ipsum dolor"],
};

export const HOSTILE: Record<string, Outcome> = {
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
