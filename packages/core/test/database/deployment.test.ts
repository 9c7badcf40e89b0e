import { type DeploymentReply, type TenantState, tenantState } from "@assay/contract";
import { getDeployment } from "@assay/core/deployment";
import { type Context, changeTenant, inSystem, inTenant, openTenant, operatorOf, putMember } from "@assay/core/tenancy";
import { newId, runs } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { countStatements } from "@assay/testing/watch-statements";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

const QUOTA = { documentsMax: 1000, bytesMax: 1e9 };
const TIMES = { quota: QUOTA, quietAfterMs: 60_000 };

let database: TestDatabase;
let engine: TestEngine;
let operator: Context;
let busy: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  busy = await engine.makeBoundTenant(makePack(["Backups are made daily"]));
  operator = operatorOf(database.db, busy.tenantId);
  await engine.upload(busy, "policy.txt", "Backups are made daily, encrypted, and restored as a test.");
  await engine.startRun(busy);
  await engine.drain();
});
afterAll(() => database.close());

const read = (query: Partial<Parameters<typeof getDeployment>[1]> = {}): Promise<DeploymentReply> =>
  getDeployment(operator, { limit: 200, ...query }, TIMES);

async function stateOf(tenantId: string): Promise<TenantState> {
  const state = (await read()).tenants.find(({ tenant }) => tenant.id === tenantId);
  return tenantState.parse(state);
}

async function makeTenant(name: string, admin = true): Promise<string> {
  const { id } = await openTenant(operator, { name });
  if (admin) await putMember(database.db, { tenantId: id, userId: newId(), email: "a@example.test", role: "ADMIN" });
  return id;
}

test("a tenant's members, documents, last run and use of its limits are counted, and nothing of its evidence is in it", async () => {
  const state = await stateOf(busy.tenantId);
  expect(state).toMatchObject({
    documents: { used: 1, limit: 1000 },
    bytes: { used: 58, limit: 1e9 },
    runsToday: { used: 1, limit: null },
    lastRun: { status: "COMPLETED", snapshotStatus: "CAPTURED" },
    oldestUnreadAt: null,
    integrity: { chainBroken: false, damagedRuns: 0, damagedRecords: 0 },
  });
  const { complete, partial, missing } = state.lastRun!.verdicts!;
  expect(complete + partial + missing).toBe(1);
  expect(JSON.stringify(state)).not.toMatch(/policy\.txt|Backups|sha256/);
});

test("those in the worst trouble are first, page after page", async () => {
  const calm = await makeTenant("Calm");
  const orphan = await makeTenant("Orphan", false);
  const full = await makeTenant("Full");
  await changeTenant(operator, full, { limits: { documentsMax: 0 } });
  const broken = await makeTenant("Broken");
  await withOwner(database, ({ db }) =>
    db.execute(sql`insert into record_checks (tenant_id, checked_at, damaged) values (${broken}, now(), '{member/x}')`),
  );
  const unread = await makeTenant("Unread");
  await withOwner(database, ({ db }) =>
    db.execute(sql`insert into documents (id, tenant_id, original_filename, file_type, sha256_hash, size_bytes, uploaded_at)
      values (${newId()}, ${unread}, 'a.txt', 'txt', 'a', 1, now() - interval '2 hours')`),
  );
  const order = (await read()).tenants.map(({ tenant, troubles }) => [tenant.name, troubles]);
  expect(order.slice(0, 4)).toEqual([
    ["Broken", ["INTEGRITY"]],
    ["Unread", ["DOCUMENTS_UNREAD"]],
    ["Full", ["LIMIT_NEAR"]],
    ["Orphan", expect.arrayContaining(["NO_ADMIN"])],
  ]);
  expect(order).toContainEqual(["Calm", []]);
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page: DeploymentReply = await read({ limit: 2, ...(cursor && { cursor }) });
    paged.push(...page.tenants.map(({ tenant }) => String(tenant.name)));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(paged).toEqual(order.map(([name]) => name));
  expect((await read({ trouble: "NO_ADMIN" })).tenants.map(({ tenant }) => tenant.id)).toContain(orphan);
  expect((await read({ q: "calm" })).tenants.map(({ tenant }) => tenant.id)).toEqual([calm]);
});

test("verdicts of a run whose results are damaged are not shown", async () => {
  const damage = (damaged: string) =>
    inTenant(busy, (tx) =>
      tx.execute(sql`update result_checks set damaged = ${damaged}::text[] where tenant_id = ${busy.tenantId}`),
    );
  await damage("{run/x}");
  expect(await stateOf(busy.tenantId)).toMatchObject({
    troubles: ["INTEGRITY", "NO_ADMIN"],
    lastRun: { verdicts: null },
    integrity: { damagedRuns: 1 },
  });
  await damage("{}");
});

test("a run of last month counts in no month and no day of now", async () => {
  const { tokensThisMonth: before } = await stateOf(busy.tenantId);
  const [row] = await inTenant(busy, (tx) => tx.select().from(runs).where(eq(runs.tenantId, busy.tenantId)));
  const move = (to: Date) =>
    withOwner(database, ({ db }) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(sql`alter table runs disable trigger user`);
        await tx.execute(sql`update runs set created_at = ${to.toISOString()}, tokens_in = 5 where id = ${row!.id}`);
        await tx.execute(sql`alter table runs enable trigger user`);
      }),
    );
  await move(row!.createdAt);
  expect((await stateOf(busy.tenantId)).tokensThisMonth.used).toBe(before.used - row!.tokensIn + 5);
  const { createdAt } = row!;
  await move(new Date(Date.UTC(createdAt.getUTCFullYear(), createdAt.getUTCMonth(), 1) - 1));
  expect(await stateOf(busy.tenantId)).toMatchObject({ runsToday: { used: 0 }, tokensThisMonth: { used: 0 } });
});

test("as many statements are sent for many tenants as for few", async () => {
  const sent = async () => {
    const before = countStatements();
    await read();
    return countStatements() - before;
  };
  const few = await sent();
  for (let at = 0; at < 12; at++) await makeTenant(`Another ${at}`);
  expect(await sent()).toBe(few);
  expect(few).toBeLessThanOrEqual(4);
});

test("nobody below SUPER_ADMIN is told", async () => {
  const admin = { ...operator, actor: { ...operator.actor, role: "ADMIN" as const } };
  await expect(getDeployment(admin, { limit: 1 }, TIMES)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("the system may not read more of a run or document than is counted", async () => {
  for (const statement of ["select started_by from runs", "select name from runs", "select title from documents"])
    await expect(inSystem(database.db, (tx) => tx.execute(sql.raw(statement)))).rejects.toMatchObject({
      cause: { code: "42501" },
    });
});
