import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalJson, deletionCertificate, deletionStatement } from "@assay/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedKey as key, fixedKeys as keySet } from "./fixed-key.ts";
import { type Json, sha256, signUrl } from "./make-package.ts";
import { HAS_PYTHON, type Judged, type Judges, NO_PYTHON, openJudges, VERIFIERS } from "./open-judges.ts";

const at = "2031-05-04T03:02:01.000Z";
const id = (digit: number) => `0000000${digit}-0000-7000-8000-00000000000${digit}`;
/** What the service says of a tenant that had everything. */
const STATEMENT = {
  origin: "assay/deletion/v1",
  deploymentId: "10000000-0000-4000-8000-000000000001",
  erasureId: id(2),
  tenant: { id: id(3), name: 'Acme "Ü" 🔐', createdAt: at },
  requestedBy: "ada@assay.test",
  requestedAt: at,
  reasonHash: sha256("reason"),
  finishedAt: at,
  deleted: {
    rows: { audit_entries: 7, documents: 2, tenants: 1 },
    rowsTotal: 10,
    files: 2,
    uploadParts: 1,
    fileKeys: [id(4)],
    documents: { count: 2, bytes: 2 ** 40, sha256: sha256("documents") },
  },
  hashes: { auditHead: { sequence: 7, hash: sha256("head") }, snapshots: [{ runId: id(5), sha256: sha256("run") }] },
  notCovered: { backups: [{ takenAt: at, manifestHash: sha256("backup") }], other: ["Backups"] },
};
const makeStatement = (): Json => structuredClone(STATEMENT);

/** The file of a certificate, signed as the service would sign it, whatever it says. */
function sign(statement: unknown, more: Json = {}, text = canonicalJson(statement)): Uint8Array {
  return encode(JSON.stringify({ payload: text, signature: signUrl(key, text), keyId: key.kid, ...more }));
}

const encode = (text: string) => new TextEncoder().encode(text);

let known: Judges;
let alone: Judges;
beforeAll(async () => {
  [known, alone] = [await openJudges(keySet), await openJudges()];
});
afterAll(() => Promise.all([known.close(), alone.close()]));

async function expectAll(judges: Judges, bytes: Uint8Array, judged: Judged): Promise<void> {
  const all = await judges.judgeCertificate(bytes);
  expect(all).toHaveLength(HAS_PYTHON ? 3 : 2);
  for (const one of all) expect(one).toEqual(judged);
}

const valid: Judged = { word: "valid", failed: [] };

test("a certificate of the contract's form is valid for each verifier, with keys and without", async () => {
  const bytes = sign(makeStatement());
  deletionStatement.parse(STATEMENT);
  deletionCertificate.parse(JSON.parse(new TextDecoder().decode(bytes)));
  await expectAll(known, bytes, valid);
  await expectAll(alone, bytes, valid);
});

/** The path of each value that is no object and no list. */
function* leavesOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== "object" || value === null) yield path;
  else for (const [name, inner] of Object.entries(value)) yield* leavesOf(inner, [...path, name]);
}

function* objectsOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield path;
  for (const [name, inner] of Object.entries(value)) yield* objectsOf(inner, [...path, name]);
}

const find = (statement: Json, path: readonly string[]): Json => path.reduce((value, name) => value[name], statement);
const changed = (value: unknown) => (typeof value === "number" ? value + 1 : `${String(value)}x`);
const isCounted = ([first, second]: readonly string[]) => first === "deleted" && second!.startsWith("rows");

describe.each([...leavesOf(STATEMENT)].map((path) => ({ name: path.join("."), path })))("$name", ({ path }) => {
  const [parent, last] = [path.slice(0, -1), path.at(-1)!];
  const problems = path[0] === "origin" ? ["fields"] : isCounted(path) ? ["counts"] : [];
  const word = problems.length > 0 ? "content" : "valid";

  test("is another one: its signature fails, and without keys what contradicts itself", async () => {
    const statement = makeStatement();
    const place = find(statement, parent);
    place[last] = changed(place[last]);
    const bytes = sign(statement, { signature: signUrl(key, canonicalJson(STATEMENT)) });
    await expectAll(known, bytes, {
      word: problems.length > 0 ? "content" : "signature",
      failed: [...problems, "signed"],
    });
    await expectAll(alone, bytes, { word, failed: problems });
    await expectAll(known, sign(statement), { word, failed: problems });
  });

  test("is of another type", async () => {
    const statement = makeStatement();
    find(statement, parent)[last] = null;
    await expectAll(known, sign(statement), { word: "content", failed: ["fields"] });
  });

  test("is absent", async () => {
    const statement = makeStatement();
    const place = find(statement, parent);
    // A list may have one entry less, and of tables each may be absent.
    const [, , third] = path;
    const isFree = Array.isArray(place) || (path[1] === "rows" && third !== undefined);
    if (Array.isArray(place)) place.splice(Number(last), 1);
    else delete place[last];
    const free = isCounted(path) ? { word: "content" as const, failed: ["counts"] } : valid;
    await expectAll(known, sign(statement), isFree ? free : { word: "content", failed: ["fields"] });
  });
});

test.each([...objectsOf(STATEMENT)].map((path) => path.join(".")))(
  "%j of the statement has one field more",
  async (name) => {
    const statement = makeStatement();
    find(statement, name === "" ? [] : name.split(".")).more = 1;
    const failed = [name === "deleted.rows" ? "counts" : "fields"];
    await expectAll(known, sign(statement), { word: "content", failed });
  },
);

