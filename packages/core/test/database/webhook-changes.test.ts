import { FetchError, type WebhookDeliveryListQuery, webhookDelivery, webhook as webhookShown } from "@assay/contract";
import { listAuditEntries } from "@assay/core/audit";
import { sha256Hex } from "@assay/core/digest";
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
} from "@assay/core/webhooks";
import { jobs, newId, rowsOf, webhookDeliveries, webhooks } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDeliveries, announce } from "../../src/webhooks/announce.ts";
import { failDelivery } from "../../src/webhooks/deliver.ts";
import { countSealingKeys } from "../../src/webhooks/re-encrypt-secrets.ts";
import { createMemoryBox } from "../support/memory-box.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const URL = "https://hooks.example.test/in";
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  engine = await createTestEngine(database.db);
  ctx = await engine.makeTenant();
});
/** Nothing is left to be tried again while another test drains. */
afterEach(async () => {
  for (const { id } of (await listWebhooks(ctx, { limit: 50 })).items) await removeWebhook(ctx, id);
});

const listen = async (of = ctx) => createWebhook(of, engine.webhookParts, { url: URL, events: ["task.assigned"] });
/** Something happens that webhooks ask for, some milliseconds into its transaction. */
const happen = () =>
  inTenant(ctx, async (tx) => {
    const isLater = sql`select clock_timestamp() > now() + interval '2 milliseconds' as later`;
    while (!(await rowsOf<{ later: boolean }>(tx, isLater))[0]!.later);
    const data = { tenantId: ctx.tenantId, runId: newId(), requirementId: "1.1", taskId: newId() };
    return announce(tx, ctx.tenantId, {
      type: "task.assigned",
      data: { ...data, assigneeId: newId(), dueDate: null },
    });
  });
const deliveriesOf = async (webhookId: string, query: Partial<WebhookDeliveryListQuery> = {}) =>
  (await listWebhookDeliveries(ctx, webhookId, { limit: 50, ...query })).items;
const sent = () => engine.receiver.received.filter(({ body }) => JSON.parse(body).data.tenantId === ctx.tenantId);
const change = (query: SQL) => inTenant(ctx, (tx) => tx.execute(query));
const rowOf = async (id: string) =>
  (
    await inTenant(ctx, (tx) =>
      tx
        .select()
        .from(webhooks)
        .where(and(eq(webhooks.tenantId, ctx.tenantId), eq(webhooks.id, id))),
    )
  )[0]!;
const openJobs = async () =>
  (
    await inTenant(ctx, (tx) =>
      tx
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.tenantId, ctx.tenantId), eq(jobs.kind, "webhook"), eq(jobs.state, "PENDING"))),
    )
  ).length;
const entriesOf = async (objectId: string) =>
  (await listAuditEntries(ctx, { limit: 50, objectId })).items
    .toReversed()
    .map(({ action, object_type, details }) => ({ action, on: object_type, details }));
const refused = (attempt: () => Promise<unknown>, code: string, details = {}) =>
  expect((async () => attempt())()).rejects.toMatchObject({ code, ...details });

