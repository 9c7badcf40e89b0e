import type { AdminRun, Overview } from "@assay/client/admin";
import { describe, expect, test } from "vitest";
import { attentionOf } from "../../../src/home/attention.ts";

const AT = "2026-06-15T12:00:00.000Z";
const ago = (minutes: number) => new Date(Date.parse(AT) - minutes * 60_000).toISOString();
const NONE = { count: 0, items: [] };

function overview(change: Partial<Omit<Overview, "runs">> & { runs?: Partial<Overview["runs"]> } = {}): Overview {
  const days = Array.from({ length: 30 }, (_, at) => ({
    day: `day ${at}`,
    runs: { completed: 0, failed: 0, active: 0 },
    modelErrors: 0,
    tokensIn: 0,
    tokensOut: 0,
    costUsd: 0,
  }));
  return {
    at: AT,
    records: { checkedAt: AT, damaged: { count: 0, items: [] } },
    quietAfterMs: 300_000,
    failedDocuments: [],
    queue: { kinds: [], oldestDueAt: null, waiting: [] },
    days,
    modelErrors: [],
    apiKeys: NONE,
    webhooks: NONE,
    audit: { head: { sequence: 9, hash: "h" }, checkpoint: null, broken: null },
    retrievalVersion: null,
    packs: [{ packId: "p", name: "Pack", criteriaVersionId: "v", version: 2, newestVersion: 2, guidance: null }],
    ...change,
    runs: { failed: NONE, withoutSnapshot: NONE, stalled: [], damaged: NONE, ...change.runs },
  };
}

const run = (change: Partial<AdminRun> = {}) =>
  ({ id: "r1", name: "Spring", createdAt: ago(60), failureReason: null, ...change }) as AdminRun;
const said = (given: Overview) => attentionOf(given).map(({ id, text, path, search }) => ({ id, text, path, search }));

describe("what needs attention", () => {
  test("is nothing where all is well", () => {
    expect(attentionOf(overview())).toEqual([]);
  });

  test("names a webhook that was disabled, and why", () => {
    const item = { id: "w1", url: "https://example.com/in", disabledReason: "FAILING" as const, disabledAt: AT };
    expect(attentionOf(overview({ webhooks: { count: 1, items: [item] } }))).toMatchObject([
      { text: "1 webhook was disabled", path: "/webhooks/w1", detail: expect.stringMatching(/^example.com failed/) },
    ]);
    expect(said(overview({ webhooks: { count: 2, items: [{ ...item, disabledReason: "GONE" }] } }))).toMatchObject([
      { text: "2 webhooks were disabled", path: "/webhooks" },
    ]);
  });

  test("leads to the one failed run, or to all of them", () => {
    const one = { count: 1, items: [run({ failureReason: "The model refused" })] };
    expect(attentionOf(overview({ runs: { failed: one } }))).toMatchObject([
      { text: "1 run failed in the last 30 days", detail: "The newest: The model refused", path: "/runs/r1" },
    ]);
    const many = { count: 7, items: [run()] };
    expect(said(overview({ runs: { failed: many } }))).toEqual([
      {
        id: "failed-runs",
        text: "7 runs failed in the last 30 days",
        path: "/runs",
        search: { status: "FAILED" },
      },
    ]);
  });

  test("names a run that stands still, for how long, and what it waits for", () => {
    const stalled = [{ run: run({ progressedAt: ago(7) }), waitingFor: "model:m-1" }];
    expect(attentionOf(overview({ runs: { stalled } }))).toMatchObject([
      { text: "The run “Spring” has made no progress for 7 min 0 s", detail: expect.stringContaining("the model m-1") },
    ]);
  });

  test("names damaged records", () => {
    const records = { checkedAt: AT, damaged: { count: 2, items: ["member/1", "exception/2"] } };
    const [first] = attentionOf(overview({ records }));
    expect(first).toMatchObject({ id: "damaged-records", detail: expect.stringContaining("member/1, exception/2") });
  });

  test("puts damaged results before all else", () => {
    const damaged = { count: 2, items: [{ runId: "r9", checkedAt: AT, damaged: ["snapshot/1"] }] };
    const failed = { count: 1, items: [run()] };
    const [first] = attentionOf(overview({ runs: { damaged, failed } }));
    expect(first).toMatchObject({ id: "damaged", path: "/runs/r9" });
  });

  test("tells of a job that is due for long only where no part explains it", () => {
    const queue = { kinds: [], oldestDueAt: ago(20), waiting: [] };
    expect(said(overview({ queue }))).toMatchObject([{ text: "The oldest job has been due for 20 min 0 s" }]);
    expect(said(overview({ queue: { ...queue, oldestDueAt: ago(1) } }))).toEqual([]);
    const waiting = [{ part: "files", jobs: 3, since: ago(20) }];
    expect(said(overview({ queue: { ...queue, waiting } }))).toMatchObject([
      { text: "3 jobs wait for the file store" },
    ]);
  });

  test("tells documents that failed by reason", () => {
    const failedDocuments = [
      { code: "NO_TEXT" as const, count: 3 },
      { code: "ENCRYPTED_FILE" as const, count: 1 },
    ];
    expect(attentionOf(overview({ failedDocuments }))).toMatchObject([
      { text: "4 documents could not be read", detail: "No text to read: 3; Protected by a password: 1" },
    ]);
  });

  test("tells of model errors of today and yesterday, not of those before", () => {
    const { days } = overview();
    const errorsOn = (at: number) => days.map((day, index) => ({ ...day, modelErrors: index === at ? 4 : 0 }));
    const modelErrors = [{ code: "MODEL_TIMEOUT", count: 4 }];
    expect(said(overview({ days: errorsOn(28), modelErrors }))).toMatchObject([
      { text: "4 model calls failed since yesterday" },
    ]);
    expect(said(overview({ days: errorsOn(27), modelErrors }))).toEqual([]);
  });

  test("tells keys about to expire from those that have expired", () => {
    const key = (name: string, expiresAt: string) => ({ id: name, name, prefix: "assay_x", expiresAt });
    const items = [key("old", ago(10)), key("soon", ago(-60))];
    expect(said(overview({ apiKeys: { count: 2, items } })).map(({ text }) => text)).toEqual([
      "1 API key expires within 30 days",
      "1 API key has expired and is not revoked",
    ]);
  });

  test("tells of a broken chain first", () => {
    const broken = { sequence: 7, problem: "HASH_DIFFERS", lastGood: null, signedUpTo: 9 } as const;
    const audit = { head: { sequence: 9, hash: "h" }, checkpoint: null, broken };
    expect(said(overview({ audit }))).toMatchObject([{ text: "The audit log is broken at entry 7" }]);
  });

  test("tells of a chain that was signed long ago, of newer versions and of no pack at all", () => {
    const checkpoint = { sequence: 5, hash: "h", keyId: "k", createdAt: ago(3 * 24 * 60) };
    const audit = { head: { sequence: 9, hash: "h" }, checkpoint, broken: null };
    expect(said(overview({ audit }))).toMatchObject([{ text: "The audit chain was last signed 72 h 0 min ago" }]);
    const [pack] = overview().packs;
    expect(said(overview({ packs: [{ ...pack!, newestVersion: 3 }] }))).toMatchObject([
      { text: "Version 3 of Pack is published; this tenant uses version 2" },
    ]);
    expect(said(overview({ packs: [] }))).toMatchObject([{ text: "No pack is bound, so no run can start" }]);
  });
});
