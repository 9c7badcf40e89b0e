import { createHash } from "node:crypto";
import { canonicalJson as canonicalJsonOfContract } from "@assay/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { canonicalJson } from "../src/verify/canonical-json.ts";
import {
  type ChunkText,
  cutReplay,
  type SignedManifest,
  type SignOffKey,
  SNAPSHOT_CHECKS,
  type SnapshotCheckName,
  verifySnapshot,
} from "../src/verify/index.ts";

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");
const QUOTE = "Backups are taken every day.";
const CONTENT = `Backup policy. ${QUOTE} They are tested.`;
const chunks: ChunkText[] = [{ id: "c", content: CONTENT }];

const assessment = (
  requirementId: string,
  status: string,
  confidence: number,
  quotes: string[] = [],
  flags?: string[],
) => ({
  id: requirementId,
  runId: "r",
  requirementId,
  status,
  confidence,
  reasoning: "",
  citations: quotes.map((text) => ({ documentId: "d", chunkId: "c", text, pageNumber: null })),
  ...(flags && { flags }),
});

/** A snapshot as the service builds it. */
function makeSnapshot() {
  const assessments = [
    assessment("1", "COMPLETE", 0.8, [QUOTE]),
    assessment("2", "PARTIAL", 0.5, [QUOTE]),
    assessment("3", "MISSING", 0.1),
    assessment("4", "MISSING", 0, [], ["NOT_JUDGED"]),
    assessment("5", "FAILED", 0),
  ];
  return {
    format: "assay-snapshot/2",
    run: {
      id: "r",
      tenantId: "t",
      completedAt: "2026-01-01T00:00:00.000Z",
      totalRequirements: 5,
      assessedCount: 5,
      completeCount: 1,
      partialCount: 1,
      missingCount: 2,
      notJudgedCount: 1,
    },
    configuration: { confidenceThresholds: { complete: 0.75, partial: 0.4 } },
    requirements: assessments.map(({ requirementId }) => ({ requirementId })),
    assessments,
    tasks: [],
    exports: [],
    documents: [{ id: "d", originalFilename: "a.txt", sha256Hash: sha256("a") }],
    chunks: [{ id: "c", documentId: "d", startOffset: 0, endOffset: CONTENT.length, sha256Hash: sha256(CONTENT) }],
    citationDigests: assessments.map(({ requirementId, citations }) => ({
      requirementId,
      sha256: citations.map(({ text }) => sha256(text)),
    })),
  };
}

type Snapshot = ReturnType<typeof makeSnapshot>;
const toBytes = (snapshot: object) => new TextEncoder().encode(canonicalJsonOfContract(snapshot));
const failed = async (bytes: Uint8Array, options = {}) =>
  (await verifySnapshot(bytes, options)).checks.flatMap(({ check, result }) => (result === "FAILED" ? [check] : []));

test("a snapshot as it was captured is proved in each point, and what was not given is not claimed", async () => {
  const bytes = toBytes(makeSnapshot());
  const all = await verifySnapshot(bytes, { hash: sha256(bytes), chunks });
  expect(all).toMatchObject({ valid: true, hash: sha256(bytes), format: "assay-snapshot/2", runId: "r" });
  expect(all.checks.map(({ result }) => result)).toEqual(Array(7).fill("PROVED"));
  const alone = await verifySnapshot(bytes);
  expect(alone.checks.filter(({ result }) => result === "NOT_PROVED").map(({ check }) => check)).toEqual([
    "hash",
    "chunks",
    "quotes",
  ]);
});

