import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalJson } from "@assay/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readKeys } from "../../src/cli/verify/read-sign-offs.ts";
import { verifyPackage } from "../../src/verify/package/index.ts";
import { fixedKey as key, fixedKeys as keySet } from "./fixed-key.ts";
import {
  addStatements,
  chainAgain,
  type Json,
  makePackageParts,
  type PackageParts,
  sha256,
  signUrl,
} from "./make-package.ts";
import { makeZip } from "./make-zip.ts";
import { HAS_PYTHON, type Judged, type Judges, NO_PYTHON, openJudges, openPage, VERIFIERS } from "./open-judges.ts";
import { listFiles, writeFiles } from "./pack.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const { kid, x } = keySet.keys[0]!;
const hasAll = ({ reviews, signOffs, exceptions, documents }: PackageParts) =>
  reviews.length > 1 &&
  signOffs.filter(({ standing }) => standing).length > 1 &&
  exceptions.length > 0 &&
  documents.length > 1;
/** A package of which each list has something. */
const makeFull = () => {
  for (let seed = 0; ; seed++) {
    const parts = makePackageParts(seed, key);
    if (hasAll(parts)) return parts;
  }
};

let folder: string;
let known: Judges;
let alone: Judges;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-agreement-"));
  [known, alone] = [await openJudges({ keys: [{ kid, x }] }), await openJudges()];
});
afterAll(async () => {
  await Promise.all([known.close(), alone.close()]);
  await rm(folder, { recursive: true });
});

interface Change {
  readonly parts?: (parts: PackageParts) => void;
  readonly files?: (files: Map<string, Uint8Array>) => void;
  readonly manifest?: (manifest: Json) => void;
}

/** Signed as the service would sign it, whatever it says. */
function seal({ parts: changeParts, files: changeFiles, manifest: changeManifest }: Change): Uint8Array {
  const parts = makeFull();
  changeParts?.(parts);
  const files = writeFiles(parts);
  changeFiles?.(files);
  const manifest = JSON.parse(listFiles(parts, files));
  changeManifest?.(manifest);
  const text = canonicalJson(manifest);
  const signature = canonicalJson({ keyId: key.kid, signature: signUrl(key, text) });
  return makeZip(new Map([...files, ["manifest.json", encode(text)], ["manifest.sig", encode(signature)]]));
}

async function expectAll(judges: Judges, zip: Uint8Array, judged: Judged): Promise<void> {
  const all = await judges.judge(zip);
  expect(all).toEqual(Array(all.length).fill(judged));
}

test("keys of an id and 32 bytes are enough for each verifier", async () => {
  await expectAll(known, seal({}), { word: "valid", failed: [] });
});

const GONE = ["statements.jsonl", "assessment-plan.json", "assessment-results.json", "poam.json", "report.html"];
test.each([...GONE, "verify.py", "verify.html"])("a package without %s is incomplete", async (name) => {
  for (const judged of await known.judge(seal({ files: (files) => files.delete(name) })))
    expect(judged).toMatchObject({ word: "incomplete", failed: expect.arrayContaining(["manifest"]) });
});

test.each(["hashlib.py", "hashlib.pyc", "zlib.so", "zlib.pyd", "site.pth"])(
  "%s in a package is refused by each verifier",
  (name) =>
    expectAll(known, seal({ files: (files) => files.set(name, encode("")) }), {
      word: "content",
      failed: ["manifest"],
    }),
);

