import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readWitnessed } from "../src/cli/witness/read-witnessed.ts";
import { createWitnessServer } from "../src/cli/witness/serve-witness.ts";
import { openWitnessFolder } from "../src/cli/witness/witness-folder.ts";
import type { AuditEntry, KeptCheckpoint } from "../src/generated/admin-types.ts";
import { canonicalJson, sha256Hex } from "../src/verify/canonical-json.ts";

const TENANT = "01990000-0000-7000-8000-000000000001";
const AT = "2026-03-01T00:00:00.000Z";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const KEY = { kid: "key-1", x: publicKey.export({ format: "jwk" }).x! };

/** A chain of entries, each after the one before. */
async function makeChain(count: number, change: (at: number) => Partial<AuditEntry> = () => ({})) {
  const entries: AuditEntry[] = [];
  for (let at = 1; at <= count; at++) {
    const entry = {
      id: `01990000-0000-7000-8000-${String(at).padStart(12, "0")}`,
      tenantId: TENANT,
      runId: null,
      action: "thing.done",
      object_type: "thing",
      object_id: String(at),
      actor: "system",
      created_at: AT,
      sequence: at,
      previousHash: entries.at(-1)?.hash ?? "0".repeat(64),
      version: 2 as const,
      details: {},
      ...change(at),
    };
    entries.push({ ...entry, hash: await sha256Hex(canonicalJson(entry)) });
  }
  return entries;
}

function signPoint({ sequence, hash }: AuditEntry, counter: number, by: KeyObject = privateKey): KeptCheckpoint {
  const statement = { origin: "assay/audit-checkpoint/v2", tenantId: TENANT, sequence, hash, createdAt: AT, counter };
  return {
    statement,
    keyId: KEY.kid,
    signature: sign(null, Buffer.from(canonicalJson(statement)), by).toString("base64"),
  };
}

