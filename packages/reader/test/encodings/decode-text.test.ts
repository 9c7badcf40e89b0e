import { detectFileType } from "@assay/contract/file-type";
import { describe, expect, test } from "vitest";
import { decodeText } from "../../src/text/decode-text.ts";
import { findHtmlDeclared, findXmlDeclared } from "../../src/text/find-declared.ts";
import { extractAll, sourceFile, testExtractor } from "../extract-all.ts";
import { encodeText } from "./encode-text.ts";

const TEXTS = [
  "Access reviews were done.\nNaïve Łukasz, Ирина, 田中 😀\n",
  "ok\n",
  "Доступ к серверам\n",
  "田中さん 2026\n",
];

function encodeWide(text: string, bytes: 2 | 4, little: boolean, mark: boolean): Uint8Array {
  const all = (mark ? "\ufeff" : "") + text;
  const units =
    bytes === 2
      ? [...all].flatMap((c) => c.split("").map((u) => u.charCodeAt(0)))
      : [...all].map((c) => c.codePointAt(0)!);
  const view = new DataView(new ArrayBuffer(units.length * bytes));
  for (const [at, unit] of units.entries()) {
    if (bytes === 2) view.setUint16(at * 2, unit, little);
    else view.setUint32(at * 4, unit, little);
  }
  return new Uint8Array(view.buffer);
}

describe.each([
  ["utf-16le", 2, true],
  ["utf-16be", 2, false],
  ["utf-32le", 4, true],
  ["utf-32be", 4, false],
] as const)("%s", (name, width, little) => {
  test.each([true, false])("is read and accepted, with a mark: %s", (mark) => {
    for (const text of TEXTS) {
      const bytes = encodeWide(text, width, little, mark);
      const decoded = decodeText(bytes);
      expect(decoded.text).toBe(text);
      expect(decoded.encoding).toMatchObject({ name, source: mark ? "MARK" : "DETECTED" });
      expect(detectFileType({ filename: "a.txt", head: bytes, tail: bytes, sizeBytes: bytes.length })).toBe("txt");
    }
  });
});

test("a file of bytes that are no text is refused, whatever its name", () => {
  const ascii = new TextEncoder().encode("Only a stray zero\0 stands in this text of one byte a letter.");
  const random = Uint8Array.from({ length: 4000 }, (_, at) => (at * at * 7 + at * 13) % 256);
  for (const bytes of [ascii, random, new Uint8Array(64)])
    expect(() => detectFileType({ filename: "a.txt", head: bytes, tail: bytes, sizeBytes: bytes.length })).toThrow();
});

test("UTF-8 is taken where it is valid, and with a few broken bytes among many good ones", () => {
  const utf8 = new TextEncoder().encode("Zugriff für Jürgen geprüft, größer als nötig, früher üblich.");
  expect(decodeText(utf8).encoding).toEqual({ name: "utf-8", source: "VALID_UTF8", certainty: 1 });
  const broken = Uint8Array.from([...utf8, 0xff, 0x20, 0x61]);
  expect(decodeText(broken)).toMatchObject({ encoding: { name: "utf-8", source: "DETECTED" } });
  expect(decodeText(broken).text).toContain("Zugriff für Jürgen geprüft");
});

test("what a page declares decides where the bytes allow it", () => {
  const page = (charset: string, text: string) =>
    `<!doctype html><!-- <meta charset="utf-8"> --><meta charset='${charset}'><p>${text}</p>`;
  const japanese = encodeText(page("Shift_JIS", "記録を保管する"), "shift_jis");
  expect(decodeText(japanese, null, findHtmlDeclared)).toMatchObject({
    text: page("Shift_JIS", "記録を保管する"),
    encoding: { name: "shift_jis", source: "DECLARED" },
  });
  const lying = new TextEncoder().encode(page("iso-8859-1", "Jürgen prüft größere Änderungen"));
  expect(decodeText(lying, null, findHtmlDeclared).encoding).toMatchObject({ name: "utf-8", source: "VALID_UTF8" });
  const older = encodeText(
    '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><p>Доступ</p>',
    "koi8-r",
  );
  expect(decodeText(older, null, findHtmlDeclared).encoding).toMatchObject({ name: "koi8-r", source: "DECLARED" });
  const xml = encodeText('<?xml version="1.0" encoding="ISO-8859-2"?><a>Łukasz Żak</a>', "iso-8859-2");
  expect(decodeText(xml, null, findXmlDeclared).text).toContain("Łukasz Żak");
  const unknown = encodeText(
    page("x-nothing", "Łukasz ma dostęp, bo go potrzebuje; każdy wpis jest zapisywany."),
    "windows-1250",
  );
  expect(decodeText(unknown, null, findHtmlDeclared).text).toContain("każdy wpis");
});

test("what a person chose wins over all else", () => {
  const bytes = encodeText("Łukasz", "windows-1250");
  expect(decodeText(bytes, "iso-8859-5").encoding).toEqual({ name: "iso-8859-5", source: "USER", certainty: 1 });
  expect(decodeText(bytes, "windows-1250").text).toBe("Łukasz");
});

describe("every reader of text", () => {
  const polish = (name: string) => `Każdy użytkownik (${name}) loguje się za pomocą hasła; próby są zapisywane.`;
  const FILES = {
    txt: polish("Łukasz"),
    md: `# Dostęp\n\n${polish("Łukasz")}\n`,
    csv: `imie,opis\nŁukasz,${polish("Żaneta")}\n`,
    html: `<html><body><p>${polish("Łukasz")}</p></body></html>`,
    json: `{"opis": "${polish("Łukasz")}"}`,
    yaml: `opis: ${polish("Łukasz")}\n`,
    xml: `<opis>${polish("Łukasz")}</opis>`,
    log: `2026-01-01 ${polish("Łukasz")}\n`,
  } as const;

  test.each(Object.entries(FILES) as [keyof typeof FILES, string][])(
    "of %s says how it took the bytes",
    async (type, text) => {
      const { segments, encoding, warnings } = await extractAll(
        testExtractor(),
        sourceFile(type, encodeText(text, "iso-8859-2")),
      );
      expect(segments.map((segment) => segment.text).join("\n")).toContain("za pomocą hasła; próby są zapisywane");
      expect(encoding).toMatchObject({ name: "iso-8859-2", source: "DETECTED" });
      expect(encoding!.certainty).toBeGreaterThanOrEqual(0.8);
      expect(warnings).toEqual([]);
    },
  );
});

test("a text of one odd letter is unsure, and a person's choice ends the doubt", async () => {
  const file = sourceFile("txt", encodeText("Name: K\u0159\n", "windows-1250"));
  const guessed = await extractAll(testExtractor(), file);
  expect(guessed.warnings).toEqual([{ code: "ENCODING_UNSURE", message: expect.stringContaining("not sure") }]);
  expect(guessed.encoding!.certainty).toBeLessThan(0.8);
  const chosen = await extractAll(testExtractor(), file, { encoding: "windows-1250" });
  expect(chosen).toMatchObject({ warnings: [], encoding: { name: "windows-1250", source: "USER", certainty: 1 } });
  expect(chosen.segments[0]!.text).toBe("Name: Kř");
});
