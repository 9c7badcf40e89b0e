import { describe, expect, test } from "vitest";
import { AssayError } from "../../src/errors.ts";
import { detectFileType } from "../../src/file-type/index.ts";
import { makeCompound } from "./make-compound.ts";
import { makeZip } from "./make-zip.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const detect = (filename: string, content: Uint8Array) =>
  detectFileType({
    filename,
    head: content.subarray(0, 65_536),
    tail: content.subarray(-4_194_304),
    sizeBytes: content.length,
  });
const office = (part: string) => makeZip([{ name: "[Content_Types].xml" }, { name: part }]);
const compound = bytes(`\xd0\xcf\x11\xe0${"\0".repeat(512)}`);
const older = (...streams: string[]) => makeCompound(streams.map((name) => ({ name })));
const encryptedCompound = older("EncryptedPackage");

/** The first header of a TAR, with the mark that later ones have or without. */
const tar = (mark: string) => {
  const block = Buffer.alloc(512);
  block.write("a.txt");
  block.write(mark, 257);
  const sum = block.reduce((total, byte) => total + byte, 8 * 0x20);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return new Uint8Array(block);
};

/** Bytes of any kind but zero. */
const noise = Uint8Array.from({ length: 100 }, (_, at) => 1 + ((at * 97) % 255));

describe("a file is accepted when bytes and extension agree", () => {
  test.each([
    ["a.pdf", bytes("%PDF-1.7\n"), "pdf"],
    ["junk-before.pdf", bytes(`${"x".repeat(900)}%PDF-1.4`), "pdf"],
    ["A.DOCX", office("word/document.xml"), "docx"],
    ["backslashes.docx", office("word\\document.xml"), "docx"],
    ["odd-part.docx", office("word/main.xml"), "docx"],
    ["a.xlsx", office("xl/workbook.xml"), "xlsx"],
    ["a.pptx", office("ppt/presentation.xml"), "pptx"],
    ["a.odt", makeZip([{ name: "mimetype", data: bytes("application/vnd.oasis.opendocument.text") }]), "odt"],
    ["a.ods", makeZip([{ name: "mimetype", data: bytes("application/vnd.oasis.opendocument.spreadsheet") }]), "ods"],
    ["a.epub", makeZip([{ name: "mimetype", data: bytes("application/epub+zip") }]), "epub"],
    ["packed-anew.epub", makeZip([{ name: "META-INF/container.xml" }, { name: "mimetype" }]), "epub"],
    ["truncated.docx", bytes("PK\x03\x04truncated"), "docx"],
    ["a.zip", makeZip([{ name: "b.txt", data: bytes("b") }]), "zip"],
    ["empty.zip", makeZip([]), "zip"],
    ["a.tar", tar("ustar"), "tar"],
    ["older.tar", tar(""), "tar"],
    ["empty.tar", new Uint8Array(1024), "tar"],
    ["logs.TAR.gz", bytes("\x1f\x8b\x08"), "tar"],
    ["logs.tgz", bytes("\x1f\x8b\x08"), "tar"],
    ["inbox.mbox", bytes("From a@example.com Mon Jan 5 2026\nSubject: x\n\nx"), "mbox"],
    ["Archive.2025", bytes("From a@example.com Mon Jan 5 2026\nX-Id: x\n\nx"), "mbox"],
    ["locked.xlsx", encryptedCompound, "xlsx"],
    ["a.msg", older("__substg1.0_0037001F"), "msg"],
    ["a.xls", older("Workbook"), "xls"],
    ["large.msg", compound, "msg"],
    [
      "with-a-document.msg",
      makeCompound([{ name: "__attach_version1.0", within: ["WordDocument"] }, { name: "__substg1.0_0037001F" }]),
      "msg",
    ],
    [
      "with-a-mail.xls",
      makeCompound([{ name: "MBD0001", within: ["__substg1.0_0037001F", "WordDocument"] }, { name: "WORKBOOK" }]),
      "xls",
    ],
    ["a.rtf", bytes("{\\rtf1 a}"), "rtf"],
    ["a.jsonl", bytes("{}\n{}\n"), "json"],
    ["a.yml", bytes("a: 1\n"), "yaml"],
    ["a.xml", bytes("<a/>"), "xml"],
    ["a.log", bytes("2026 a\n"), "log"],
    ["a.csv", bytes("a,b\n1,2\n"), "csv"],
    ["latin.txt", bytes("caf\xe9"), "txt"],
    ["utf16.txt", bytes("\xff\xfeh\0i\0"), "txt"],
    ["about-pdf.md", bytes("A file begins with %PDF-1.7"), "md"],
    ["b.markdown", bytes("# b"), "md"],
    ["b.htm", bytes("<p>b"), "html"],
    ["damaged.html", bytes(`<HTML><BODY>${"<p>Good morning</p>\r\n".repeat(9)}<DI\x80\xc2l\x07\0\x02\0\0V>`), "html"],
    ["b.eml", bytes("From: b@example.com\n\nb"), "eml"],
    ["a.png", bytes("\x89PNG\r\n\x1a\n"), "png"],
    ["a.JPEG", bytes("\xff\xd8\xff\xe0"), "jpg"],
    ["a.jpg", bytes("\xff\xd8\xff\xdb"), "jpg"],
    ["little.tif", bytes("II*\0"), "tiff"],
    ["big.tiff", bytes("MM\0*"), "tiff"],
    ["a.webp", bytes("RIFF\0\0\0\0WEBPVP8 "), "webp"],
    ["scan.sarif", bytes('{"runs":[]}'), "json"],
    ["scan.nessus", bytes("<NessusClientData_v2/>"), "xml"],
    ["list.ckl", bytes("<CHECKLIST/>"), "xml"],
    ["plan.tfplan", bytes("{}"), "json"],
    ["a.tsv", bytes("a\tb\n"), "csv"],
    ["scan.findings", bytes('{ "a": [1,2] }\n'), "json"],
    ["lines.export", bytes('{"a":1}\n{"a":2}\n'), "json"],
    ["long.export", bytes(`[{"a":"${"x".repeat(70_000)}"}]`), "json"],
    ["scan.fvdl", bytes("<?xml version='1.0'?><a/>"), "xml"],
    ["noext", bytes("<a:b c='d'><e/></a:b>"), "xml"],
    ["commented", bytes(`${" <!--a-->\n".repeat(5000)}<a/>`), "xml"],
    ["users.export", bytes("id;name\n1;a\n2;b\n"), "csv"],
  ])("%s", (filename, content, expected) => {
    expect(detect(filename, content)).toBe(expected);
  });
});

