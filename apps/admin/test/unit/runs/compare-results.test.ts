import type { Assessment, ExportRecord, Task } from "@assay/client";
import type { ReplayData } from "@assay/client/admin";
import { describe, expect, test } from "vitest";
import { compareResults, isEqual } from "../../../src/run/compare-results.ts";

const assessment = (id: string, change: Partial<Assessment> = {}): Assessment => ({
  id,
  runId: "r",
  requirementId: `1.${id}`,
  status: "COMPLETE",
  confidence: 0.9,
  citations: [{ documentId: "d", chunkId: "c", text: "Backups are daily.", pageNumber: null }],
  reasoning: "Stated.",
  ...change,
});
const task = (id: string, change: Partial<Task> = {}) =>
  ({ id, requirementId: `2.${id}`, status: "PENDING", ...change }) as Task;
const file = { id: "e", filename: "results.csv", sha256Hash: "aa" } as ExportRecord;
const data = (change: Partial<ReplayData> = {}): ReplayData => ({
  assessments: [assessment("1"), assessment("2")],
  tasks: [task("1")],
  exports: [file],
  ...change,
});
const differences = (frozen: ReplayData, live: ReplayData) =>
  compareResults(frozen, live).flatMap((part) => part.differences.map((each) => ({ part: part.part, ...each })));

describe("replayed and live results", () => {
  test("are equal whatever the order of records and keys", () => {
    const { id, runId, ...rest } = assessment("1");
    const live = data({ assessments: [assessment("2"), { ...rest, runId, id }] });
    const parts = compareResults(data(), live);
    expect(isEqual(parts)).toBe(true);
    expect(parts.map(({ part, frozen, live: now }) => [part, frozen, now])).toEqual([
      ["assessments", 2, 2],
      ["tasks", 1, 1],
      ["exports", 1, 1],
    ]);
  });

  test("have each field that differs named, however deep", () => {
    const citations = [{ documentId: "d", chunkId: "c", text: "Backups are weekly.", pageNumber: 3 }];
    const live = data({ assessments: [assessment("1"), assessment("2", { citations, flags: ["EXPIRED_EVIDENCE"] })] });
    expect(differences(data(), live)).toEqual([
      {
        part: "assessments",
        id: "2",
        name: "1.2",
        kind: "CHANGED",
        fields: [
          { path: "citations.0.text", frozen: "Backups are daily.", live: "Backups are weekly." },
          { path: "citations.0.pageNumber", frozen: null, live: 3 },
          { path: "flags", frozen: undefined, live: ["EXPIRED_EVIDENCE"] },
        ],
      },
    ]);
  });

  test("tell a list from an object, and a longer list from a shorter one", () => {
    const live = data({ assessments: [assessment("1", { citations: [] }), assessment("2")] });
    const [difference] = differences(data(), live);
    expect(difference).toMatchObject({ fields: [{ path: "citations.0", live: undefined }] });
  });

  test("have records named that only one side has", () => {
    const live = data({ tasks: [task("1", { status: "COMPLETED" }), task("9")], exports: [] });
    expect(differences(data(), live)).toMatchObject([
      {
        part: "tasks",
        name: "2.1",
        kind: "CHANGED",
        fields: [{ path: "status", frozen: "PENDING", live: "COMPLETED" }],
      },
      { part: "tasks", name: "2.9", kind: "ONLY_LIVE" },
      { part: "exports", name: "results.csv", kind: "ONLY_FROZEN" },
    ]);
  });

  test("of thousands of requirements are compared within a moment", () => {
    const many = Array.from({ length: 5000 }, (_, at) => assessment(String(at)));
    expect(isEqual(compareResults(data({ assessments: many }), data({ assessments: [...many].reverse() })))).toBe(true);
  });
});
