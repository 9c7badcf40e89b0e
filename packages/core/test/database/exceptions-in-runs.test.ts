import { type ExceptionBody, ModelError } from "@assay/contract";
import { sha256Hex } from "@assay/core/digest";
import { approveException, proposeException, revokeException } from "@assay/core/exceptions";
import { type SweepSettings, sweep } from "@assay/core/maintenance";
import {
  getExport,
  getSnapshot,
  listAssessments,
  listExports,
  listRunExceptions,
  listRunSteps,
} from "@assay/core/runs";
import { type Context, inTenant, putMember } from "@assay/core/tenancy";
import { createWebhook, listWebhookDeliveries } from "@assay/core/webhooks";
import { newId, runExceptions } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { announceExpiringExceptions } from "../../src/exceptions/announce-expiring.ts";
import { betweenTransactions } from "../support/between-transactions.ts";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, ENGINE_SETTINGS, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

const TITLES = ["Backups are taken every day", "Visitors wear a badge", "Zeppelins land"];

let database: TestDatabase;
let engine: TestEngine;
let member: Context;
let admin: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  engine.assessor.beforeAnswer = async () => {};
  const { db, tenantId } = await engine.makeBoundTenant(makePack(TITLES));
  const person = async (role: "ADMIN" | "MEMBER"): Promise<Context> => {
    const userId = newId();
    await putMember(db, { tenantId, userId, email: `${userId}@example.test`, role });
    return { db, tenantId, actor: { id: userId, role, tenantId } };
  };
  [member, admin] = [await person("MEMBER"), await person("ADMIN")];
  await engine.upload(member, "policy.txt", "Backups are taken every day. Visitors wear a badge.");
  await engine.drain();
});

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const propose = (requirementId: string, change: Partial<ExceptionBody> = {}) =>
  proposeException(member, {
    requirementId,
    kind: "RISK_ACCEPTED",
    reason: "Accepted by the board",
    ownerId: member.actor.id,
    validUntil: day(60),
    ...change,
  });
const except = async (requirementId: string, change: Partial<ExceptionBody> = {}) =>
  approveException(admin, (await propose(requirementId, change)).id);
const run = async (body = {}) => {
  const { id } = await engine.startRun(member, body);
  await engine.drain();
  return id;
};
const verdicts = async (runId: string) =>
  (await listAssessments(member, runId, {})).items.map(({ status, confidence, flags, reusedFromRunId }) => ({
    status,
    confidence,
    flags,
    reusedFromRunId,
  }));
const snapshotOf = async (runId: string) => {
  const { bytes } = await getSnapshot(member, runId);
  return JSON.parse(new TextDecoder().decode(bytes));
};
const exportsOf = async (runId: string) => {
  const made = await listExports(member, runId);
  const texts = made.map(async ({ id, format }) => {
    const { bytes } = await getExport(member, runId, id);
    return [format, new TextDecoder().decode(bytes)];
  });
  return Object.fromEntries(await Promise.all(texts)) as Record<"json" | "csv" | "xlsx", string>;
};

