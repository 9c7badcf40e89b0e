import type { PatchTaskBody } from "@assay/contract";
import { listAuditEntries } from "@assay/core/audit";
import { changeTask, listTasks } from "@assay/core/tasks";
import { type Context, inTenant, putMember, removeMember } from "@assay/core/tenancy";
import { createWebhook, listWebhookDeliveries } from "@assay/core/webhooks";
import { exceptions, newId, runs, webhookDeliveries } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allSound } from "../support/all-sound.ts";
import { seedTenant } from "../support/seed-tenant.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
let runId: string;
let taskId: string;
let requirementId: string;
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  const seeded = await seedTenant(engine);
  [ctx, runId] = [seeded.ctx, seeded.run.id];
  const [task] = allSound((await listTasks(ctx, { limit: 5, runId })).items);
  [taskId, requirementId] = [task!.id, task!.requirementId];
});
afterAll(() => database.close());

async function member(of = ctx): Promise<string> {
  const userId = newId();
  await putMember(database.db, { tenantId: of.tenantId, userId, email: `${userId}@example.test`, role: "MEMBER" });
  return userId;
}
const ids = async (query: Omit<Parameters<typeof listTasks>[1], "limit">, as = ctx) =>
  allSound((await listTasks(as, { limit: 200, ...query })).items).map(({ id }) => id);
const change = (body: PatchTaskBody) => changeTask(ctx, taskId, body);

describe("a task", () => {
  test("is given to an active member of its tenant; anybody else is 404 with the id, and nothing changes", async () => {
    const [ada, gone] = [await member(), await member()];
    await removeMember(ctx, gone);
    const other = await seedTenant(engine);
    for (const assigneeId of [gone, await member(other.ctx), newId(), "nonsense"]) {
      const details = { id: assigneeId };
      await expect(change({ assigneeId, status: "COMPLETED" })).rejects.toMatchObject({ code: "NOT_FOUND", details });
    }
    expect(await change({ assigneeId: ada, dueDate: "2028-02-29" })).toMatchObject({
      assigneeId: ada,
      assigneeName: `${ada}@example.test`,
      dueDate: "2028-02-29",
      status: "PENDING",
    });
    const { items } = await listAuditEntries(ctx, { limit: 5, action: "task.updated" });
    expect(items.map(({ details }) => details)).toEqual([{ assigneeId: ada, dueDate: "2028-02-29" }]);
  });

  test("that is given to somebody is announced once, with ids and its date only", async () => {
    const url = "https://hooks.example.test/";
    const { webhook } = await createWebhook(ctx, engine.webhookParts, { url, events: ["task.assigned"] });
    const [ada, bob] = [await member(), await member()];
    await change({ assigneeId: ada, dueDate: day(3) });
    await change({ assigneeId: ada, status: "IN_PROGRESS" });
    await change({ dueDate: day(4) });
    await change({ assigneeId: null });
    await change({ assigneeId: bob });
    const { items } = await listWebhookDeliveries(ctx, webhook.id, { limit: 50 });
    expect(items.map(({ type }) => type)).toEqual(["task.assigned", "task.assigned"]);
    const payloads = await inTenant(ctx, (tx) =>
      tx
        .select({ payload: webhookDeliveries.payload })
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.tenantId, ctx.tenantId)),
    );
    const common = { tenantId: ctx.tenantId, runId, taskId, requirementId };
    expect(
      payloads.map(({ payload }) => JSON.parse(payload).data).sort((a, b) => (a.dueDate < b.dueDate ? -1 : 1)),
    ).toEqual([
      { ...common, assigneeId: ada, dueDate: day(3) },
      { ...common, assigneeId: bob, dueDate: day(4) },
    ]);
  });

  test("stays with somebody who has left, and is found by assignee", async () => {
    const ada = await member();
    await change({ assigneeId: ada });
    const asAda = { ...ctx, actor: { ...ctx.actor, id: ada } };
    expect(await ids({ assigneeId: "me" }, asAda)).toEqual([taskId]);
    await removeMember(ctx, ada);
    expect(await ids({ assigneeId: ada })).toEqual([taskId]);
    expect(allSound((await listTasks(ctx, { limit: 5, assigneeId: ada })).items)[0]).toMatchObject({
      assigneeName: `${ada}@example.test`,
    });
    expect(await ids({ assigneeId: "none" })).not.toContain(taskId);
    for (const assigneeId of ["nonsense", newId()]) expect(await ids({ assigneeId })).toEqual([]);
    expect(await ids({ assigneeId: "me" })).toEqual([]);
  });

  test("is overdue the day after its date, until it is done, and not while an exception covers it", async () => {
    await change({ status: "PENDING", dueDate: day(0) });
    expect(await ids({ overdue: "true" })).toEqual([]);
    await change({ dueDate: day(-1) });
    expect(await ids({ overdue: "true" })).toEqual([taskId]);
    await change({ status: "COMPLETED" });
    expect(await ids({ overdue: "true" })).toEqual([]);
    await change({ status: "IN_PROGRESS" });
    const exceptionId = await coverRequirement();
    expect(await ids({ overdue: "true" })).toEqual([]);
    expect(allSound((await listTasks(ctx, { limit: 5, runId })).items).find(({ id }) => id === taskId)).toMatchObject({
      exceptionId,
    });
    await change({ dueDate: null });
  });
});

/** An approved exception for the task's requirement, active now. */
async function coverRequirement(): Promise<string> {
  const id = newId();
  const approvedBy = await member();
  await inTenant(ctx, async (tx) => {
    const [run] = await tx
      .select({ packId: runs.packId })
      .from(runs)
      .where(and(eq(runs.tenantId, ctx.tenantId), eq(runs.id, runId)));
    await tx.insert(exceptions).values({
      ...{ id, tenantId: ctx.tenantId, packId: run!.packId, requirementId, kind: "RISK_ACCEPTED", reason: "Small" },
      ...{ ownerId: approvedBy, proposedBy: newId(), validFrom: day(-2), validUntil: day(30) },
    });
    await tx
      .update(exceptions)
      .set({ status: "APPROVED", approvedBy, approvedAt: sql`now()` })
      .where(and(eq(exceptions.tenantId, ctx.tenantId), eq(exceptions.id, id)));
  });
  return id;
}
