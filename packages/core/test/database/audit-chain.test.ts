import { type AuditEntry, CHECKPOINT_ORIGIN, canonicalJson } from "@assay/contract";
import {
  AUDIT_GENESIS,
  auditHash,
  listAuditEntries,
  listCheckpoints,
  recordAudit,
  streamAuditEntries,
  verifyAudit,
} from "@assay/core/audit";
import { sha256Hex } from "@assay/core/digest";
import { type Context, inTenant } from "@assay/core/tenancy";
import { newId, rowsOf, type Transaction } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemorySigner } from "../support/memory-signer.ts";
import { type SeededTenant, seedTenant } from "../support/seed-tenant.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());

const check = (ctx: Context, kept?: Parameters<typeof verifyAudit>[1]["kept"]) =>
  verifyAudit(ctx, { keys: engine.signer.publicKeys, kept });
const checkpointsOf = async (ctx: Context) => (await listCheckpoints(ctx, { limit: 200 })).items;
const newestOf = async (ctx: Context) => (await checkpointsOf(ctx))[0]!;

/** Changes what is final, as anyone who owns the database can: with the guards off. */
function tamper(change: (tx: Transaction) => Promise<unknown>): Promise<void> {
  const guards = (state: string) =>
    ["audit_entries", "audit_checkpoints"].map((table) => `alter table ${table} ${state} trigger ${table}_final`);
  return withOwner(database, ({ db }) =>
    db.transaction(async (tx) => {
      for (const statement of guards("disable")) await tx.execute(sql.raw(statement));
      await change(tx);
      for (const statement of guards("enable always")) await tx.execute(sql.raw(statement));
    }),
  );
}

async function addEntries(ctx: Context, count: number): Promise<void> {
  await inTenant(ctx, (tx) =>
    recordAudit(
      tx,
      ctx,
      ...Array.from({ length: count }, (_, at) => ({
        action: "thing.done" as const,
        objectType: "thing",
        objectId: `${at}`,
      })),
    ),
  );
}

/** What a process that knows no version and no details writes, statement by statement. */
async function writeFirstVersion({ db, tenantId }: Context, head: { sequence: number; hash: string }): Promise<void> {
  const entry = {
    id: newId(),
    tenantId,
    runId: null,
    action: "thing.done",
    object_type: "thing",
    object_id: "old",
    actor: "system",
    created_at: new Date().toISOString(),
    sequence: head.sequence + 1,
    previousHash: head.hash,
  };
  const hash = await sha256Hex(canonicalJson(entry));
  await inTenant({ db, tenantId }, async (tx) => {
    await tx.execute(sql`insert into audit_entries
      (id, tenant_id, action, object_type, object_id, actor, created_at, sequence, previous_hash, hash)
      values (${entry.id}, ${tenantId}, ${entry.action}, ${entry.object_type}, ${entry.object_id}, ${entry.actor},
        ${entry.created_at}, ${entry.sequence}, ${entry.previousHash}, ${hash})`);
    await tx.execute(sql`update audit_heads set sequence = ${entry.sequence}, hash = ${hash}
      where tenant_id = ${tenantId}`);
  });
}

/** Changes one entry and makes the whole chain after it fit again. */
async function rewriteChain(ctx: Context): Promise<void> {
  const entries: AuditEntry[] = [];
  for await (const batch of streamAuditEntries(ctx, {})) entries.push(...batch);
  await tamper(async (tx) => {
    let previousHash = AUDIT_GENESIS;
    for (const { hash: _, ...entry } of entries.toReversed()) {
      const changed = { ...entry, actor: entry.sequence === 2 ? "somebody else" : entry.actor, previousHash };
      const hash = await auditHash(changed);
      await tx.execute(sql`update audit_entries set actor = ${changed.actor}, previous_hash = ${previousHash},
        hash = ${hash} where id = ${entry.id}`);
      previousHash = hash;
    }
    await tx.execute(sql`update audit_heads set hash = ${previousHash} where tenant_id = ${ctx.tenantId}`);
  });
}

async function cutTail(tx: Transaction, ctx: Context, keep: number): Promise<void> {
  await tx.execute(sql`delete from audit_entries where tenant_id = ${ctx.tenantId} and sequence > ${keep}`);
  await tx.execute(sql`update audit_heads set sequence = ${keep},
    hash = (select hash from audit_entries where tenant_id = ${ctx.tenantId} and sequence = ${keep})
    where tenant_id = ${ctx.tenantId}`);
}