/** Rows behind the heading, and whether they are RFC 4180. */
const LISTS: Record<string, { list: (list: string) => string; isCsv: boolean }> = {
  "rows that end in LF": { list: (text) => text.replaceAll("\r\n", "\n"), isCsv: false },
  "rows that end in CR": { list: (text) => text.replaceAll("\r\n", "\r"), isCsv: false },
  "no end of the last row": { list: (text) => text.replace(/\r\n$/, ""), isCsv: true },
  "an empty row": { list: (text) => text.replace("\r\n", "\r\n\r\n"), isCsv: false },
  "an empty row at its end": { list: (text) => `${text}\r\n`, isCsv: false },
  "a byte-order mark": { list: (text) => `\ufeff${text}`, isCsv: false },
  "a heading in quotes": { list: (text) => text.replace("id,", '"id",'), isCsv: true },
  "two headings in one cell": { list: (text) => text.replace("id,filename", '"id,filename"'), isCsv: false },
  "a quote within a cell": { list: (text) => text.replace(",DESIGN", ',DES"IGN'), isCsv: false },
  "a quote behind a space": { list: (text) => text.replace(",DESIGN", ', "DESIGN"'), isCsv: false },
  "text behind a quote": { list: (text) => text.replace(",DESIGN", ',"DES"IGN'), isCsv: false },
  "a quote that does not end": { list: (text) => text.replace(",DESIGN", ',"DESIGN'), isCsv: false },
  "quotes, commas and rows within quotes": { list: (text) => text.replace(",DESIGN", ',"a"",\r\n"""'), isCsv: true },
  "a lone CR within a cell": { list: (text) => text.replace(",DESIGN", ",DES\rIGN"), isCsv: false },
  "other ends of lines within a cell": { list: (text) => text.replace(",DESIGN", ",\u2028\u0085\f\0"), isCsv: true },
  "a cell less": { list: (text) => text.replace(",yes\r\n", "\r\n"), isCsv: false },
  "a cell more": { list: (text) => text.replace(",yes\r\n", ",yes,\r\n"), isCsv: false },
  "an empty cell at its very end": { list: (text) => text.replace(/,yes\r\n$/, ","), isCsv: true },
  "a long cell": { list: (text) => text.replace(",DESIGN", `,${"x".repeat(200_000)}`), isCsv: true },
  "a very long one in quotes": {
    list: (text) => text.replace(",DESIGN", `,"${'""x'.repeat(3_000_000)}"`),
    isCsv: true,
  },
  nothing: { list: () => "", isCsv: false },
};
test.each(Object.entries(LISTS))("a list of documents with %s is read alike", async (_, { list, isCsv }) => {
  const zip = seal({
    files: (files) => files.set("documents.csv", encode(list(new TextDecoder().decode(files.get("documents.csv"))))),
  });
  await expectAll(known, zip, isCsv ? { word: "valid", failed: [] } : { word: "content", failed: ["documents"] });
});

const TEXTS: Record<string, { text: string; isForm: boolean }> = {
  "half a character": { text: String.raw`"\ud800"`, isForm: false },
  "half a character in a key": { text: String.raw`{"\udc00":1}`, isForm: false },
  "the name of half a character": { text: String.raw`"\\ud800"`, isForm: true },
  "a character of two halves": { text: '"🔐"', isForm: true },
  "a number that is too large": { text: "1e400", isForm: false },
  "no number": { text: "NaN", isForm: false },
  "a byte-order mark": { text: "\ufeff1", isForm: false },
  nothing: { text: "", isForm: false },
};
test.each(Object.entries(TEXTS))("JSON of %s is read alike", async (_, { text, isForm }) => {
  const zip = seal({ files: (files) => files.set("more.json", encode(text)) });
  await expectAll(known, zip, isForm ? { word: "valid", failed: [] } : { word: "content", failed: ["form"] });
});

describe("what is seen without keys", () => {
  test.each(["validFrom", "validUntil", "reason", "kind", "scope", "approvedBy"])(
    "%s of an exception that the run fixed is another one",
    (name) =>
      expectAll(alone, seal({ parts: ({ exceptions }) => Object.assign(exceptions[0], { [name]: "2099-01-01" }) }), {
        ...{ word: "content", failed: ["exceptions"] },
      }),
  );
  test("a field of it is gone", () =>
    expectAll(alone, seal({ parts: ({ exceptions }) => delete exceptions[0].reason }), {
      ...{ word: "content", failed: ["exceptions"] },
    }));
  test("what became of it later may be said", () =>
    expectAll(alone, seal({ parts: ({ exceptions }) => Object.assign(exceptions[0], { revokedBy: "somebody" }) }), {
      ...{ word: "valid", failed: [] },
    }));
  test.each(["reviews", "exceptions"] as const)("one of the %s is listed twice", (name) =>
    expectAll(alone, seal({ parts: (parts) => parts[name].push(parts[name].at(-1)) }), {
      ...{ word: "content", failed: ["counts"] },
    }),
  );
  test("the documents are counted otherwise", () =>
    expectAll(alone, seal({ manifest: ({ counts }) => Object.assign(counts, { documents: 77 }) }), {
      ...{ word: "content", failed: ["counts"] },
    }));
  test("an act says of itself that it is not valid", () =>
    expectAll(alone, seal({ parts: ({ signOffs }) => Object.assign(signOffs[0], { valid: false }) }), {
      ...{ word: "signature", failed: ["sign-offs"] },
    }));
});

