import { createHash } from "node:crypto";
import { openPackage, type PackageServices } from "@assay/core/package";
import { addReview, listReviews } from "@assay/core/reviews";
import { signRun } from "@assay/core/sign-offs";
import { changeTask, listTasks } from "@assay/core/tasks";
import { type Context, inTenant } from "@assay/core/tenancy";
import { auditCheckpoints, auditEntries, type Database, newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, max, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { encodeSignature, statementBytes, toStatement } from "../../src/audit/checkpoint-statement.ts";
import { readOriginal } from "../../src/package/originals.ts";
import { withoutTriggers } from "../support/change-table.ts";
import { copyRun } from "../support/copy-run.ts";
import { makePack } from "../support/make-pack.ts";
import { addPerson } from "../support/people.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let services: PackageServices;
let tenant: Context;
let ben: Context;
let anna: Context;
let documentId: string;
let template: string;
let runId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  services = {
    ...engine,
    dispatcher: { dispatch: async () => {} },
    isScanning: false,
    mail: undefined,
    release: "1.2.3",
    startSha256() {
      const hash = createHash("sha256");
      return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest("hex") };
    },
  };
  tenant = await engine.makeBoundTenant(makePack(["Backups are taken every day", "Visitors wear a purple badge"]));
  documentId = (await engine.upload(tenant, "policy.txt", "Backups are taken every day by the operations team.")).id;
  await engine.drain();
  ben = await addPerson(tenant, "ben");
  anna = await addPerson(tenant, "anna");
  template = (await engine.startRun(tenant)).id;
  await engine.drain();
});
afterAll(() => database.close());
beforeEach(async () => {
  runId = await copyRun(tenant, template);
});

const agree = (ctx: Context = ben) =>
  addReview(ctx, runId, { requirementId: "1.1", decision: "AGREED", openedChunkIds: [] });

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** The files of the package by name, as text. */
async function open(ctx: Context = tenant, withOriginals = false) {
  const opened = await openPackage(ctx, services, { runId, withOriginals });
  const zip = await collect(opened.bytes());
  expect(zip.length).toBe(opened.sizeBytes);
  const files = new Map<string, string>();
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const [size, nameEnd] = [zip.readUInt32LE(at + 22), at + 30 + zip.readUInt16LE(at + 26)];
    files.set(zip.toString("utf8", at + 30, nameEnd), zip.toString("utf8", nameEnd, nameEnd + size));
    at = nameEnd + size;
  }
  return {
    zip,
    json: (name: string) => JSON.parse(files.get(name)!),
    text: (name: string) => files.get(name)!,
    opened,
  };
}

/** The database, on which `act` happens once before its transaction of this number. */
function beforeTransaction(db: Database, at: number, act: () => Promise<unknown>): Database {
  let begun = 0;
  const transaction = async (...args: Parameters<Database["transaction"]>) => {
    begun += 1;
    if (begun === at) await act();
    return db.transaction(...args);
  };
  return Object.create(db, { transaction: { value: transaction } }) as Database;
}

test("a review that comes at any moment is whole in the package, with its entry, or not in it at all", async () => {
  const found: number[] = [];
  // Until no transaction of reading and sending is left that it could come before.
  for (let at = 1, came = true; came; at++) {
    runId = await copyRun(tenant, template);
    came = false;
    const db = beforeTransaction(tenant.db, at, () => {
      came = true;
      return agree();
    });
    const { json, text } = await open({ ...tenant, db });
    const entries = text("audit.jsonl")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const recorded = entries.filter((entry) => entry.object_type === "review").map((entry) => entry.object_id);
    const { reviews } = json("reviews.json");
    expect(reviews.map(({ id }: { id: string }) => id)).toEqual(recorded);
    expect(json("manifest.json").counts).toMatchObject({ reviews: recorded.length, auditEntries: entries.length });
    found.push(recorded.length);
  }
  expect(new Set(found)).toEqual(new Set([0, 1]));
});

test("while its bytes are sent nothing that happens changes them", async () => {
  const opened = await openPackage(tenant, services, { runId, withOriginals: true });
  const first = await collect(opened.bytes());
  await agree();
  expect((await collect(opened.bytes())).equals(first)).toBe(true);
  expect((await open(tenant, true)).zip.equals(first)).toBe(false);
});

test("a review that was changed behind the audit log's back is named, and not served", async () => {
  await agree();
  const id = (await listReviews(tenant, runId, { limit: 1 })).items[0]!.id;
  await withoutTriggers(database, "reviews", (tx) =>
    tx.execute(sql`update reviews set decision = 'SENT_BACK' where id = ${id}`),
  );
  const { json } = await open();
  expect(json("reviews.json")).toEqual({ reviews: [] });
  expect(json("manifest.json").leftOut).toEqual([{ what: `review ${id}`, why: expect.stringContaining("audit log") }]);
});

async function changeReview(id: string) {
  await withoutTriggers(database, "reviews", (tx) =>
    tx.execute(
      sql`update reviews set decision = 'CHANGED', status = 'MISSING', reason_code = 'OTHER' where id = ${id}`,
    ),
  );
}

