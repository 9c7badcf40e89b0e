import type { ReviewQueue } from "@assay/contract";
import { listAuditEntries } from "@assay/core/audit";
import { addComment, listComments, listMentions } from "@assay/core/comments";
import { approveException, getException, listExceptions, proposeException } from "@assay/core/exceptions";
import { listRequirements } from "@assay/core/packs";
import { addReview, exportReviewPairs, getReviewQueue, listReviews } from "@assay/core/reviews";
import { countDamagedRuns, countDamagedTenants, getRun, listRuns, listRunsForAdmins } from "@assay/core/runs";
import { listSignOffs, signRun, withdrawSignOff } from "@assay/core/sign-offs";
import { changeTask, listTasks } from "@assay/core/tasks";
import { type Context, inTenant, listMembers, listPeople } from "@assay/core/tenancy";
import {
  comments,
  criteria,
  criteriaVersions,
  exceptions,
  memberships,
  requirements,
  reviews,
  rowsOf,
  signOffs,
} from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withChangedColumn } from "../support/change-table.ts";
import { checkResultsNow } from "../support/check-results-now.ts";
import { addPerson } from "../support/people.ts";
import { readGoldenSet } from "../support/read-golden-set.ts";
import { readReport, readSoundReport } from "../support/read-report.ts";
import { type SeededTenant, seedTenant } from "../support/seed-tenant.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const TABLES: readonly PgTable[] = [
  ...[reviews, comments, exceptions, signOffs, memberships],
  ...[criteriaVersions, criteria, requirements],
];
/** The salt is of no digest that outlives it: what it proves is compared where it is used. Both go together, by a check. */
const OF_ERASURE = ["name_salt", "erased_at"];
const CHANGES = TABLES.flatMap((table) =>
  Object.values<PgColumn>(getTableColumns(table))
    .filter(({ name }) => !OF_ERASURE.includes(name))
    .map((column) => ({
      table: getTableName(table),
      column: column.name,
      type: column.getSQLType(),
    })),
);

let database: TestDatabase;
let engine: TestEngine;
let seeded: SeededTenant;
let [anna, ben, admin]: Context[] = [];
let exceptionId: string;
let before: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  seeded = await seedTenant(engine);
  const { ctx, run } = seeded;
  anna = await addPerson(ctx, "anna");
  ben = await addPerson(ctx, "ben");
  admin = await addPerson(ctx, "carla", "ADMIN");
  const requirementId = "1.1";
  const changed = { decision: "CHANGED", status: "MISSING", reasonCode: "SCOPE", reason: "Only the office" } as const;
  await addReview(anna, run.id, { requirementId, ...changed, openedChunkIds: [], rejectedCitations: [] });
  await addComment(ben, run.id, { kind: "COMMENT", text: "Which office, @anna@example.test?" });
  const terms = {
    kind: "RISK_ACCEPTED",
    reason: "The site closes",
    ownerId: anna.actor.id,
    validUntil: "2099-01-01",
  } as const;
  ({ id: exceptionId } = await proposeException(ben, { requirementId, ...terms, validFrom: "2098-01-01" }));
  await approveException(admin, exceptionId);
  const { signOff } = await signRun(anna, engine, run.id, { role: "PREPARED", statement: "Prepared" });
  await withdrawSignOff(anna, engine, { runId: run.id, signOffId: signOff.id, reason: "A file was absent" });
  await signRun(anna, engine, run.id, { role: "PREPARED", statement: "Prepared again" });
  const [task] = (await listTasks(ctx, { limit: 1 })).items;
  await changeTask(admin, task!.id, { assigneeId: anna.actor.id });
  await engine.startRun(anna);
  await engine.drain();
  await checkResultsNow(database.db, engine);
  before = await readAll();
});
afterAll(() => database.close());

test("what is lawful is not called damage", async () => {
  await checkResultsNow(database.db, engine);
  expect(await lastNamed()).toBe(0);
  expect(await countDamagedRuns(database.db)).toBe(0);
  expect(await countDamagedTenants(database.db)).toBe(0);
});

/** Every way to read what people put on record. */
const READS: Readonly<Record<string, (of: SeededTenant) => Promise<unknown>>> = {
  listReviews: ({ ctx, run }) => listReviews(ctx, run.id, { limit: 10 }),
  getReviewQueue: ({ ctx, run }) => getReviewQueue(ctx, run.id),
  listComments: ({ ctx, run }) => listComments(ctx, run.id, { limit: 10 }),
  listMentions: ({ ctx }) => listMentions({ ...ctx, actor: anna!.actor }, { limit: 10 }),
  listExceptions: ({ ctx }) => listExceptions(ctx, { limit: 10 }),
  getException: ({ ctx }) => getException(ctx, exceptionId),
  listSignOffs: ({ ctx, run }) => listSignOffs(ctx, engine, run.id),
  listMembers: async ({ ctx }) => listMembers({ ...ctx, actor: admin!.actor }, { limit: 10 }),
  listRequirements: ({ ctx }) => listRequirements(ctx, {}),
  getRunReport: ({ ctx, run }) => readSoundReport(ctx, run.id),
  getGoldenSet: () => readGoldenSet(admin!),
  exportReviewPairs: () => exportReviewPairs(admin!),
  listRuns: ({ ctx }) => listRuns(ctx, { limit: 10 }),
  listRunsForAdmins: () => listRunsForAdmins(admin!, { limit: 10 }),
  getRun: ({ ctx, run }) => getRun(ctx, run.id),
  listTasks: ({ ctx }) => listTasks(ctx, { limit: 10 }),
};

