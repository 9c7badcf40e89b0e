import type { AuditEntry } from "@assay/contract";
import { toOcsf } from "@assay/core/audit-out";
import { expect, test } from "vitest";
import { createS3AuditDestination } from "../../src/s3/index.ts";
import { serveS3 } from "./serve-s3.ts";

const TENANT = "01990000-0000-7000-8000-000000000001";
const signal = new AbortController().signal;

const entryOf = (sequence: number): AuditEntry => ({
  id: `01990000-0000-7000-8000-${String(sequence).padStart(12, "0")}`,
  ...{ tenantId: TENANT, runId: null, action: "document.uploaded", object_type: "document", object_id: "d" },
  ...{ actor: "system", created_at: "2026-03-01T00:00:00.000Z", version: 2, details: {} },
  sequence,
  previousHash: String(sequence - 1)
    .repeat(64)
    .slice(0, 64),
  hash: String(sequence).repeat(64).slice(0, 64),
});

test("each entry is a locked object of its own, in the order of its name, and one that is there is not changed", async () => {
  const sent: Headers[] = [];
  const recording: typeof fetch = (url, init) => {
    if (init?.method === "PUT") sent.push(new Headers(init.headers));
    return fetch(url, init);
  };
  const { s3, options } = await serveS3({ fetch: recording });
  const now = () => Date.UTC(2026, 2, 1);
  const destination = createS3AuditDestination({ ...options, lockDays: 10, now, version: "1.0.0" });
  expect(await destination.send([1, 2].map(entryOf), { signal })).toEqual({ taken: 2 });
  // As after a crash: sent again from before.
  expect(await destination.send([1, 2, 3].map(entryOf), { signal })).toEqual({ taken: 3 });
  expect(s3.list()).toEqual([1, 2, 3].map((n) => `${TENANT}/00000000000${n}-${String(n).repeat(64)}.json`));
  for (const headers of sent) {
    expect(headers.get("x-amz-object-lock-mode")).toBe("COMPLIANCE");
    expect(headers.get("x-amz-object-lock-retain-until-date")).toBe("2026-03-11T00:00:00.000Z");
    expect(headers.get("if-none-match")).toBe("*");
  }
  expect(toOcsf(entryOf(1), { version: "1.0.0" }).unmapped.entry).toEqual(entryOf(1));
});

test("a bucket that fails in the middle has taken what came before", async () => {
  const { s3, options } = await serveS3();
  const destination = createS3AuditDestination({ ...options, lockDays: 0, version: "1.0.0" });
  s3.fail(
    ({ method, path }) => method === "PUT" && path.includes("/000000000002-"),
    { kind: "status", status: 503 },
    3,
  );
  expect(await destination.send([1, 2, 3].map(entryOf), { signal })).toMatchObject({
    taken: 1,
    problem: expect.any(String),
  });
  s3.recover();
  expect(await destination.send([2, 3].map(entryOf), { signal })).toEqual({ taken: 2 });
  expect(s3.list()).toHaveLength(3);
});
