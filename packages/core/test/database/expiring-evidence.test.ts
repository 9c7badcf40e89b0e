import { deleteDocument, editDocument } from "@assay/core/documents";
import { type SweepSettings, sweep } from "@assay/core/maintenance";
import { type Context, inTenant } from "@assay/core/tenancy";
import { createWebhook, listWebhookDeliveries } from "@assay/core/webhooks";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { announceExpiries } from "../../src/webhooks/announce-expiries.ts";
import { betweenTransactions } from "../support/between-transactions.ts";
import { createTestEngine, ENGINE_SETTINGS, type TestEngine } from "../support/test-engine.ts";

const SETTINGS: SweepSettings = {
  stalledAfterMs: 9e8,
  waitMaxMs: 9e8,
  rehashEveryMs: 9e11,
  keepJobsMs: 9e9,
  keepSpansMs: 9e9,
  keepDeliveriesMs: 9e9,
  checkpointEveryMs: 9e11,
  quota: ENGINE_SETTINGS,
};

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  ctx = await engine.makeTenant();
});

const change = (query: SQL) => inTenant(ctx, (tx) => tx.execute(query));
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const listen = () =>
  createWebhook(ctx, engine.webhookParts, { url: "https://hooks.example.test/in", events: ["evidence.expiring"] });
const ready = async (expiresAt: string, name = "policy") => {
  const { id } = await engine.upload(ctx, `${name}.txt`, `Backups are taken every day: ${name}.`);
  await engine.drain();
  await editDocument(ctx, id, { expiresAt });
  return id;
};
const notices = async (webhookId: string) =>
  (await listWebhookDeliveries(ctx, webhookId, { limit: 200 })).items
    .toReversed()
    .map(({ payload }) => payload.data as { noticeDays: number; daysLeft: number });
const sweepTwice = async () => {
  await sweep(database.db, SETTINGS);
  await sweep(database.db, SETTINGS);
};

test("expiring evidence is told 30, 7 and 1 days before, once each", async () => {
  const { webhook } = await listen();
  const id = await ready(day(31));
  await sweepTwice();
  expect(await notices(webhook.id)).toEqual([]);
  for (const days of [30, 29, 8, 7, 6, 2, 1, 0]) {
    // A day goes by: the date comes nearer, and the notices given stay those of this document's expiry.
    await change(sql`update documents set expires_at = ${day(days)}::date where id = ${id}`);
    const owner = await database.asOwner();
    await owner.db.execute(sql`update expiry_notices set expires_at = ${day(days)}::date where document_id = ${id}`);
    await owner.close();
    await sweepTwice();
  }
  expect((await notices(webhook.id)).map(({ noticeDays, daysLeft }) => [noticeDays, daysLeft])).toEqual([
    [30, 30],
    [7, 7],
    [1, 1],
  ]);
});

test("expiring evidence is told late, and once, where days were missed, also after the day itself", async () => {
  const { webhook } = await listen();
  await change(sql`update webhooks set listening_since = now() - interval '91 days'`);
  await ready(day(5), "soon");
  await ready(day(-60), "over");
  await sweepTwice();
  expect((await notices(webhook.id)).map(({ noticeDays, daysLeft }) => [noticeDays, daysLeft])).toEqual([
    [1, -60],
    [7, 5],
  ]);
});

test("expiring evidence is not told of what expired before anybody asked", async () => {
  await ready(day(-3));
  const { webhook } = await listen();
  await sweepTwice();
  expect(await notices(webhook.id)).toEqual([]);
});

test("a notice of expiring evidence follows a corrected date", async () => {
  const { webhook } = await listen();
  const id = await ready(day(20));
  await sweepTwice();
  await editDocument(ctx, id, { expiresAt: day(400) });
  await sweepTwice();
  expect((await notices(webhook.id)).map(({ daysLeft }) => daysLeft)).toEqual([20]);
  await editDocument(ctx, id, { expiresAt: day(6) });
  await sweepTwice();
  await editDocument(ctx, id, { expiresAt: day(20) });
  await sweepTwice();
  expect((await notices(webhook.id)).map(({ daysLeft }) => daysLeft)).toEqual([20, 6]);
  await deleteDocument(ctx, id);
  await sweepTwice();
  expect(await notices(webhook.id)).toHaveLength(2);
});

test("expiring evidence is told once by sweeps at the same time", async () => {
  const { webhook } = await listen();
  await ready(day(3));
  await Promise.all([1, 2, 3].map(() => sweep(database.db, SETTINGS)));
  expect(await notices(webhook.id)).toHaveLength(1);
});

test("expiring evidence is told as it is once it is told: another sweep, a correction and a deletion come before it", async () => {
  const { webhook } = await listen();
  const id = await ready(day(3));
  const { db } = database;
  await announceExpiries(betweenTransactions(db, () => announceExpiries(db)));
  expect(await notices(webhook.id)).toEqual([
    {
      ...{ tenantId: ctx.tenantId, documentId: id, parentDocumentId: null },
      ...{ expiresAt: day(3), noticeDays: 7, daysLeft: 3 },
    },
  ]);
  const corrected = await ready(day(3), "corrected");
  await announceExpiries(betweenTransactions(db, () => editDocument(ctx, corrected, { expiresAt: day(400) })));
  const deleted = await ready(day(3), "deleted");
  await announceExpiries(betweenTransactions(db, () => deleteDocument(ctx, deleted)));
  expect(await notices(webhook.id)).toHaveLength(1);
});
