import { constants, deflateRawSync } from "node:zlib";
import type { FileType } from "@assay/contract";
import { zipSync } from "fflate";
import { describe, expect, onTestFinished, test } from "vitest";
import { OPENED_BYTES_MAX } from "../src/embedded/open-embedded-files.ts";
import { describeTree, extractAll, LIMITS, sourceFile, testExtractor } from "./extract-all.ts";
import { attachment, message, multipart, text } from "./make-mail.ts";
import { makeCompoundFile } from "./make-outlook.ts";
import { makePdf, textAt } from "./make-pdf.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const signal = new AbortController().signal;

async function walk(fileType: FileType, content: Uint8Array, limits: Partial<typeof LIMITS> = {}) {
  const tree = await testExtractor().walkArchive(sourceFile(fileType, content), {
    limits: { ...LIMITS, ...limits },
    signal,
  });
  onTestFinished(() => tree[Symbol.asyncDispose]());
  return describeTree(tree.members);
}

async function warningsOf(fileType: FileType, content: Uint8Array) {
  const { warnings } = await extractAll(testExtractor(), sourceFile(fileType, content));
  return warnings.map(({ code, message }) => `${code}: ${message}`);
}

const number = (value: number) => {
  const four = Buffer.alloc(4);
  four.writeUInt32LE(value);
  return four;
};

const page = { content: textAt(50, 700, "See the attached files") };
const unread = (...names: string[]) =>
  `ATTACHMENT_NOT_READ: Not read of what is inside the document: ${names.map((name) => `'${name}'`).join(", ")}. Take the files out, save them in a format that is read, and upload them`;

interface OfficeParts {
  /** Type and target of what the document refers to. */
  readonly references: readonly (readonly [type: string, target: string])[];
  readonly parts: Readonly<Record<string, Uint8Array>>;
  /** Not packed, so that the file is as long. */
  readonly padding?: Uint8Array;
}