describe("a run", () => {
  test("keeps the active exceptions when it starts: those approved, in their days, of what it assesses", async () => {
    const first = await except("1.1", { scope: "Test systems" });
    const second = await except("1.2", { kind: "COMPENSATING_CONTROL", compensatingControl: "Escorts" });
    await propose("1.3");
    await except("1.3", { validFrom: day(1) });
    const revoked = await except("1.3");
    await revokeException(admin, revoked.id, { reason: "No longer" });
    const id = await run();
    const fixed = await listRunExceptions(member, id);
    expect(fixed).toMatchObject([
      { id: first.id, requirementId: "1.1", scope: "Test systems", approvedBy: admin.actor.id },
      { id: second.id, requirementId: "1.2", compensatingControl: "Escorts" },
    ]);
    await revokeException(admin, first.id, { reason: "No longer" });
    expect(await listRunExceptions(member, id)).toEqual(fixed);
    const [ingestion] = await listRunSteps(member, id);
    expect(ingestion!.outputRefs).toMatchObject({ exceptionIds: expect.arrayContaining([first.id, second.id]) });
    expect((await snapshotOf(id)).exceptions).toEqual(fixed);
  });

  test("judges a covered requirement as any other, and flags it", async () => {
    const before = await verdicts(await run());
    await except("1.1");
    await except("1.3");
    const after = await verdicts(await run());
    expect(after.map(({ status, confidence }) => [status, confidence])).toEqual(
      before.map(({ status, confidence }) => [status, confidence]),
    );
    expect(after.map(({ flags }) => flags)).toEqual([["COVERED_BY_EXCEPTION"], undefined, ["COVERED_BY_EXCEPTION"]]);
  });

  test("flags by its own exceptions what it takes over from another run", async () => {
    const first = await except("1.1");
    const covered = await run();
    await revokeException(admin, first.id, { reason: "No longer" });
    await except("1.2");
    const again = await verdicts(await run({ reuse: true }));
    expect(again.map(({ flags }) => flags)).toEqual([undefined, ["COVERED_BY_EXCEPTION"], undefined]);
    expect(again[0]!.reusedFromRunId).toBe(covered);
  });

  test("flags what was not judged and what failed, and again in the run that continues it", async () => {
    await except("1.1");
    await except("1.2");
    engine.assessor.beforeAnswer = async (requirementId) => {
      throw new ModelError(requirementId === "1.1" ? "MODEL_REFUSED" : "MODEL_REJECTED_REQUEST", "No");
    };
    const failed = await run();
    expect((await verdicts(failed)).map(({ status, flags }) => [status, flags])).toEqual([
      ["MISSING", ["COVERED_BY_EXCEPTION", "NOT_JUDGED"]],
      ["FAILED", ["COVERED_BY_EXCEPTION"]],
      ["MISSING", undefined],
    ]);
    engine.assessor.beforeAnswer = async () => {};
    const continued = await run({ continueRunId: failed });
    expect((await verdicts(continued)).map(({ status, flags }) => [status, flags])).toEqual([
      ["COMPLETE", ["COVERED_BY_EXCEPTION"]],
      ["COMPLETE", ["COVERED_BY_EXCEPTION"]],
      ["MISSING", undefined],
    ]);
  });

  test("without exceptions is captured and exported without a list of them; with one, with it", async () => {
    const without = await run();
    expect(await snapshotOf(without)).toMatchObject({ format: "assay-snapshot/7" });
    expect(await snapshotOf(without)).not.toHaveProperty("exceptions");
    const plain = await exportsOf(without);
    expect(`${plain.json}${plain.csv}${plain.xlsx}`).not.toMatch(/exception/i);
    await except("1.3");
    const covered = await run();
    expect(await snapshotOf(covered)).toMatchObject({ format: "assay-snapshot/7" });
    const { json, csv, xlsx } = await exportsOf(covered);
    const says = `Covered by an exception until ${day(60)} (RISK_ACCEPTED)`;
    expect(JSON.parse(json)).toMatchObject({
      exceptions: [{ requirementId: "1.3", kind: "RISK_ACCEPTED" }],
      assessments: [{}, {}, { flags: ["COVERED_BY_EXCEPTION"] }],
    });
    expect(csv.split("\r\n").map((line) => line.includes(says))).toEqual([false, false, false, true, false, false]);
    expect(csv.split("\r\n")[0]).toMatch(/,Exception$/);
    const sheets: { name: string; rows: string[][] }[] = JSON.parse(xlsx);
    expect(sheets.find(({ name }) => name === "Assessments")!.rows[3]!.at(-1)).toBe(says);
    expect(sheets.find(({ name }) => name === "Exceptions")!.rows[1]).toEqual(
      expect.arrayContaining(["1.3", "RISK_ACCEPTED", "Accepted by the board"]),
    );
  });

  test("fixes them permanently: none is added, changed or taken away afterwards", async () => {
    const { id: exceptionId } = await except("1.1");
    const runId = await run();
    const [exception] = await listRunExceptions(member, runId);
    const row = { tenantId: member.tenantId, runId, exceptionId: newId(), requirementId: "1.2", exception: exception! };
    await expect(inTenant(admin, (tx) => tx.insert(runExceptions).values(row))).rejects.toMatchObject({
      code: "IMMUTABLE_RESOURCE",
    });
    const asOwner = (change: SQL) => withOwner(database, ({ db }) => db.execute(change));
    for (const change of [
      sql`update run_exceptions set requirement_id = '1.2' where run_id = ${runId} and exception_id = ${exceptionId}`,
      sql`delete from run_exceptions where run_id = ${runId}`,
    ])
      await expect(asOwner(change)).rejects.toMatchObject({ cause: { code: "AS001" } });
    const { bytes, snapshotHash } = await getSnapshot(member, runId);
    expect(await sha256Hex(bytes)).toBe(snapshotHash);
  });
});

