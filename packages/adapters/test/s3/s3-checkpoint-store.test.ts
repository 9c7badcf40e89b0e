import type { KeptCheckpoint } from "@assay/contract";
import { expect, test } from "vitest";
import { createS3CheckpointStore } from "../../src/s3/index.ts";
import { serveS3 } from "./serve-s3.ts";

const TENANT = "01990000-0000-7000-8000-000000000001";
const OPTIONS = { proof: async function* () {}, signal: new AbortController().signal };

function checkpointOf(counter: number, signature = "c2lnbmVk"): KeptCheckpoint {
  const hash = String(counter).repeat(64).slice(0, 64);
  const statement = { origin: "assay/audit-checkpoint/v2", tenantId: TENANT, sequence: counter * 10, hash };
  return { statement: { ...statement, createdAt: "2026-03-01T00:00:00.000Z", counter }, keyId: "k", signature };
}

test("each checkpoint is an object of its own, locked, listed by its name and never changed", async () => {
  const sent: { method: string; headers: Headers }[] = [];
  const recording: typeof fetch = (url, init) => {
    sent.push({ method: init?.method ?? "GET", headers: new Headers(init?.headers) });
    return fetch(url, init);
  };
  const { options } = await serveS3({ fetch: recording });
  const store = createS3CheckpointStore({ ...options, lockDays: 10, now: () => Date.UTC(2026, 2, 1) });
  for (const counter of [2, 1]) await store.keep(checkpointOf(counter), OPTIONS);
  await store.keep(checkpointOf(1), OPTIONS);
  await expect(store.keep(checkpointOf(1, "b3RoZXI="), OPTIONS)).rejects.toMatchObject({ code: "INTEGRITY_ERROR" });
  const put = sent.find(({ method }) => method === "PUT")!.headers;
  expect(put.get("x-amz-object-lock-mode")).toBe("COMPLIANCE");
  expect(put.get("x-amz-object-lock-retain-until-date")).toBe("2026-03-11T00:00:00.000Z");
  expect(put.get("if-none-match")).toBe("*");
  const listed = await store.list(TENANT, OPTIONS);
  expect(listed.map(({ sequence, counter }) => [sequence, counter])).toEqual([
    [10, 1],
    [20, 2],
  ]);
  expect(await listed[0]!.load()).toEqual(checkpointOf(1));
  expect(await store.list("01990000-0000-7000-8000-000000000002", OPTIONS)).toEqual([]);
});

test("a server that fails leaves the checkpoint for later", async () => {
  const { options, s3 } = await serveS3();
  const store = createS3CheckpointStore({ ...options, lockDays: 0 });
  s3.fail(({ method }) => method === "PUT", { kind: "status", status: 503 }, 3);
  await expect(store.keep(checkpointOf(1), OPTIONS)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await store.keep(checkpointOf(1), OPTIONS);
});
