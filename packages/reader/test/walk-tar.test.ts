import { gzipSync, zipSync } from "fflate";
import { describe, expect, onTestFinished, test } from "vitest";
import { describeTree, LIMITS, sourceFile, testExtractor } from "./extract-all.ts";
import { makeTar, paxOf } from "./make-tar.ts";

const signal = new AbortController().signal;

async function walk(tar: Uint8Array, limits: Partial<typeof LIMITS> = {}) {
  const archive = await testExtractor().walkArchive(sourceFile("tar", tar), {
    limits: { ...LIMITS, ...limits },
    signal,
  });
  onTestFinished(() => archive[Symbol.asyncDispose]());
  return archive;
}
const tree = async (tar: Uint8Array) => describeTree((await walk(tar)).members);

describe.each([
  ["plain", (tar: Uint8Array) => tar],
  ["packed", (tar: Uint8Array) => gzipSync(tar)],
])("a TAR, %s", (_, pack) => {
  test("has its files as members, typed and readable; archives in it have members of their own", async () => {
    const text = "evidence ".repeat(50_000);
    const long = `${"folder/".repeat(20)}b.csv`;
    const tar = makeTar([
      { name: "policies/", type: "5" },
      { name: "policies/a.txt", data: text },
      paxOf({ path: long, mtime: "1" }),
      { name: "short.csv", data: "a,b\n" },
      { name: "././@LongLink", type: "L", data: "gnu/c.md\0" },
      { name: "gnu", data: "# c" },
      { name: "in.zip", data: zipSync({ "d.txt": Buffer.from("d") }) },
      { name: "in.tgz", data: gzipSync(makeTar([{ name: "e.txt", data: "e" }])) },
      { name: "link.txt", type: "2" },
      { name: "wrong.pdf", data: "no pdf" },
      { name: "._a.txt", data: "of a system" },
      { name: "empty.txt" },
      { name: "app.bin", data: "\0\x01" },
    ]);
    const archive = await walk(pack(tar));
    expect(describeTree(archive.members)).toEqual([
      "policies/a.txt: txt",
      `${long}: csv`,
      "gnu/c.md: md",
      "in.zip: zip",
      "in.zip/d.txt: txt",
      "in.tgz: tar",
      "in.tgz/e.txt: txt",
      "link.txt: SPECIAL_FILE",
      "wrong.pdf: pdf mismatch",
      "._a.txt: SYSTEM_FILE",
      "empty.txt: EMPTY",
      "app.bin: UNSUPPORTED_FILE_TYPE",
    ]);
    const [member] = archive.members;
    if (member?.kind !== "file") throw new TypeError("Expected a file");
    expect(await new Response(await member.open()).text()).toBe(text);
  });

  test("goes on after a sparse file, however long the map of its holes is", async () => {
    const tar = makeTar([
      { name: "holes.bin", type: "S", data: "x".repeat(600), maps: 3 },
      { name: "after.txt", data: "after" },
    ]);
    expect(await tree(pack(tar))).toEqual(["holes.bin: SPECIAL_FILE", "after.txt: txt"]);
  });

  test("has the names that its attributes say, whatever bytes and lines the others have", async () => {
    const tar = makeTar([
      paxOf({ "SCHILY.xattr.a": new Uint8Array([0xff, 0x00, 0xfe]), path: "Prüfung.txt" }),
      { name: "short.txt", data: "a" },
      paxOf({ path: "right.txt", comment: "one\n18 path=wrong.txt\ntwo" }),
      { name: "short.txt", data: "b" },
      paxOf({ "SCHILY.xattr.b": new Uint8Array(70_000), path: "far.txt" }),
      { name: "short.txt", data: "c" },
      paxOf({ "GNU.sparse.name": "disk.img", path: "GNUSparseFile.0/disk.img" }),
      { name: "short.txt", data: "d" },
    ]);
    expect(await tree(pack(tar))).toEqual([
      "Prüfung.txt: txt",
      "right.txt: txt",
      "far.txt: txt",
      "disk.img: SPECIAL_FILE",
    ]);
  });

  test("has names that are harmless, and keeps to the limits of the whole tree", async () => {
    const names = ["../../etc/p.txt", "/etc/q.txt", "C:\\r.txt"];
    const tar = makeTar(names.map((name) => ({ name, data: name })));
    expect(await tree(pack(tar))).toEqual(["etc/p.txt: txt", "etc/q.txt: txt", "r.txt: txt"]);
    const bomb = pack(makeTar([{ name: "a.txt", data: new Uint8Array(3_000_000) }]));
    const nested = pack(makeTar([{ name: "in.tar", data: makeTar([{ name: "in.tar", data: makeTar([]) }]) }]));
    const headers = pack(makeTar(Array.from({ length: 21 }, () => paxOf({ path: "a.txt" }))));
    for (const [file, limits] of [
      [headers, { filesMax: 2 }],
      [bomb, { bytesMax: 1_000_000 }],
      [pack(tar), { filesMax: 2 }],
      [nested, { depthMax: 2 }],
    ] as const)
      await expect(walk(file, limits)).rejects.toMatchObject({ code: "ARCHIVE_LIMIT_EXCEEDED" });
  });
});