const CHANGES: [string, (snapshot: Snapshot) => void, SnapshotCheckName[]][] = [
  ["a count", ({ run }) => (run.completeCount = 2), ["counts"]],
  ["a verdict that was taken away", ({ assessments }) => assessments.pop(), ["counts"]],
  ["a verdict that is there twice", ({ assessments }) => (assessments[2]!.requirementId = "4"), ["counts"]],
  ["a status", ({ assessments }) => (assessments[1]!.status = "COMPLETE"), ["counts", "statuses"]],
  ["a confidence", ({ assessments }) => (assessments[1]!.confidence = 0.9), ["statuses"]],
  ["a threshold", ({ configuration }) => (configuration.confidenceThresholds.complete = 0.9), ["statuses"]],
  ["a verdict without a quote", ({ assessments }) => (assessments[0]!.citations = []), ["statuses", "citations"]],
  [
    "a word of a quote",
    ({ assessments }) => (assessments[0]!.citations[0]!.text = "Backups are never taken."),
    ["citations", "quotes"],
  ],
  ["a quote of another document", ({ documents }) => documents.pop(), ["citations"]],
  ["a chunk's digest", ({ chunks: [chunk] }) => (chunk!.sha256Hash = sha256("b")), ["chunks"]],
  ["a chunk's place", ({ chunks: [chunk] }) => (chunk!.endOffset += 1), ["chunks"]],
];

describe("a change is found, by what it breaks:", () => {
  test.each(CHANGES)("%s", async (_, change, expected) => {
    const snapshot = makeSnapshot();
    const hash = sha256(toBytes(snapshot));
    change(snapshot);
    const bytes = toBytes(snapshot);
    const broken = (await failed(bytes, { hash, chunks })).filter((check) => check !== "hash");
    for (const check of expected) expect(broken).toContain(check);
    expect((await verifySnapshot(bytes, { chunks })).valid).toBe(false);
    expect(await failed(bytes, { hash })).toContain("hash");
  });
});

const problemsOf = async (snapshot: object, options: Parameters<typeof verifySnapshot>[1] = { chunks }) =>
  (await verifySnapshot(toBytes(snapshot), options)).checks.flatMap(({ problems }) => problems);

describe("what is wrong is said:", () => {
  test.each<[string, (snapshot: Snapshot) => unknown, string[]]>([
    ...(
      ["totalRequirements", "assessedCount", "completeCount", "partialCount", "missingCount", "notJudgedCount"] as const
    ).map((name): [string, (snapshot: Snapshot) => unknown, string[]] => [
      `the count ${name}`,
      ({ run }) => (run[name] += 1),
      [`run.${name} is ${makeSnapshot().run[name] + 1}, counted are ${makeSnapshot().run[name]}`],
    ]),
    [
      "a verdict of nothing",
      ({ requirements }) => (requirements[2]!.requirementId = "9"),
      ["3 is assessed and not in the requirements"],
    ],
    [
      "a verdict that is there twice",
      ({ assessments, citationDigests }) => {
        assessments[2]!.requirementId = "4";
        citationDigests[2]!.requirementId = "4";
      },
      ["4 is assessed twice"],
    ],
    [
      "a status",
      ({ assessments }) => (assessments[1]!.confidence = 0.2),
      ["2 is PARTIAL, its confidence 0.2 means MISSING"],
    ],
    [
      "a verdict without a citation",
      ({ assessments, citationDigests }) => {
        assessments[0]!.citations = [];
        citationDigests[0]!.sha256 = [];
      },
      ["1 is COMPLETE without a citation"],
    ],
    [
      "a verdict of what was not judged",
      ({ assessments }) => (assessments[3]!.confidence = 0.1),
      ["4 was not judged, and has a verdict all the same"],
    ],
    [
      "a citation of what was not judged",
      ({ assessments, citationDigests }) => {
        assessments[4]!.citations = assessments[0]!.citations;
        citationDigests[4]!.sha256 = citationDigests[0]!.sha256;
      },
      ["5 was not judged, and has a verdict all the same"],
    ],
    [
      "a digest that is left out",
      ({ citationDigests }) => citationDigests[0]!.sha256.push(""),
      ["1 has not one digest for each citation"],
    ],
    [
      "a cited text",
      ({ assessments }) => (assessments[0]!.citations[0]!.text = "They are tested."),
      ["1, citation 1: the text is not that of its digest"],
    ],
    [
      "a document that is left out",
      ({ documents }) => documents.pop(),
      ["1, citation 1: its document is not in the snapshot", "2, citation 1: its document is not in the snapshot"],
    ],
    [
      "a chunk of another document",
      ({ chunks: [chunk] }) => (chunk!.documentId = "e"),
      ["1, citation 1: its chunk is of another document", "2, citation 1: its chunk is of another document"],
    ],
    [
      "a chunk's length",
      ({ chunks: [chunk] }) => (chunk!.startOffset -= 1),
      ["chunk c: its text is not that of its digest"],
    ],
    [
      "a chunk without a text",
      ({ chunks: all }) => all.push({ ...all[0]!, id: "b" }),
      ["chunk b: its text is not in the file of chunks"],
    ],
    [
      "a quote that its chunk lacks",
      ({ assessments, citationDigests }) => {
        assessments[1]!.citations[0]!.text = "Never.";
        citationDigests[1]!.sha256 = [sha256("Never.")];
      },
      ["2, citation 1: the quote does not lie in its chunk"],
    ],
    [
      "a quote of a chunk that nobody knows",
      ({ assessments }) => (assessments[1]!.citations[0]!.chunkId = "x"),
      ["2, citation 1: the text of its chunk is not known"],
    ],
  ])("%s", async (_, change, expected) => {
    const snapshot = makeSnapshot();
    change(snapshot);
    expect(await problemsOf(snapshot)).toEqual(expected);
  });

  test("another hash", async () => {
    const hash = "0".repeat(64);
    expect(await problemsOf(makeSnapshot(), { hash })).toEqual([`not ${hash}`]);
    const right = sha256(toBytes(makeSnapshot())).toUpperCase();
    expect(await problemsOf(makeSnapshot(), { hash: right })).toEqual([]);
  });
});

