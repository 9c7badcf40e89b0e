import type { RunStep } from "@assay/client";
import type { AuditEntry } from "@assay/client/admin";
import { expect, test } from "vitest";
import { buildStory } from "../../../src/audit/build-story.ts";
import { toAuditFilters } from "../../../src/audit/filters.ts";
import { nameActor, nameObject, shortId } from "../../../src/audit/name-in-entry.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString();
const entry = (sequence: number, action: string, seconds: number, type = "run", id = "r"): AuditEntry => ({
  id: String(sequence),
  tenantId: "t",
  runId: "r",
  action,
  object_type: type,
  object_id: id,
  actor: "system",
  created_at: at(seconds),
  sequence,
  previousHash: "",
  version: 2,
  details: {},
  hash: "",
});
const step = (stepName: RunStep["stepName"], from: number, to: number | null): RunStep => ({
  runId: "r",
  stepName,
  stepIndex: 0,
  status: to === null ? "IN_PROGRESS" : "COMPLETED",
  startedAt: at(from),
  completedAt: to === null ? null : at(to),
  spanId: null,
  inputRefs: null,
  outputRefs: null,
  errorDetails: null,
});

test("a run's entries, newest first, are told in their order by the part that they belong to, with the time between", () => {
  const entries = [
    entry(9, "integrity.failed", 90, "snapshot", "s"),
    entry(8, "snapshot.captured", 30, "snapshot", "s"),
    entry(7, "run.completed", 30),
    entry(5, "run_step.completed", 20, "run_step", "RETRIEVAL"),
    entry(4, "run_step.completed", 12, "run_step", "INGESTION"),
    entry(3, "run.started", 10),
    entry(1, "run.created", 4),
  ];
  const story = buildStory(entries, [step("INGESTION", 10, 12), step("RETRIEVAL", 12, 20)]);
  expect(story.map(({ name, tookMs, events }) => [name, tookMs, events.map(({ afterMs }) => afterMs)])).toEqual([
    ["START", null, [null, 6000]],
    ["INGESTION", 2000, [2000]],
    ["RETRIEVAL", 8000, [8000]],
    ["RESULT", null, [10_000, 0]],
    ["AFTERWARDS", null, [60_000]],
  ]);
});

test("a step that is under way has no duration yet, and a run without entries no story", () => {
  const [chapter] = buildStory([entry(1, "run_step.failed", 1, "run_step", "EXPORT")], [step("EXPORT", 0, null)]);
  expect(chapter).toMatchObject({ name: "EXPORT", tookMs: null });
  expect(buildStory([], [])).toEqual([]);
});

test("days of the address are whole days where the reader is, the last one included", () => {
  const { from, to, action } = toAuditFilters({ from: "2026-03-01", to: "2026-03-01", action: "run.created" });
  expect([from, to, action]).toEqual([
    new Date(2026, 2, 1).toISOString(),
    new Date(2026, 2, 2).toISOString(),
    "run.created",
  ]);
  const now = new Date(2026, 2, 10, 15, 30);
  expect(toAuditFilters({ range: "1", from: "2020-01-01" }, now)).toEqual({
    from: new Date(2026, 2, 10).toISOString(),
  });
  expect(toAuditFilters({ range: "7" }, now).from).toBe(new Date(2026, 2, 4).toISOString());
  expect(toAuditFilters({ range: "-5" }, now)).toEqual({ from: undefined, to: undefined });
  expect(toAuditFilters({ from: "yesterday", to: "2026-3-1" })).toEqual({ from: undefined, to: undefined });
});

test("actors and what they acted on are named where they have a name", () => {
  const user = "01a20226-636a-7371-92ad-fd2cc43f0a9a";
  const names = { [user]: "nora@example.test", [`api-key:${user}`]: "Nightly" };
  expect(nameActor({ actor: "system" }, names)).toBe("the service");
  expect(nameActor({ actor: user }, names)).toBe("nora@example.test");
  expect(nameActor({ actor: `api-key:${user}` }, names)).toBe("API key “Nightly”");
  expect(nameActor({ actor: user }, {})).toBe("someone of another tenant, …c43f0a9a");
  expect(nameObject({ object_type: "api_key", object_id: user }, names)).toBe("Nightly");
  expect(nameObject({ object_type: "document", object_id: user }, {})).toBe("…c43f0a9a");
  expect(shortId("INGESTION")).toBe("INGESTION");
});
