import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FixedException, Review, SignOff, SignOffPayload } from "@assay/client";
import { canonicalJson } from "@assay/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { printSignOffs } from "../src/cli/verify/print-sign-offs.ts";
import { sha256Hex } from "../src/verify/canonical-json.ts";
import { type SignOffKey, verifySignOff, verifySignOffs } from "../src/verify/index.ts";
import { openTerminal } from "./cli/open-terminal.ts";

const SNAPSHOT = "a".repeat(64);
const [ANNA, BEN, CARLA] = ["anna", "ben", "carla"];

interface Signer {
  readonly key: SignOffKey;
  sign(text: string): Promise<string>;
}

async function makeSigner(kid: string): Promise<Signer> {
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  const { x } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  return {
    key: { kid, kty: "OKP", crv: "Ed25519", x: x! },
    async sign(text) {
      const signature = await crypto.subtle.sign("Ed25519", pair.privateKey, new TextEncoder().encode(text));
      return Buffer.from(signature).toString("base64url");
    },
  };
}

let service: Signer;
let keys: SignOffKey[];
beforeAll(async () => {
  service = await makeSigner("service");
  keys = [service.key, (await makeSigner("earlier")).key];
});

type Act = Partial<SignOffPayload> & { signer?: Signer };

const SALT = "5a".repeat(32);
const digestOf = (name: string) => createHash("sha256").update(`${SALT}\n${name}`).digest("hex");

/** Signs acts as the service does, each id its place; what later acts end is marked. */
async function make(...given: Act[]): Promise<SignOff[]> {
  const made: SignOff[] = [];
  for (const [at, { signer = service, ...rest }] of given.entries()) {
    const payload: SignOffPayload = {
      ...{ origin: "assay/sign-off/v1", signOffId: `act-${at + 1}`, sequence: at + 1, act: "SIGNED", role: "PREPARED" },
      ...{ withdraws: [], runId: "run", tenantId: "tenant", snapshotHash: SNAPSHOT, reviewsHash: "b".repeat(64) },
      ...{ exceptionsHash: "c".repeat(64), reviewedCount: 44, sentBackCount: 3, totalRequirements: 44 },
      ...{ citedPassages: 44, openedPassages: 41, signerId: ANNA!, signerName: "a@example.test", signerRole: "MEMBER" },
      ...{ statement: "Seen", signedAt: `2026-01-01T00:00:0${at}.000Z` },
      ...rest,
    };
    const text = canonicalJson(payload);
    const { signOffId: id, signedAt: createdAt, act } = payload;
    const { runId, sequence, role, statement, signerId, signerName, signerRole } = payload;
    made.push({
      ...{ id, runId, sequence, act, role, statement, signerId, signerRole, createdAt },
      ...(payload.version === 2
        ? { signerName: "a@example.test", nameSalt: SALT }
        : { signerName: signerName!, nameSalt: null }),
      ...{ standing: act === "SIGNED", withdrawnById: null, valid: true, payload: text },
      ...{ signature: await signer.sign(text), keyId: service.key.kid },
    });
  }
  const enders = made.flatMap(({ id, payload }) =>
    ((JSON.parse(payload) as SignOffPayload).withdraws ?? []).map((ended) => [ended, id] as const),
  );
  const endedBy = new Map(enders);
  return made.map((each) =>
    endedBy.has(each.id) ? { ...each, standing: false, withdrawnById: endedBy.get(each.id)! } : each,
  );
}

const PREPARED: Act = {};
const REVIEWED: Act = { role: "REVIEWED", signerId: BEN! };
const APPROVED: Act = { role: "APPROVED", signerId: CARLA! };
const problemsOf = async (signOffs: readonly SignOff[], options = {}) =>
  (await verifySignOffs(signOffs, keys, options)).acts.flatMap(({ problems }) => problems);

test("what was signed is compared with the exceptions of the snapshot, in whatever order it has them", async () => {
  const exceptions = [{ id: "2" }, { id: "1" }] as FixedException[];
  const exceptionsHash = await sha256Hex(canonicalJson(exceptions.toReversed()));
  const signOffs = await make({ ...PREPARED, exceptionsHash });
  expect(await problemsOf(signOffs, { exceptions })).toEqual([]);
  expect(await problemsOf(signOffs, { exceptions: [] })).toEqual([
    "it signs other exceptions than those of the snapshot",
  ]);
});

