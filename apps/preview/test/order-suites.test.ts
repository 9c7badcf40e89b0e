import { expect, test } from "vitest";
// @ts-expect-error a script without types
import { concernedBy as concerned } from "../../../scripts/list-concerned.mjs";
// @ts-expect-error a script without types
import { splitByTime as split } from "../../../scripts/split-by-time.mjs";
// @ts-expect-error a script without types
import { showDurations as durations, showResults as results } from "../../../scripts/write-run-tables.mjs";

const concernedBy = concerned as (files: string[], packages: Record<string, string[]>) => string[];
const splitByTime = split as (suites: number[], count: number, secondsOf: (suite: number) => number) => number[][];
interface Run {
  load: "quiet" | "busy";
  status: number;
  seconds: number;
  firstLookSeconds: number;
  passed: number;
  skipped: number;
}
const showDurations = durations as (runs: Run[]) => string;
const showResults = results as (runs: Run[]) => string;

test("parts of a run hold each suite once and take about the same time", () => {
  const seconds = [40, 3, 3, 2, 20, 1, 1, 10, 5, 5];
  const parts = splitByTime(seconds, 2, (each) => each);
  expect(parts.flat().toSorted()).toEqual(seconds.toSorted());
  expect(parts.map((part) => part.reduce((sum, each) => sum + each, 0))).toEqual([45, 45]);
});

const PACKAGES = {
  "apps/api": ["packages/core", "packages/testing"],
  "apps/portal": ["packages/ui"],
  "packages/core": ["packages/db"],
  "packages/db": [],
  "packages/testing": ["packages/db"],
  "packages/ui": [],
};

test("a change concerns its package and those that use it, however far", () => {
  expect(concernedBy(["packages/db/src/connect.ts"], PACKAGES)).toEqual([
    "apps/api",
    "packages/core",
    "packages/db",
    "packages/testing",
  ]);
  expect(concernedBy(["apps/portal/src/app.tsx"], PACKAGES)).toEqual(["apps/portal"]);
});

test("a change of what no package owns concerns all of them", () => {
  expect(concernedBy(["pnpm-lock.yaml"], PACKAGES)).toEqual(Object.keys(PACKAGES).toSorted());
  expect(concernedBy([], PACKAGES)).toEqual([]);
});

test("the tables of runs show the range of those that passed, and count those that failed", () => {
  const run = { load: "quiet", status: 0, seconds: 1200, firstLookSeconds: 300, passed: 9, skipped: 0 } as const;
  const runs = [run, { ...run, seconds: 1140, firstLookSeconds: 290 }, { ...run, load: "busy" as const, status: 1 }];
  expect(showDurations(runs)).toContain("| `.ci/run` | 37–44 min | 19–20 min | – |");
  expect(showDurations(runs)).toContain("| 643 s | 290–300 s | – |");
  expect(showResults(runs)).toContain("| quiet | 2 | 0 | 9 passed, 0 skipped |");
  expect(showResults(runs)).toContain("| busy | 1 | 1 |");
});