describe("a chain that nobody touched", () => {
  let seeded: SeededTenant;
  beforeAll(async () => {
    seeded = await seedTenant(engine);
  });

  test("is valid, with its head and every checkpoint", async () => {
    const { total, items } = await listAuditEntries(seeded.ctx, { limit: 1 });
    const [newest] = items;
    const found = await check(seeded.ctx);
    expect(found).toEqual({
      valid: true,
      entries: total,
      head: { sequence: newest!.sequence, hash: newest!.hash },
      checkpoints: { checked: 1, problems: [] },
    });
  });

  test("holds each checkpoint and each entry that was kept", async () => {
    const kept = await newestOf(seeded.ctx);
    expect(kept.statement).toMatchObject({ origin: CHECKPOINT_ORIGIN, tenantId: seeded.ctx.tenantId });
    expect((await check(seeded.ctx, kept)).kept).toMatchObject({ contained: true, problem: null });
    const { sequence, hash } = (await listAuditEntries(seeded.ctx, { limit: 5 })).items[4]!;
    const found = await check(seeded.ctx, { sequence, hash });
    expect(found).toMatchObject({ valid: true, kept: { sequence, hash, contained: true } });
  });

  test("holds entries of both versions: those that a process of the release before writes are of the first", async () => {
    const ctx = await engine.makeTenant();
    await addEntries(ctx, 2);
    const { head } = await check(ctx);
    await writeFirstVersion(ctx, head);
    await addEntries(ctx, 2);
    const { items } = await listAuditEntries(ctx, { limit: 3 });
    expect(items.map(({ version, details }) => [version, details])).toEqual([
      [2, {}],
      [2, {}],
      [1, null],
    ]);
    expect(await check(ctx)).toMatchObject({ valid: true, entries: head.sequence + 3 });
    const kept = { sequence: items[2]!.sequence, hash: items[2]!.hash };
    expect(await check(ctx, kept)).toMatchObject({ valid: true, kept: { contained: true } });
    for (const change of ["version = 2", "details = '{}'", `details = '{"errorCode": "X"}'`]) {
      await tamper((tx) => tx.execute(sql.raw(`update audit_entries set ${change} where id = '${items[2]!.id}'`)));
      expect(await check(ctx), change).toMatchObject({
        firstBroken: { sequence: kept.sequence, problem: "HASH_DIFFERS" },
      });
      await tamper((tx) =>
        tx.execute(sql.raw(`update audit_entries set version = 1, details = null where id = '${items[2]!.id}'`)),
      );
    }
    expect((await check(ctx)).valid).toBe(true);
  });

  test("of a tenant without entries is valid", async () => {
    const ctx = await engine.makeTenant();
    expect(await check(ctx)).toEqual({
      valid: true,
      entries: 0,
      head: { sequence: 0, hash: AUDIT_GENESIS },
      checkpoints: { checked: 0, problems: [] },
    });
  });
});

describe("a checkpoint that was kept", () => {
  test("of another tenant, of an unknown key, or changed in any part, proves nothing", async () => {
    const [ours, theirs] = [await seedTenant(engine), await seedTenant(engine)];
    const kept = await newestOf(ours.ctx);
    const other = await newestOf(theirs.ctx);
    const stranger = await createMemorySigner(engine.signer.keyId);
    const problemOf = async (changed: typeof kept) => (await check(ours.ctx, changed)).kept?.problem;
    const saying = (change: object) => problemOf({ ...kept, statement: { ...kept.statement, ...change } });
    expect(await problemOf(other)).toBe("OTHER_TENANT");
    expect(await problemOf({ ...kept, keyId: "nobody" })).toBe("KEY_UNKNOWN");
    expect(await problemOf({ ...kept, signature: other.signature })).toBe("SIGNATURE_INVALID");
    expect(await problemOf({ ...kept, signature: "not base64!" })).toBe("SIGNATURE_INVALID");
    expect(await saying({ sequence: kept.statement.sequence - 1 })).toBe("SIGNATURE_INVALID");
    expect(await saying({ hash: "0".repeat(64) })).toBe("SIGNATURE_INVALID");
    expect(await saying({ createdAt: "2020-01-01T00:00:00.000Z" })).toBe("SIGNATURE_INVALID");
    expect(await saying({ origin: "assay/other/v1" })).toBe("SIGNATURE_INVALID");
    const foreign = await verifyAudit(ours.ctx, { keys: stranger.publicKeys, kept });
    expect(foreign).toMatchObject({ valid: false, kept: { problem: "SIGNATURE_INVALID" } });
    expect(foreign.checkpoints.problems).toMatchObject([{ problem: "SIGNATURE_INVALID" }]);
  });
});

