import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { doHistory, REQUIREMENTS, readState, syncFresh } from "../support/folder-history.ts";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

/** `ASSAY_TEST_HISTORIES=1-1000` does those seeds, `17-17` repeats one. */
const [FIRST, LAST] = (process.env.ASSAY_TEST_HISTORIES ?? "1-50").split("-").map(Number) as [number, number];

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());

test("after any history, a folder is judged as by a tenant that has its last state alone", {
  timeout: 7_200_000,
}, async () => {
  const open = async () => ({ engine, ctx: await engine.makeBoundTenant(makePack(REQUIREMENTS)) });
  const unequal: unknown[] = [];
  for (let seed = FIRST; seed <= LAST; seed++) {
    const [old, fresh] = [await open(), await open()];
    const { folder, done } = await doHistory(old, seed);
    await syncFresh(fresh, folder);
    const [got, wanted] = [await readState(old), await readState(fresh)];
    if (JSON.stringify(got) !== JSON.stringify(wanted)) unequal.push({ seed, done, got, wanted });
  }
  expect(unequal).toEqual([]);
});
