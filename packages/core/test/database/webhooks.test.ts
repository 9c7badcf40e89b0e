import { WEBHOOK_EVENTS, type WebhookEventType, webhookEvent } from "@assay/contract";
import { listAuditEntries } from "@assay/core/audit";
import { runJob } from "@assay/core/jobs";
import { type SweepSettings, sweep } from "@assay/core/maintenance";
import { cancelRun } from "@assay/core/runs";
import { type Context, inTenant } from "@assay/core/tenancy";
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliver,
  reEncryptSecrets,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  triggerEvent,
} from "@assay/core/webhooks";
import { jobs, rowsOf, webhookDeliveries } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createMemoryBox } from "../support/memory-box.ts";
import { createTestEngine, ENGINE_SETTINGS, type TestEngine } from "../support/test-engine.ts";

const SETTINGS: SweepSettings = {
  stalledAfterMs: 9e8,
  waitMaxMs: 9e8,
  rehashEveryMs: 9e11,
  keepJobsMs: 9e9,
  keepSpansMs: 9e9,
  keepDeliveriesMs: 30 * 86_400_000,
  checkpointEveryMs: 9e11,
  quota: ENGINE_SETTINGS,
};
const PAGE = { limit: 200 };

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(makePack(["Backups are taken every day", "Visitors wear a purple badge"]));
});

/** Checkpoints are signed when the sweep finds them due, and leave no entry of their own. */
const OF_ACTS = WEBHOOK_EVENTS.filter((event) => event !== "checkpoint.signed");
const listen = async (of: Context, events: readonly WebhookEventType[] = OF_ACTS) =>
  createWebhook(of, engine.webhookParts, { url: "https://hooks.example.test/in", events: [...events] });
const deliveriesOf = async (webhookId: string, of = ctx) =>
  (await listWebhookDeliveries(of, webhookId, PAGE)).items.toReversed();
const typesOf = async (webhookId: string, of = ctx) => (await deliveriesOf(webhookId, of)).map(({ type }) => type);
/** The messages of the test's own tenant: the database is shared, and what others left to be tried again is due by then. */
const sentBy = ({ receiver }: TestEngine) =>
  receiver.received.filter(({ body }) => JSON.parse(body).data.tenantId === ctx.tenantId);
const sent = () => sentBy(engine);
const received = () => sent().map(({ body }) => webhookEvent.parse(JSON.parse(body)));
const change = (query: SQL) => inTenant(ctx, (tx) => tx.execute(query));
const actionsOf = async (objectId: string) =>
  (await listAuditEntries(ctx, { ...PAGE, objectId })).items.map(({ action }) => action).toReversed();

/** Time goes by for what waits: its next attempt is due. */
const makeDue = () =>
  change(
    sql`update work_items set available_at = now() - interval '1 second' where kind = 'webhook' and state = 'PENDING'`,
  );
const refuse = async () => ({ status: 500 });