test("what was signed is compared with the reviews that count, in pack order, while it is signed", async () => {
  const review = (requirementId: string, sequence: number) => ({
    ...{ requirementId, sequence, decision: "AGREED", status: null, reasonCode: null, reasonHash: null },
    ...{ reviewerId: BEN!, openedCount: 1, citedCount: 2, confirmsReviewId: null },
    createdAt: "2026-01-01T00:00:00.000Z",
  });
  const [older, second, first] = [review("1.1", 1), review("1.2", 2), review("1.1", 3)];
  const listed = [older, second, first].map((each) => ({ ...each, rejectedCitations: [] })) as unknown as Review[];
  const reviewsHash = await sha256Hex(canonicalJson([first, second]));
  const signOffs = await make({ ...PREPARED, reviewsHash });
  const requirementIds = ["1.1", "1.2"];
  expect(await problemsOf(signOffs, { reviews: listed, requirementIds })).toEqual([]);
  const problem = "it signs other reviews than those of the list";
  expect(await problemsOf(signOffs, { reviews: listed.slice(0, 2), requirementIds })).toEqual([problem]);
  const ended = await make({ ...PREPARED, reviewsHash }, { act: "WITHDRAWN", withdraws: ["act-1"] });
  expect(await problemsOf(ended, { reviews: [], requirementIds })).toEqual([]);
});

describe("proved is", () => {
  test("a run that is prepared, reviewed and approved", async () => {
    const signOffs = await make(PREPARED, REVIEWED, APPROVED);
    const { acts, ...all } = await verifySignOffs(signOffs, keys, { snapshotHash: SNAPSHOT.toUpperCase() });
    expect(all).toEqual({ valid: true, signedAs: "APPROVED", runId: "run", snapshotHash: SNAPSHOT });
    expect(acts.map(({ payload }) => payload?.role)).toEqual(["PREPARED", "REVIEWED", "APPROVED"]);
    expect(await verifySignOff(signOffs[0]!, keys)).toMatchObject({ valid: true, problems: [] });
  });

  test("one that was declined, prepared by another, and withdrawn by an ADMIN", async () => {
    const signOffs = await make(
      PREPARED,
      { act: "DECLINED", role: "REVIEWED", signerId: BEN!, withdraws: ["act-1"] },
      { signerId: BEN! },
      { role: "REVIEWED", signerId: ANNA! },
      { role: "APPROVED", signerId: ANNA! },
      { act: "WITHDRAWN", role: "REVIEWED", signerId: CARLA!, signerRole: "ADMIN", withdraws: ["act-4", "act-5"] },
    );
    expect(await problemsOf(signOffs)).toEqual([]);
    expect(await verifySignOffs(signOffs, keys)).toMatchObject({ valid: true, signedAs: "PREPARED" });
  });

  test.each(["MEMBER", "ADMIN", "SUPER_ADMIN"] as const)("by a %s", async (signerRole) => {
    expect(await problemsOf(await make({ signerRole }))).toEqual([]);
  });

  test("that nobody has signed", async () => {
    expect(await verifySignOffs([], keys)).toEqual({
      ...{ valid: true, signedAs: null, runId: null, snapshotHash: null, acts: [] },
    });
  });
});