describe("a webhook", () => {
  test("is an ADMIN's to see and to change", async () => {
    const { webhook } = await listen();
    const { delivery } = await testWebhook(ctx, webhook.id);
    const member: Context = { ...ctx, actor: { ...ctx.actor, role: "MEMBER" } };
    for (const attempt of [
      () => listen(member),
      () => listWebhooks(member, { limit: 5 }),
      () => getWebhook(member, webhook.id),
      () => changeWebhook(member, engine.webhookParts, webhook.id, { enabled: false }),
      () => rotateWebhookSecret(member, engine.webhookParts, webhook.id),
      () => testWebhook(member, webhook.id),
      () => listWebhookDeliveries(member, webhook.id, { limit: 5 }),
      () => redeliver(member, webhook.id, delivery.id),
      () => removeWebhook(member, webhook.id),
    ])
      await refused(attempt, "FORBIDDEN");
    const admin: Context = { ...ctx, actor: { ...ctx.actor, role: "ADMIN" } };
    expect(await getWebhook(admin, webhook.id)).toEqual(webhook);
  });

  test("that there is not is not found, by whatever id", async () => {
    const { webhook } = await listen();
    for (const id of [newId(), "nonsense"]) {
      for (const attempt of [
        () => getWebhook(ctx, id),
        () => changeWebhook(ctx, engine.webhookParts, id, { enabled: false }),
        () => rotateWebhookSecret(ctx, engine.webhookParts, id),
        () => testWebhook(ctx, id),
        () => listWebhookDeliveries(ctx, id, { limit: 5 }),
        () => removeWebhook(ctx, id),
      ])
        await refused(attempt, "NOT_FOUND", { details: { id } });
      await refused(() => redeliver(ctx, webhook.id, id), "NOT_FOUND", { details: { id } });
    }
    const other = await listen();
    const { delivery } = await testWebhook(ctx, other.webhook.id);
    await refused(() => redeliver(ctx, webhook.id, delivery.id), "NOT_FOUND");
  });

  test("needs a key for its secret", async () => {
    const { webhook } = await listen();
    const keyless = { ...engine.webhookParts, secretBox: undefined };
    await refused(() => createWebhook(ctx, keyless, { url: URL, events: ["run.failed"] }), "INVALID_STATE");
    await refused(() => rotateWebhookSecret(ctx, keyless, webhook.id), "INVALID_STATE");
  });

  test("is listed newest first, in pages", async () => {
    const made = [(await listen()).webhook, (await listen()).webhook, (await listen()).webhook];
    const [one, two, three] = made.map(({ id }) => id).sort();
    const at = (id: string | undefined, time: string) =>
      change(sql`update webhooks set created_at = ${time}::timestamptz where id = ${id}`);
    await at(one, "2026-01-02T00:00:00Z");
    await at(two, "2026-01-02T00:00:00Z");
    await at(three, "2026-01-01T00:00:00Z");
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listWebhooks(ctx, { limit: 1, cursor });
      found.push(...page.items.map((each) => webhookShown.parse(each).id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual([two, one, three]);
    await refused(() => listWebhooks(ctx, { limit: 1, cursor: "nonsense" }), "VALIDATION_ERROR");
  });

  test("changes what is named, records that alone, and listens again only for other events or once it is enabled", async () => {
    const { webhook } = await listen();
    const { id } = webhook;
    const created = { urlHash: await sha256Hex(URL), events: ["task.assigned"] };
    const begin = sql`update webhooks set listening_since = '2000-01-01Z' where id = ${id}`;
    const listens = async (body: Parameters<typeof changeWebhook>[3]) => {
      await change(begin);
      webhookShown.parse(await changeWebhook(ctx, engine.webhookParts, id, body));
      return (await rowOf(id)).listeningSince.getUTCFullYear() > 2000;
    };
    const url = "https://other.example.test/";
    expect(await listens({ url })).toBe(false);
    expect(await listens({ url, events: ["task.assigned"] })).toBe(false);
    expect(await listens({ events: ["task.assigned", "run.failed"] })).toBe(true);
    expect(await listens({ events: ["run.failed", "task.assigned"] })).toBe(false);
    expect(await listens({ events: ["task.assigned", "run.completed"] })).toBe(true);
    expect(await listens({ events: ["task.assigned"] })).toBe(true);
    expect(await listens({ enabled: false })).toBe(false);
    expect(await listens({ enabled: false })).toBe(false);
    expect(await listens({ enabled: true })).toBe(true);
    const on = "webhook";
    const changed = (details: object) => ({ action: "webhook.changed", on, details });
    expect(await entriesOf(id)).toEqual([
      { action: "webhook.created", on, details: created },
      changed({ urlHash: await sha256Hex(url) }),
      changed({ events: ["task.assigned", "run.failed"] }),
      changed({ events: ["task.assigned", "run.completed"] }),
      changed({ events: ["task.assigned"] }),
      { action: "webhook.disabled", on, details: {} },
      { action: "webhook.enabled", on, details: {} },
    ]);
    expect(await getWebhook(ctx, id)).toMatchObject({ url, events: ["task.assigned"], enabled: true });
  });

  test("that a person disables or removes ends what is not delivered, with its jobs", async () => {
    const [{ webhook }, other] = [await listen(), await listen()];
    await happen();
    expect(await openJobs()).toBe(2);
    const disabled = await changeWebhook(ctx, engine.webhookParts, webhook.id, { enabled: false });
    expect(disabled).toMatchObject({ enabled: false, disabledReason: "BY_PERSON", disabledAt: expect.any(String) });
    expect(await deliveriesOf(webhook.id)).toMatchObject([
      { state: "FAILED", error: "WEBHOOK_DISABLED", nextAttemptAt: null, attempts: 0 },
    ]);
    expect(await deliveriesOf(other.webhook.id)).toMatchObject([{ state: "PENDING" }]);
    expect(await openJobs()).toBe(1);
    await changeWebhook(ctx, engine.webhookParts, webhook.id, { enabled: true });
    await removeWebhook(ctx, other.webhook.id);
    expect(await openJobs()).toBe(0);
    expect((await listWebhooks(ctx, { limit: 5 })).items.map(({ id }) => id)).toEqual([webhook.id]);
  });

  test("keeps the secret before a rotation for a day", async () => {
    const { webhook } = await listen();
    const { webhook: rotated } = await rotateWebhookSecret(ctx, engine.webhookParts, webhook.id);
    const leftMs = Date.parse(rotated.previousSecretUntil!) - Date.now();
    expect(Math.round(leftMs / HOUR_MS)).toBe(24);
    expect((await entriesOf(webhook.id)).at(-1)).toEqual({
      ...{ action: "webhook.secret_rotated", on: "webhook", details: {} },
    });
  });

  test("is sealed again where only the secret before a rotation has the older key, once", async () => {
    const { webhook } = await listen();
    const boxes = { webhookSender: engine.receiver, secretBox: createMemoryBox("key-2", "key-1") };
    await rotateWebhookSecret(ctx, boxes, webhook.id);
    await createWebhook(ctx, boxes, { url: URL, events: ["run.failed"] });
    const keys = async () => {
      const { secretKeyId, previousKeyId } = await rowOf(webhook.id);
      return [secretKeyId, previousKeyId];
    };
    expect(await keys()).toEqual(["key-2", "key-1"]);
    const before = await countSealingKeys(database.db);
    expect(before.get("key-2")).toBe(2);
    const others = before.get("key-1") ?? 0;
    expect(await reEncryptSecrets(database.db, boxes.secretBox)).toBe(others + 1);
    expect(await keys()).toEqual(["key-2", "key-2"]);
    expect(await reEncryptSecrets(database.db, boxes.secretBox)).toBe(0);
    expect(await countSealingKeys(database.db)).toEqual(new Map([["key-2", others + 2]]));
  });
});

describe("a delivery", () => {
  test("is made for an event at its time, and is found by its state, newest first", async () => {
    const { webhook } = await listen();
    const { webhook: other } = await listen();
    await happen();
    const [first] = await deliveriesOf(webhook.id);
    expect(webhookDelivery.parse(first)).toMatchObject({ createdAt: first!.payload.timestamp, attempts: 0 });
    expect(first!.nextAttemptAt).toBe(first!.createdAt);
    await engine.drain();
    await happen();
    const all = await deliveriesOf(webhook.id);
    expect(all.map(({ state, webhookId }) => [state, webhookId])).toEqual([
      ["PENDING", webhook.id],
      ["DELIVERED", webhook.id],
    ]);
    expect(await deliveriesOf(webhook.id, { state: "DELIVERED" })).toEqual([all[1]]);
    expect(await deliveriesOf(other.id)).toHaveLength(2);
    const { tenantId } = ctx;
    const { webhook: busy } = await listen();
    const event = { type: "webhook.test" as const, data: { tenantId, webhookId: busy.id } };
    // In the same instant.
    await inTenant(ctx, (tx) => addDeliveries(tx, tenantId, [busy.id, busy.id], event));
    const inOrder = (await deliveriesOf(busy.id)).map(({ id }) => id);
    expect(inOrder).toEqual(inOrder.toSorted().toReversed());
    const page = await listWebhookDeliveries(ctx, busy.id, { limit: 1 });
    const { items, nextCursor } = await listWebhookDeliveries(ctx, busy.id, { limit: 1, cursor: page.nextCursor! });
    expect([...page.items, ...items].map(({ id }) => id)).toEqual(inOrder);
    expect(nextCursor).toBeNull();
  });

  test("that only tries is returned with its job, and recorded", async () => {
    const { webhook } = await listen();
    await happen();
    const { delivery, jobs: added } = await testWebhook(ctx, webhook.id);
    expect(webhookDelivery.parse(delivery)).toMatchObject({ type: "webhook.test", state: "PENDING" });
    expect(added).toHaveLength(1);
    expect((await entriesOf(webhook.id)).at(-1)).toEqual({ action: "webhook.tested", on: "webhook", details: {} });
  });

  test.each([
    [199, "PENDING"],
    [200, "DELIVERED"],
    [299, "DELIVERED"],
    [300, "PENDING"],
  ])("that %i answers is %s", async (status, state) => {
    const { webhook } = await listen();
    engine.receiver.answer = async () => ({ status });
    await happen();
    await engine.drain();
    const error = state === "DELIVERED" ? null : "REFUSED";
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state, attempts: 1, responseStatus: status, error }]);
  });

  test.each([
    ["FETCH_TIMEOUT", "TIMEOUT"],
    ["UNSAFE_URL", "UNSAFE_URL"],
    ["FETCH_FAILED", "UNREACHABLE"],
  ] as const)("that ends in %s says %s, and is tried again", async (code, error) => {
    const { webhook } = await listen();
    engine.receiver.answer = async () => {
      throw new FetchError(code as FetchError["code"], "Cannot reach it");
    };
    await happen();
    await engine.drain();
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "PENDING", error, responseStatus: null }]);
  });

  test("that a mistake of ours stops is no failure of its receiver", async () => {
    const { webhook } = await listen();
    engine.receiver.answer = async () => {
      throw new TypeError("A mistake of ours");
    };
    await happen();
    await engine.drain();
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "FAILED", attempts: 0, error: "INTERNAL_ERROR" }]);
    expect((await getWebhook(ctx, webhook.id)).failingSince).toBeNull();
    expect(engine.reports.at(-1)).toMatchObject({ final: true, error: { message: "A mistake of ours" } });
  });

  test("whose webhook is disabled or removed while it is sent ends", async () => {
    const { webhook } = await listen();
    engine.receiver.answer = async () => {
      await changeWebhook(ctx, engine.webhookParts, webhook.id, { enabled: false });
      return { status: 500 };
    };
    await happen();
    await engine.drain();
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "FAILED", nextAttemptAt: null }]);
    expect(await getWebhook(ctx, webhook.id)).toMatchObject({ disabledReason: "BY_PERSON", failingSince: null });
    const { webhook: removed } = await listen();
    engine.receiver.answer = async () => {
      await removeWebhook(ctx, removed.id);
      return { status: 200 };
    };
    await happen();
    await engine.drain();
    expect(sent()).toHaveLength(2);
    expect(engine.reports).toEqual([]);
  });

  test("to a receiver that is gone disables the webhook, and says so in the audit log", async () => {
    const { webhook } = await listen();
    engine.receiver.answer = async () => ({ status: 410 });
    await happen();
    await engine.drain();
    const gone = await getWebhook(ctx, webhook.id);
    expect(gone).toMatchObject({ enabled: false, disabledReason: "GONE" });
    expect(gone.failingSince).toBe(gone.disabledAt);
    expect((await entriesOf(webhook.id)).at(-1)).toEqual({
      ...{ action: "webhook.disabled", on: "webhook", details: { errorCode: "GONE" } },
    });
  });

  test("waits five minutes for the key of its secret", async () => {
    const { webhook } = await listen();
    await happen();
    const begun = Date.now();
    const keyless = await createTestEngine(database.db, { secretBox: createMemoryBox("another") });
    await keyless.drain();
    const [waiting] = await deliveriesOf(webhook.id);
    const next = Date.parse(waiting!.nextAttemptAt!);
    expect(next).toBeGreaterThan(begun + 290_000);
    expect(next).toBeLessThan(Date.now() + 310_000);
    expect(await openJobs()).toBe(1);
    await keyless.drain();
    expect(keyless.reports).toHaveLength(1);
  });

  test("whose job fails permanently is FAILED, for an error of our own; one that has ended stays as it is", async () => {
    const { webhook } = await listen();
    await happen();
    const { id } = (await deliveriesOf(webhook.id))[0]!;
    const fail = () => inTenant(ctx, (tx) => failDelivery(tx, { tenantId: ctx.tenantId, subjectId: id } as never));
    expect(await fail()).toEqual([]);
    const failed = { state: "FAILED", error: "INTERNAL_ERROR", nextAttemptAt: null };
    expect(await deliveriesOf(webhook.id)).toMatchObject([failed]);
    await inTenant(ctx, (tx) =>
      tx
        .update(webhookDeliveries)
        .set({ state: "DELIVERED", error: null })
        .where(and(eq(webhookDeliveries.tenantId, ctx.tenantId), eq(webhookDeliveries.id, id))),
    );
    await fail();
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "DELIVERED", error: null }]);
  });

  test("is sent again from the start once it has ended, and continues counting while it waits", async () => {
    const { webhook } = await listen();
    engine.receiver.answer = async () => ({ status: 500, retryAfterSeconds: 3600 });
    await happen();
    await engine.drain();
    const { id } = (await deliveriesOf(webhook.id))[0]!;
    const { delivery: waiting, jobs: due } = await redeliver(ctx, webhook.id, id);
    expect(waiting).toMatchObject({ state: "PENDING", attempts: 1, responseStatus: 500, error: "REFUSED" });
    expect(Date.parse(waiting.nextAttemptAt!)).toBeLessThan(Date.parse(waiting.lastAttemptAt!) + HOUR_MS);
    expect(due).toHaveLength(1);
    expect(await openJobs()).toBe(1);
    engine.receiver.answer = async () => ({ status: 410 });
    await engine.drain();
    await refused(() => redeliver(ctx, webhook.id, id), "INVALID_STATE");
    await changeWebhook(ctx, engine.webhookParts, webhook.id, { enabled: true });
    const { delivery: again, jobs: added } = await redeliver(ctx, webhook.id, id);
    expect(again).toMatchObject({ state: "PENDING", attempts: 0, responseStatus: null, error: null });
    expect(added).toHaveLength(1);
    const requested = { action: "webhook.delivery_requested", on: "webhook_delivery", details: {} };
    expect(await entriesOf(id)).toEqual([requested, requested]);
  });

  test("that only tried is sent again while its webhook is disabled", async () => {
    const { webhook } = await listen();
    await changeWebhook(ctx, engine.webhookParts, webhook.id, { enabled: false });
    const { delivery } = await testWebhook(ctx, webhook.id);
    await engine.drain();
    await redeliver(ctx, webhook.id, delivery.id);
    await engine.drain();
    expect(sent()).toHaveLength(2);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: "DELIVERED", attempts: 1 }]);
  });
});
