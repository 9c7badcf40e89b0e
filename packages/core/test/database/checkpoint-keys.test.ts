import {
  inspectCheckpointKeys,
  keepCheckpointKeys,
  keysThatSigned,
  listCheckpointKeys,
  listCheckpoints,
  verifyAudit,
} from "@assay/core/audit";
import type { PublicSigningKey, Signer } from "@assay/core/ports";
import { inTenant } from "@assay/core/tenancy";
import { checkpointKeys } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { vouchFor } from "../../src/audit/key-statement.ts";
import { createMemorySigner } from "../support/memory-signer.ts";
import { seedTenant } from "../support/seed-tenant.ts";
import { createTestEngine } from "../support/test-engine.ts";
import { ownerRows, withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => asIntruder("truncate checkpoint_keys", "checkpoint_keys_never_emptied"));

/** Does what the owner of the tables can: with the guard off. */
function asIntruder(statement: string, guard: string): Promise<void> {
  return withOwner(database, async ({ db }) => {
    for (const each of [
      `alter table checkpoint_keys disable trigger ${guard}`,
      statement,
      `alter table checkpoint_keys enable always trigger ${guard}`,
    ])
      await db.execute(sql.raw(each));
  });
}

const kidsOf = (keys: readonly PublicSigningKey[]) => keys.map(({ kid }) => kid);
const keep = async (signer: Signer, further?: readonly PublicSigningKey[]) =>
  kidsOf(await keepCheckpointKeys(database.db, signer, further));
const known = async (signer: Signer) => kidsOf(await listCheckpointKeys(database.db, signer));
const insert = (row: typeof checkpointKeys.$inferInsert) =>
  withOwner(database, ({ db }) => db.insert(checkpointKeys).values(row));

describe("a key that was active", () => {
  test("counts under every later one, no matter who holds it by then", async () => {
    const [first, second, third] = await Promise.all(["first", "second", "third"].map(createMemorySigner));
    expect(await keep(first!)).toEqual([]);
    expect(await keep(second!)).toEqual(["first"]);
    expect(await keep(third!)).toEqual(["first", "second"]);
    expect(await known(third!)).toEqual(["third", "first", "second"]);
    expect(await known(second!)).toEqual(["second", "first"]);
  });

  test("is kept once, however often and however many processes start", async () => {
    const [first, second] = await Promise.all(["first", "second"].map(createMemorySigner));
    await keep(first!);
    await Promise.all(Array.from({ length: 4 }, () => keep(second!)));
    expect(await keep(second!)).toEqual([]);
    const rows = await ownerRows(
      database,
      sql`select key_id || ' by ' || vouched_by as row from checkpoint_keys order by 1`,
    );
    expect(rows).toEqual([{ row: "first by first" }, { row: "first by second" }, { row: "second by second" }]);
  });

  test("makes its checkpoints verify under the next", async () => {
    const engine = await createTestEngine(database.db);
    const { ctx } = await seedTenant(engine);
    const [kept] = (await listCheckpoints(ctx, { limit: 1 })).items;
    await keep(engine.signer);
    const next = await createMemorySigner("next");
    expect((await verifyAudit(ctx, { keys: next.publicKeys, kept })).kept?.problem).toBe("KEY_UNKNOWN");
    await keep(next);
    expect(await verifyAudit(ctx, { keys: await listCheckpointKeys(database.db, next), kept })).toMatchObject({
      valid: true,
      kept: { contained: true },
    });
    expect(kidsOf(await keysThatSigned(database.db, [...engine.signer.publicKeys, ...next.publicKeys]))).toEqual([
      engine.signer.keyId,
    ]);
  });
});

describe("a key that somebody else lists", () => {
  test("stays unknown, also after further starts, and is told of", async () => {
    const [ours, foreign] = await Promise.all(["ours", "foreign"].map(createMemorySigner));
    await keep(ours!);
    await insert(await vouchFor(foreign!.publicKey, foreign!));
    expect(await keep(ours!)).toEqual([]);
    expect(await known(ours!)).toEqual(["ours"]);
    expect(await inspectCheckpointKeys(database.db, ours!)).toMatchObject({ unconfirmed: ["foreign"] });
  });

  test("does not count by a signature that is not the token's", async () => {
    const [ours, foreign] = await Promise.all(["ours", "foreign"].map(createMemorySigner));
    await keep(ours!);
    const word = await vouchFor(foreign!.publicKey, foreign!);
    await insert({ ...word, vouchedBy: "ours" });
    expect(await known(ours!)).toEqual(["ours"]);
  });

  test("does not take the place of ours by its name", async () => {
    const [ours, foreign, next] = await Promise.all(["ours", "ours", "next"].map(createMemorySigner));
    await insert(await vouchFor(foreign!.publicKey, foreign!));
    expect((await listCheckpointKeys(database.db, ours!))[0]!.x).toBe(ours!.publicKey.x);
    await keep(next!);
    expect(
      (await listCheckpointKeys(database.db, { ...next!, publicKeys: [next!.publicKey, ours!.publicKey] }))[1]!.x,
    ).toBe(ours!.publicKey.x);
  });

  test("counts once the active key is told to vouch for it", async () => {
    const [ours, lost] = await Promise.all(["ours", "lost"].map(createMemorySigner));
    await keep(ours!);
    expect(await keep(ours!, [lost!.publicKey])).toEqual(["lost"]);
    expect(await known(ours!)).toEqual(["ours", "lost"]);
    expect(await inspectCheckpointKeys(database.db, ours!)).toMatchObject({ unconfirmed: [] });
  });
});

describe("the table of keys", () => {
  test.each(["update checkpoint_keys set x = x", "delete from checkpoint_keys", "truncate checkpoint_keys"])(
    "is final, as its owner and with ordinary triggers off: %s",
    async (statement) => {
      await keep(await createMemorySigner("kept"));
      const attempt = withOwner(database, ({ db }) =>
        db.transaction(async (tx) => {
          await tx.execute(sql`set local session_replication_role = replica`);
          await tx.execute(sql.raw(statement));
        }),
      );
      await expect(attempt).rejects.toMatchObject({ cause: { code: "AS001" } });
    },
  );

  test("is out of a tenant's reach", async () => {
    const engine = await createTestEngine(database.db);
    const { db, tenantId } = await engine.makeTenant();
    const read = inTenant({ db, tenantId }, (tx) => tx.select().from(checkpointKeys));
    await expect(read).rejects.toMatchObject({ cause: { code: "42501" } });
  });
});
