import { createLink, exchangeLink, findLinkHolder } from "@assay/core/links";
import { type Context, createApiKey, findKeyHolder } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let ctx: Context;
let key: string;
let token: string;
beforeAll(async () => {
  database = await openTestDatabase();
  const engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(makePack(["Backups are made daily"]));
  const run = await engine.startRun(ctx);
  await engine.drain();
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  ({ key } = await createApiKey(ctx, { name: "CI", role: "VIEWER", expiresAt }));
  const { secret } = await createLink(ctx, run.id, { label: "Audit LLP", capabilities: ["READ"], expiresAt });
  ({ token } = await exchangeLink(ctx.db, secret));
});
afterAll(() => database.close());

test.each([
  ["an API key", "api_keys", () => findKeyHolder(ctx.db, key)],
  ["an auditor's link", "run_links", () => findLinkHolder(ctx.db, token)],
])("the use of %s that another request is about to note is neither waited for nor noted again", (_, table, find) =>
  withOwner(database, async ({ db }) => {
    const mine = sql`${sql.identifier(table)}`;
    const noted = async () =>
      (await rowsOf<{ at: string }>(db, sql`select last_used_at::text as at from ${mine}`))[0]!.at;
    await db.execute(sql`update ${mine} set last_used_at = '2020-01-01'`);
    await db.transaction(async (tx) => {
      await tx.execute(sql`update ${mine} set last_used_at = '2020-02-02'`);
      expect(await find()).toBeDefined();
    });
    expect(await noted()).toMatch(/^2020-02-02/);
    expect(await find()).toBeDefined();
    expect(await noted()).not.toMatch(/^2020/);
  }),
);