describe("noticed is a forgery:", () => {
  const changed = async (change: (signOff: SignOff) => Partial<SignOff>) => {
    const [first, ...rest] = await make(PREPARED, REVIEWED);
    return [{ ...first!, ...change(first!) }, ...rest];
  };

  test("a payload that was changed, in any field", async () => {
    const [signOff] = await make(PREPARED);
    const payload = JSON.parse(signOff!.payload) as Record<string, unknown>;
    for (const [name, value] of Object.entries(payload)) {
      const other = typeof value === "number" ? value + 1 : Array.isArray(value) ? ["x"] : `${String(value)}x`;
      const forged = { ...signOff!, payload: canonicalJson({ ...payload, [name]: other }) };
      expect((await verifySignOff(forged, keys)).valid, name).toBe(false);
    }
  });

  test("a payload in another form, or one that is none", async () => {
    for (const text of [" {}", "{}", "null", "[]", "no JSON", '{"origin":"assay/sign-off/v9"}'])
      expect(await verifySignOff({ ...(await make(PREPARED))[0]!, payload: text }, keys)).toMatchObject({
        ...{ valid: false, payload: null },
      });
    expect(await problemsOf(await changed(({ payload }) => ({ payload: payload.replace("{", "{ ") })))).toContain(
      "its payload is not in canonical form",
    );
  });

  test("a payload of another kind, though it has all fields and is signed", async () => {
    const problem = "its payload is none of assay/sign-off/v1, assay/sign-off/v2: a later version may know it";
    const origin = "assay/sign-off/v9" as SignOffPayload["origin"];
    expect(await verifySignOffs(await make({ origin }), keys)).toEqual({
      ...{ valid: false, signedAs: null, runId: null, snapshotHash: null },
      acts: [
        {
          valid: false,
          payload: null,
          name: "UNKNOWN",
          signerName: "a@example.test",
          problems: [problem, expect.stringContaining("whether it stands")],
        },
      ],
    });
    for (const part of ["withdraws", "snapshotHash", "statement"] as const)
      expect(await problemsOf(await make({ [part]: null as never })), part).toContain(
        "parts of its payload are absent",
      );
  });

  test("a signature of another key, also under the name of the service's", async () => {
    const foreign = await makeSigner("service");
    expect(await problemsOf(await make({ signer: foreign }))).toEqual(["the signature is not that of the payload"]);
    expect(await problemsOf(await changed(() => ({ keyId: "foreign" })))).toEqual([
      "the key 'foreign' is not among those of the service",
    ]);
    for (const signature of ["", "x", "!".repeat(86), "A".repeat(86)])
      expect(await problemsOf(await changed(() => ({ signature })))).toEqual([
        "the signature is not that of the payload",
      ]);
  });

  test("what is shown next to the payload and was not signed", async () => {
    expect(await problemsOf(await changed(() => ({ signerName: "eve@example.test" })))).toEqual([
      "signerName is not what was signed",
    ]);
    const shown = {
      ...{ id: "x", runId: "x", sequence: 9, act: "DECLINED", role: "APPROVED", statement: "x", createdAt: "x" },
      ...{ signerId: "x", signerName: "x", signerRole: "ADMIN" },
    } as const;
    for (const [name, value] of Object.entries(shown))
      expect(await problemsOf(await changed(() => ({ [name]: value }))), name).toContain(
        `${name} is not what was signed`,
      );
    expect(await problemsOf(await changed(() => ({ withdrawnById: "x" })))).toEqual([
      "whether it stands is not what the later acts say",
    ]);
    expect(await problemsOf(await changed(() => ({ standing: false })))).toEqual([
      "whether it stands is not what the later acts say",
    ]);
  });

  test("the signatures of another run, or of another snapshot", async () => {
    const [prepared] = await make(PREPARED);
    const [, foreign] = await make({ runId: "other" }, { ...REVIEWED, runId: "other" });
    expect(await problemsOf([prepared!, foreign!])).toEqual(["it is of another run"]);
    const later = "d".repeat(64);
    expect(await problemsOf(await make(PREPARED, REVIEWED), { snapshotHash: later })).toEqual([
      ...[`it signs the snapshot ${SNAPSHOT}`, `it signs the snapshot ${SNAPSHOT}`],
    ]);
    expect(await problemsOf(await make(PREPARED, { ...REVIEWED, snapshotHash: later }))).toEqual([
      `it signs the snapshot ${later}`,
    ]);
  });

  test("the signatures of another tenant, though the run has the same id", async () => {
    const acts = await make(PREPARED, { ...REVIEWED, tenantId: "other" });
    expect(await problemsOf(acts)).toEqual(["it is of another run"]);
    expect(await verifySignOffs(acts, keys)).toMatchObject({ valid: false, runId: "run" });
  });

  test("a gap in the numbers, though each act is in its turn", async () => {
    expect(await problemsOf(await make(PREPARED, { ...REVIEWED, sequence: 3 }))).toEqual([
      "it has the number 3 at place 2",
    ]);
    expect(await problemsOf(await make({ sequence: 2 }))).toEqual(["it has the number 2 at place 1"]);
    expect(await problemsOf(await make(PREPARED, { ...REVIEWED, sequence: 1 }))).toEqual([
      "it has the number 1 at place 2",
    ]);
  });

  test("acts in another order, repeated, or omitted", async () => {
    const [prepared, reviewed, approved] = await make(PREPARED, REVIEWED, APPROVED);
    for (const list of [[reviewed!, prepared!, approved!], [prepared!, prepared!], [prepared!, approved!], [reviewed!]])
      expect((await verifySignOffs(list, keys)).valid).toBe(false);
    const withdrawn = await make(PREPARED, { act: "WITHDRAWN", withdraws: ["act-1"] }, { signerId: BEN! });
    expect((await verifySignOffs([withdrawn[0]!, withdrawn[2]!], keys)).valid).toBe(false);
  });

  test.each<[string, Act[], string]>([
    ["the same person twice", [PREPARED, { role: "REVIEWED" }], "it is by the person who signed as PREPARED"],
    ["an approval before the review", [PREPARED, APPROVED], "it comes before the signature as REVIEWED"],
    ["a review of nothing", [REVIEWED], "it comes before the signature as PREPARED"],
    ["the same role twice", [PREPARED, { signerId: BEN! }], "a signature as PREPARED stands already"],
    ["a VIEWER", [{ signerRole: "VIEWER" }], "a VIEWER cannot sign"],
    [
      "a decline that ends nothing",
      [PREPARED, { ...REVIEWED, act: "DECLINED" }],
      "it does not end the signatures that it must end",
    ],
    [
      "a withdrawal that leaves a later signature",
      [PREPARED, REVIEWED, { act: "WITHDRAWN", withdraws: ["act-1"] }],
      "it does not end the signatures that it must end",
    ],
    [
      "a signature that ends another",
      [PREPARED, { ...REVIEWED, withdraws: ["act-1"] }],
      "it does not end the signatures that it must end",
    ],
    ["a withdrawal of nothing", [{ act: "WITHDRAWN" }], "no signature as PREPARED stands"],
    [
      "a withdrawal by somebody else",
      [PREPARED, { act: "WITHDRAWN", signerId: BEN!, withdraws: ["act-1"] }],
      "it was withdrawn by somebody who is neither its signer nor an ADMIN",
    ],
  ])("%s, though signed", async (_, acts, problem) => {
    expect(await problemsOf(await make(...acts))).toContain(problem);
  });
});

