import { AUDIT_GENESIS, auditHash, listAuditEntries, recordAudit } from "@assay/core/audit";
import { type Context, createTenant, inTenant } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

let database: TestDatabase;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const { id } = await createTenant(database.db, { name: "Audited" });
  ctx = { db: database.db, tenantId: id, actor: { id: "tester", role: "ADMIN", tenantId: id } };
});

const event = (objectId: string, runId?: string) => ({
  action: "thing.made" as const,
  objectType: "thing",
  objectId,
  ...(runId ? { runId } : {}),
});
const record = (...ids: string[]) => inTenant(ctx, (tx) => recordAudit(tx, ctx, ...ids.map((id) => event(id))));

async function expectWholeChain(length: number) {
  const { items, total } = await listAuditEntries(ctx, { limit: 200 });
  expect(total).toBe(length);
  const entries = items.toReversed();
  let previousHash = AUDIT_GENESIS;
  for (const [at, { hash, ...entry }] of entries.entries()) {
    expect(entry).toMatchObject({ sequence: at + 1, previousHash });
    expect(await auditHash(entry)).toBe(hash);
    previousHash = hash;
  }
  return entries;
}

describe("a tenant's chain of audit entries", () => {
  test("has no gap and no fork after 30 writers at the same time", async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? record(`${at}`, `${at} too`) : record(`${at}`))),
    );
    const entries = await expectWholeChain(40);
    expect(new Set(entries.map((entry) => entry.object_id)).size).toBe(40);
    const times = entries.map((entry) => entry.created_at);
    expect(times).toEqual(times.toSorted());
  });

  test("has no gap after a rollback", async () => {
    await record("kept");
    const undone = inTenant(ctx, async (tx) => {
      await recordAudit(tx, ctx, event("undone"));
      throw new Error("Changed my mind");
    });
    await expect(undone).rejects.toThrow("Changed my mind");
    await record("kept too");
    expect((await expectWholeChain(2)).map((entry) => entry.object_id)).toEqual(["kept", "kept too"]);
  });

  test("has no gap when half of 20 writers roll back", async () => {
    await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        inTenant(ctx, async (tx) => {
          await recordAudit(tx, ctx, event(`${at}`));
          if (at % 2 === 0) throw new Error("Changed my mind");
        }),
      ),
    );
    await expectWholeChain(10);
  });

  test("is the tenant's own", async () => {
    await record("mine");
    const { id } = await createTenant(database.db, { name: "Other" });
    const other: Context = { ...ctx, tenantId: id };
    const nothing = { items: [], nextCursor: null, total: 0, totalIsExact: true, names: {} };
    expect(await listAuditEntries(other, { limit: 10 })).toEqual(nothing);
    await inTenant(other, (tx) => recordAudit(tx, other, event("theirs")));
    await expectWholeChain(1);
  });

  test("says what its details say, of the keys that are known, and never free text", async () => {
    const snapshotHash = "a".repeat(64);
    await inTenant(ctx, (tx) => recordAudit(tx, ctx, { ...event("x"), details: { snapshotHash } }, event("y")));
    const [plain, detailed] = (await listAuditEntries(ctx, { limit: 2 })).items;
    expect(plain).toMatchObject({ version: 2, details: {} });
    expect(detailed).toMatchObject({ version: 2, details: { snapshotHash } });
    await expectWholeChain(2);
    const refused = [{ reason: "The policy of Mr Smith" }, { errorCode: "Mr Smith" }, { snapshotHash: "Mr Smith" }];
    for (const details of refused)
      await expect(
        inTenant(ctx, (tx) => recordAudit(tx, ctx, { ...event("z"), details: details as never })),
        JSON.stringify(details),
      ).rejects.toThrow();
    await expectWholeChain(2);
  });

  test("is not written without a chain to write to", async () => {
    const nobody = { ...ctx, tenantId: newId() };
    await expect(inTenant(nobody, (tx) => recordAudit(tx, nobody, event("x")))).rejects.toThrow("has no chain");
  });
});

describe("the list of audit entries", () => {
  test("pages from the newest on, each entry once", async () => {
    await record(...Array.from({ length: 7 }, (_, at) => `${at + 1}`));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listAuditEntries(ctx, { limit: 3, cursor });
      expect(page.total).toBe(7);
      seen.push(...page.items.map((entry) => entry.object_id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(["7", "6", "5", "4", "3", "2", "1"]);
  });

  test("shows one run where asked, and nothing for what is no run", async () => {
    const runId = newId();
    await inTenant(ctx, (tx) => recordAudit(tx, ctx, event("of the run", runId), event("of none")));
    expect(await listAuditEntries(ctx, { runId, limit: 10 })).toMatchObject({
      items: [{ object_id: "of the run" }],
      total: 1,
    });
    for (const unknown of [newId(), "not an id"])
      expect(await listAuditEntries(ctx, { runId: unknown, limit: 10 })).toMatchObject({ items: [], total: 0 });
  });

  test("is for administrators", async () => {
    await expect(listAuditEntries({ ...ctx, actor: { ...ctx.actor, role: "MEMBER" } }, { limit: 10 })).rejects.toThrow(
      "requires the role ADMIN",
    );
  });
});