test("a confidence that is just at a threshold reaches its status", async () => {
  const snapshot = makeSnapshot();
  snapshot.assessments[0]!.confidence = 0.75;
  snapshot.assessments[1]!.confidence = 0.4;
  expect(await problemsOf(snapshot)).toEqual([]);
});

test("a snapshot from before anything could be left unjudged has no count of it", async () => {
  const { run, ...rest } = makeSnapshot();
  const { notJudgedCount, ...counts } = run;
  expect(notJudgedCount).toBe(1);
  expect(await problemsOf({ ...rest, run: counts })).toEqual([]);
});

test("the replay of a snapshot is its verdicts, tasks and exports in canonical form, and nothing else", () => {
  const snapshot = { ...makeSnapshot(), tasks: [{ id: "task" }], exports: [{ id: "export" }] };
  const { assessments, tasks, exports } = snapshot;
  const replay = { source: "snapshot", data: { assessments, tasks, exports } };
  expect(new TextDecoder().decode(cutReplay(toBytes(snapshot)))).toBe(canonicalJsonOfContract(replay));
});

describe("a snapshot with exceptions", () => {
  const exception = { id: "e", requirementId: "3", validFrom: "2026-01-01", validUntil: "2026-01-31" };
  const makeCovered = () => {
    const snapshot = makeSnapshot();
    const [run, covered] = [{ ...snapshot.run, startedAt: "2026-01-31T23:59:59.999Z" }, snapshot.assessments[2]!];
    Object.assign(covered, { flags: ["COVERED_BY_EXCEPTION"] });
    return { ...snapshot, format: "assay-snapshot/3", run, exceptions: [{ ...exception }] };
  };

  test("is proved in one point more", async () => {
    const { valid, checks } = await verifySnapshot(toBytes(makeCovered()), { chunks });
    expect(valid).toBe(true);
    const names = checks.map(({ check }) => check);
    const ofSome = ["meaning", "manifests", "signed", "chain"];
    expect(names).toEqual(Object.keys(SNAPSHOT_CHECKS).filter((name) => !ofSome.includes(name)));
    for (const name of names) expect(SNAPSHOT_CHECKS[name].length).toBeGreaterThan(10);
  });

  test.each<[string, (snapshot: ReturnType<typeof makeCovered>) => unknown]>([
    ["an exception that is left out", (snapshot) => Object.assign(snapshot, { exceptions: undefined })],
    ["a mark that is left out", ({ assessments }) => Object.assign(assessments[2]!, { flags: undefined })],
    ["a mark too many", ({ assessments }) => Object.assign(assessments[0]!, { flags: ["COVERED_BY_EXCEPTION"] })],
    ["another requirement", ({ exceptions }) => (exceptions[0]!.requirementId = "9")],
    ["days that were over", ({ exceptions }) => (exceptions[0]!.validUntil = "2026-01-30")],
    ["days to come", ({ exceptions }) => (exceptions[0]!.validFrom = "2026-02-01")],
  ])("fails by %s", async (_, change) => {
    const snapshot = makeCovered();
    change(snapshot);
    expect(await failed(toBytes(JSON.parse(JSON.stringify(snapshot))))).toContain("exceptions");
  });
});

