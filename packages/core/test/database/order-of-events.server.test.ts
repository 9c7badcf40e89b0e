import { type Context, inTenant } from "@assay/core/tenancy";
import { listEvents, openEvents } from "@assay/core/webhooks";
import { newId, transactWith } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announce } from "../../src/webhooks/announce.ts";
import { createTestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  ctx = await (await createTestEngine(database.db)).makeTenant();
});
afterAll(() => database.close());

const assigned = (tenantId: string, requirementId: string) => ({
  type: "task.assigned" as const,
  data: { tenantId, runId: newId(), taskId: newId(), requirementId, assigneeId: newId(), dueDate: null },
});

test("an event of a transaction that began earlier and ends later is not passed over", async () => {
  const from = await openEvents(ctx, undefined);
  const begun = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const settings = { role: "assay_tenant", "app.tenant_id": ctx.tenantId };
  const slow = transactWith(database.db, settings, async (tx) => {
    await announce(tx, ctx.tenantId, assigned(ctx.tenantId, "slow"));
    begun.resolve();
    await letGo.promise;
  });
  await begun.promise;
  await inTenant(ctx, (tx) => announce(tx, ctx.tenantId, assigned(ctx.tenantId, "quick")));
  const first = await listEvents(ctx, from);
  letGo.resolve();
  await slow;
  expect(first.events).toHaveLength(1);
  const { events } = await listEvents(ctx, first.position);
  expect(events.map(({ payload }) => JSON.parse(payload).data.requirementId)).toEqual(["slow"]);
});
