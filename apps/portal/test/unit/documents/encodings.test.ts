import { TEXT_ENCODINGS } from "@assay/contract";
import { expect, test } from "vitest";
import { describeEncoding, ENCODINGS, previewOf, previewsOf } from "../../../src/documents/encoding/encodings.ts";

const SHIFT_JIS = Uint8Array.from([
  ...new TextEncoder().encode("plain\r\n"),
  ...[0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x0d, 0x0a],
]);

test("a preview shows the first line with letters that encodings differ in, and nothing where they cannot be read so", () => {
  expect(previewOf(SHIFT_JIS, "shift_jis")).toBe("日本語");
  expect(previewOf(SHIFT_JIS, "utf-8")).toBeUndefined();
});

test("a letter that the preview's end cuts is omitted, and does not count as broken", () => {
  const bytes = new TextEncoder().encode("é".repeat(1000)).subarray(0, 241);
  expect(previewOf(bytes, "utf-8")).toMatch(/^é+$/);
});

test("every encoding that is offered is one that the browser and the service read", () => {
  for (const { name } of ENCODINGS) expect(new TextDecoder(name).encoding).toBe(name);
  expect(TEXT_ENCODINGS).toEqual(expect.arrayContaining(ENCODINGS.map(({ name }) => name)));
});

test("what was read comes first, then what the bytes keep the rules of; what gives control characters is omitted", () => {
  const names = previewsOf(SHIFT_JIS, "windows-1252").map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(["windows-1252", "shift_jis"]);
  expect(names).not.toContain("iso-8859-15");
  expect(names).not.toContain("utf-8");
});

test("an encoding says how it was told", () => {
  expect(describeEncoding({ name: "shift_jis", source: "DETECTED", certainty: 0.62 })).toBe(
    "Japanese (Shift_JIS), guessed with a certainty of 62%",
  );
  expect(describeEncoding({ name: "utf-8", source: "MARK", certainty: 1 })).toBe("Unicode (UTF-8), by its mark");
});