describe("a file is refused with 415 when they do not, and the message says both", () => {
  test.each([
    ["a.docx", bytes("%PDF-1.7"), "'docx'", "'pdf'"],
    ["half.html", bytes(`<html>${"\0\x02x\x07".repeat(50)}`), "'html'", "no supported format"],
    ["a.pdf", makeZip([]), "'pdf'", "'zip'"],
    ["log.gz", bytes("\x1f\x8b\x08"), "'gz'", "unpack it"],
    ["files.dat", tar("ustar"), "'dat'", "name it .tar"],
    ["files.tar", makeZip([]), "'tar'", "'zip'"],
    ["letter.mbox", bytes("From us to you\nwith love"), "'mbox'", "plain text"],
    ["office.zip", office("word/document.xml"), "'zip'", "'docx'"],
    ["sheet.docx", office("xl/workbook.xml"), "'docx'", "'xlsx'"],
    ["binary.xlsx", office("xl/workbook.bin"), "'xlsx'", "'xlsb'"],
    ["a.doc", compound, "'doc'", ".docx"],
    ["b.doc", older("WordDocument"), "'doc'", "save it as .docx or PDF"],
    ["slides.ppt", older("PowerPoint Document"), "'ppt'", "save it as .pptx or PDF"],
    ["sheet.msg", older("Workbook"), "'msg'", "name it .xls"],
    ["sheet.xlsb", office("xl/workbook.bin"), "'xlsb'", "save it as .xlsx"],
    ["photo.heic", bytes("\0\0\0 ftypheic"), "'heic'", "save it as .png or .jpg"],
    ["files.rar", bytes("Rar!\x1a\x07"), "'rar'", ".zip"],
    ["a.constructor", bytes("words"), "'constructor'", "add .txt to its name"],
    ["app.conf", bytes("a = 1"), "'conf'", "add .txt to its name"],
    ["old.docx", compound, "'docx'", "older Office"],
    ["encrypted.pptx.bin", encryptedCompound, "'bin'", "encrypted Office"],
    ["nul.txt", bytes("a\0b"), "'txt'", "no supported format"],
    ["noise.txt", noise, "'txt'", "no supported format"],
    ["noise", noise, "no extension", "no supported format"],
    ["image.csv", bytes("\x89PNG\r\n\x1a\n"), "'csv'", "'png'"],
    ["photo.png", bytes("\xff\xd8\xff\xe0"), "'png'", "'jpg'"],
    ["sound.webp", bytes("RIFF\0\0\0\0WAVEfmt "), "'webp'", "no supported format"],
    ["image.gif", bytes("GIF89a"), "'gif'", "save it as .png or .jpg"],
    ["truncated.png", bytes("PK\x03\x04truncated"), "'png'", "'zip'"],
    ["program.txt", bytes("MZ\x90"), "'txt'", "'exe'"],
    ["zip.txt", makeZip([]), "'txt'", "'zip'"],
    ["paper.txt", bytes("%PDF-1.7"), "'txt'", "'pdf'"],
    ["prose.pdf", bytes("only words"), "'pdf'", "plain text"],
    ["plan.tfplan", makeZip([]), "'tfplan'", "terraform show -json"],
    ["drawing.svg", bytes("<svg/>"), "'svg'", "save it as .png or .jpg"],
    ["site.pages", bytes("{}"), "'pages'", "save it as .docx or PDF"],
    ["a.xls", bytes("{}"), "'xls'", "plain text"],
    ["app.conf", bytes("[tls]\nkey = 1\n"), "'conf'", "add .txt to its name"],
    ["broken.dump", bytes('{"a": 1,}'), "'dump'", "plain text"],
    ["letter.draft", bytes("Dear all,\nwe met, and talked.\nBye, Ann\n"), "'draft'", "plain text"],
    ["data.bin", makeZip([]), "'bin'", "unpack it"],
    ["README", bytes("words"), "no extension", "plain text"],
    ["comments", bytes(`${"<!--a-->".repeat(5000)}x`), "no extension", "plain text"],
    ["open-comment", bytes(`${"<!--a-->".repeat(5000)}<!--x`), "no extension", "plain text"],
    [".env", bytes("A=1"), "no extension", "plain text"],
  ])("%s", (filename, content, extension, found) => {
    const refusal = (() => {
      try {
        return detect(filename, content);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(AssayError);
    expect(refusal).toMatchObject({ code: "UNSUPPORTED_FILE_TYPE" });
    expect((refusal as Error).message).toContain(extension);
    expect((refusal as Error).message).toContain(found);
  });
});

test.each([
  ["windows-1252", bytes("caf\xe9, na\xefve\x1f")],
  ["ISO-2022-KR", bytes("\x1b$)C\x0e\x21\x21\x0f\n".repeat(20))],
  ["UTF-8", bytes("\x01\x02\x03\x04")],
])("a text in %s is one, with control characters in it", (_, content) => {
  expect(detect("a.txt", content)).toBe("txt");
});

test("a refusal never says that the extension and the bytes are the same, and names what to do", () => {
  for (const [filename, content] of [
    ["a.gif", bytes("GIF89a")],
    ["a.7z", bytes("7z\xbc\xaf\x27\x1c")],
    ["a.doc", older("WordDocument")],
  ] as const) {
    const extension = filename.split(".")[1]!;
    expect(() => detect(filename, content)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(
          `^Cannot accept '${filename}' because files of type '${extension}' are not read: `,
        ),
        details: expect.objectContaining({ advice: expect.stringMatching(/save|unpack/) }),
      }),
    );
  }
});

test("a directory that lies before the tail leaves the choice to the extension", () => {
  const content = office("word/document.xml");
  const sample = { head: content, tail: content.subarray(-30), sizeBytes: content.length };
  expect(detectFileType({ filename: "a.docx", ...sample })).toBe("docx");
  expect(detectFileType({ filename: "a.zip", ...sample })).toBe("zip");
});

describe("a compound file of which a part is between head and tail", () => {
  const streams = ["__nameid_version1.0", "a", "b", "__substg1.0_0037001F"];
  const content = makeCompound(streams.map((name) => ({ name })));
  const detectParts = (filename: string, head: number, tail: number) => {
    const sample = { head: content.subarray(0, head), tail: content.subarray(content.length - tail) };
    return detectFileType({ filename, ...sample, sizeBytes: content.length });
  };

  test.each([
    ["a sector of the directory", 1536, 0],
    ["the sector that says where the directory goes on", 512, 1024],
  ])("is what its name says without %s, where nothing tells otherwise", (_, head, tail) => {
    expect(detectParts("a.msg", head, tail)).toBe("msg");
    expect(detectParts("a.xls", head, tail)).toBe("xls");
    expect(() => detectParts("a.docx", head, tail)).toThrow("older Office");
  });

  test("is what its streams say where they are known", () => {
    const locked = makeCompound(["EncryptedPackage", "a", "b", "c"].map((name) => ({ name })));
    const sample = { head: locked.subarray(0, 1536), tail: locked.subarray(locked.length), sizeBytes: locked.length };
    expect(detectFileType({ filename: "a.xlsx", ...sample })).toBe("xlsx");
    expect(() => detectParts("a.xls", 4096, 0)).toThrow("'msg'");
  });
});