describe("what happens", () => {
  test("is told to the webhooks that ask for it, in ids and counts, without evidence", async () => {
    const { webhook } = await listen(ctx);
    const runsOnly = await listen(ctx, ["run.completed"]);
    const { id: documentId } = await engine.upload(ctx, "policy.txt", "Backups are taken every day by SECRETWORD.");
    const { id: blankId } = await engine.upload(ctx, "blank.txt", "   ");
    await engine.drain();
    const run = await engine.startRun(ctx);
    await engine.drain();
    const events = received();
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      "document.failed",
      "document.ready",
      "run.completed",
      "run.completed",
    ]);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "run.completed",
        data: expect.objectContaining({
          runId: run.id,
          totalRequirements: 2,
          assessedCount: 2,
          snapshotStatus: "CAPTURED",
        }),
      }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({ type: "document.ready", data: expect.objectContaining({ documentId, chunks: 1 }) }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "document.failed",
        data: expect.objectContaining({ documentId: blankId, code: "NO_TEXT" }),
      }),
    );
    expect(JSON.stringify(sent())).not.toContain("SECRETWORD");
    expect((await typesOf(webhook.id)).toSorted()).toEqual(["document.failed", "document.ready", "run.completed"]);
    expect(await typesOf(runsOnly.webhook.id)).toEqual(["run.completed"]);
    // One event has one message id, no matter who it is told to.
    const [one, other] = sent().filter(({ body }) => body.includes("run.completed"));
    expect(one!.id).toBe(other!.id);
  });

  test("has a delivery for each audit entry of its name, and the other way round", async () => {
    const { webhook } = await listen(ctx);
    await engine.upload(ctx, "bundle.zip", { "a.txt": "Visitors wear a badge.", "b.txt": "  ", "c.txt": "Backups." });
    await engine.upload(ctx, "policy.txt", "Backups are taken every day.");
    await engine.drain();
    const first = await engine.startRun(ctx);
    await cancelRun(ctx, first.id, { reason: "Tried" });
    await engine.startRun(ctx);
    await engine.drain();
    const entries = (await listAuditEntries(ctx, PAGE)).items.filter(({ action }) =>
      WEBHOOK_EVENTS.includes(action as WebhookEventType),
    );
    const audited = entries.map(({ action, object_id }) => `${action} ${object_id}`).toSorted();
    const told = (await deliveriesOf(webhook.id)).map(({ type, payload }) => {
      const { runId, documentId } = payload.data as { runId?: string; documentId?: string };
      return `${type} ${runId ?? documentId}`;
    });
    expect(told.toSorted()).toEqual(audited);
    expect(audited.length).toBeGreaterThanOrEqual(6);
  });

  test("is told to nobody when its transaction is rolled back", async () => {
    const { webhook } = await listen(ctx, ["document.failed"]);
    await engine.upload(ctx, "blank.txt", "   ");
    const [job] = await inTenant(ctx, (tx) =>
      tx.select({ id: jobs.id }).from(jobs).where(sql`${jobs.tenantId} = ${ctx.tenantId} and kind = 'document'`),
    );
    const owner = await database.asOwner();
    await owner.db.execute(sql`create function refuse_failed() returns trigger language plpgsql as $$
      begin if new.action = 'document.failed' then raise exception 'no'; end if; return new; end $$`);
    await owner.db.execute(
      sql`create trigger refuse_failed before insert on audit_entries for each row execute function refuse_failed()`,
    );
    await runJob(engine.engine, job!.id);
    expect(await deliveriesOf(webhook.id)).toEqual([]);
    await owner.db.execute(sql`drop trigger refuse_failed on audit_entries`);
    await owner.db.execute(sql`drop function refuse_failed`);
    await owner.close();
    await engine.drain();
    expect(await typesOf(webhook.id)).toEqual(["document.failed"]);
  });

  test("is not lost with the process that did it: the delivery waits in the table", async () => {
    const { webhook } = await listen(ctx, ["document.ready"]);
    await engine.upload(ctx, "policy.txt", "Backups are taken every day.");
    await engine.drain({ until: (kind) => kind === "webhook" });
    expect(sent()).toEqual([]);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "PENDING", attempts: 0 }]);
    const next = await createTestEngine(database.db);
    await next.drain();
    expect(sentBy(next)).toHaveLength(1);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "DELIVERED", attempts: 1, responseStatus: 200 }]);
  });

  test("in one tenant is told to none of another", async () => {
    const theirs = await engine.makeTenant();
    const ours = await listen(ctx);
    const other = await listen(theirs);
    await engine.upload(ctx, "policy.txt", "Backups are taken every day.");
    await engine.drain();
    expect(await typesOf(ours.webhook.id)).toEqual(["document.ready"]);
    expect(await deliveriesOf(other.webhook.id, theirs)).toEqual([]);
    const [delivery] = await deliveriesOf(ours.webhook.id);
    const denied = { code: "CROSS_TENANT_ACCESS_DENIED" };
    await expect(getWebhook(theirs, ours.webhook.id)).rejects.toMatchObject(denied);
    await expect(redeliver(theirs, ours.webhook.id, delivery!.id)).rejects.toMatchObject(denied);
    await expect(redeliver(theirs, other.webhook.id, delivery!.id)).rejects.toMatchObject(denied);
    expect((await listWebhooks(theirs, PAGE)).items.map(({ id }) => id)).toEqual([other.webhook.id]);
  });
});