describe("anyone who owns the database cannot hide", () => {
  const columns = {
    actor: "'intruder'",
    action: "'run.deleted'",
    object_id: "'x'",
    object_type: "'x'",
    run_id: "gen_random_uuid()",
    created_at: "created_at + interval '1 millisecond'",
    hash: "repeat('a', 64)",
    previous_hash: "repeat('b', 64)",
    version: "1",
    details: `'{"errorCode": "X"}'`,
  };

  test.each(Object.entries(columns))("a changed %s of one entry", async (column, value) => {
    const { ctx } = await seedTenant(engine);
    await tamper((tx) =>
      tx.execute(
        sql.raw(`update audit_entries set ${column} = ${value} where tenant_id = '${ctx.tenantId}' and sequence = 3`),
      ),
    );
    const found = await check(ctx);
    expect(found.valid).toBe(false);
    expect(found.firstBroken!.sequence).toBe(3);
  });

  test("an entry taken out of the middle", async () => {
    const { ctx } = await seedTenant(engine);
    await tamper((tx) => tx.execute(sql`delete from audit_entries where tenant_id = ${ctx.tenantId} and sequence = 4`));
    expect(await check(ctx)).toMatchObject({ valid: false, firstBroken: { sequence: 4, problem: "SEQUENCE_GAP" } });
  });

  test("a tail cut off behind the back of the chain's head", async () => {
    const { ctx } = await seedTenant(engine);
    const { head } = await check(ctx);
    await tamper((tx) =>
      tx.execute(sql`delete from audit_entries where tenant_id = ${ctx.tenantId} and sequence > ${head.sequence - 2}`),
    );
    expect(await check(ctx)).toMatchObject({ valid: false, firstBroken: { sequence: head.sequence - 1 } });
  });

  test("a head set back with its entries still there", async () => {
    const { ctx } = await seedTenant(engine);
    const { head } = await check(ctx);
    await tamper((tx) =>
      tx.execute(sql`update audit_heads set sequence = ${head.sequence - 1},
        hash = (select hash from audit_entries where tenant_id = ${ctx.tenantId} and sequence = ${head.sequence - 1})
        where tenant_id = ${ctx.tenantId}`),
    );
    expect(await check(ctx)).toMatchObject({
      valid: false,
      firstBroken: { sequence: head.sequence, problem: "HEAD_DIFFERS" },
    });
  });

  test("a cleanly cut tail from our checkpoints, nor, with those gone too, from one that was kept", async () => {
    const { ctx } = await seedTenant(engine);
    const kept = await newestOf(ctx);
    const keep = kept.statement.sequence - 3;
    await tamper((tx) => cutTail(tx, ctx, keep));
    const first = await check(ctx);
    expect(first.firstBroken).toBeUndefined();
    expect(first).toMatchObject({ valid: false, checkpoints: { problems: [{ problem: "BEYOND_END_OF_CHAIN" }] } });

    await tamper((tx) => tx.execute(sql`delete from audit_checkpoints where tenant_id = ${ctx.tenantId}`));
    expect((await check(ctx)).valid).toBe(true);
    const against = await check(ctx, kept);
    expect(against).toMatchObject({ valid: false, kept: { contained: false, problem: "BEYOND_END_OF_CHAIN" } });
    const { sequence, hash } = kept.statement;
    expect(await check(ctx, { sequence, hash })).toMatchObject({ valid: false, kept: { contained: false } });

    await addEntries(ctx, 10);
    expect((await check(ctx, kept)).kept).toMatchObject({ contained: false, problem: "HASH_DIFFERS" });
  });

  test("a chain rewritten to fit from our checkpoints, nor, with those gone too, from one that was kept", async () => {
    const { ctx } = await seedTenant(engine);
    const kept = await newestOf(ctx);
    await rewriteChain(ctx);
    const first = await check(ctx);
    expect(first.firstBroken).toBeUndefined();
    expect(first).toMatchObject({ valid: false, checkpoints: { problems: [{ problem: "HASH_DIFFERS" }] } });

    await tamper((tx) => tx.execute(sql`delete from audit_checkpoints where tenant_id = ${ctx.tenantId}`));
    expect((await check(ctx)).valid).toBe(true);
    expect(await check(ctx, kept)).toMatchObject({ valid: false, kept: { contained: false, problem: "HASH_DIFFERS" } });
  });

  test("a forged checkpoint", async () => {
    const { ctx } = await seedTenant(engine);
    await tamper((tx) =>
      tx.execute(
        sql`update audit_checkpoints set created_at = now() - interval '1 year' where tenant_id = ${ctx.tenantId}`,
      ),
    );
    expect((await check(ctx)).checkpoints.problems).toMatchObject([{ problem: "SIGNATURE_INVALID" }]);
  });
});

test("a chain of any length is verified in batches of bounded size", async () => {
  const ctx = await engine.makeTenant();
  for (let at = 0; at < 5; at++) await addEntries(ctx, 500);
  const sizes: number[] = [];
  const watched = watchRows(ctx, (size) => sizes.push(size));
  const found = await verifyAudit(watched, { keys: [] });
  expect(found).toMatchObject({ valid: true, entries: 2500 });
  expect(Math.max(...sizes)).toBe(500);
  await addEntries(ctx, 1);
  expect((await check(ctx)).entries).toBe(2501);
});

/** Tells how many rows each transaction read. */
function watchRows(ctx: Context, tell: (size: number) => void): Context {
  const db = Object.create(ctx.db, {
    transaction: {
      value: async (...args: Parameters<Context["db"]["transaction"]>) => {
        const result = await ctx.db.transaction(...args);
        if (Array.isArray(result)) tell(result.length);
        return result;
      },
    },
  }) as Context["db"];
  return { ...ctx, db };
}

test("the guards that a test switched off are all on again", async () => {
  const off = await rowsOf(database.db, sql`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'A'`);
  expect(off).toEqual([]);
});