const other = { kid: key.kid, privateKey: generateKeyPairSync("ed25519").privateKey };
const text = canonicalJson(STATEMENT);
const deep = `{"origin":${"[".repeat(70)}${"]".repeat(70)}}`;
const OTHERS: Record<string, { bytes: Uint8Array; judged: Judged; alone?: Judged }> = {
  "one field more": {
    bytes: sign(STATEMENT, { more: 1 }),
    judged: { word: "content", failed: ["fields"] },
    alone: { word: "content", failed: ["fields"] },
  },
  "the signature of another key": {
    bytes: sign(STATEMENT, { signature: signUrl(other, text) }),
    judged: { word: "signature", failed: ["signed"] },
  },
  "the id of another key": {
    bytes: sign(STATEMENT, { keyId: "k2" }),
    judged: { word: "signature", failed: ["signed"] },
  },
  "a signature that was cut": {
    bytes: sign(STATEMENT, { signature: signUrl(key, text).slice(0, 60) }),
    judged: { word: "signature", failed: ["signed"] },
    alone: { word: "signature", failed: ["signed"] },
  },
  "a signature with padding": {
    bytes: sign(STATEMENT, { signature: `${signUrl(key, text)}==` }),
    judged: { word: "signature", failed: ["signed"] },
    alone: { word: "signature", failed: ["signed"] },
  },
  "a statement that was cut": {
    bytes: sign(STATEMENT, {}, text.slice(0, -1)),
    judged: { word: "content", failed: ["form"] },
    alone: { word: "content", failed: ["form"] },
  },
  "a statement that was written otherwise": {
    bytes: sign(STATEMENT, {}, JSON.stringify(STATEMENT, null, 1)),
    judged: { word: "content", failed: ["form"] },
    alone: { word: "content", failed: ["form"] },
  },
  "half a character": {
    bytes: sign(STATEMENT, {}, text.replace("ada@", "\ud800")),
    judged: { word: "content", failed: ["form"] },
    alone: { word: "content", failed: ["form"] },
  },
  "a statement that is no object": {
    bytes: sign([STATEMENT]),
    judged: { word: "content", failed: ["fields"] },
    alone: { word: "content", failed: ["fields"] },
  },
  "a statement that is nested deep": {
    bytes: sign(null, {}, deep),
    judged: { word: "content", failed: ["form"] },
    alone: { word: "content", failed: ["form"] },
  },
  "a table with fewer than no rows": {
    bytes: sign({ ...STATEMENT, deleted: { ...STATEMENT.deleted, rows: { documents: -1, tenants: 11 } } }),
    judged: { word: "content", failed: ["counts"] },
    alone: { word: "content", failed: ["counts"] },
  },
  "rows beyond what a double counts": {
    bytes: sign({
      ...STATEMENT,
      deleted: { ...STATEMENT.deleted, rows: { documents: 2 ** 53, tenants: 1 }, rowsTotal: 2 ** 53 },
    }),
    judged: { word: "content", failed: ["counts"] },
    alone: { word: "content", failed: ["counts"] },
  },
};
test.each(Object.entries(OTHERS))("a certificate with %s", async (_, { bytes, judged, alone: without = valid }) => {
  await expectAll(known, bytes, judged);
  await expectAll(alone, bytes, without);
});

test("a file that was cut anywhere, or is something else, is no certificate", async () => {
  const bytes = sign(STATEMENT);
  const files = [1, 2, 100, bytes.length - 1].map((end) => bytes.slice(0, end));
  const words = ["", "{}", "[]", "null", `\ufeff${JSON.stringify(STATEMENT)}`, deep, '{"payload":1e400}'];
  const half = JSON.stringify({ payload: text, signature: 1, keyId: "k1" });
  for (const file of [...files, ...[...words, half].map(encode), new Uint8Array([0xff, 0xfe])])
    await expectAll(known, file, { word: "usage", failed: [] });
});

test("a byte that is another one is seen, wherever it is", async () => {
  const bytes = sign(STATEMENT);
  for (let place = 0; place < bytes.length; place += 7) {
    const file = Uint8Array.from(bytes);
    file[place]! ^= 1;
    const all = await known.judgeCertificate(file);
    for (const { word } of all) expect(word, `byte ${place}`).toBe(all[0]!.word);
    expect(all[0]!.word, `byte ${place}`).not.toBe("valid");
  }
});

describe.runIf(HAS_PYTHON)("verify.py", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "assay-certificates-"));
    await writeFile(join(folder, "keys.json"), JSON.stringify(keySet));
    await writeFile(join(folder, "acme-deletion.json"), sign({ ...STATEMENT, requestedBy: "\u001b[2J" }));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const python = (...args: string[]) =>
    spawnSync("python3", ["-I", join(VERIFIERS, "verify.py"), "acme-deletion.json", ...args], {
      cwd: folder,
      encoding: "utf8",
    });

  test("says what was deleted and what a certificate does not cover, and whose it is", () => {
    const { status, stdout } = python("--keys", "keys.json");
    expect(stdout).toContain("10 rows, 2 files, 1 parts of uploads, 1 keys");
    expect(stdout).toMatch(
      /It does not cover:\n- Backups\n- the backup of .*\nVALID: signed by a key that you gave\n$/,
    );
    expect(status).toBe(0);
    expect(python().stdout).toMatch(/self-consistent, signer unknown\n$/);
    expect(python("--require-keys")).toMatchObject({
      status: 7,
      stdout: expect.stringMatching(/NOT VALID: incomplete\n$/),
    });
  });
});

if (!HAS_PYTHON) test.skip(NO_PYTHON, () => {});