describe("exception.expiring", () => {
  const settings: SweepSettings = {
    stalledAfterMs: 9e8,
    waitMaxMs: 9e8,
    rehashEveryMs: 9e11,
    keepJobsMs: 9e9,
    keepSpansMs: 9e9,
    keepDeliveriesMs: 9e9,
    checkpointEveryMs: 9e11,
    quota: ENGINE_SETTINGS,
  };
  const listen = async () => {
    const url = "https://hooks.example.test/in";
    const events = ["exception.expiring" as const];
    return (await createWebhook({ ...admin, actor: { ...admin.actor } }, engine.webhookParts, { url, events })).webhook
      .id;
  };
  const notices = async (webhookId: string) =>
    (await listWebhookDeliveries(admin, webhookId, { limit: 200 })).items
      .toReversed()
      .map(({ payload }) => payload.data as Record<string, unknown>);
  /** Days go by: the last day comes nearer. */
  const endIn = (id: string, days: number) =>
    withOwner(database, ({ db }) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`alter table exceptions disable trigger exceptions_forward`);
        await tx.execute(sql`update exceptions set valid_until = ${day(days)}::date where id = ${id}`);
        await tx.execute(sql`alter table exceptions enable always trigger exceptions_forward`);
      }),
    );
  const sweepTwice = () => Promise.all([sweep(database.db, settings), sweep(database.db, settings)]);

  test("is told 30, 7 and 1 days before the last day, once each", async () => {
    const webhookId = await listen();
    const { id, packId } = await except("1.1", { validUntil: day(31) });
    await propose("1.2", { validUntil: day(5) });
    for (const days of [31, 30, 29, 8, 7, 6, 2, 1, 0, -1]) {
      await endIn(id, days);
      await sweepTwice();
    }
    const told = await notices(webhookId);
    expect(told.map(({ noticeDays, daysLeft }) => [noticeDays, daysLeft])).toEqual([
      [30, 30],
      [7, 7],
      [1, 1],
    ]);
    expect(told[0]).toEqual({
      tenantId: admin.tenantId,
      exceptionId: id,
      packId,
      requirementId: "1.1",
      validUntil: day(30),
      noticeDays: 30,
      daysLeft: 30,
    });
  });

  test("is told late where days were missed, and not of what was revoked", async () => {
    const webhookId = await listen();
    const { id } = await except("1.1", { validUntil: day(3) });
    const revoked = await except("1.2", { validUntil: day(3) });
    await revokeException(admin, revoked.id, { reason: "No longer" });
    await sweepTwice();
    expect(await notices(webhookId)).toMatchObject([{ exceptionId: id, noticeDays: 7, daysLeft: 3 }]);
  });

  test("is told once, and not of what was revoked, where that happens while a sweep gives notices", async () => {
    const webhookId = await listen();
    const { id } = await except("1.1", { validUntil: day(3) });
    const { db } = database;
    await announceExpiringExceptions(betweenTransactions(db, () => announceExpiringExceptions(db)));
    expect(await notices(webhookId)).toMatchObject([{ exceptionId: id }]);
    const late = await except("1.2", { validUntil: day(3) });
    const revoke = () => revokeException(admin, late.id, { reason: "No longer" });
    await announceExpiringExceptions(betweenTransactions(db, revoke));
    expect(await notices(webhookId)).toHaveLength(1);
  });
});
