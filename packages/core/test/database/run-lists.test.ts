import { type AdminRun, type AdminRunListQuery, RUN_SORTS, type RunSort } from "@assay/contract";
import { listRunsForAdmins } from "@assay/core/runs";
import type { Context } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addRuns } from "../support/add-runs.ts";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let ctx: Context;
let ids: string[];

const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 10, minute));
const finished = (minute: number, took: number) => ({
  createdAt: at(minute),
  startedAt: at(minute + 1),
  completedAt: at(minute + 1 + took),
});

beforeAll(async () => {
  database = await openTestDatabase();
  const engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(makePack(["Backups are taken daily"]));
  const other = await engine.makeBoundTenant(makePack(["Backups are taken daily"]));
  const completed = { status: "COMPLETED", snapshotStatus: "FAILED" } as const;
  ids = await addRuns(ctx, [
    { ...completed, ...finished(0, 5), costUsd: 0.1, tokensIn: 10, tokensOut: 5, name: "Spring 100%_audit" },
    {
      ...completed,
      ...finished(5, 5),
      costUsd: 0.30000000000000004,
      tokensIn: 2_000_000_000,
      tokensOut: 2_000_000_000,
    },
    { ...completed, ...finished(10, 40), costUsd: 0.1, tokensIn: 15, startedBy: "api-key:1" },
    {
      status: "FAILED",
      snapshotStatus: "FAILED",
      createdAt: at(20),
      startedAt: at(21),
      failedAt: at(22),
      assessedCount: 3,
      completeCount: 1,
      missingCount: 1,
    },
    { status: "FAILED", snapshotStatus: "FAILED", createdAt: at(25), failedAt: at(26), name: "Winter audit" },
    { status: "COMPLETED", snapshotStatus: "LEGACY", ...finished(30, 1), triggerType: "import" },
    { status: "IN_PROGRESS", createdAt: at(40), startedAt: at(41) },
  ]);
  await addRuns(other, [{ createdAt: at(0), name: "Spring 100%_audit" }]);
});
afterAll(() => database.close());

const list = async (query: Partial<AdminRunListQuery> = {}) => {
  const { items, nextCursor } = await listRunsForAdmins(ctx, { limit: 200, ...query });
  return { items: items as AdminRun[], nextCursor };
};
const numbers = async (query: Partial<AdminRunListQuery>) =>
  (await list(query)).items.map(({ id }) => ids.indexOf(id)).sort((a, b) => a - b);

const KEYS: Readonly<Record<RunSort, (run: AdminRun) => number | string>> = {
  createdAt: (run) => run.createdAt,
  finishedAt: (run) => run.completedAt ?? run.failedAt ?? "9",
  duration: (run) => run.durationMs ?? Number.POSITIVE_INFINITY,
  status: (run) => run.status,
  cost: (run) => run.usage.costUsd,
  tokens: (run) => run.usage.tokensIn + run.usage.tokensOut,
};

describe("the list of runs", () => {
  test.each(RUN_SORTS.flatMap((sort) => [[sort, "asc"] as const, [sort, "desc"] as const]))(
    "by %s, %s, is in that order, ties by id, and pages to its end",
    async (sort, order) => {
      const whole = (await list({ sort, order })).items;
      const sign = order === "asc" ? 1 : -1;
      const expected = [...whole].sort((a, b) => {
        const [left, right] = [KEYS[sort](a), KEYS[sort](b)];
        return sign * (left < right ? -1 : left > right ? 1 : a.id < b.id ? -1 : 1);
      });
      expect(whole).toHaveLength(ids.length);
      expect(whole.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ sort, order, limit: 2, cursor });
        paged.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(paged).toEqual(expected.map(({ id }) => id));
    },
  );

  test("continues only in the order that its cursor is of", async () => {
    const { nextCursor } = await list({ sort: "cost", limit: 1 });
    const cursor = nextCursor!;
    await expect(list({ sort: "cost", order: "asc", cursor })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(list({ cursor })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(list({ sort: "tokens", cursor })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  test("keeps to what its filters say", async () => {
    expect(await numbers({ status: ["COMPLETED"] })).toEqual([0, 1, 2, 5]);
    expect(await numbers({ status: ["FAILED", "IN_PROGRESS"] })).toEqual([3, 4, 6]);
    expect(await numbers({ snapshotStatus: ["LEGACY", "PENDING"] })).toEqual([5, 6]);
    expect(await numbers({ startedBy: "api-key:1" })).toEqual([2]);
    expect(await numbers({ startedBy: "nobody" })).toEqual([]);
    expect(await numbers({ from: at(20).toISOString(), to: at(30).toISOString(), status: ["FAILED"] })).toEqual([3, 4]);
    expect(await numbers({ packId: newId() })).toEqual([]);
  });

  test("finds a run by its id, the beginning of one, or a part of its name", async () => {
    const [first] = ids as [string];
    expect(await numbers({ q: first })).toEqual([0]);
    expect(await numbers({ q: first.toUpperCase() })).toEqual([0]);
    expect(await numbers({ q: first.replaceAll("-", "") })).toEqual([0]);
    expect(await numbers({ q: first.slice(0, 4) })).toEqual(ids.map((_, index) => index));
    expect(await numbers({ q: newId() })).toEqual([]);
    expect(await numbers({ q: "AUDIT" })).toEqual([0, 4]);
    expect(await numbers({ q: "0%_a" })).toEqual([0]);
    expect(await numbers({ q: "_" })).toEqual([0]);
    expect(await numbers({ q: "-" })).toEqual([]);
    expect(await numbers({ q: `${first}0` })).toEqual([]);
  });

  test("says of each run what its columns show", async () => {
    const { items } = await list({ sort: "createdAt", order: "asc" });
    expect(items[0]).toMatchObject({ packName: "Test pack", criteriaVersion: 1, durationMs: 300_000 });
    expect(items[3]).toMatchObject({ failedCount: 1, durationMs: 60_000 });
    expect(items[4]).toMatchObject({ durationMs: 60_000 });
    expect(items[6]).toMatchObject({ durationMs: null, status: "IN_PROGRESS" });
  });
});