describe("the name next to an act of a sign-off", () => {
  const [name, nameSalt] = ["ada@assay.test", sha256("salt")];
  /** The first act, signed again as `said` and shown with `shown`; the audit log and the statements name that payload. */
  const sealAct = (said: Json, shown: Json) =>
    seal({
      parts: (parts) => {
        const [act] = parts.signOffs;
        const { version: _, signerName: __, nameDigest: ___, ...rest } = JSON.parse(act.payload);
        const payload = canonicalJson({ ...rest, ...said });
        const entry = parts.audit.find(({ object_id }) => object_id === act.id);
        Object.assign(act, { ...shown, payload, signature: signUrl(key, payload) });
        entry.details.signOffHash = sha256(payload);
        chainAgain(parts, key);
      },
    });
  const salted = { version: 2, nameDigest: sha256(`${nameSalt}\n${name}`) };
  const token = () => `erased-${makeFull().signOffs[0].signerId.slice(-12)}`;
  const valid = { word: "valid", failed: [] } as const;
  const forged = { word: "signature", failed: ["sign-offs"] } as const;
  const unknown = { word: "content", failed: ["sign-offs"] } as const;

  test.each<[string, Json, () => Json, Judged]>([
    ["of version 1 is signed", { signerName: name }, () => ({ signerName: name }), valid],
    ["of version 1 is another", { signerName: name }, () => ({ signerName: "eve@assay.test" }), forged],
    ["of version 2 is proved by its salt", salted, () => ({ signerName: name, nameSalt }), valid],
    ["of version 2 is another", salted, () => ({ signerName: "eve@assay.test", nameSalt }), forged],
    ["of version 2 has another salt", salted, () => ({ signerName: name, nameSalt: sha256("x") }), forged],
    ["of version 2 has no salt", salted, () => ({ signerName: name, nameSalt: null }), forged],
    ["was erased", salted, () => ({ signerName: token(), nameSalt: null }), valid],
    ["is that of another erased person", salted, () => ({ signerName: "erased-0", nameSalt: null }), forged],
    ["is next to its digest", { ...salted, signerName: name }, () => ({ signerName: name, nameSalt }), unknown],
    ["is nowhere", { version: 2 }, () => ({ signerName: name, nameSalt }), unknown],
    ["is of a version that nobody knows", { ...salted, version: 3 }, () => ({ signerName: name, nameSalt }), unknown],
  ])("%s", (_, said, shown, judged) => expectAll(known, sealAct(said, shown()), judged));
});

describe("what the service could not give", () => {
  const leave = (what: string) => (manifest: Json) => manifest.leftOut.push({ what, why: "it is damaged" });
  const full = makeFull();
  const review = full.reviews.at(-1);
  /** `saying` of its requirement what the statement then says of reviews: the one before it, or none. */
  const withoutReview = (isSaid: boolean, saying?: "none") =>
    seal({
      parts: (parts) => {
        parts.reviews.pop();
        for (const act of parts.signOffs) act.valid = false;
        const stated = saying
          ? { ...parts, reviews: parts.reviews.filter((each) => each.requirementId !== review.requirementId) }
          : parts;
        parts.statements.length = 0;
        addStatements(stated, key);
      },
      manifest: (manifest) => isSaid && leave(`review ${review.id}`)(manifest),
    });

  test.each([undefined, "none"] as const)(
    "a review that is omitted is not proved, and no forged signature; its statement says %s",
    async (saying) => {
      const zip = withoutReview(true, saying);
      await expectAll(known, zip, { word: "valid", failed: [] });
      const { checks } = await verifyPackage(zip, { keys: keySet.keys });
      for (const name of ["audit", "sign-offs", "statements"])
        expect(checks.find(({ check }) => check === name)).toMatchObject({ result: "NOT_PROVED" });
    },
  );

  test("an act that is omitted is not proved, and no forged signature", async () => {
    const zip = seal({
      parts: ({ signOffs }) => {
        const [gone] = signOffs.splice(0, 1);
        full.signOffs[0].id = gone.id;
      },
      manifest: leave(`sign-off ${full.signOffs[0].id}`),
    });
    await expectAll(known, zip, { word: "valid", failed: [] });
    const { checks, signOffs } = await verifyPackage(zip, { keys: keySet.keys });
    expect(checks.find(({ check }) => check === "sign-offs")).toMatchObject({ result: "NOT_PROVED" });
    expect(signOffs).toMatchObject({ signedAs: null });
    const demanded = await verifyPackage(zip, { keys: keySet.keys, requireSigned: true });
    expect(demanded.word).toBe("incomplete");
  });

  test("without a word in the manifest both are faults", async () => {
    for (const { word } of await known.judge(withoutReview(false))) expect(word).toBe("content");
    const zip = seal({ parts: ({ signOffs }) => signOffs.splice(0, 1) });
    for (const { word, failed } of await known.judge(zip)) {
      expect(word).toBe("content");
      expect(failed).toEqual(expect.arrayContaining(["audit", "sign-offs"]));
    }
  });
});

