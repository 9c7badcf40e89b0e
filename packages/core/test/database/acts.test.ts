import { AssayError } from "@assay/contract";
import type { Database } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ACTS, type Belongings, seedTenant } from "../predicates/acts.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let ours: Belongings;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db, { ocr: true });
  ours = await seedTenant(engine, "ours");
});
afterAll(() => database.close());

class PutBack extends Error {}

/** Slow suites run by one driver: what the core says to a database for a tenant is said here by each. */
test.each(Object.keys(ACTS))("%s is understood by this database, through this driver", async (act) => {
  const attempt = database.db.transaction(async (tx) => {
    const ctx = { ...ours.ctx, db: tx as unknown as Database };
    await Promise.resolve(ACTS[act]!(ctx, ours, engine)).catch((error) => {
      if (!(error instanceof AssayError)) throw error;
    });
    throw new PutBack();
  });
  await expect(attempt).rejects.toBeInstanceOf(PutBack);
});