describe("a snapshot of a run that checks meaning", () => {
  const thresholds = { related: 0.05, supports: 0.2, contradicts: 0.5 };
  const scored = (supports: number, contradicts: number, unrelated: number) => [
    { part: null, scores: { supports, partly: 0, contradicts, unrelated } },
  ];
  const makeChecked = () => {
    const snapshot = makeSnapshot();
    const [complete, partial, missing] = snapshot.assessments;
    Object.assign(complete!, { citationNotes: [{ index: 0, meaning: scored(0.9, 0, 0.1) }] });
    Object.assign(partial!, { citationNotes: [{ index: 0, weak: "CONTRADICTS", meaning: scored(0.3, 0.6, 0.1) }] });
    const quote = { documentId: "d", chunkId: "c", text: QUOTE, pageNumber: null };
    Object.assign(missing!, { setAside: [{ ...quote, meaning: scored(0.01, 0, 0.96) }] });
    const meaning = { model: "m", sha256: sha256("m"), thresholds };
    return { ...snapshot, format: "assay-snapshot/5", configuration: { ...snapshot.configuration, meaning } };
  };

  test("is proved in one point more, without the model", async () => {
    const { valid, checks } = await verifySnapshot(toBytes(makeChecked()), { chunks });
    expect(valid).toBe(true);
    expect(checks.map(({ check }) => check)).toContain("meaning");
  });

  test("is proved where a quote was not checked and the verdict says so", async () => {
    const snapshot = makeChecked();
    const unchecked = { citationNotes: [{ index: 0, meaning: [{ part: null, scores: null }] }] };
    Object.assign(snapshot.assessments[0]!, unchecked, { flags: ["NOT_CHECKED_FOR_MEANING"] });
    expect(await failed(toBytes(snapshot), { chunks })).toEqual([]);
  });

  test("is proved by the thresholds of a quote's kind of text", async () => {
    const snapshot = makeChecked();
    const kinds = { LOG_LINE: { ...thresholds, supports: 0.1 } };
    Object.assign(snapshot.configuration.meaning, { thresholds: { ...thresholds, kinds } });
    const line = { ...scored(0.15, 0, 0.1)[0], kind: "LOG_LINE" };
    Object.assign(snapshot.assessments[0]!, { citationNotes: [{ index: 0, meaning: [line] }] });
    expect(await failed(toBytes(snapshot), { chunks })).toEqual([]);
    Object.assign(line, { kind: "PROSE" });
    expect(await failed(toBytes(snapshot), { chunks })).toEqual(["meaning"]);
  });

  test.each<[string, object, number]>([
    [
      "a quote that was not checked, of which it says nothing",
      { citationNotes: [{ index: 0, meaning: [{ part: null, scores: null }] }] },
      0,
    ],
    [
      "a quote that proves nothing and is not weak",
      { citationNotes: [{ index: 0, meaning: scored(0.19, 0, 0.1) }] },
      0,
    ],
    ["one that says the contrary", { citationNotes: [{ index: 0, meaning: scored(0.4, 0.5, 0.1) }] }, 0],
    ["one that is about something else", { citationNotes: [{ index: 0, meaning: scored(0.9, 0, 0.96) }] }, 0],
    ["one that is set aside although it is about the subject", { setAside: [{ meaning: scored(0.01, 0, 0.95) }] }, 2],
  ])("fails by %s", async (_, change, at) => {
    const snapshot = makeChecked();
    Object.assign(snapshot.assessments[at]!, change);
    expect(await failed(toBytes(snapshot), { chunks })).toEqual(["meaning"]);
  });
});

