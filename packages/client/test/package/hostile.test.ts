import { deflateRawSync } from "node:zlib";
import { canonicalJson } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedKey as key } from "./fixed-key.ts";
import { makePackageParts } from "./make-package.ts";
import { makeZip } from "./make-zip.ts";
import { HAS_PYTHON, type Judges, NO_PYTHON, openJudges, openPage, type Word } from "./open-judges.ts";
import { listFiles, packParts, writeFiles } from "./pack.ts";

const honest = () => packParts(makePackageParts(5, key), key);
const encode = (text: string) => new TextEncoder().encode(text);

let judges: Judges;
beforeAll(async () => {
  judges = await openJudges();
});
afterAll(() => judges.close());

/** The archive with one entry more, whose fields are as they are given. */
function withEntry(name: string, data: Uint8Array, change: (archive: Buffer, local: number, central: number) => void) {
  const zip = Buffer.from(makeZip(new Map([...honest(), [name, data]])));
  change(zip, zip.indexOf(name) - 30, zip.lastIndexOf(name) - 46);
  return zip;
}

function replaced(name: string, text: string): Uint8Array {
  return makeZip(new Map([...honest(), [name, encode(text)]]));
}

const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
const bomb = deflateRawSync(Buffer.alloc(20_000_000));

const PACKAGES: Record<string, { make: () => Uint8Array; word: Word; check: string }> = {
  "an entry with a path out of its folder": {
    make: () => makeZip(new Map([...honest(), ["../../etc/passwd", encode("x")]])),
    word: "content",
    check: "archive",
  },
  "an absolute path": {
    make: () => makeZip(new Map([...honest(), ["/tmp/x.json", encode("x")]])),
    word: "content",
    check: "archive",
  },
  "a compressed entry, which may be a bomb": {
    make: () =>
      withEntry("zz.txt", bomb, (zip, local, central) => {
        zip.writeUInt16LE(8, local + 8);
        zip.writeUInt16LE(8, central + 10);
        zip.writeUInt32LE(20_000_000, central + 24);
      }),
    word: "content",
    check: "archive",
  },
  "an entry that says it has 4 GB": {
    make: () => withEntry("zz.txt", encode("x"), (zip, _, central) => zip.writeUInt32LE(0xfffffffe, central + 24)),
    word: "content",
    check: "archive",
  },
  "an entry that is encrypted": {
    make: () => withEntry("zz.txt", encode("x"), (zip, _, central) => zip.writeUInt16LE(1, central + 8)),
    word: "content",
    check: "archive",
  },
  "two entries of one name": {
    make: () =>
      withEntry("snapshot.jsoo", encode("{}"), (zip, local, central) => {
        zip.write("n", local + 30 + 12);
        zip.write("n", central + 46 + 12);
      }),
    word: "content",
    check: "archive",
  },
  "a directory of 65,535 entries that are not there": {
    make: () => {
      const zip = Buffer.from(makeZip(honest()));
      zip.writeUInt16LE(0xffff, zip.length - 12);
      return zip;
    },
    word: "content",
    check: "archive",
  },
  "an archive that was cut off": {
    make: () => makeZip(honest()).subarray(0, 20_000),
    word: "content",
    check: "archive",
  },
  "bytes before its end": {
    make: () => {
      const zip = Buffer.from(makeZip(honest()));
      return Buffer.concat([zip.subarray(0, -22), Buffer.from("hidden"), zip.subarray(-22)]);
    },
    word: "content",
    check: "archive",
  },
  "no manifest": {
    make: () => makeZip(new Map([...honest()].filter(([name]) => name !== "manifest.json"))),
    word: "incomplete",
    check: "manifest",
  },
  "no signature of it": {
    make: () => makeZip(new Map([...honest()].filter(([name]) => name !== "manifest.sig"))),
    word: "incomplete",
    check: "signed",
  },
  "a manifest nested deep": { make: () => replaced("manifest.json", deep), word: "content", check: "manifest" },
  "a manifest with a key twice": {
    make: () => replaced("manifest.json", '{"origin":"assay/package/v1","origin":"assay/package/v1"}'),
    word: "content",
    check: "manifest",
  },
  "a manifest that is a number": { make: () => replaced("manifest.json", "1e999"), word: "content", check: "manifest" },
  "a manifest that is no text": {
    make: () => makeZip(new Map([...honest(), ["manifest.json", Uint8Array.of(0xff, 0xfe)]])),
    word: "content",
    check: "manifest",
  },
  "a lone surrogate": { make: () => replaced("manifest.json", '"\\ud800"'), word: "content", check: "manifest" },
  "a signature of a megabyte": {
    make: () => replaced("manifest.sig", canonicalJson({ keyId: "k1", signature: "A".repeat(1_000_000) })),
    word: "content",
    check: "signed",
  },
  "names of methods of objects as keys": {
    make: () => replaced("manifest.json", '{"__proto__":{"origin":"assay/package/v1"},"constructor":1}'),
    word: "content",
    check: "manifest",
  },
};

test.each(Object.entries(PACKAGES))("%s gets a word from each verifier", async (_, { make, word, check }) => {
  const judged = await judges.judge(make());
  expect(judged.map((each) => each.word)).toEqual(Array(judged.length).fill(word));
  for (const { failed } of judged) expect(failed).toContain(check);
});

test("a verdict above what a rule allows is seen by each verifier", async () => {
  const isComplete = ({ status }: { status: string }) => status === "COMPLETE";
  const all = Array.from({ length: 30 }, (_, seed) => makePackageParts(seed, key));
  const parts = all.find(({ snapshot }) => snapshot.assessments.some(isComplete))!;
  parts.snapshot.configuration.evidenceRules = { weakSupport: "CAP" };
  parts.snapshot.assessments.find(isComplete).flags = ["WEAK_SUPPORT"];
  for (const { word, failed } of await judges.judge(makeZip(packParts(parts, key)))) {
    expect(word).toBe("content");
    expect(failed).toContain("statuses");
  }
});

test("a list of documents that is no CSV gets a word from each verifier", async () => {
  const parts = makePackageParts(5, key);
  const files = writeFiles(parts);
  const list = new TextDecoder().decode(files.get("documents.csv")).replace("yes", '"yes"no');
  files.set("documents.csv", encode(list));
  const manifest = encode(listFiles(parts, files));
  const signature = honest().get("manifest.sig")!;
  const zip = makeZip(new Map([...files, ["manifest.json", manifest], ["manifest.sig", signature]]));
  for (const { word, failed } of await judges.judge(zip)) {
    expect(word).toBe("content");
    expect(failed).toEqual(["documents"]);
  }
});

test("what is no ZIP is no package, and the page's own arithmetic passes its vectors", async () => {
  const python = (await judges.judge(encode("{}")))[2];
  if (HAS_PYTHON) expect(python!.word).toBe("usage");
  expect((await openPage()).selfTest()).toBe(true);
});

if (!HAS_PYTHON) test.skip(NO_PYTHON, () => {});
