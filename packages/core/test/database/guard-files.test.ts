import { adoptStore, createFileGuard } from "@assay/core/files";
import type { FileStore } from "@assay/core/ports";
import { type Context, inSystem } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createMemoryFileStore, type MemoryFileStore } from "../support/memory-file-store.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
let deploymentId: string;
beforeEach(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  ctx = await engine.makeTenant();
  const [row] = await inSystem(database.db, (tx) => rowsOf<{ id: string }>(tx, sql`select id from deployment`));
  deploymentId = row!.id;
});
afterEach(() => database.close());

const UNAVAILABLE = { code: "SERVICE_UNAVAILABLE", part: "files" };
const KEY = crypto.randomUUID();
const bytes = () => new Blob(["bytes"]).stream();
const guard = (store: MemoryFileStore) => createFileGuard({ store })(database.db);
const uploads = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => engine.upload(ctx, `${at}.txt`, `Text ${at}.`)));

const ACTS: Record<string, (files: FileStore) => Promise<unknown>> = {
  put: (files) => files.put(KEY, bytes(), { limitBytes: 10 }),
  get: (files) => files.get(KEY),
  stat: (files) => files.stat(KEY),
  rehash: (files) => files.rehash(KEY),
  delete: (files) => files.delete(KEY),
  check: (files) => files.check(),
};

describe("the marker", () => {
  test("is written by a deployment without documents", async () => {
    const store = createMemoryFileStore();
    await guard(store).put(KEY, bytes(), { limitBytes: 10 });
    expect(store.marker).toBe(deploymentId);
    expect(await guard(store).stat(KEY)).toMatchObject({ sizeBytes: 5 });
  });

  test("is written to the store of before the update whose files are found", async () => {
    await uploads(25);
    await guard(engine.files).check();
    expect(engine.files.marker).toBe(deploymentId);
  });

  test("is not written where one of the recorded files is missing or of another size", async () => {
    const [first] = await uploads(5);
    const key = engine.files.keys().find((each) => each.endsWith(first!.id))!;
    const kept = (await engine.files.stat(key))!;
    engine.files.lose(key);
    await expect(guard(engine.files).check()).rejects.toMatchObject(UNAVAILABLE);
    await engine.files.put(key, new Blob(["Other length"]).stream(), { limitBytes: 100 });
    await expect(guard(engine.files).check()).rejects.toMatchObject(UNAVAILABLE);
    expect(engine.files.marker).toBeNull();
    expect(kept.sizeBytes).toBe(7);
  });

  test("is never written again by itself", async () => {
    await guard(engine.files).check();
    engine.files.marker = null;
    await expect(guard(engine.files).check()).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.stringContaining("doctor -- --adopt-store"),
    });
    expect(engine.files.marker).toBeNull();
  });

  test("is written by an operator's word, who is told what was found", async () => {
    await uploads(3);
    await guard(engine.files).check();
    const other = createMemoryFileStore();
    other.marker = crypto.randomUUID();
    expect(await adoptStore(database.db, other)).toEqual({ found: 0, sampled: 3 });
    await guard(other).check();
  });
});

test.each(Object.keys(ACTS))("%s refuses a store without a marker, and one of another deployment", async (act) => {
  const store = createMemoryFileStore();
  await guard(store).put(KEY, bytes(), { limitBytes: 10 });
  const empty = createMemoryFileStore();
  await expect(ACTS[act]!(guard(empty))).rejects.toMatchObject(UNAVAILABLE);
  expect(empty.keys()).toEqual([]);
  empty.marker = crypto.randomUUID();
  await expect(ACTS[act]!(guard(empty))).rejects.toMatchObject(UNAVAILABLE);
});

test("a file is missing only where the store is proven well before and after the look", async () => {
  const store = createMemoryFileStore();
  const files = guard(store);
  await files.put(KEY, bytes(), { limitBytes: 10 });
  const { stat } = store;
  // The disk goes after the first look and is back before the second.
  let looks = 0;
  store.stat = async (key) => (++looks === 1 ? null : stat(key));
  expect(await files.stat(KEY)).toMatchObject({ sizeBytes: 5 });
  store.stat = stat;
  store.lose(KEY);
  expect(await files.stat(KEY)).toBeNull();
  await expect(files.get(KEY)).rejects.toMatchObject({ code: "OBJECT_MISSING" });
});
