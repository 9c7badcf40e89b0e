import { describe, expect, test } from "vitest";
import { readZipDirectory } from "../../src/file-type/index.ts";
import { makeZip } from "./make-zip.ts";

const read = (zip: Uint8Array, tailBytes = zip.length) => readZipDirectory(zip.subarray(-tailBytes), zip.length);
const text = (value: string) => new Uint8Array(Buffer.from(value));

test("totals omit directories and inner archives as files, and count the bytes of all", () => {
  const zip = makeZip([
    { name: "folder/" },
    { name: "folder/a.txt", data: text("aaaa") },
    { name: "inner.ZIP", data: text("123456") },
    { name: "liar.txt", data: text("1"), declaredBytes: 3_000_000_000 },
  ]);
  expect(read(zip)).toMatchObject({ declaredFiles: 2, declaredBytes: 3_000_000_010, entryCount: 4 });
});

test("any tail that holds the whole directory is enough", () => {
  const zip = makeZip([
    { name: "a/b.txt", data: text("b".repeat(10_000)) },
    { name: "ü.txt", data: text("u") },
  ]);
  const directory = read(zip, 200);
  expect(directory?.entries.map(({ name, method, declaredBytes }) => [name, method, declaredBytes])).toEqual([
    ["a/b.txt", 0, 10_000],
    ["ü.txt", 0, 1],
  ]);
  expect(read(zip, 40)).toBeNull();
});

test("offsets count the bytes that were put before the archive", () => {
  const zip = Buffer.concat([Buffer.alloc(100, "#"), makeZip([{ name: "a.txt", data: text("a") }])]);
  expect(read(new Uint8Array(zip))?.entries[0]?.headerOffset).toBe(100);
});

test("encrypted, special and directory entries are distinguished", () => {
  const zip = makeZip([
    { name: "enc.txt", flags: 1, data: text("x") },
    { name: "link", externalAttributes: 0o120777 * 65_536 },
    { name: "pipe", externalAttributes: 0o010644 * 65_536 },
    { name: "plain", externalAttributes: 0o100644 * 65_536 },
    { name: "dir", externalAttributes: 0o040755 * 65_536 },
    { name: "windows\\" },
  ]);
  const flags = read(zip)?.entries.map(({ encrypted, special, directory }) => ({ encrypted, special, directory }));
  const none = { encrypted: false, special: false, directory: false };
  expect(flags).toEqual([
    { ...none, encrypted: true },
    { ...none, special: true },
    { ...none, special: true },
    none,
    { ...none, directory: true },
    { ...none, directory: true },
  ]);
});

describe("names are decoded by what they are", () => {
  test.each([
    [new Uint8Array(Buffer.from("süß.txt")), "süß.txt"],
    [Uint8Array.of(0x81, 0x2e, 0x74, 0x78, 0x74), "ü.txt"],
    [Uint8Array.of(0xc9, 0xf3, 0xbc, 0xc6, 0x2e, 0x74, 0x78, 0x74), "审计.txt"],
  ])("%o", (name, expected) => {
    expect(read(makeZip([{ name }]))?.entries[0]?.name).toBe(expected);
  });
});

describe("a directory that cannot be trusted is none", () => {
  const zip = makeZip([{ name: "a.txt", data: text("a") }]);
  test.each([
    ["no archive at all", text("hello")],
    ["too short", text("PK")],
    ["a truncated one", zip.subarray(0, zip.length - 10)],
    ["a second end record in the comment", makeZip([{ name: "a.txt", data: text("a") }], makeZip([]))],
    ["more entries promised than there are", patch(zip, zip.length - 12, 7)],
    ["an offset beyond the file", patch(zip, zip.length - 3, 0x7f)],
  ])("%s", (_, content) => {
    expect(read(content)).toBeNull();
  });
});

function patch(content: Uint8Array, at: number, value: number): Uint8Array {
  const copy = content.slice();
  copy[at] = value;
  return copy;
}

test("names without a mark are read as what makes words of them, each archive by most of its names", () => {
  const hex = (bytes: string) => Uint8Array.from(Buffer.from(bytes.replaceAll(" ", ""), "hex"));
  const latin = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
  const namesOf = (...names: Uint8Array[]) => {
    const zip = makeZip(names.map((name) => ({ name })));
    return readZipDirectory(zip, zip.length)!.entries.map(({ name }) => name);
  };
  const german = latin("Pr\x81fbericht B\x81ro.txt");
  const japanese = hex("95 9c 8c b3 83 65 83 58 83 67 8b 4c 98 5e 2e 74 78 74");
  const utf8 = Uint8Array.from(Buffer.from("Übersicht.txt"));
  expect(namesOf(german, japanese, utf8)).toEqual(["Prüfbericht Büro.txt", "復元テスト記録.txt", "Übersicht.txt"]);
  expect(namesOf(latin("Ch\x83teau \x82t\x82.txt"))).toEqual(["Château été.txt"]);
  expect(namesOf(hex("c9 f3 bc c6 2e 74 78 74"))).toEqual(["审计.txt"]);
  expect(namesOf(hex("95 5c 8e a6 2f 8e 91 97 bf"))).toEqual(["表示/資料"]);
});
