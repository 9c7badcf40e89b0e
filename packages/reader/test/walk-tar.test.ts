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

  test("has names that are harmless, and keeps to the limits of the whole tree", async () => {
    const names = ["../../etc/p.txt", "/etc/q.txt", "C:\\r.txt"];
    const tar = makeTar(names.map((name) => ({ name, data: name })));
    expect(await tree(pack(tar))).toEqual(["etc/p.txt: txt", "etc/q.txt: txt", "r.txt: txt"]);
    const bomb = pack(makeTar([{ name: "a.txt", data: new Uint8Array(3_000_000) }]));
    const nested = pack(makeTar([{ name: "in.tar", data: makeTar([{ name: "in.tar", data: makeTar([]) }]) }]));
    for (const [file, limits] of [
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

/** Bytes that do not pack well. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state & 0xff;
  });
}
