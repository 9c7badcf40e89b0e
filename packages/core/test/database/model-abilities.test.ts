import type { ModelAbilities } from "@assay/contract";
import { createAbilityStore } from "@assay/core/model-abilities";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownerRows } from "../support/with-owner.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const SERVER = { baseUrl: "http://models.internal.test:8000/v1", model: "strict-1" };
const LEAST: ModelAbilities = { schema: false, outputLimit: "max_completion_tokens", temperature: false };
const ALL: ModelAbilities = { schema: true, outputLimit: "max_tokens", temperature: true };

test("what one process found out of a model's server, all others know, until it is found out again", async () => {
  const [one, other] = [createAbilityStore(database.db), createAbilityStore(database.db)];
  expect(await other.load(SERVER)).toBeUndefined();
  await one.save(SERVER, LEAST);
  expect(await other.load(SERVER)).toEqual(LEAST);
  await other.save(SERVER, ALL);
  expect(await one.load(SERVER)).toEqual(ALL);
});

test("each model of each server has its own, and no address is stored", async () => {
  const store = createAbilityStore(database.db);
  await store.save(SERVER, LEAST);
  expect(await store.load({ ...SERVER, model: "strict-2" })).toBeUndefined();
  expect(await store.load({ ...SERVER, baseUrl: "http://other.test/v1" })).toBeUndefined();
  const rows = await ownerRows<{ row: string }>(
    database,
    sql`select to_jsonb(model_abilities)::text as row from model_abilities`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.row).not.toContain("internal");
});