const REFERENCE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relationships = (references: OfficeParts["references"]) =>
  bytes(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${references
      .map(([type, target], at) => `<Relationship Id="r${at}" Type="${REFERENCE}/${type}" Target="${target}"/>`)
      .join("")}</Relationships>`,
  );

function makeDocx({ references, parts, padding }: OfficeParts = { references: [], parts: {} }): Uint8Array {
  return zipSync({
    "[Content_Types].xml": bytes(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    ),
    "_rels/.rels": relationships([["officeDocument", "word/document.xml"]]),
    "word/document.xml": bytes(
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>See the object.</w:t></w:r></w:p></w:body></w:document>',
    ),
    "word/_rels/document.xml.rels": relationships(references),
    ...parts,
    ...(padding && { "word/media/image1.emf": [padding, { level: 0 }] }),
  });
}

/** As Windows packs a file into an object. */
function packed(name: string, content: Uint8Array): Uint8Array {
  const text = (value: string) => Buffer.from(`${value}\0`, "latin1");
  const path = text(`C:\\Temp\\${name}`);
  const body = Buffer.concat([
    Buffer.from([2, 0]),
    text(name),
    text(`C:\\Audit\\${name}`),
    Buffer.from([0, 0, 3, 0]),
    number(path.length),
    path,
    number(content.length),
    content,
  ]);
  return Buffer.concat([number(body.length), body]);
}

/** The list of files becomes a node with these kids, of which `0 0 R` is the node itself, at the same length. */
function breakList(pdf: Uint8Array, kids: string): Uint8Array {
  const text = Buffer.from(pdf).toString("latin1");
  const [, names = "", node = ""] = /EmbeddedFiles << (\/Names \[\(a\.csv\) (\d+) 0 R.*?\]) >>/.exec(text) ?? [];
  const looping = kids.replace("0 0 R", `${node} 0 R`);
  const own = new RegExp(`(?<=\\n${node} 0 obj\\n<< ).*?(?= >> >>)`);
  return bytes(
    text
      .replace(names, looping.padEnd(names.length))
      .replace(own, (dictionary) => looping.padEnd(dictionary.length - 3).concat("/X ")),
  );
}

describe("files inside a PDF", () => {
  test("are members, whether its list names them or a place of a page; one that is not read is named", async () => {
    const pdf = makePdf([page, { ...page, attached: { "log.txt": bytes("Backup ok") } }], {
      "evidence.csv": bytes("user,mfa\nann,yes\n"),
      "plan.doc": bytes("\xd0\xcf\x11\xe0 old"),
      "mathml-1.xml": bytes("<math/>"),
    });
    expect(await walk("pdf", pdf)).toEqual(["evidence.csv: csv", "plan.doc: UNSUPPORTED_FILE_TYPE", "log.txt: txt"]);
    expect(await warningsOf("pdf", pdf)).toEqual([unread("plan.doc")]);
  });

  test("are walked at every depth, under the limits of an archive", async () => {
    const inner = makePdf([page], { "inner.csv": bytes("a,b") });
    const outer = makePdf([page], { "inner.pdf": inner, "other.txt": bytes("text") });
    const members = ["inner.pdf: pdf", "inner.pdf/inner.csv: csv", "other.txt: txt"];
    expect(await walk("pdf", outer)).toEqual(members);
    expect(await walk("zip", zipSync({ "outer.pdf": outer }))).toEqual([
      "outer.pdf: pdf",
      ...members.map((member) => `outer.pdf/${member}`),
    ]);
  });

  test("beyond a limit are omitted and named; what the limit has room for comes out", async () => {
    const inner = makePdf([page], { "inner.csv": bytes("a,b") });
    const outer = makePdf([page], { "inner.pdf": inner, "other.txt": bytes("text") });
    const without = ["inner.pdf: pdf", "inner.pdf/inner.csv: OVER_LIMIT", "other.txt: txt"];
    expect(await walk("pdf", outer, { depthMax: 1 })).toEqual(without);
    expect(await walk("pdf", outer, { filesMax: 2 })).toEqual(without);
    expect(await walk("pdf", outer, { bytesMax: inner.length + 5 })).toEqual(without);
    expect(await walk("pdf", outer, { bytesMax: inner.length - 1 })).toEqual([
      "inner.pdf: OVER_LIMIT",
      "other.txt: txt",
    ]);
    const zip = zipSync({ "outer.pdf": outer, "a.txt": bytes("a"), "in.zip": zipSync({ "b.txt": bytes("b") }) });
    expect(await walk("zip", zip, { filesMax: 3 })).toEqual([
      ...["outer.pdf: pdf", "outer.pdf/inner.pdf: OVER_LIMIT", "outer.pdf/other.txt: OVER_LIMIT"],
      ...["a.txt: txt", "in.zip: zip", "in.zip/b.txt: txt"],
    ]);
  });

  test("are omitted with the whole archive that they come in, where a limit has no room for it", async () => {
    const two = zipSync({ "a.txt": bytes("a"), "b.txt": bytes("b") });
    const pdf = makePdf([page], { "two.zip": two, "c.txt": bytes("c"), "d.txt": bytes("d") });
    const left = ["two.zip: OVER_LIMIT", "c.txt: txt"];
    expect(await walk("pdf", pdf, { depthMax: 1 })).toEqual([...left, "d.txt: txt"]);
    expect(await walk("pdf", pdf, { filesMax: 1 })).toEqual([...left, "d.txt: OVER_LIMIT"]);
    expect(await walk("pdf", pdf, { bytesMax: two.length + 1 })).toEqual([...left, "d.txt: txt"]);
  });

  test("in a format that is not read leave the room to others", async () => {
    const equations = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`${at}.doc`, bytes("old")]));
    const members = await walk("pdf", makePdf([page], { ...equations, "a.csv": bytes("a,b") }), { filesMax: 2 });
    expect(members).toEqual([...Object.keys(equations).map((name) => `${name}: UNSUPPORTED_FILE_TYPE`), "a.csv: csv"]);
  });

  test("of its list are members where a page is damaged; that those of its pages are unknown is said", async () => {
    const whole = Buffer.from(makePdf([page, page], { "a.csv": bytes("a,b") })).toString("latin1");
    const damaged = bytes(
      whole.replace(/(?<=\/Kids \[\d+ 0 R )\d+ 0 R/, (kid) => "9".repeat(kid.length - 4).concat(" 0 R")),
    );
    expect(await walk("pdf", damaged)).toEqual(["a.csv: csv", "files inside: CORRUPT"]);
    expect(await warningsOf("pdf", damaged)).toEqual([unread("files inside")]);
  });

  test("are counted where too many are omitted to name all", async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`${at}.txt`, bytes("text")]));
    const members = await walk("pdf", makePdf([page], many), { filesMax: 50 });
    expect(members).toHaveLength(151);
    expect(members.slice(49, 51)).toEqual(["49.txt: txt", "50.txt: OVER_LIMIT"]);
    expect(members.at(-1)).toBe("and 4850 more: OVER_LIMIT");
  });

  test("that cannot be listed are named, and do not keep those of other documents from coming out", async () => {
    const whole = makePdf([page], { "a.csv": bytes("a,b"), "b.csv": bytes("c,d") });
    const [looping, broken] = [breakList(whole, "/Kids [0 0 R]"), breakList(whole, "/Kids [9 0 R 9 0 R]")];
    const zip = zipSync({ "loop.pdf": looping, "broken.pdf": broken, "whole.pdf": whole, "b.txt": bytes("text") });
    expect(await walk("zip", zip)).toEqual([
      ...["loop.pdf: pdf", "loop.pdf/files inside: CORRUPT", "broken.pdf: pdf", "broken.pdf/files inside: CORRUPT"],
      ...["whole.pdf: pdf", "whole.pdf/a.csv: csv", "whole.pdf/b.csv: csv", "b.txt: txt"],
    ]);
    for (const pdf of [looping, broken]) {
      expect(await walk("pdf", pdf)).toEqual(["files inside: CORRUPT"]);
      expect(await warningsOf("pdf", pdf)).toEqual([unread("files inside")]);
    }
  });

  test("are none where it has none, or cannot be opened", async () => {
    expect(await walk("pdf", makePdf([page]))).toEqual([]);
    expect(await walk("pdf", bytes("%PDF-1.7 /EmbeddedFile"))).toEqual([]);
  });
});

test("a file inside that needs too much memory is named: the text is read, and the files of other documents come out", async () => {
  const bomb = bombInside();
  const others = { "b.pdf": makePdf([page], { "b.csv": bytes("a,b") }), "c.txt": bytes("text") };
  const extractor = testExtractor({ memoryMaxMb: 250, processes: 1 });
  const zip = sourceFile("zip", zipSync({ "bomb.pdf": bomb, ...others }));
  await using tree = await extractor.walkArchive(zip, { limits: LIMITS, signal });
  expect(describeTree(tree.members)).toEqual([
    ...["bomb.pdf: pdf", "bomb.pdf/files inside: CORRUPT", "b.pdf: pdf", "b.pdf/b.csv: csv", "c.txt: txt"],
  ]);
  const { segments, warnings } = await extractAll(extractor, sourceFile("pdf", bomb));
  expect(segments.map(({ text }) => text)).toEqual(["See the attached files"]);
  expect(warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([unread("files inside")]);
});

/** A PDF whose attachment unpacks to 2 GB. */
function bombInside(): Uint8Array {
  const zeros = deflateRawSync(Buffer.alloc(1_000_000), { finishFlush: constants.Z_SYNC_FLUSH });
  const packed = Buffer.concat([Buffer.from("7801", "hex"), ...Array<Buffer>(2000).fill(zeros), Buffer.from([3, 0])]);
  const stream = `/Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed.toString("latin1")}`;
  const plain = Buffer.from(makePdf([page], { "a.csv": bytes("A") })).toString("latin1");
  return bytes(plain.replace(/\/Filter \/ASCIIHexDecode \/Length 3 >>\nstream\n41>/, () => stream));
}

describe("files inside an Office file", () => {
  test("are members: packages, objects, packed files and documents that Word takes in", async () => {
    const docx = makeDocx({
      references: [
        ["package", "embeddings/Sheet.docx"],
        ["oleObject", "embeddings/oleObject1.bin"],
        ["oleObject", "embeddings/oleObject2.bin"],
        ["oleObject", "embeddings/oleObject3.bin"],
        ["oleObject", "embeddings/oleObject4.bin"],
        ["aFChunk", "/word/afchunk.html"],
        ["aFChunk", "/afchunk2.mht"],
      ],
      parts: {
        "word/embeddings/Sheet.docx": makeDocx(),
        "word/embeddings/oleObject1.bin": makeCompoundFile({
          "\x01Ole10Native": packed("Access review.csv", bytes("a,b")),
        }),
        "word/embeddings/oleObject2.bin": makeCompoundFile({ Package: makeDocx() }),
        "word/embeddings/oleObject3.bin": makeCompoundFile({ CONTENTS: makePdf([page]) }),
        "word/embeddings/oleObject4.bin": makeCompoundFile({ WordDocument: bytes("old") }),
        "word/afchunk.html": bytes("<p>Reviewed in March</p>"),
        "afchunk2.mht": bytes("MIME-Version: 1.0\nContent-Type: text/html\n\n<p>Text</p>"),
      },
    });
    expect(await walk("docx", docx)).toEqual([
      "Sheet.docx: docx",
      "Access review.csv: csv",
      "oleObject2.docx: docx",
      "oleObject3.pdf: pdf",
      "oleObject4.doc: UNSUPPORTED_FILE_TYPE",
      "afchunk.html: html",
      "afchunk2.mht.eml: eml",
    ]);
    expect(await warningsOf("docx", docx)).toEqual([unread("oleObject4.doc")]);
  });

  test("are not the workbooks behind its charts, which are read as charts", async () => {
    const docx = makeDocx({
      references: [["chart", "charts/chart1.xml"]],
      parts: {
        "word/charts/chart1.xml": bytes("<c/>"),
        "word/charts/_rels/chart1.xml.rels": relationships([["package", "../embeddings/Data.docx"]]),
        "word/embeddings/Data.docx": makeDocx(),
      },
    });
    expect(await walk("docx", docx)).toEqual([]);
  });

  test("that cannot be listed, or are in a part that is broken, are named, and those of other documents come out", async () => {
    const parts = { "word/embeddings/a.docx": makeDocx() };
    const rules = bytes('<!DOCTYPE x [<!ENTITY a "b">]><Relationships/>');
    const unlisted = makeDocx({ references: [], parts: { ...parts, "word/_rels/other.xml.rels": rules } });
    const whole = makeDocx({ references: [], parts });
    const name = Buffer.from("word/embeddings/a.docx");
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, damaged.indexOf(name) + name.length, damaged.indexOf(name) + name.length + 40);
    const zip = zipSync({ "a.docx": unlisted, "b.docx": damaged, "c.docx": whole });
    expect(await walk("zip", zip)).toEqual([
      ...["a.docx: docx", "a.docx/files inside: CORRUPT", "b.docx: docx", "b.docx/a.docx: CORRUPT"],
      ...["c.docx: docx", "c.docx/a.docx: docx"],
    ]);
    expect(await warningsOf("docx", damaged)).toEqual([unread("a.docx")]);
  });

  test("are named where the file is too long to take them out", async () => {
    const embedded = { "word/embeddings/a.docx": makeDocx() };
    const long = makeDocx({ references: [], parts: embedded, padding: new Uint8Array(OPENED_BYTES_MAX) });
    expect(await walk("docx", long)).toEqual([]);
    expect(await warningsOf("docx", long)).toEqual([unread("a.docx")]);
  });

  test("are named where they are damaged", async () => {
    const docx = makeDocx({
      references: [["oleObject", "embeddings/oleObject1.bin"]],
      parts: {
        "word/embeddings/oleObject1.bin": makeCompoundFile({
          "\x01Ole10Native": packed("review.csv", bytes("a,b")).subarray(0, 60),
        }),
      },
    });
    expect(await walk("docx", docx)).toEqual(["review.csv: CORRUPT"]);
    expect(await warningsOf("docx", docx)).toEqual([unread("review.csv")]);
  });
});

/** Outlook's own envelope: its text, and files by their long and their short name. */
function makeEnvelope(body: string, files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const part = (kind: number, data: Uint8Array) =>
    Buffer.concat([Buffer.from([1]), number(kind), number(data.length), data, Buffer.from([0, 0])]);
  const wide = (id: number, value: string) => {
    const letters = Buffer.from(`${value}\0`, "utf16le");
    const padded = Buffer.concat([letters, Buffer.alloc(-letters.length & 3)]);
    return Buffer.concat([number(id * 0x10000 + 0x1f), number(1), number(letters.length), padded]);
  };
  return Buffer.concat([
    Buffer.from("789f3e220100", "hex"),
    part(0x2800c, bytes(`${body}\0`)),
    ...Object.entries(files).flatMap(([name, content]) => [
      part(0x69002, Buffer.alloc(14)),
      part(0x18010, bytes(`${name.slice(0, 6)}~1\0`)),
      part(0x6800f, content),
      part(0x69005, Buffer.concat([number(2), number(0x37050003), number(1), wide(0x3707, name)])),
    ]),
  ]);
}

describe("the files in an envelope of Outlook (winmail.dat)", () => {
  const mailOf = (body: string, envelope: Uint8Array) =>
    message(
      multipart(
        "mixed",
        ...(body === "" ? [] : [text(body)]),
        attachment("winmail.dat", envelope, { "Content-Type": "application/ms-tnef" }),
      ),
    );

  test("are members of the mail; its text is read where the mail has no other", async () => {
    const envelope = makeEnvelope("Restored on 2 March 2026.", {
      "Zugänge März.csv": bytes("a,b"),
      "plan.doc": bytes("x"),
    });
    const mail = mailOf("", envelope);
    expect(await walk("eml", mail)).toEqual(["Zugänge März.csv: csv", "plan.doc: UNSUPPORTED_FILE_TYPE"]);
    const { segments } = await extractAll(testExtractor(), sourceFile("eml", mail));
    expect(segments[0]!.text).toMatch(/\n\nRestored on 2 March 2026\.$/);
    const { segments: own } = await extractAll(testExtractor(), sourceFile("eml", mailOf("Own text.", envelope)));
    expect(own[0]!.text).toMatch(/\n\nOwn text\.$/);
  });

  test("are the envelope itself, named, where it is cut off", async () => {
    const mail = mailOf("Own text.", makeEnvelope("Text", { "a.csv": bytes("a,b") }).subarray(0, 70));
    expect(await walk("eml", mail)).toEqual(["winmail.dat: UNSUPPORTED_FILE_TYPE"]);
    expect(await warningsOf("eml", mail)).toEqual([unread("winmail.dat")]);
  });
});
