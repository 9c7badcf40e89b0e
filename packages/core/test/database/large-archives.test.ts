import { createHash } from "node:crypto";
import { suspendTenant } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Reply, watchReplies } from "../support/around-statement.ts";
import { copyRun } from "../support/copy-run.ts";
import { seedTenant } from "../support/seed-tenant.ts";
import { filesOf, readArchive } from "../support/tenant-archives.ts";
import { createTestEngine } from "../support/test-engine.ts";
import { withoutGuards } from "../support/without-guards.ts";

const MIB = 1024 ** 2;
const COPIES = 3;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test("what may be large is read one row at a time, and goes on by a key without it", async () => {
  const engine = await createTestEngine(database.db);
  const { ctx, run } = await seedTenant(engine);
  for (let copy = 0; copy < COPIES; copy++) await copyRun(ctx, run.id);
  await engine.drain();
  const large = sql`decode(repeat('00', ${MIB}::int), 'hex')`;
  await withoutGuards(database, "snapshots", sql`update snapshots set bytes = ${large}, replay_bytes = ${large}`);
  await suspendTenant(database.db, { tenantId: ctx.tenantId, reason: "It moves" });
  const replies: Reply[] = [];
  const db = watchReplies(database.db, 'from "snapshots" where', (reply) => replies.push(reply));
  const archive = await readArchive({ db, files: engine.files, signer: engine.signer }, ctx.tenantId);

  const names = [...(await filesOf(archive)).entries()].filter(([name]) => name.startsWith("tables/snapshots/"));
  expect(names).toHaveLength(COPIES + 1);
  const sizes = names.map(([, bytes]) => bytes.length);
  expect(Math.min(...sizes)).toBeGreaterThan(4 * MIB);
  const hashes = names.map(([, bytes]) => createHash("sha256").update(bytes).digest("hex"));
  expect(new Set(hashes).size, "each row once").toBe(names.length);
  expect(replies.map(({ rows }) => rows.length)).toEqual([1, 1, 1, 1, 0]);
  const sizeOf = (values: readonly unknown[]) => Math.max(0, ...values.map((value) => JSON.stringify(value).length));
  expect(Math.max(...replies.map(({ rows }) => sizeOf(rows)))).toBeLessThan(Math.max(...sizes) + 2000);
  expect(Math.max(...replies.map(({ params }) => sizeOf(params)))).toBeLessThan(200);
});