/** Show a name or a mark next to what is no record: of what is damaged they show none. */
const NAMED_IN = ["listRuns", "listRunsForAdmins", "getRun", "listTasks"];

/** What a row is read by, so that without it nothing is found. */
const REFUSALS = ["INTEGRITY_ERROR", "NOT_FOUND", "CROSS_TENANT_ACCESS_DENIED"];

async function readAll(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(READS))
    found[name] = await read(seeded).catch((error: { code?: string }) => ({ refused: error.code ?? String(error) }));
  return found;
}

/** As it was, but for names and marks, each of which is what it was or null, and signatures that are no longer valid. */
function isUnnamed(name: string, found: unknown): boolean {
  if (![...NAMED_IN, "listSignOffs"].includes(name)) return false;
  const without = (value: unknown) => JSON.stringify(value, (key, each) => (MARKS.includes(key) ? null : each));
  const said = (value: unknown) => new Set([...JSON.stringify(value).matchAll(SHOWN_NAME)].map(([each]) => each));
  return without(found) === without(before[name]) && said(found).isSubsetOf(said(before[name]));
}

const MARKS = ["startedByName", "assigneeName", "signedAs", "valid", "criteriaVersion"];
const SHOWN_NAME = /"(?:startedByName|assigneeName|signedAs)":"[^"]*"|"criteriaVersion":\d+|"valid":true/g;

/** The queue says that a review is damaged; what else it shows is as it was, or without a review. */
function isNamed(name: string, found: unknown): boolean {
  if (name !== "getReviewQueue" || !(found as ReviewQueue).damaged?.length) return false;
  const was = (before.getReviewQueue as ReviewQueue).items.map(asJson);
  return (found as ReviewQueue).items.every((item) => item.review === null || was.includes(asJson(item)));
}

function isRefused(found: unknown): boolean {
  return REFUSALS.some((code) => JSON.stringify(found) === JSON.stringify({ refused: code }));
}

/**
 * A list has the ids of what is damaged; what else it shows is as it was, and less than it was. What is hidden by a change
 * from a list that goes over a tenant is named daily.
 */
function isShorter(found: unknown, was: unknown): boolean {
  const [shown, all] = [found, was].map((page) => listedIn(page)?.map(asJson));
  const sound = shown?.filter((item) => !JSON.parse(item).damaged);
  return sound !== undefined && sound.length < all!.length && sound.every((item) => all!.includes(item));
}

function listedIn(page: unknown): readonly unknown[] | undefined {
  return Object.values(page as object).find((value) => Array.isArray(value));
}

const asJson = (value: unknown) => JSON.stringify(value);

test.each(CHANGES)("a changed $column of $table is served nowhere, and the daily check names it", async (change) => {
  const named = await lastNamed();
  await withChangedColumn(database, { ...change, ...whichOf(change.table) }, async () => {
    for (const [name, found] of Object.entries(await readAll()))
      if (
        !isRefused(found) &&
        !isNamed(name, found) &&
        !isUnnamed(name, found) &&
        !isShorter(found, before[name]) &&
        (change.table !== "memberships" || ["listMembers", ...NAMED_IN].includes(name))
      )
        expect(found, name).toEqual(before[name]);
    await checkResultsNow(database.db, engine);
  });
  expect(await lastNamed()).toBeGreaterThan(named);
  await checkResultsNow(database.db, engine);
});

const LISTS: readonly { table: string; column: string; list: keyof typeof READS }[] = [
  { table: "reviews", column: "reason", list: "listReviews" },
  { table: "comments", column: "text", list: "listComments" },
  { table: "comments", column: "text", list: "listMentions" },
  { table: "exceptions", column: "reason", list: "listExceptions" },
  { table: "sign_offs", column: "signer_name", list: "listSignOffs" },
  { table: "memberships", column: "email", list: "listMembers" },
];

test("a list of people shows no address that was changed", async () => {
  const people = () => listPeople(admin!, { limit: 10 });
  const { items } = await people();
  expect(items.map(({ userId }) => userId)).toContain(anna!.actor.id);
  const change = { table: "memberships", column: "email", type: "text", ...whichOf("memberships") };
  await withChangedColumn(database, change, async () => {
    expect((await people()).items).toEqual(items.filter(({ userId }) => userId !== anna!.actor.id));
  });
});