describe("a hostile TAR", () => {
  const two = makeTar([
    { name: "a.txt", data: "first" },
    { name: "b.txt", data: "second" },
  ]);

  test("that is cut off, or damaged between its files, keeps those before, and says that there was more", async () => {
    const rest = "the rest of the archive: CORRUPT";
    expect(await tree(two.subarray(0, 1100))).toEqual(["a.txt: txt", rest]);
    expect(await tree(two.subarray(0, 1538))).toEqual(["a.txt: txt", rest]);
    expect(await tree(two.with(1030, 1))).toEqual(["a.txt: txt", rest]);
    const packed = gzipSync(
      makeTar([
        { name: "a.txt", data: "first" },
        { name: "b.txt", data: noise(200_000) },
      ]),
    );
    expect(await tree(packed.subarray(0, 100_000))).toEqual(["a.txt: txt", rest]);
    const small = gzipSync(
      makeTar([
        { name: "a.txt", data: "first" },
        { name: "b.txt", data: noise(4000) },
      ]),
    );
    expect(await tree(small.subarray(0, 3000))).toEqual(["a.txt: txt", rest]);
    // A block of a kind that there is not.
    const broken = Buffer.concat([stored(two.subarray(0, 1024)), Buffer.from([7]), noise(40)]);
    expect(await tree(broken)).toEqual(["a.txt: txt", rest]);
  });

  test("that says of a file more than there is, by its header or its attributes, gives none of it", async () => {
    const rest = ["the rest of the archive: CORRUPT"];
    expect(await tree(makeTar([{ name: "a.txt", data: "x", size: 8_000_000_000 }]))).toEqual(rest);
    expect(await tree(makeTar([paxOf({ size: "900000000000" }), { name: "a.txt", data: "x" }]))).toEqual(rest);
  });

  test("without a file is empty; what is none is UNREADABLE_FILE, packed or not", async () => {
    expect(await tree(makeTar([]))).toEqual([]);
    expect(await tree(makeTar([{ name: "old.txt", data: "x", isOld: true }]))).toEqual(["old.txt: txt"]);
    for (const file of [
      Buffer.from("x".repeat(2000)),
      gzipSync(Buffer.from("a log")),
      Buffer.from("\x1f\x8bno", "latin1"),
    ])
      await expect(walk(file)).rejects.toMatchObject({ code: "UNREADABLE_FILE" });
  });
});

/** The beginning of a packed file, whose first block is as it was. */
function stored(bytes: Uint8Array): Buffer {
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0]);
  head.writeUInt16LE(bytes.length, 11);
  head.writeUInt16LE(bytes.length ^ 0xffff, 13);
  return Buffer.concat([head, bytes]);
}

/** Bytes that do not pack well. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state & 0xff;
  });
}
