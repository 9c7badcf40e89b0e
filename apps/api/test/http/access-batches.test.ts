import { createApiKey, createTenant, putMember } from "@assay/core/tenancy";
import { type Database, newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccessBatches } from "../../src/access-batches.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Counts transactions; a pause lasts until the test ends it. */
function openProcess() {
  let transactions = 0;
  const db = Object.create(database.db, {
    transaction: {
      value: (...args: Parameters<Database["transaction"]>) => {
        transactions += 1;
        return database.db.transaction(...args);
      },
    },
  }) as Database;
  let pauses: (() => void)[] = [];
  const access = createAccessBatches(db, () => new Promise((resolve) => pauses.push(resolve)));
  return {
    access,
    transactions: () => transactions,
    async endPauses() {
      await expect.poll(() => pauses.length).toBeGreaterThan(0);
      const due = pauses;
      pauses = [];
      for (const end of due) end();
    },
  };
}

test("who is asked for together is asked for in one statement, whatever the tenants, and each gets their own answer", async () => {
  const tenants = await Promise.all([1, 2, 3].map(() => createTenant(database.db, { name: "Viewers" })));
  const members = tenants.flatMap(({ id: tenantId }) =>
    Array.from({ length: 4 }, () => ({ tenantId, userId: newId() })),
  );
  for (const [at, member] of members.entries())
    await putMember(database.db, { ...member, email: `${at}@example.test`, role: at % 2 ? "ADMIN" : "VIEWER" });
  const stranger = { tenantId: tenants[0]!.id, userId: members.at(-1)!.userId };
  const { access, transactions, endPauses } = openProcess();
  const roleOf = (member: (typeof members)[number]) => access.findSessionRole({ ...member, sessionId: undefined });
  const early = members.slice(0, 6).map(roleOf);
  await endPauses();
  // Asked for while the first wait: their tokens took longer.
  const late = [...members.slice(6), stranger].map(roleOf);
  await endPauses();
  await endPauses();
  const found = await Promise.all([...early, ...late]);
  const roles = found.map((each) => each?.role);
  expect(roles).toEqual([...members.map((_, at) => (at % 2 ? "ADMIN" : "VIEWER")), undefined]);
  expect(transactions()).toBe(1);
});

test("the keys of many viewers are looked up in one statement, and their use is noted in one more", async () => {
  const { id: tenantId } = await createTenant(database.db, { name: "Keys" });
  const ctx = { db: database.db, tenantId, actor: { id: "system", role: "SUPER_ADMIN", tenantId } } as const;
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const made = await Promise.all(
    Array.from({ length: 5 }, () => createApiKey(ctx, { name: "CI", role: "VIEWER", expiresAt })),
  );
  const { access, transactions, endPauses } = openProcess();
  for (const round of [1, 2]) {
    const asked = [...made.map(({ key }) => key), "assay_unknown"].map(access.findKeyHolder);
    await endPauses();
    await endPauses();
    const holders = await Promise.all(asked);
    expect(holders.map((holder) => holder?.id)).toEqual([...made.map(({ apiKey }) => apiKey.id), undefined]);
    expect(transactions(), "noted once a minute").toBe(round + 1);
  }
});