async function openWitness({ accepted = [], path }: { accepted?: string[]; path?: string } = {}) {
  const state = path ?? (await mkdtemp(join(tmpdir(), "assay-witness-")));
  if (!path) onTestFinished(() => rm(state, { recursive: true, force: true }));
  const folder = await openWitnessFolder(state, () => new Date(AT));
  const server = createWitnessServer({
    folder,
    witness: {
      newest: async (tenantId) => (await folder.list(tenantId)).at(-1),
      keys: async () => [KEY],
      accepted: new Set(accepted),
    },
    report: () => {},
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    state,
    async post(checkpoint: unknown, entries: readonly AuditEntry[] = []) {
      const body = [checkpoint, ...entries].map((line) => JSON.stringify(line)).join("\n");
      const reply = await fetch(`${url}/checkpoints`, { method: "POST", body });
      return { status: reply.status, ...((await reply.json()) as { message?: string }) };
    },
    async kept(): Promise<KeptCheckpoint[]> {
      const reply = await fetch(`${url}/checkpoints/${TENANT}`);
      return ((await reply.json()) as { checkpoints: KeptCheckpoint[] }).checkpoints;
    },
  };
}

const sequencesOf = (kept: readonly KeptCheckpoint[]) => kept.map(({ statement }) => statement.sequence);

test("a witness keeps what continues, with its own signature, once, and over restarts", async () => {
  const witness = await openWitness();
  const chain = await makeChain(6);
  expect(await witness.post(signPoint(chain[2]!, 1))).toMatchObject({ status: 200 });
  const second = signPoint(chain[5]!, 2);
  for (let at = 0; at < 2; at++)
    expect(await witness.post(second, chain.slice(3))).toMatchObject({
      status: 200,
      checkpoint: { ...second, witnessedAt: AT, resumedWith: [], cosignature: expect.stringMatching(/^.{86}==$/) },
    });
  expect(await witness.post(signPoint(chain[5]!, 3))).toMatchObject({ status: 200 });
  await appendFile(join(witness.state, `${TENANT}.jsonl`), '{"cut off by a cr');
  const again = await openWitness({ path: witness.state });
  expect(sequencesOf(await again.kept())).toEqual([3, 6, 6]);
  const longer = await makeChain(7);
  expect(await again.post(signPoint(longer[6]!, 4), longer.slice(6))).toMatchObject({ status: 200 });
  expect(sequencesOf(await again.kept())).toEqual([3, 6, 6, 7]);
});

test("a witness refuses a fork, no matter who signed it", async () => {
  const witness = await openWitness();
  const chain = await makeChain(6);
  await witness.post(signPoint(chain[3]!, 2));
  const rewritten = await makeChain(6, (at) => (at === 2 ? { actor: "somebody else" } : {}));
  const [forged, last] = [chain.slice(4), chain[5]!];
  const refusals: [string, KeptCheckpoint, AuditEntry[]][] = [
    ["a rewritten chain", signPoint(rewritten[5]!, 3), rewritten.slice(4)],
    ["without the entries between", signPoint(last, 3), []],
    ["with one of them missing", signPoint(last, 3), forged.slice(1)],
    [
      "with hashes that are not those of the entries",
      signPoint(last, 3),
      forged.map((each) => ({ ...each, actor: "x" })),
    ],
    ["a shorter chain", signPoint(chain[2]!, 3), []],
    ["a counter that was given before", signPoint(last, 2), forged],
    ["another entry of the same number", signPoint(rewritten[3]!, 3), []],
  ];
  for (const [name, checkpoint, entries] of refusals)
    expect((await witness.post(checkpoint, entries)).status, name).toBe(409);
  const stranger = generateKeyPairSync("ed25519").privateKey;
  expect(await witness.post(signPoint(last, 3, stranger), forged)).toMatchObject({ status: 400 });
  for (const body of [null, {}, { statement: {} }, "text", [1]]) expect((await witness.post(body)).status).toBe(400);
  expect(sequencesOf(await witness.kept())).toEqual([4]);
});

test("a break is accepted by the operator of the witness alone, and is kept with the checkpoint", async () => {
  const witness = await openWitness();
  const chain = await makeChain(4);
  await witness.post(signPoint(chain[3]!, 1));
  // Restored to entry 2; entries 3 and 4 are lost, and their numbers with them.
  const [resumed, after] = (
    await makeChain(6, (at) => ({
      ...(at === 5 ? { action: "audit.resumed", previousHash: chain[1]!.hash } : {}),
    }))
  ).slice(4);
  const checkpoint = signPoint(after!, 2);
  const refused = await witness.post(checkpoint, [resumed!, after!]);
  expect(refused).toMatchObject({ status: 409, message: expect.stringContaining(`--accept ${resumed!.hash}`) });
  const again = await openWitness({ path: witness.state, accepted: [resumed!.hash] });
  expect(await again.post(checkpoint, [resumed!, after!])).toMatchObject({
    status: 200,
    checkpoint: { resumedWith: [resumed!.hash] },
  });
});

test("what a witness keeps is compared with its key, line by line; nothing else passes for it", async () => {
  const [witness, chain] = [await openWitness(), await makeChain(5)];
  expect((await witness.post(signPoint(chain[2]!, 1))).status).toBe(200);
  expect((await witness.post(signPoint(chain[4]!, 2), chain.slice(3))).status).toBe(200);
  const path = join(witness.state, `${TENANT}.jsonl`);
  const x = (await openWitnessFolder(witness.state, () => new Date(AT))).publicKey;
  const found = await readWitnessed(path, x);
  expect([found.kept.map(({ statement }) => statement.sequence), found.forged]).toEqual([[3, 5], []]);
  const answered = join(witness.state, "answer.json");
  await writeFile(answered, JSON.stringify({ checkpoints: await witness.kept() }));
  expect(await readWitnessed(answered, x)).toEqual(found);
  expect((await readWitnessed(path, KEY.x)).forged).toEqual([3, 5]);
  await writeFile(path, (await readFile(path, "utf8")).replace(chain[2]!.hash, chain[1]!.hash));
  expect((await readWitnessed(path, x)).forged).toEqual([3]);
  await writeFile(answered, "{}");
  await expect(readWitnessed(answered, x)).rejects.toThrow("must be a tenant's file of a witness");
});