test("a member's changed e-mail is shown as nobody's name", async () => {
  const ownerNames = async () => {
    const { items } = await listExceptions(seeded.ctx, { limit: 10 });
    return items.map((item) => ("damaged" in item ? item : item.ownerName));
  };
  expect(await ownerNames()).toEqual(["anna@example.test"]);
  const change = { table: "memberships", column: "email", type: "text", ...whichOf("memberships") };
  await withChangedColumn(database, change, async () => expect(await ownerNames()).toEqual([null]));
});

test("a report and a review queue name what is damaged, and show the rest", async () => {
  const { ctx, run } = seeded;
  const [reviewId] = await idsOf("reviews");
  const [commentId] = await idsOf("comments");
  const changes = [
    { table: "reviews", column: "reason" },
    { table: "comments", column: "text" },
    { table: "sign_offs", column: "signer_name" },
  ] as const;
  for (const { table, column } of changes)
    await withChangedColumn(database, { table, column, type: "text", ...whichOf(table) }, async () => {
      const report = await readReport(ctx, run.id);
      expect(report).toContain("Damaged,");
      expect(report).not.toMatch(/Only the officex|anna@example.testx/);
      const { damaged, items } = await getReviewQueue(ctx, run.id);
      const isReview = table === "reviews";
      expect(damaged).toEqual(isReview ? [{ id: reviewId, damaged: true }] : []);
      expect(items.find(({ requirementId }) => requirementId === "1.1")!.review === null).toBe(isReview);
      if (isReview) expect(report).toContain(`DAMAGED,,,${reviewId}`);
      if (table === "comments") expect(report).toContain(`comment ${commentId}`);
    });
  expect(await readReport(ctx, run.id)).not.toContain("Damaged");
});

function idsOf(table: string): Promise<string[]> {
  return inTenant(seeded.ctx, async (tx) => {
    const rows = await rowsOf<{ id: string }>(
      tx,
      sql`select id from ${sql.identifier(table)} where tenant_id = ${seeded.ctx.tenantId} order by id`,
    );
    return rows.map(({ id }) => id);
  });
}

test.each(LISTS)("a changed $column of $table takes none but its row out of $list", async ({ table, column, list }) => {
  const { where, order } = whichOf(table);
  await withChangedColumn(database, { table, column, type: "text", where, order }, async () => {
    const [found, was] = [await READS[list]!(seeded), before[list]].map((page) => listedIn(page)!);
    const isNamed = (each: unknown) => asJson(each) === asJson({ id: (each as { id: string }).id, damaged: true });
    expect(found!.filter(isNamed)).toHaveLength(1);
    expect(found!.length).toBe(was!.length);
    expect(was!.map(asJson)).toEqual(expect.arrayContaining(found!.filter((each) => !isNamed(each)).map(asJson)));
  });
});

test.each(["reviews", "comments", "sign_offs"])("a row of %s that is gone is named in its list", async (table) => {
  const list = { reviews: "listReviews", comments: "listComments", sign_offs: "listSignOffs" }[table]!;
  const { tenantId } = seeded.ctx;
  const gone = sql`tenant_id = ${tenantId}`;
  await withChangedColumn(
    database,
    { table, column: "tenant_id", type: "uuid", where: gone, order: "id" },
    async () => {
      const ids = listedIn(await READS[list]!(seeded))!.filter((each) => (each as { damaged?: true }).damaged);
      expect(ids).toHaveLength(1);
    },
  );
});

function whichOf(table: string): { where: SQL; order: string } {
  const ofTenant = sql`tenant_id = ${seeded.ctx.tenantId}`;
  const ofVersion = sql`criteria_version_id = (select criteria_version_id from runs where id = ${seeded.run.id})`;
  switch (table) {
    case "criteria_versions":
      return { where: sql`id = (select criteria_version_id from runs where id = ${seeded.run.id})`, order: "id" };
    case "criteria":
      return { where: ofVersion, order: "criterion_id" };
    case "requirements":
      return { where: ofVersion, order: "id" };
    case "memberships":
      return { where: sql`${ofTenant} and user_id = ${anna!.actor.id}`, order: "user_id" };
    default:
      return { where: ofTenant, order: "id" };
  }
}

/** The number of the last entry that names damage. */
async function lastNamed(): Promise<number> {
  const { items } = await listAuditEntries(seeded.ctx, { action: "integrity.failed", limit: 1 });
  return items[0]?.sequence ?? 0;
}

test("a report names no owner by an e-mail that was changed", async () => {
  const validUntil = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const terms = { kind: "RISK_ACCEPTED", reason: "It closes", ownerId: anna!.actor.id, validUntil } as const;
  const { id } = await proposeException(ben!, { requirementId: "1.2", ...terms });
  await approveException(admin!, id);
  const { ctx, run } = seeded;
  expect(await readReport(ctx, run.id)).toContain(`anna@example.test`);
  const change = { table: "memberships", column: "email", type: "text", ...whichOf("memberships") };
  await withChangedColumn(database, change, async () => {
    const report = await readReport(ctx, run.id);
    expect(report).not.toContain("anna@example.testx");
    expect(report).toContain(anna!.actor.id);
  });
});
