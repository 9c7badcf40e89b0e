import { type DeploymentState, type Disk, findConditions, type NoticeThresholds } from "@assay/core/notices";
import { expect, test } from "vitest";

const SOUND: DeploymentState = {
  jobs: [{ kind: "document", state: "due", count: 2, oldestSeconds: 30 }],
  waiting: [],
  modelsDown: [],
  damaged: { runs: 0, records: 0, files: 0 },
  brokenChains: 0,
  webhooksDisabled: 0,
  backupAgeSeconds: 3600,
  tenantAgeSeconds: 900_000,
  sweepAgeSeconds: 5,
};
const DISK: Disk = { name: "data", host: "one", freeBytes: 50, sizeBytes: 100 };
const THRESHOLDS: NoticeThresholds = { jobsMinutes: 60, diskPercent: 10, backupHours: 26 };

const kindsOf = (
  change: Partial<DeploymentState>,
  disk: Partial<Disk> = {},
  thresholds: Partial<NoticeThresholds> = {},
) =>
  findConditions({ ...SOUND, ...change }, [{ ...DISK, ...disk }], { ...THRESHOLDS, ...thresholds }).map(
    ({ kind }) => kind,
  );
const due = (oldestSeconds: number, state: "due" | "delayed" | "waiting" | "running" = "due") => ({
  jobs: [{ kind: "run" as const, state, count: 1, oldestSeconds }],
});

test("a sound deployment has nothing to tell", () => {
  expect(kindsOf({})).toEqual([]);
});

test("each condition is told where it is true, and not short of it", () => {
  expect(kindsOf({ damaged: { runs: 0, records: 0, files: 1 } })).toEqual(["integrity.failed"]);
  expect(kindsOf({ damaged: { runs: 1, records: 0, files: 0 } })).toEqual(["integrity.failed"]);
  expect(kindsOf({ damaged: { runs: 0, records: 1, files: 0 } })).toEqual(["integrity.failed"]);
  expect(kindsOf({ brokenChains: 1 })).toEqual(["chain.broken"]);
  expect(
    kindsOf({
      modelsDown: [
        { model: "m", code: null },
        { model: "n", code: "MODEL_TIMEOUT" },
      ],
    }),
  ).toEqual(["model.down", "model.down"]);
  expect(kindsOf(due(3601))).toEqual(["jobs.late"]);
  expect(kindsOf(due(3600))).toEqual([]);
  for (const state of ["delayed", "waiting", "running"] as const) expect(kindsOf(due(90_000, state))).toEqual([]);
  expect(kindsOf({}, { freeBytes: 9 })).toEqual(["disk.low"]);
  expect(kindsOf({}, { freeBytes: 10 })).toEqual([]);
  expect(kindsOf({ backupAgeSeconds: 26 * 3600 + 1 })).toEqual(["backup.late"]);
  expect(kindsOf({ backupAgeSeconds: 26 * 3600 })).toEqual([]);
});

test("without any backup the age of the first tenant counts, and 0 hours watch none", () => {
  expect(kindsOf({ backupAgeSeconds: null })).toEqual(["backup.late"]);
  expect(kindsOf({ backupAgeSeconds: null, tenantAgeSeconds: 60 })).toEqual([]);
  expect(kindsOf({ backupAgeSeconds: null, tenantAgeSeconds: null })).toEqual([]);
  expect(kindsOf({ backupAgeSeconds: null }, {}, { backupHours: 0 })).toEqual([]);
});

test("a disk that was low needs a little more room than that to be over", () => {
  const lasting = [{ kind: "disk.low" as const, subject: "one/data" }];
  const find = (freeBytes: number) => findConditions(SOUND, [{ ...DISK, freeBytes }], THRESHOLDS, lasting);
  expect(find(10.5).map(({ subject }) => subject)).toEqual(["one/data"]);
  expect(find(11)).toEqual([]);
});
