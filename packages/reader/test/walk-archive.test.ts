import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { expect, onTestFinished, test } from "vitest";
import { describeTree, LIMITS, sourceFile, testExtractor } from "./extract-all.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const signal = new AbortController().signal;

async function walk(zip: Uint8Array, limits: Partial<typeof LIMITS> = {}) {
  const archive = await testExtractor().walkArchive(sourceFile("zip", zip), {
    limits: { ...LIMITS, ...limits },
    signal,
  });
  onTestFinished(() => archive[Symbol.asyncDispose]());
  return archive;
}

test("every member is typed, hashed and readable; inner archives are members with members", async () => {
  const office = zipSync({ "[Content_Types].xml": bytes("<Types/>"), "word/document.xml": bytes("<w/>") });
  const text = bytes("evidence ".repeat(50_000));
  const archive = await walk(
    zipSync({
      "policies/a.txt": text,
      "policies/report.docx": office,
      "inner.zip": zipSync({ "b.md": bytes("# b"), "deep.zip": zipSync({ "c.csv": bytes("c") }) }),
      "broken.zip": bytes("PK\x03\x04broken"),
      "stored.txt": [bytes("stored"), { level: 0 }],
      "wrong.pdf": bytes("no pdf"),
      "office.zip": office,
      "image.gif": bytes("GIF89a"),
      "empty.txt": bytes(""),
      "no-extension": bytes("x"),
    }),
  );
  expect(describeTree(archive.members)).toEqual([
    "policies/a.txt: txt",
    "policies/report.docx: docx",
    "inner.zip: zip",
    "inner.zip/b.md: md",
    "inner.zip/deep.zip: zip",
    "inner.zip/deep.zip/c.csv: csv",
    "broken.zip: zip",
    "stored.txt: txt",
    "wrong.pdf: pdf mismatch",
    "office.zip: zip mismatch",
    "image.gif: UNSUPPORTED_FILE_TYPE",
    "empty.txt: EMPTY",
    "no-extension: UNSUPPORTED_FILE_TYPE",
  ]);
  const [member] = archive.members;
  if (member?.kind !== "file") throw new TypeError("Expected a file");
  const read = Buffer.from(await new Response(await member.open()).arrayBuffer());
  expect(read.equals(text)).toBe(true);
  expect(member.sha256).toBe(createHash("sha256").update(text).digest("hex"));
  expect(member.sizeBytes).toBe(text.length);
});

test("names become harmless display text", async () => {
  const names = [
    "../../etc/p.txt",
    "/etc/q.txt",
    "..\\..\\r.txt",
    "C:\\s.txt",
    "a/./../t.txt",
    "\u202etxt.u.txt",
    "v\u0000\u200b.txt",
  ];
  const archive = await walk(zipSync(Object.fromEntries(names.map((name) => [name, bytes("x")]))));
  expect(archive.members.map(({ name }) => name)).toEqual([
    "etc/p.txt",
    "etc/q.txt",
    "r.txt",
    "s.txt",
    "a/t.txt",
    "txt.u.txt",
    "v.txt",
  ]);
});

test("a name is at most 255 bytes and keeps its extension", async () => {
  const archive = await walk(zipSync({ [`${"é".repeat(300)}.txt`]: bytes("x") }));
  const name = archive.members[0]?.name ?? "";
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(name).toMatch(/^é+\.txt$/);
});

test("limits count over the whole tree", async () => {
  const inner = zipSync({ "a.txt": bytes("a".repeat(1000)), "b.txt": bytes("b".repeat(1000)) });
  const zip = zipSync({ "one.zip": inner, "two.zip": inner, "c.txt": bytes("c") });
  const used = 4 * 1000 + 1 + 2 * inner.length;
  expect(describeTree((await walk(zip, { filesMax: 5, bytesMax: used, depthMax: 2 })).members)).toHaveLength(7);
  for (const limits of [{ filesMax: 4 }, { bytesMax: used - 1 }, { depthMax: 1 }]) {
    await expect(walk(zip, limits)).rejects.toMatchObject({ name: "DocumentError", code: "ARCHIVE_LIMIT_EXCEEDED" });
  }
});

test("an archive without a readable directory is UNREADABLE_FILE, an empty one has no members", async () => {
  await expect(walk(bytes("PK\x03\x04 and no end"))).rejects.toMatchObject({ code: "UNREADABLE_FILE" });
  expect((await walk(zipSync({}))).members).toEqual([]);
});

test("what was spooled is gone after disposal and after a failure", async () => {
  const tempDir = await mkdtemp(join(tmpdir(), "assay-test-"));
  onTestFinished(() => rm(tempDir, { recursive: true }));
  const extractor = testExtractor({ tempDir });
  const walkHere = (zip: Uint8Array) => extractor.walkArchive(sourceFile("zip", zip), { limits: LIMITS, signal });
  const archive = await walkHere(zipSync({ "inner.zip": zipSync({ "a.txt": bytes("a") }) }));
  expect(await readdir(tempDir)).toHaveLength(1);
  await archive[Symbol.asyncDispose]();
  expect(await readdir(tempDir)).toEqual([]);
  await expect(walkHere(bytes("PK\x03\x04"))).rejects.toThrow();
  expect(await readdir(tempDir)).toEqual([]);
});

test("a member in a compression that is not read is UNSUPPORTED_FILE_TYPE, not CORRUPT", async () => {
  const zip = Buffer.from(zipSync({ "a.txt": [bytes("a"), { level: 0 }], "b.txt": bytes("b") }));
  const [LZMA, LOCAL_METHOD, CENTRAL_METHOD] = [14, 8, 10];
  zip.writeUInt16LE(LZMA, LOCAL_METHOD);
  zip.writeUInt16LE(LZMA, zip.indexOf("PK\x01\x02", 0, "latin1") + CENTRAL_METHOD);
  expect(describeTree((await walk(new Uint8Array(zip))).members)).toEqual([
    "a.txt: UNSUPPORTED_FILE_TYPE",
    "b.txt: txt",
  ]);
});