describe("a delivery", () => {
  /** A webhook with one delivery that nobody has tried yet. */
  async function waiting() {
    const { webhook } = await listen(ctx, ["document.ready"]);
    await engine.upload(ctx, "policy.txt", "Backups are taken every day.");
    await engine.drain({ until: (kind) => kind === "webhook" });
    const [delivery] = await deliveriesOf(webhook.id);
    const [job] = await inTenant(ctx, (tx) =>
      tx.select({ id: jobs.id }).from(jobs).where(sql`${jobs.tenantId} = ${ctx.tenantId} and kind = 'webhook'`),
    );
    return { webhook, delivery: delivery!, jobId: job!.id };
  }

  test("is made once by duplicate and concurrent jobs", async () => {
    const { webhook, jobId } = await waiting();
    const results = await Promise.all([1, 2, 3, 4].map(() => runJob(engine.engine, jobId)));
    expect(results.toSorted()).toEqual(["done", "nothing", "nothing", "nothing"]);
    expect(await runJob(engine.engine, jobId)).toBe("nothing");
    expect(sent()).toHaveLength(1);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "DELIVERED", attempts: 1 }]);
  });

  test("is made again with the same id after a crash between the receiver's reply and the commit", async () => {
    const { webhook, delivery, jobId } = await waiting();
    engine.receiver.answer = async () => {
      await change(
        sql`update work_items set fence = fence + 1, state = 'PENDING', lease_until = null where id = ${jobId}`,
      );
      return { status: 200 };
    };
    expect(await runJob(engine.engine, jobId)).toBe("nothing");
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "PENDING", attempts: 0 }]);
    engine.receiver.answer = async () => ({ status: 204 });
    await engine.drain();
    const [first, second] = sent();
    expect(second).toMatchObject({ id: first!.id, body: first!.body });
    expect(first!.id).toBe(delivery.messageId);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "DELIVERED", attempts: 1, responseStatus: 204 }]);
  });

  test("follows a receiver that is down and comes up again: later, with the same id and body", async () => {
    const { webhook } = await waiting();
    engine.receiver.answer = refuse;
    await engine.drain();
    const [tried] = await deliveriesOf(webhook.id);
    expect(tried).toMatchObject({ state: "PENDING", attempts: 1, responseStatus: 500, error: "REFUSED" });
    const waitMs = Date.parse(tried!.nextAttemptAt!) - Date.parse(tried!.lastAttemptAt!);
    expect(waitMs).toBeGreaterThanOrEqual(4500);
    expect(waitMs).toBeLessThanOrEqual(5500);
    expect((await getWebhook(ctx, webhook.id)).failingSince).not.toBeNull();
    await engine.drain();
    expect(sent()).toHaveLength(1);
    engine.receiver.answer = async () => ({ status: 200 });
    await makeDue();
    await engine.drain();
    const [first, second] = sent();
    expect(second).toMatchObject({ id: first!.id, body: first!.body });
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "DELIVERED", attempts: 2, error: null }]);
    expect(await getWebhook(ctx, webhook.id)).toMatchObject({ failingSince: null, enabled: true });
  });

  test("waits as long as the receiver asks, a day at most", async () => {
    const { webhook } = await waiting();
    engine.receiver.answer = async () => ({ status: 429, retryAfterSeconds: 9e9 });
    await engine.drain();
    const [tried] = await deliveriesOf(webhook.id);
    const waitMs = Date.parse(tried!.nextAttemptAt!) - Date.parse(tried!.lastAttemptAt!);
    expect(Math.round(waitMs / 3_600_000)).toBe(24);
  });

  test("fails after ten attempts over three days, with which its webhook is disabled", async () => {
    const { webhook } = await waiting();
    engine.receiver.answer = refuse;
    for (let attempt = 0; attempt < 10; attempt++) {
      await makeDue();
      await change(
        sql`update webhooks set failing_since = failing_since - interval '8 hours' where failing_since is not null`,
      );
      await engine.drain();
    }
    expect(sent()).toHaveLength(10);
    expect(new Set(sent().map(({ id }) => id)).size).toBe(1);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "FAILED", attempts: 10, nextAttemptAt: null }]);
    expect(await getWebhook(ctx, webhook.id)).toMatchObject({ enabled: false, disabledReason: "FAILING" });
    expect(await actionsOf(webhook.id)).toEqual(["webhook.created", "webhook.disabled"]);
  });

  test("is sent again when somebody asks, with the id that it had", async () => {
    const { webhook, delivery } = await waiting();
    await engine.drain();
    const { delivery: again, jobs: added } = await redeliver(ctx, webhook.id, delivery.id);
    expect(again).toMatchObject({ state: "PENDING", attempts: 0, messageId: delivery.messageId });
    expect(added).toHaveLength(1);
    await engine.drain();
    expect(sent().map(({ id }) => id)).toEqual([delivery.messageId, delivery.messageId]);
    expect(await actionsOf(delivery.id)).toEqual(["webhook.delivery_requested"]);
  });

  test("that waits for its next attempt is sent at once when somebody asks, and once", async () => {
    const { webhook, delivery } = await waiting();
    engine.receiver.answer = refuse;
    await engine.drain();
    engine.receiver.answer = async () => ({ status: 200 });
    await redeliver(ctx, webhook.id, delivery.id);
    await engine.drain();
    expect(sent()).toHaveLength(2);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "DELIVERED", attempts: 2 }]);
  });

  test("waits, without an attempt, while the key of its secret is missing", async () => {
    const { webhook } = await waiting();
    const keyless = await createTestEngine(database.db, { secretBox: createMemoryBox("another") });
    await keyless.drain();
    expect(sentBy(keyless)).toEqual([]);
    expect(keyless.reports).toContainEqual(
      expect.objectContaining({ stage: "deliver", error: expect.objectContaining({ code: "INVALID_STATE" }) }),
    );
    expect(await deliveriesOf(webhook.id)).toMatchObject([
      { state: "PENDING", attempts: 0, error: "SECRET_UNREADABLE" },
    ]);
    expect((await getWebhook(ctx, webhook.id)).failingSince).toBeNull();
    await makeDue();
    await engine.drain();
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "DELIVERED", attempts: 1, error: null }]);
  });

  test("that ended is removed after 30 days; one that waits stays", async () => {
    const { webhook } = await waiting();
    await testWebhook(ctx, webhook.id);
    await inTenant(ctx, async (tx) => {
      const ended = eq(webhookDeliveries.type, "webhook.test");
      await tx
        .update(webhookDeliveries)
        .set({ state: "FAILED" })
        .where(sql`${webhookDeliveries.tenantId} = ${ctx.tenantId} and ${ended}`);
    });
    const age = (days: number) =>
      change(
        sql`update webhook_deliveries set last_attempt_at = now() - make_interval(days => ${days}) where tenant_id = ${ctx.tenantId}`,
      );
    await age(29);
    await sweep(database.db, SETTINGS);
    expect(await typesOf(webhook.id)).toHaveLength(2);
    await age(31);
    await sweep(database.db, SETTINGS);
    expect(await typesOf(webhook.id)).toEqual(["document.ready"]);
  });
});

