import { webhookEvent } from "@assay/contract";
import { type Context, inTenant } from "@assay/core/tenancy";
import { createWebhook, listEvents, listWebhookDeliveries, openEvents, readEventMarks } from "@assay/core/webhooks";
import { newId, rowsOf, tenantEvents } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { removeExpired } from "../../src/jobs/remove-expired.ts";
import { announce } from "../../src/webhooks/announce.ts";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(makePack(["Backups are taken every day"]));
});

const upload = async (name: string, of = ctx) => {
  const { id } = await engine.upload(of, name, `Backups are taken every day, says ${name}.`);
  await engine.drain();
  return id;
};
const change = (query: SQL) => inTenant(ctx, (tx) => tx.execute(query));
const kept = () => inTenant(ctx, (tx) => tx.select().from(tenantEvents).where(eq(tenantEvents.tenantId, ctx.tenantId)));
const assigned = (tenantId: string, requirementId: string) => ({
  type: "task.assigned" as const,
  data: { tenantId, runId: newId(), taskId: newId(), requirementId, assigneeId: newId(), dueDate: null },
});
const requirementsOf = async (after: number) =>
  (await listEvents(ctx, after)).events.map(({ payload }) => JSON.parse(payload).data.requirementId);

test("what happens while somebody reads is an event, with the body and the message id of the webhooks", async () => {
  await upload("before.txt");
  const from = await openEvents(ctx, undefined);
  const { webhook } = await createWebhook(ctx, engine.webhookParts, {
    url: "https://hooks.example.test/in",
    events: ["document.ready"],
  });
  const documentId = await upload("after.txt");
  const { events, position } = await listEvents(ctx, from);
  expect(events.map(({ type }) => type)).toEqual(["document.ready"]);
  expect(webhookEvent.parse(JSON.parse(events[0]!.payload))).toMatchObject({ data: { documentId } });
  const [delivery] = (await listWebhookDeliveries(ctx, webhook.id, { limit: 50 })).items;
  expect(delivery).toMatchObject({ messageId: events[0]!.messageId, payload: JSON.parse(events[0]!.payload) });
  expect((await readEventMarks(database.db, [ctx.tenantId])).get(ctx.tenantId)).toBe(String(position));
});

test("while nobody has read for a day nothing is kept, and a reader who comes back then begins again", async () => {
  await openEvents(ctx, undefined);
  await change(sql`update event_readers set seen_at = now() - interval '25 hours', listening_since = now() - interval '9 days'
    where tenant_id = ${ctx.tenantId}`);
  await upload("unheard.txt");
  expect(await kept()).toEqual([]);
  const from = await openEvents(ctx, undefined);
  const [reader] = await inTenant(ctx, (tx) =>
    rowsOf<{ fresh: boolean }>(
      tx,
      sql`select listening_since > now() - interval '1 hour' as fresh from event_readers where tenant_id = ${ctx.tenantId}`,
    ),
  );
  expect(reader).toEqual({ fresh: true });
  const documentId = await upload("heard.txt");
  expect((await listEvents(ctx, from)).events.map(({ payload }) => JSON.parse(payload).data.documentId)).toEqual([
    documentId,
  ]);
});

test("a reader that comes back gets what it missed, once; one of another database gets all that is kept", async () => {
  const from = await openEvents(ctx, undefined);
  await upload("a.txt");
  const first = await listEvents(ctx, from);
  await upload("b.txt");
  expect(await openEvents(ctx, first.position)).toBe(first.position);
  const missed = await listEvents(ctx, first.position);
  expect(missed.events).toHaveLength(1);
  expect((await listEvents(ctx, missed.position)).events).toEqual([]);
  expect(await openEvents(ctx, missed.position + 1)).toBe(0);
  expect((await listEvents(ctx, 0)).events).toEqual([...first.events, ...missed.events]);
});

test("many events come in pages", async () => {
  const from = await openEvents(ctx, undefined);
  await inTenant(ctx, async (tx) => {
    for (let at = 0; at < 120; at++) await announce(tx, ctx.tenantId, assigned(ctx.tenantId, String(at)));
  });
  const first = await requirementsOf(from);
  const rest = await requirementsOf((await listEvents(ctx, from)).position);
  expect([first.length, rest.length]).toEqual([100, 20]);
  expect([...first, ...rest]).toEqual(Array.from({ length: 120 }, (_, at) => String(at)));
});

test("what is rolled back is no event, and leaves no gap", async () => {
  const from = await openEvents(ctx, undefined);
  await expect(
    inTenant(ctx, async (tx) => {
      await announce(tx, ctx.tenantId, assigned(ctx.tenantId, "undone"));
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  await inTenant(ctx, (tx) => announce(tx, ctx.tenantId, assigned(ctx.tenantId, "done")));
  const { events } = await listEvents(ctx, from);
  expect(events.map(({ position }) => position)).toEqual([from + 1]);
});

test("events are removed after a day, and never told later", async () => {
  const from = await openEvents(ctx, undefined);
  await inTenant(ctx, (tx) => announce(tx, ctx.tenantId, assigned(ctx.tenantId, "new")));
  const old = { tenantId: ctx.tenantId, type: "task.assigned" as const, payload: "{}" };
  await inTenant(ctx, (tx) =>
    tx.insert(tenantEvents).values({ ...old, id: newId(), createdAt: new Date(Date.now() - 25 * 3_600_000) }),
  );
  expect(await requirementsOf(from)).toEqual(["new"]);
  const times = { keepJobsMs: 9e9, keepSpansMs: 9e9, keepDeliveriesMs: 9e9 };
  await removeExpired(database.db, times, () => false);
  expect((await kept()).map(({ payload }) => payload)).not.toContain("{}");
  expect(await kept()).toHaveLength(1);
});

test("no tenant reads or counts another's events, and nobody changes one", async () => {
  const theirs = await engine.makeBoundTenant(makePack(["Backups are taken every day"]));
  const [from, before] = [await openEvents(ctx, undefined), await openEvents(theirs, undefined)];
  await inTenant(theirs, (tx) => announce(tx, theirs.tenantId, assigned(theirs.tenantId, "theirs")));
  expect((await listEvents(ctx, 0)).events).toEqual([]);
  expect(await openEvents(ctx, undefined)).toBe(from);
  expect((await listEvents(theirs, before)).events).toHaveLength(1);
  const forged = { id: newId(), tenantId: theirs.tenantId, type: "task.assigned" as const, payload: "{}" };
  await expect(
    inTenant(ctx, (tx) => tx.insert(tenantEvents).values({ ...forged, createdAt: new Date() })),
  ).rejects.toThrow();
  await inTenant(ctx, (tx) => announce(tx, ctx.tenantId, assigned(ctx.tenantId, "ours")));
  await expect(
    change(sql`update tenant_events set position = 1000 where tenant_id = ${ctx.tenantId}`),
  ).rejects.toThrow();
});

test("only an ADMIN reads events", async () => {
  const member: Context = { ...ctx, actor: { ...ctx.actor, role: "MEMBER" } };
  for (const act of [() => openEvents(member, undefined), () => listEvents(member, 0)])
    await expect(act()).rejects.toMatchObject({ code: "FORBIDDEN" });
});