const sendBack = () =>
  addReview(anna, runId, {
    ...{ requirementId: "1.1", decision: "SENT_BACK", reason: "Which backups?", reasonCode: "OTHER" },
    openedChunkIds: [],
  });

test("a pack or a person that is called otherwise since changes nothing of a package", async () => {
  runId = (await engine.startRun(ben)).id;
  await engine.drain();
  await agree();
  const before = await open();
  const { metadata } = before.json("assessment-results.json")["assessment-results"];
  expect(metadata.title).not.toContain(metadata.props.find(({ name }: Prop) => name === "pack-id").value);
  expect(before.text("report.html")).toContain("ben@example.test");
  await withoutTriggers(database, "packs", (tx) => tx.execute(sql`update packs set name = name || ' of 2027'`));
  await withoutTriggers(database, "memberships", (tx) =>
    tx.execute(sql`update memberships set email = 'other@example.test' where user_id = ${ben.actor.id}`),
  );
  const after = await open();
  await withoutTriggers(database, "memberships", (tx) =>
    tx.execute(sql`update memberships set email = 'ben@example.test' where user_id = ${ben.actor.id}`),
  );
  expect(after.zip.equals(before.zip)).toBe(true);
});

test("where the last review of a requirement is damaged, none before it counts in any file", async () => {
  await agree();
  await sendBack();
  const [second, first] = (await listReviews(tenant, runId, { limit: 2 })).items.toSorted((one, other) =>
    "sequence" in one && "sequence" in other ? other.sequence - one.sequence : 0,
  );
  await changeReview(second!.id);
  const { json, text } = await open();
  expect(json("reviews.json")).toEqual({ reviews: [] });
  expect(json("manifest.json")).toMatchObject({ counts: { reviews: 0, reviewed: 0 } });
  expect(json("manifest.json").leftOut.map(({ what }: { what: string }) => what)).toEqual([
    `review ${second!.id}`,
    `review ${first!.id}`,
  ]);
  const oscal = text("assessment-results.json");
  expect(oscal).toContain(`"name":"damaged-review","ns":"https://assay.example/ns/oscal","value":"${second!.id}"`);
  expect(oscal).toContain(`"name":"withheld-review","ns":"https://assay.example/ns/oscal","value":"${first!.id}"`);
  expect(oscal).not.toContain('"value":"AGREED"');
  const statements = text("statements.jsonl").trimEnd().split("\n");
  for (const line of statements)
    expect(JSON.parse(Buffer.from(JSON.parse(line).payload, "base64").toString()).predicate.review).toBeNull();
  expect(text("report.html")).toContain("the last one is damaged");
  expect(text("report.html")).toContain("1 requirement whose last review is damaged");
});

test("a damaged review before the last one of its requirement leaves that one as it is", async () => {
  await sendBack();
  const [first] = (await listReviews(tenant, runId, { limit: 1 })).items;
  await agree();
  await changeReview(first!.id);
  const { json, text } = await open();
  expect(json("reviews.json").reviews).toMatchObject([{ decision: "AGREED" }]);
  expect(json("manifest.json").counts).toMatchObject({ reviews: 1, reviewed: 1 });
  expect(text("report.html")).not.toContain("the last one is damaged");
});

test("the plan of action holds each task as it stands, whatever its row says", async () => {
  const items = async () =>
    (await open())
      .json("poam.json")
      ["plan-of-action-and-milestones"]["poam-items"].map((item: { title: string; props: Prop[] }) => [
        item.title,
        item.props.find(({ name }) => name === "task-status")?.value,
      ]);
  expect(await items()).toEqual([["Nothing to do", undefined]]);
  await sendBack();
  const again = "Look again at 1.1: Backups are taken every day";
  expect(await items()).toEqual([[again, "PENDING"]]);
  const [task] = (await listTasks(tenant, { runId, limit: 1 })).items;
  await changeTask(anna, task!.id, { status: "IN_PROGRESS" });
  await changeTask(anna, task!.id, { dueDate: "2099-01-01" });
  expect(await items()).toEqual([[again, "IN_PROGRESS"]]);
  await withoutTriggers(database, "tasks", (tx) =>
    tx.execute(sql`update tasks set status = 'COMPLETED', title = 'forged' where id = ${task!.id}`),
  );
  expect(await items()).toEqual([[again, "IN_PROGRESS"]]);
  await sendBack();
  expect(await items()).toEqual([[again, "PENDING"]]);
});

interface Prop {
  readonly name: string;
  readonly value: string;
}

test("a table that differs from the snapshot changes nothing of a package", async () => {
  const before = await open();
  await withoutTriggers(database, "assessments", (tx) =>
    tx.execute(sql`update assessments set confidence = 0.01, reasoning = 'forged' where run_id = ${runId}`),
  );
  expect((await open()).zip.equals(before.zip)).toBe(true);
});

test("an original that is damaged or gone is named before the first byte", async () => {
  const key = engine.files.keys().find((each) => each.endsWith(documentId))!;
  engine.files.damage(key);
  const { leftOut } = (await open(tenant, true)).json("manifest.json");
  engine.files.damage(key);
  expect(leftOut).toEqual([
    { what: expect.stringMatching(/^original [0-9a-f]{64}$/), why: expect.stringContaining("not those") },
  ]);
  expect((await open(tenant, true)).json("manifest.json").leftOut).toEqual([]);
});