describe("a webhook", () => {
  const makeEvent = async (name: string) => {
    await engine.upload(ctx, `${name}.txt`, `Backups are taken every day: ${name}.`);
    await engine.drain();
  };

  test("is disabled at once when its receiver is gone, once, and its open deliveries end", async () => {
    const { webhook } = await listen(ctx);
    engine.receiver.answer = refuse;
    await makeEvent("one");
    engine.receiver.answer = async () => ({ status: 410 });
    await makeEvent("two");
    expect(await getWebhook(ctx, webhook.id)).toMatchObject({ enabled: false, disabledReason: "GONE" });
    expect(await deliveriesOf(webhook.id)).toMatchObject([
      { state: "FAILED", error: "WEBHOOK_DISABLED" },
      { state: "FAILED", error: "REFUSED", responseStatus: 410 },
    ]);
    const before = sent().length;
    await makeDue();
    await makeEvent("three");
    expect(sent()).toHaveLength(before);
    expect(await deliveriesOf(webhook.id)).toHaveLength(2);
    expect(await actionsOf(webhook.id)).toEqual(["webhook.created", "webhook.disabled"]);
  });

  test("that is disabled gets no delivery and is sent none, though one was left open", async () => {
    const { webhook } = await listen(ctx);
    await engine.upload(ctx, "one.txt", "Backups are taken every day: one.");
    await engine.drain({ until: (kind) => kind === "webhook" });
    await change(
      sql`update webhooks set enabled = false, disabled_reason = 'BY_PERSON', disabled_at = now() where id = ${webhook.id}`,
    );
    await makeEvent("two");
    expect(sent()).toEqual([]);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "PENDING", attempts: 0 }]);
  });

  test("is disabled after 3 days in which nothing succeeded, not before", async () => {
    const { webhook } = await listen(ctx);
    engine.receiver.answer = refuse;
    await makeEvent("one");
    await change(sql`update webhooks set failing_since = now() - interval '71 hours 59 minutes'`);
    await makeDue();
    await engine.drain();
    expect((await getWebhook(ctx, webhook.id)).enabled).toBe(true);
    await change(sql`update webhooks set failing_since = now() - interval '72 hours'`);
    await makeDue();
    await engine.drain();
    expect(await getWebhook(ctx, webhook.id)).toMatchObject({ enabled: false, disabledReason: "FAILING" });
    const back = await changeWebhook(ctx, engine.webhookParts, webhook.id, { enabled: true });
    expect(back).toMatchObject({ enabled: true, disabledReason: null, disabledAt: null, failingSince: null });
    engine.receiver.answer = async () => ({ status: 200 });
    const [ended] = await deliveriesOf(webhook.id);
    await redeliver(ctx, webhook.id, ended!.id);
    await engine.drain();
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "DELIVERED" }]);
  });

  test("outlives an outage of the service of ninety days: what waited is delivered, and no day of it counts", async () => {
    const { webhook } = await listen(ctx);
    await sweep(database.db, SETTINGS);
    engine.receiver.answer = refuse;
    await makeEvent("one");
    const owner = await database.asOwner();
    await owner.db.execute(sql`update sweeps set swept_at = now() - interval '90 days'`);
    await owner.close();
    await change(sql`update webhooks set failing_since = now() - interval '90 days'`);
    await makeDue();
    // Before the first sweep and after it.
    await engine.drain();
    expect((await getWebhook(ctx, webhook.id)).enabled).toBe(true);
    await sweep(database.db, SETTINGS);
    await makeDue();
    await engine.drain();
    expect((await getWebhook(ctx, webhook.id)).enabled).toBe(true);
    engine.receiver.answer = async () => ({ status: 200 });
    await makeDue();
    await engine.drain();
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "DELIVERED", attempts: 4 }]);
  });

  test("is tried by a message of its own, once, also while it is disabled; what comes of it changes nothing", async () => {
    const { webhook } = await listen(ctx);
    await changeWebhook(ctx, engine.webhookParts, webhook.id, { enabled: false });
    engine.receiver.answer = refuse;
    await testWebhook(ctx, webhook.id);
    await engine.drain();
    expect(received()).toMatchObject([{ type: "webhook.test", data: { webhookId: webhook.id } }]);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "FAILED", attempts: 1 }]);
    expect(await getWebhook(ctx, webhook.id)).toMatchObject({ failingSince: null, disabledReason: "BY_PERSON" });
  });

  test("is at fault for no message that only tries it, whatever comes back", async () => {
    const { webhook } = await listen(ctx);
    for (const status of [500, 410]) {
      engine.receiver.answer = async () => ({ status });
      await testWebhook(ctx, webhook.id);
      await engine.drain();
      expect(await getWebhook(ctx, webhook.id), String(status)).toMatchObject({ enabled: true, failingSince: null });
    }
    expect(await deliveriesOf(webhook.id)).toMatchObject([
      { state: "FAILED", attempts: 1, responseStatus: 500 },
      { state: "FAILED", attempts: 1, responseStatus: 410 },
    ]);
    expect(await actionsOf(webhook.id)).toEqual(["webhook.created", "webhook.tested", "webhook.tested"]);
  });

  test.each(WEBHOOK_EVENTS)("is sent %s as a test, once, in the shape of a real one", async (type) => {
    const { webhook } = await listen(ctx);
    engine.receiver.answer = async () => ({ status: 410 });
    const { delivery, messageId } = await triggerEvent(ctx, { type, webhookId: webhook.id });
    expect(webhookEvent.parse(delivery!.payload)).toMatchObject({ type, test: true });
    await engine.drain();
    expect(engine.receiver.received.filter(({ id }) => id === messageId)).toHaveLength(1);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ messageId, state: "FAILED", attempts: 1 }]);
    expect(await getWebhook(ctx, webhook.id)).toMatchObject({ enabled: true, failingSince: null });
  });

  test("signs with both secrets for 24 hours after a rotation, then with the new one", async () => {
    const { webhook, secret } = await listen(ctx);
    const rotated = await rotateWebhookSecret(ctx, engine.webhookParts, webhook.id);
    expect(rotated.secret).not.toBe(secret);
    await makeEvent("one");
    await change(sql`update webhooks set previous_until = now() - interval '1 second'`);
    await makeEvent("two");
    expect(sent().map(({ secrets }) => secrets)).toEqual([[rotated.secret, secret], [rotated.secret]]);
    expect((await getWebhook(ctx, webhook.id)).previousSecretUntil).toBeNull();
  });

  test("keeps its secrets sealed, and under a new key once the process has started with it", async () => {
    const { webhook, secret } = await listen(ctx);
    await rotateWebhookSecret(ctx, engine.webhookParts, webhook.id);
    const owner = await database.asOwner();
    const keys = async () =>
      (
        await rowsOf<{ current: string; previous: string }>(
          owner.db,
          sql`select secret_key_id as current, previous_key_id as previous from webhooks where id = ${webhook.id}`,
        )
      )[0];
    expect(await keys()).toEqual({ current: "key-1", previous: "key-1" });
    expect(await reEncryptSecrets(database.db, createMemoryBox("key-2"))).toBe(0);
    expect(await reEncryptSecrets(database.db, createMemoryBox("key-2", "key-1"))).toBeGreaterThan(0);
    expect(await keys()).toEqual({ current: "key-2", previous: "key-2" });
    await owner.close();
    const next = await createTestEngine(database.db, { secretBox: createMemoryBox("key-2") });
    await testWebhook(ctx, webhook.id);
    await next.drain();
    expect(sentBy(next)[0]!.secrets).toContain(secret);
  });

  test("is one of at most 20, however many are created at once", async () => {
    const made = await Promise.allSettled(Array.from({ length: 23 }, () => listen(ctx)));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    await expect(listen(ctx)).rejects.toMatchObject({ code: "INVALID_STATE", details: { limit: 20 } });
  });

  test("that is removed takes its deliveries along, and its events continue without it", async () => {
    const { webhook } = await listen(ctx);
    engine.receiver.answer = refuse;
    await makeEvent("one");
    await removeWebhook(ctx, webhook.id);
    await expect(getWebhook(ctx, webhook.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await makeDue();
    await makeEvent("two");
    expect(sent()).toHaveLength(1);
    expect(await actionsOf(webhook.id)).toEqual(["webhook.created", "webhook.removed"]);
  });

  test("records each change with digests and enumerations alone", async () => {
    const { webhook } = await listen(ctx);
    const body = { url: "https://other.example.test/token-abc", events: ["run.failed" as const] };
    await changeWebhook(ctx, engine.webhookParts, webhook.id, body);
    await changeWebhook(ctx, engine.webhookParts, webhook.id, body);
    await changeWebhook(ctx, engine.webhookParts, webhook.id, { enabled: false });
    await rotateWebhookSecret(ctx, engine.webhookParts, webhook.id);
    const { items: entries } = await listAuditEntries(ctx, { ...PAGE, objectId: webhook.id });
    expect(entries.map(({ action }) => action).toReversed()).toEqual([
      "webhook.created",
      "webhook.changed",
      "webhook.disabled",
      "webhook.secret_rotated",
    ]);
    expect(entries[2]!.details).toEqual({ urlHash: expect.stringMatching(/^[0-9a-f]{64}$/), events: ["run.failed"] });
    expect(JSON.stringify(entries)).not.toContain("token-abc");
  });
});
