import { createStateStore } from "@assay/core/identity-state";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test("a state is written on top of the newest one only, and of writers at once one wins", async () => {
  const store = createStateStore(database.db);
  expect(await store.load("users", 0)).toBeUndefined();
  const begun = await Promise.all(["one", "two", "three"].map((text) => store.replace("users", 0, text)));
  expect(begun.filter(Boolean)).toHaveLength(1);
  const next = await Promise.all(["four", "five"].map((text) => store.replace("users", 1, text)));
  expect(next.filter(Boolean)).toHaveLength(1);
  expect(await store.replace("users", 1, "late")).toBe(false);
  expect(await store.load("users", 1)).toMatchObject({ version: 2, text: expect.stringMatching(/^(four|five)$/) });
  expect(await store.load("users", 2)).toBeUndefined();
  expect(await store.load("sessions", 0)).toBeUndefined();
});
