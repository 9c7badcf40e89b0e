import type { DeploymentEntry } from "@assay/contract";
import { DEPLOYMENT_GENESIS, listDeploymentEntries, recordDeploymentAct } from "@assay/core/deployment-log";
import {
  asCatalog,
  type Context,
  changeTenant,
  inSystem,
  inTenant,
  openTenant,
  operatorOf,
  provisionTenant,
} from "@assay/core/tenancy";
import { deploymentEntries, newId, rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withChangedRows } from "../support/change-table.ts";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let operator: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  const { tenant } = await provisionTenant(database.db, { name: "Home" });
  operator = operatorOf(database.db, tenant.id);
});
afterAll(() => database.close());

const list = (query: { action?: string; objectId?: string } = {}) =>
  listDeploymentEntries(operator, { limit: 100, ...query });
const entries = async (query = {}) => (await list(query)).items as DeploymentEntry[];

test("a tenant's beginning and changes are one chain, next to its audit log", async () => {
  const tenant = await openTenant(operator, { name: "Second" });
  await changeTenant(operator, tenant.id, { name: "Renamed", status: "INACTIVE" });
  const { items, names } = await list({ objectId: tenant.id });
  expect(items).toMatchObject([
    { action: "tenant.deactivated", actor: "system" },
    { action: "tenant.renamed" },
    { action: "tenant.created" },
  ]);
  expect(names).toEqual({ [tenant.id]: "Renamed" });
  const all = (await entries()).toReversed();
  expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, at) => at + 1));
  expect(all.map(({ previousHash }) => previousHash)).toEqual([
    DEPLOYMENT_GENESIS,
    ...all.slice(0, -1).map(({ hash }) => hash),
  ]);
});

test("acts at once are written one after another, and an act that fails leaves no entry", async () => {
  const before = (await entries()).length;
  const acts = Array.from({ length: 8 }, (_, at) =>
    recordDeploymentAct(
      database.db,
      { id: "system" },
      { action: "backup.created", objectType: "backup", objectId: `${at}` },
    ),
  );
  await Promise.all(acts);
  const wrong = recordDeploymentAct(database.db, operator.actor, {
    action: "backup.created",
    objectType: "backup",
    objectId: "wrong",
    details: { reason: "free text" } as never,
  });
  await expect(wrong).rejects.toThrow();
  expect(await entries()).toHaveLength(before + 8);
  expect(await entries({ action: "backup.created" })).toHaveLength(8);
});

test("an entry that was changed, and one behind a gap, are not shown", async () => {
  for (let at = 0; at < 3; at++)
    await recordDeploymentAct(database.db, operator.actor, { action: "key.rotated", objectType: "key", objectId: "k" });
  const [newest, middle, oldest] = await entries();
  await withChangedRows(
    database,
    "deployment_entries",
    (tx) => tx.execute(sql`update deployment_entries set actor = 'somebody' where sequence = ${middle!.sequence}`),
    async () =>
      expect((await list()).items.slice(0, 3)).toEqual([newest, { sequence: middle!.sequence, damaged: true }, oldest]),
  );
  await withChangedRows(
    database,
    "deployment_entries",
    (tx) => tx.execute(sql`delete from deployment_entries where sequence = ${middle!.sequence}`),
    async () =>
      expect((await list()).items.slice(0, 2)).toEqual([{ sequence: newest!.sequence, damaged: true }, oldest]),
  );
});

test("no role changes or removes an entry, and only the system reads and writes them", async () => {
  const { tenantId } = operator;
  const denied = { cause: { code: "42501" } };
  await expect(inTenant(operator, (tx) => tx.select().from(deploymentEntries))).rejects.toMatchObject(denied);
  await expect(
    inTenant(operator, (tx) => asCatalog(tx, () => tx.select().from(deploymentEntries))),
  ).rejects.toMatchObject(denied);
  for (const statement of ["update deployment_entries set actor = 'x'", "delete from deployment_entries"])
    await expect(inSystem(database.db, (tx) => tx.execute(sql.raw(statement)))).rejects.toMatchObject(denied);
  for (const statement of ["update deployment_entries set actor = 'x'", "truncate deployment_entries"])
    await expect(withOwner(database, ({ db }) => db.execute(sql.raw(statement)))).rejects.toMatchObject({
      cause: { code: "AS001" },
    });
  const seen = await inSystem(database.db, (tx) => rowsOf(tx, sql`select 1 from deployment_entries`));
  expect(seen.length).toBeGreaterThan(0);
  const admin = { ...operator, actor: { id: newId(), role: "ADMIN" as const, tenantId } };
  expect(() => listDeploymentEntries(admin, { limit: 1 })).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
});