const KEYS: Record<string, { text: string; isKeys: boolean }> = {
  "an id and 32 bytes": { text: JSON.stringify({ keys: [{ kid, x }] }), isKeys: true },
  "a list alone": { text: JSON.stringify([{ kid, x }]), isKeys: true },
  "31 bytes": { text: JSON.stringify({ keys: [{ kid, x: x.slice(0, 41) }] }), isKeys: false },
  "33 bytes": { text: JSON.stringify({ keys: [{ kid, x: `${x.slice(0, 42)}Aw` }] }), isKeys: false },
  padding: { text: JSON.stringify({ keys: [{ kid, x: `${x}=` }] }), isKeys: false },
  "another alphabet": { text: JSON.stringify({ keys: [{ kid, x: `+/${x.slice(2)}` }] }), isKeys: false },
  "an id that is a number": { text: JSON.stringify({ keys: [{ kid: 1, x }] }), isKeys: false },
  "bytes that are a number": { text: JSON.stringify({ keys: [{ kid, x: 1 }] }), isKeys: false },
  "one id twice": {
    text: JSON.stringify({
      keys: [
        { kid, x },
        { kid, x },
      ],
    }),
    isKeys: false,
  },
  "no list": { text: JSON.stringify({ keys: { kid, x } }), isKeys: false },
  "no JSON": { text: "keys", isKeys: false },
};
test.each(Object.entries(KEYS))("a file of keys with %s is taken or refused alike", async (name, { text, isKeys }) => {
  const file = join(folder, "keys.json");
  await writeFile(file, text);
  await writeFile(join(folder, "one.zip"), seal({}));
  expect(
    await readKeys(file).then(
      () => true,
      ({ name }) => name !== "CommandError",
    ),
  ).toBe(isKeys);
  const page = await openPage();
  if (isKeys) page.readKeys(text);
  else expect(() => page.readKeys(text), name).toThrow();
  if (HAS_PYTHON) expect(python("verify.py", [join(folder, "one.zip"), "--keys", file]).status).toBe(isKeys ? 0 : 2);
});

function python(script: string, args: readonly string[], { cwd = folder, env = {} } = {}) {
  const path = script === "verify.py" ? join(VERIFIERS, script) : script;
  return spawnSync("python3", [path, ...args], { cwd, env: { ...process.env, ...env }, encoding: "utf8" });
}

describe.runIf(HAS_PYTHON)("verify.py", () => {
  test("loads nothing that lies next to it or where it is started", async () => {
    const forged = join(folder, "forged");
    await mkdir(forged);
    await cp(join(VERIFIERS, "verify.py"), join(forged, "verify.py"));
    for (const name of ["hashlib", "base64", "os", "json", "re", "zlib", "struct", "functools"])
      await writeFile(
        join(forged, `${name}.py`),
        'import sys\nprint("VALID: signed by a key that you gave")\nsys.exit(0)\n',
      );
    await writeFile(
      join(folder, "bad.zip"),
      seal({ manifest: ({ counts }) => Object.assign(counts, { documents: 77 }) }),
    );
    const args = [join(folder, "bad.zip")];
    const ways = [
      python(join(forged, "verify.py"), args),
      python("./verify.py", args, { cwd: forged }),
      python("forged/verify.py", args),
    ];
    for (const { status, stdout, stderr } of ways) {
      expect(stdout, stderr).toMatch(/NOT VALID: content\n$/);
      expect(status).toBe(1);
    }
  });

  test("writes where not every character can be written", async () => {
    const zip = seal({
      manifest: (manifest) => {
        manifest.release = "Łukasz 李";
      },
    });
    await writeFile(join(folder, "names.zip"), zip);
    const { status, stdout } = python("verify.py", [join(folder, "names.zip")], { env: { PYTHONIOENCODING: "ascii" } });
    expect(stdout).toContain(String.raw`\u0141ukasz \u674e`);
    expect(status).toBe(0);
  });

  test("ends for several packages as the worst of them does, and says of each what it ends with", async () => {
    const make = async (name: string, change: Change) => {
      await writeFile(join(folder, name), seal(change));
      return join(folder, name);
    };
    const good = await make("good.zip", {});
    const absent = await make("absent.zip", { files: (files) => files.delete("report.html") });
    const wrong = await make("wrong.zip", { manifest: ({ counts }) => Object.assign(counts, { documents: 77 }) });
    const forged = await make("unsigned.zip", {
      parts: ({ signOffs }) => Object.assign(signOffs[0], { valid: false }),
    });
    await writeFile(join(folder, "none.zip"), "no ZIP");
    const none = join(folder, "none.zip");
    expect(python("verify.py", [good, good]).status).toBe(0);
    expect(python("verify.py", [good, none]).status).toBe(2);
    expect(python("verify.py", [none, absent, good]).status).toBe(7);
    expect(python("verify.py", [absent, forged]).status).toBe(6);
    const { status, stdout } = python("verify.py", [absent, forged, wrong, good, none]);
    expect(status).toBe(1);
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split("\t").at(-1)),
    ).toEqual([
      ...["NOT VALID: incomplete", "NOT VALID: signature", "NOT VALID: content", "self-consistent, signer unknown"],
      "NOT VALID: usage",
    ]);
  });
});

if (!HAS_PYTHON) test.skip(NO_PYTHON, () => {});