describe("a snapshot with what was read from images, and what was not", () => {
  const makeRead = () => {
    const snapshot = makeSnapshot();
    const [complete, , missing] = snapshot.assessments;
    Object.assign(complete!, { citationNotes: [{ index: 0, textSource: "OCR", certainty: 0.91 }] });
    const unread = { documentId: "d", originalFilename: "a.txt", notRead: 2, cited: false };
    Object.assign(missing!, { unreadDocuments: [unread] });
    const configuration = { ...snapshot.configuration, ocrCertaintyMin: 0.6 };
    return { ...snapshot, format: "assay-snapshot/4", configuration };
  };

  test("is proved as one without", async () => {
    const bytes = toBytes(makeRead());
    const { valid, checks } = await verifySnapshot(bytes, { hash: sha256(bytes), chunks });
    expect(valid).toBe(true);
    expect(checks.map(({ result }) => result)).toEqual(Array(7).fill("PROVED"));
  });

  test("and exceptions is proved in one point more, and fails where one is omitted", async () => {
    const exceptions = [{ id: "e", requirementId: "3", validFrom: "2026-01-01", validUntil: "2026-01-31" }];
    const read = makeRead();
    const covered = { ...read, run: { ...read.run, startedAt: "2026-01-31T00:00:00.000Z" } };
    Object.assign(covered.assessments[2]!, { flags: ["COVERED_BY_EXCEPTION"] });
    expect(await failed(toBytes({ ...covered, exceptions }), { chunks })).toEqual([]);
    expect(await failed(toBytes(covered), { chunks })).toContain("exceptions");
  });

  test.each(["1", "2"])("leaves format %s as it was", async (format) => {
    const { valid } = await verifySnapshot(toBytes({ ...makeSnapshot(), format: `assay-snapshot/${format}` }), {
      chunks,
    });
    expect(valid).toBe(true);
  });

  test("is broken by another word of a quote, whatever it was read from", async () => {
    const read = makeRead();
    read.assessments[0]!.citations[0]!.text = "Backups are never taken.";
    expect(await failed(toBytes(read), { chunks })).toEqual(expect.arrayContaining(["citations", "quotes"]));
  });
});

test("bytes in another form, with a key twice or with an unknown format are no snapshot that is proved", async () => {
  const snapshot = makeSnapshot();
  const text = canonicalJsonOfContract(snapshot);
  const bytes = (value: string) => new TextEncoder().encode(value);
  expect(await failed(bytes(JSON.stringify(snapshot, null, 2)))).toEqual(["canonical"]);
  expect(await failed(bytes(text.replace('{"assessments"', '{"run":{},"assessments"')))).toEqual(["canonical"]);
  expect(await failed(bytes(`${text}\n`))).toEqual(["canonical"]);
  await expect(verifySnapshot(toBytes({ ...snapshot, format: "assay-snapshot/99" }))).rejects.toThrow(
    "use a later version",
  );
  // As long, in another order.
  const { format, ...others } = snapshot;
  expect(await failed(bytes(JSON.stringify({ format, ...others })))).toEqual(["canonical"]);
  for (const none of ["{", "", "\ufeff{}"]) await expect(verifySnapshot(bytes(none))).rejects.toThrow(TypeError);
  // A byte that no UTF-8 has, within a string.
  const foreign = bytes('{"format":"?"}').map((byte) => (byte === 63 ? 0xff : byte));
  const refused = verifySnapshot(foreign);
  await expect(refused).rejects.toThrow("it is not JSON in UTF-8");
  await expect(refused).rejects.toMatchObject({ cause: expect.any(TypeError) });
  for (const none of ["null", "[]", "1", '"assay-snapshot/2"', "{}", '{"format":2}'])
    await expect(verifySnapshot(bytes(none))).rejects.toThrow("it is no snapshot");
  for (const part of ["run", "configuration", "requirements", "assessments", "documents", "chunks", "citationDigests"])
    await expect(verifySnapshot(toBytes({ ...snapshot, [part]: undefined })), part).rejects.toThrow(
      "parts of it are absent",
    );
  await expect(verifySnapshot(toBytes({ ...snapshot, configuration: {} }))).rejects.toThrow("parts of it are absent");
});