test("the checkpoint is made where none reaches the last entry, once, and stays the same afterwards", async () => {
  await signRun(ben, engine, runId, { role: "PREPARED", statement: "Seen" });
  const packages = await Promise.all([open(), open(), open()]);
  const [signer] = packages[0]!.json("manifest.json").signers;
  expect(signer.signerId).toBe(ben.actor.id);
  expect(new Set(packages.map(({ text }) => text("checkpoint.txt"))).size).toBe(1);
  await recordElsewhere();
  await addCheckpoint(await lastEntry());
  expect((await open()).zip.equals(packages[0]!.zip)).toBe(true);
});

/** A checkpoint at an entry, signed by the service's key as the next one, or as if another key had. */
async function addCheckpoint(sequence: number, keyId = engine.signer.keyId) {
  await inTenant(tenant, async (tx) => {
    const { tenantId } = tenant;
    const [entry] = await tx
      .select({ hash: auditEntries.hash })
      .from(auditEntries)
      .where(and(eq(auditEntries.tenantId, tenantId), eq(auditEntries.sequence, sequence)));
    const [made] = await tx
      .select({ highest: max(auditCheckpoints.counter) })
      .from(auditCheckpoints)
      .where(eq(auditCheckpoints.tenantId, tenantId));
    const counter = (made!.highest ?? 0) + 1;
    const row = { tenantId, sequence, hash: entry!.hash, createdAt: new Date(), counter };
    const signature = encodeSignature(await engine.signer.sign(statementBytes(toStatement(row))));
    await tx.insert(auditCheckpoints).values({ ...row, id: newId(), keyId, signature });
  });
}

/** The number of the last entry of the tenant, or of the run alone. */
async function lastEntry(ofRun?: string): Promise<number> {
  const [row] = await inTenant(tenant, (tx) =>
    tx
      .select({ last: max(auditEntries.sequence) })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.tenantId, tenant.tenantId),
          ofRun === undefined ? undefined : eq(auditEntries.runId, ofRun),
        ),
      ),
  );
  return row!.last!;
}

/** Something of the tenant that is not of the run. */
async function recordElsewhere(): Promise<void> {
  const before = await lastEntry();
  const other = await copyRun(tenant, template);
  await addReview(ben, other, { requirementId: "1.1", decision: "AGREED", openedChunkIds: [] });
  expect(await lastEntry()).toBeGreaterThan(before);
}

const countCheckpoints = () =>
  inTenant(tenant, (tx) => tx.$count(auditCheckpoints, eq(auditCheckpoints.tenantId, tenant.tenantId)));

test("a checkpoint that is made later, of an earlier entry, changes nothing of a package", async () => {
  await agree();
  const marked = await lastEntry(runId);
  await recordElsewhere();
  const before = await open();
  expect(before.json("manifest.json").auditHead.sequence).toBeGreaterThan(marked);
  await addCheckpoint(marked);
  expect((await open()).zip.equals(before.zip)).toBe(true);
});

test("checkpoints of unknown keys, however many, neither stand in the way nor make a read sign again", async () => {
  await agree();
  const marked = await lastEntry(runId);
  for (let made = 0; made < 25; made++) await addCheckpoint(marked, "unknown");
  const before = await open();
  const count = await countCheckpoints();
  expect((await open()).zip.equals(before.zip)).toBe(true);
  expect(await countCheckpoints()).toBe(count);
});

test("a run whose snapshot is not captured has no package", async () => {
  const { id } = await engine.startRun(tenant);
  const opening = openPackage(tenant, services, { runId: id, withOriginals: false });
  await expect(opening).rejects.toMatchObject({ code: "INVALID_STATE", details: { snapshotStatus: "PENDING" } });
  await engine.drain();
  expect((await openPackage(tenant, services, { runId: id, withOriginals: false })).sizeBytes).toBeGreaterThan(0);
});

test("an original is never in memory as a whole", async () => {
  const [part, parts] = [new Uint8Array(65_536).fill(7), 512];
  const size = part.length * parts;
  const hash = createHash("sha256");
  for (let at = 0; at < parts; at++) hash.update(part);
  const sha256 = hash.digest("hex");
  let [given, taken, most] = [0, 0, 0];
  const files = {
    ...engine.files,
    async get() {
      let left = parts;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          given += part.length;
          controller.enqueue(part);
          if (--left === 0) controller.close();
        },
      });
    },
    async rehash(_: string, onChunk?: (chunk: Uint8Array) => Promise<void>) {
      for (let at = 0; at < parts; at++) await onChunk?.(part);
      return { sizeBytes: size, sha256 };
    },
  };
  const original = { documentId, sha256, size, crc32: 0, name: "original" };
  for await (const bytes of readOriginal(tenant, { ...services, files }, original)) {
    most = Math.max(most, given - taken);
    taken += bytes.length;
  }
  expect(taken).toBe(size);
  expect(most).toBeLessThanOrEqual(4 << 20);
});
