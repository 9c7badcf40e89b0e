import { adoptPack, bindPack, importPack, listBindings, offerPack, patchPack } from "@assay/core/packs";
import { type Context, createTenant, inTenant } from "@assay/core/tenancy";
import { auditHeads, newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { untilBlocked } from "../support/until-blocked.ts";

const LIMITS = { packsMax: 50, versionsMax: 500, requirementsMax: 1000 };
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function makeAdmin(role: "ADMIN" | "SUPER_ADMIN"): Promise<Context> {
  const { id: tenantId } = await createTenant(database.db, { name: "Tenant" });
  return { db: database.db, tenantId, actor: { id: newId(), role, tenantId } };
}

/** Begins the second act when the first is all but committed, and lets both end. */
async function overlap(of: Context, first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const held = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  // Every act records last, at the head of the tenant's chain.
  const chain = inTenant(of, async (tx) => {
    await tx.select().from(auditHeads).where(eq(auditHeads.tenantId, of.tenantId)).for("update");
    held.resolve();
    await letGo.promise;
  });
  await held.promise;
  const acts = [first()];
  await untilBlocked(database, 1);
  acts.push(second());
  await untilBlocked(database, 2);
  letGo.resolve();
  await chain;
  return (await Promise.allSettled(acts)).map((end) => (end.status === "rejected" ? end.reason.code : "done"));
}

test("a pack that is archived meanwhile is not bound", async () => {
  const root = await makeAdmin("SUPER_ADMIN");
  const version = await importPack(root, makePack(["Keys are rotated"]), { owner: "TENANT" });
  const archive = () => patchPack(root, version.packId, { archived: true }, LIMITS);
  expect(await overlap(root, archive, () => bindPack(root, version))).toEqual(["done", "INVALID_STATE"]);
  expect(await listBindings(root)).toEqual([]);
});

test("a pack that is archived meanwhile is not adopted", async () => {
  const root = await makeAdmin("SUPER_ADMIN");
  const { packId } = await importPack(root, makePack(["Keys are rotated"]), { owner: "TENANT" });
  const archive = () => patchPack(root, packId, { archived: true }, LIMITS);
  expect(await overlap(root, archive, () => adoptPack(root, { packId }))).toEqual(["done", "INVALID_STATE"]);
  expect(await listBindings(root)).toEqual([]);
});

test("a pack that is bound first stays bound when it is archived meanwhile", async () => {
  const root = await makeAdmin("SUPER_ADMIN");
  const version = await importPack(root, makePack(["Keys are rotated"]), { owner: "TENANT" });
  const archive = () => patchPack(root, version.packId, { archived: true }, LIMITS);
  expect(await overlap(root, () => bindPack(root, version), archive)).toEqual(["done", "done"]);
  expect(await listBindings(root)).toHaveLength(1);
});

test("a pack whose offer is taken back meanwhile is not bound", async () => {
  const [root, admin] = [await makeAdmin("SUPER_ADMIN"), await makeAdmin("ADMIN")];
  const version = await importPack(root, makePack(["Keys are rotated"]));
  await offerPack(root, version.packId, { tenantIds: [admin.tenantId] });
  const takeBack = () => offerPack(root, version.packId, { tenantIds: [] });
  // It is recorded where the owner acts.
  expect(await overlap(root, takeBack, () => bindPack(admin, version))).toEqual(["done", "FORBIDDEN"]);
  expect(await listBindings(admin)).toEqual([]);
});