test("the canonical form is that of the contract, which writes the snapshots", () => {
  const values = [
    { b: 1, a: [null, true, -0, 1e21, 1e-7, 0.1 + 0.2], é: '\u2028\u0007"\\', "\ud83d\ude00": {}, "\ufb33": [] },
    { "10": 1, "9": 2, A: 3, a: 4, "": 5, __proto__x: 6 },
  ];
  for (const value of values) expect(canonicalJson(value)).toBe(canonicalJsonOfContract(value));
  expect(() => canonicalJson("\ud800")).toThrow(TypeError);
  expect(() => canonicalJson({ "\ud800": 1 })).toThrow(TypeError);
});

describe("the manifests that a run pins", () => {
  const pin = (source: string, change: object = {}) => ({
    source,
    manifestId: "m",
    sha256: "0".repeat(64),
    closedAt: "2025-12-31T00:00:00.000Z",
    ...change,
  });
  const verify = (...manifests: object[]) => {
    const { configuration, ...snapshot } = makeSnapshot();
    const text = canonicalJson({
      ...snapshot,
      format: "assay-snapshot/6",
      configuration: { ...configuration, manifests },
    });
    return verifySnapshot(new TextEncoder().encode(text));
  };
  const problemsOf = async (...manifests: object[]) =>
    (await verify(...manifests)).checks.find(({ check }) => check === "manifests")!.problems;

  test("are returned, and checked where there are any", async () => {
    const pinned = [pin("a"), pin("b")];
    const verification = await verify(...pinned);
    expect(verification).toMatchObject({ valid: true, manifests: pinned });
    expect(verification.checks).toContainEqual({ check: "manifests", result: "PROVED", problems: [] });
  });

  describe("with the manifests and the keys", () => {
    let pair: CryptoKeyPair;
    let keys: SignOffKey[];
    beforeAll(async () => {
      pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
      const { x } = await crypto.subtle.exportKey("jwk", pair.publicKey);
      keys = [{ kid: "k", kty: "OKP", crv: "Ed25519", x: x! }];
    });
    const sign = async (payload: string): Promise<SignedManifest> => {
      const signature = await crypto.subtle.sign("Ed25519", pair.privateKey, new TextEncoder().encode(payload));
      return { payload, signature: Buffer.from(signature).toString("base64url"), keyId: "k" };
    };
    /** Of a source, the oldest first; a change of one stands in the hashes of the later ones. */
    const chain = async (...changes: object[]) => {
      const made: SignedManifest[] = [];
      for (const [at, change] of changes.entries())
        made.push(
          await sign(
            canonicalJson({
              ...{ origin: "assay/source-manifest/v1", manifestId: `m${at + 1}`, tenantId: "t", source: "a" },
              ...{ sequence: at + 1, previousHash: at === 0 ? null : sha256(made[at - 1]!.payload), planId: null },
              ...{ startedAt: `2025-12-0${at + 1}T00:00:00.000Z`, closedAt: `2025-12-0${at + 1}T00:00:00.000Z` },
              ...{ closedBy: "u", fileCount: 1, notHeldCount: 0, bytes: 1, filesHash: "0".repeat(64), ...change },
            }),
          ),
        );
      return made;
    };
    const pinOf = ({ payload }: SignedManifest) => {
      const { source, manifestId, closedAt } = JSON.parse(payload);
      return { source, manifestId, closedAt, sha256: sha256(payload) };
    };
    const prove = async (options: object, ...pinned: object[]) => {
      const { run, configuration, ...rest } = makeSnapshot();
      const verification = await verifySnapshot(
        toBytes({
          ...rest,
          format: "assay-snapshot/6",
          run: { ...run, startedAt: "2025-12-31T00:00:00.000Z" },
          configuration: { ...configuration, manifests: pinned },
        }),
        options,
      );
      const of = (name: string) => verification.checks.find(({ check }) => check === name)!;
      return { valid: verification.valid, signed: of("signed"), chain: of("chain") };
    };

    test("their hash, signature and place are proved; what is not given is named, and not claimed", async () => {
      const made = await chain({}, {}, {});
      const pin = pinOf(made[2]!);
      const proved = { result: "PROVED", problems: [] };
      expect(await prove({ manifests: made.toReversed(), keys }, pin)).toMatchObject({ signed: proved, chain: proved });
      const open = (problem: string) => ({ result: "NOT_PROVED", problems: [problem] });
      expect(await prove({ keys }, pin)).toMatchObject({ signed: { result: "NOT_PROVED", problems: [] } });
      expect(await prove({ manifests: made }, pin)).toMatchObject({
        ...{ valid: true, signed: open("no keys were given: signatures were not checked"), chain: proved },
      });
      expect(await prove({ manifests: made.slice(1), keys }, pin)).toMatchObject({
        ...{ valid: true, signed: proved, chain: open("a: manifest 1 was not given, on which the next rests") },
      });
      expect(await prove({ manifests: made, keys }, pinOf(made[1]!))).toMatchObject({
        ...{ valid: true, signed: proved, chain: open("a: manifest 3 is newer, and from before the run's start") },
      });
      expect(await prove({ manifests: [], keys }, pin)).toMatchObject({
        ...{ valid: true, signed: open("a: its manifest was not given") },
        chain: open("a: the place of its manifest is not known"),
      });
    });

    test.each<[string, object[], (made: SignedManifest[]) => unknown, string]>([
      [
        "another hash",
        [{}],
        ([only]) => Object.assign(only!, { payload: only!.payload.replace('"bytes":1', '"bytes":2') }),
        "signed",
      ],
      ["a signature of something else", [{}], (made) => Object.assign(made[0]!, { signature: "AAAA" }), "signed"],
      [
        "an earlier one that nobody signed",
        [{}, {}],
        (made) => Object.assign(made[0]!, { signature: "AAAA" }),
        "signed",
      ],
      ["an unknown key", [{}], (made) => Object.assign(made[0]!, { keyId: "other" }), "signed"],
      ["another tenant's", [{ tenantId: "other" }], () => {}, "signed"],
      ["a gap", [{}, { sequence: 3 }], () => {}, "chain"],
      ["a later one as the first", [{ sequence: 2 }], () => {}, "chain"],
      ["another source's before it", [{ source: "b" }, {}], () => {}, "chain"],
      ["one from before the one before", [{ closedAt: "2025-12-09T00:00:00.000Z" }, {}], () => {}, "chain"],
    ])("%s is noticed", async (_, changes, change, check) => {
      const made = await chain(...changes);
      const pin = pinOf(made.at(-1)!);
      change(made);
      const { valid, ...checks } = await prove({ manifests: made, keys }, pin);
      expect(valid).toBe(false);
      expect(checks[check as "signed" | "chain"].result).toBe("FAILED");
    });

    test("what is no manifest proves nothing", async () => {
      const [first] = await chain({});
      const manifests = ["", "null", "[]", "{}", "1", `${first!.payload} `].map((payload) => ({ ...first!, payload }));
      expect(await prove({ manifests, keys }, pinOf(first!))).toMatchObject({ signed: { result: "NOT_PROVED" } });
    });
  });

  test("are of one source each, and no later than the run", async () => {
    expect(await problemsOf(pin("a"), pin("a"))).toEqual(["a is pinned twice"]);
    expect(await problemsOf(pin("a", { closedAt: "2026-01-02T00:00:00.000Z" }))).toEqual([
      "a: its manifest is later than the run",
    ]);
  });
});