/** As they are signed now: the digest of the name in its place. */
const SALTED = {
  origin: "assay/sign-off/v2",
  version: 2,
  signerName: undefined,
  nameDigest: digestOf("a@example.test"),
} as const;
const printed = async (signOffs: SignOff[]) => {
  const { written, terminal } = openTerminal();
  printSignOffs(terminal, await verifySignOffs(signOffs, keys));
  return written.stdout;
};

test("acts of version 1, stored before there was another, are valid and hold the name", async () => {
  const stored = JSON.parse(await readFile(new URL("stored/sign-offs-v1.json", import.meta.url), "utf8"));
  const { valid, signedAs, acts } = await verifySignOffs(stored.signOffs, stored.keys);
  expect({ valid, signedAs, names: acts.map(({ name }) => name) }).toEqual({
    ...{ valid: true, signedAs: "REVIEWED", names: ["SIGNED", "SIGNED"] },
  });
  const [prepared, reviewed] = stored.signOffs;
  const { acts: forged } = await verifySignOffs(
    [{ ...prepared, signerName: "eve@example.test" }, reviewed],
    stored.keys,
  );
  expect(forged[0]!.problems).toContain("signerName is not what was signed");
});

describe("the name next to a payload of version 2", () => {
  test("is proved by its salt, and by nothing once that is destroyed, while the signature holds", async () => {
    const [signed] = await make(SALTED);
    expect(await verifySignOffs([signed!], keys)).toMatchObject({ valid: true, acts: [{ name: "PROVED" }] });
    expect(await printed([signed!])).toContain("a@example.test (MEMBER) signed as PREPARED");
    expect(await printed([signed!])).toContain("name proved by the salted digest that was signed");
    const erased = { ...signed!, signerName: `erased-${ANNA!.slice(-12)}`, nameSalt: null };
    expect(await verifySignOffs([erased], keys)).toMatchObject({ valid: true, acts: [{ name: "ERASED" }] });
    expect(await printed([erased])).toContain("the name was erased");
  });

  test.each([
    ["another name", { signerName: "eve@example.test" }],
    ["another salt", { nameSalt: "00".repeat(32) }],
    ["a name without its salt", { nameSalt: null }],
    ["the token of somebody else", { nameSalt: null, signerName: "erased-000000000000" }],
    ["a token while the salt is there", { signerName: `erased-${ANNA!.slice(-12)}` }],
  ])("%s is noticed", async (_, change) => {
    const [signed] = await make(SALTED);
    expect(await problemsOf([{ ...signed!, ...change }])).toContain("signerName is not what was signed");
  });

  test.each<[string, Act]>([
    ["a name next to its digest", { ...SALTED, signerName: "a@example.test" }],
    ["no digest", { ...SALTED, nameDigest: undefined }],
    ["a digest in version 1", { nameDigest: digestOf("a@example.test") }],
    ["a version that is not known", { ...SALTED, version: 3 as never }],
  ])("%s is refused, though signed", async (_, act) => {
    expect(await verifySignOffs(await make(act), keys)).toMatchObject({ valid: false, acts: [{ payload: null }] });
  });
});

test("how a signer's address was proved is printed", async () => {
  const { written, terminal } = openTerminal();
  const proved = { origin: "assay/sign-off/v2", addressProof: "SSO" } as const;
  printSignOffs(terminal, await verifySignOffs(await make(proved), keys));
  expect(written.stdout).toContain("address proved by single sign-on");
});

test("what a signature does not prove is printed next to it: an address, and what a client reported", async () => {
  const unproved = { origin: "assay/sign-off/v2", address: "UNPROVED", invitedBy: BEN! } as const;
  const { written, terminal } = openTerminal();
  printSignOffs(terminal, await verifySignOffs(await make(unproved), keys));
  expect(written.stdout).toContain(
    "nobody has shown that the signer reads this e-mail; user ben handed over the invitation",
  );
  expect(written.stdout).toContain("opened 41 of 44 cited passages (reported by the client), 44 of 44 reviewed");
});
