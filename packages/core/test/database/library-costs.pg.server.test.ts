import { bindPack, importPack, listLibrary, type PackVersion } from "@assay/core/packs";
import type { Context } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { connectExplainer, type Explainer } from "@assay/testing/explain-statement";
import { vacuumWhole } from "@assay/testing/vacuum-whole";
import { listenToStatements, type SentStatement } from "@assay/testing/watch-statements";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let explainer: Explainer;
let ctx: Context;
let used: PackVersion;
beforeAll(async () => {
  database = await openTestDatabase();
  explainer = await connectExplainer(database.superuserUrl!);
  const engine = await createTestEngine(database.db);
  ctx = await engine.makeTenant();
  used = await importPack(ctx, makePack(["Keys are rotated"]), { owner: "TENANT" });
  await bindPack(ctx, used);
});
afterAll(async () => {
  await explainer?.[Symbol.asyncDispose]();
  await database?.close();
});

/** As many published versions of the pack, each with ten requirements, and as many packs of another tenant. */
const fill = (count: number) =>
  withOwner(database, async ({ db }) => {
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`
        insert into criteria_versions (id, pack_id, version)
        select md5('v' || at)::uuid, ${used.packId}, at from generate_series(2, ${count}::int) at on conflict do nothing`);
      await tx.execute(sql`
        insert into requirements (id, criteria_version_id, requirement_id, criterion_id, title, position)
        select gen_random_uuid(), drafts.id, part::text, 1, 'A title', part
        from criteria_versions drafts, generate_series(1, 10) part where status = 'DRAFT'`);
      await tx.execute(
        sql`update criteria_versions set status = 'PUBLISHED', published_at = now() where status = 'DRAFT'`,
      );
      await tx.execute(sql`
        insert into packs (id, name, owner_tenant_id)
        select md5('p' || at)::uuid, 'Theirs', md5('t')::uuid from generate_series(1, ${count}::int) at
        on conflict do nothing`);
    });
    for (const table of ["packs", "criteria_versions", "requirements", "pack_bindings"]) await vacuumWhole(db, table);
  });

test("the library reads as many pages, whether a pack has 10, 1,000 or 10,000 versions and others as many packs", async () => {
  const pages: number[] = [];
  for (const count of [10, 1000, 10_000]) {
    await fill(count);
    const sent: SentStatement[] = [];
    await listenToStatements(
      (statement) => sent.push(statement),
      async () => {
        const { items } = await listLibrary(ctx, { limit: 50 });
        expect(items).toMatchObject([{ id: used.packId, version: count, boundVersion: 1, requirementCount: 10 }]);
      },
    );
    let sum = 0;
    for (const statement of sent.filter(({ text }) => /^select\b/i.test(text.trim())))
      sum += await explainer.countBuffers(statement, ctx.tenantId);
    pages.push(sum);
  }
  expect(Math.max(...pages), pages.join(" → ")).toBeLessThanOrEqual(150);
});
