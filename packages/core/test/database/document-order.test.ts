import { runJob } from "@assay/core/jobs";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestEngine, listDue } from "../support/test-engine.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test("a document that is begun is finished before a newer one is begun", async () => {
  const engine = await createTestEngine(database.db);
  const ctx = await engine.makeTenant();
  const ids: string[] = [];
  for (const name of ["first", "second", "third"])
    ids.push((await engine.upload(ctx, `${name}.txt`, `Text of the ${name}.`)).id);
  const ready: string[][] = [];
  for (;;) {
    const [next] = (await listDue(database.db)).filter(({ kind }) => kind === "document");
    if (!next) break;
    await runJob(engine.engine, next.jobId);
    const states = await Promise.all(ids.map(async (id) => (await engine.document(ctx, id)).status));
    ready.push(states);
  }
  const begun = ready.map((states) => states.filter((status) => status !== "READY" && status !== "UPLOADED").length);
  expect(Math.max(...begun)).toBe(1);
  expect(ready.at(-1)).toEqual(["READY", "READY", "READY"]);
  expect(ready.findIndex(([first]) => first === "READY")).toBeLessThan(
    ready.findIndex(([, second]) => second !== "UPLOADED"),
  );
});
