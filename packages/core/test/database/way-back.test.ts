import { describeWayBack, migrate, readMigrations } from "@assay/db/migrate";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const ADDS = { name: "9998_adds.sql", statements: ["create table added (id int)"] };
const ENDS = { name: "9999_ends.sql", statements: ["drop table added"], noWayBack: "a table is gone" };

test("what only adds lets the release before run on; after the rest it refuses with the sentence that was said before", async () => {
  const known = await readMigrations();
  await withOwner(database, async (owner) => {
    const told: string[] = [];
    const onPending = (pending: readonly { name: string }[]) => void told.push(describeWayBack(pending as never));
    expect(await migrate(owner, { migrations: [...known, ADDS], onPending })).toEqual([ADDS.name]);
    expect(await migrate(owner, { migrations: known, onPending })).toEqual([]);
    expect(await migrate(owner, { migrations: [...known, ADDS, ENDS], onPending })).toEqual([ENDS.name]);
    expect(told).toEqual([
      "You can go back: what is applied only adds, and the release before runs on it",
      "After 9999_ends.sql there is no way back: a table is gone. Keep a backup from before",
    ]);
    await expect(migrate(owner, { migrations: [...known, ADDS] })).rejects.toThrow(
      "a later release has applied 9999_ends.sql, after which there is no way back: a table is gone",
    );
  });
});
