import { readFile } from "node:fs/promises";
import {
  auditListReply,
  engineMetrics,
  engineMetricsReply,
  type RetrievalVersionRecord,
  retrievalVersionListReply,
  retrievalVersionReply,
} from "@assay/contract";
import { SHIPPED_ENTAILMENT } from "@assay/models/shipped";
import { makeMetrics } from "@assay/testing/make-metrics";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
let root: TestClient;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());
beforeEach(async () => {
  root = await (await assay.tenant()).as("SUPER_ADMIN");
});

const VERSIONS = "/api/admin/retrieval-versions";
const CHOSEN = { supports: 0.33 };
async function create(thresholds: { supports?: number } = CHOSEN): Promise<RetrievalVersionRecord> {
  const meaning = { model: SHIPPED_ENTAILMENT.model, thresholds };
  const response = await root.sendJson("POST", VERSIONS, { meaning });
  expect(response.status).toBe(201);
  return retrievalVersionReply.parse(await response.json()).retrievalVersion;
}
const read = ({ id }: { id: string }) => root.get(`${VERSIONS}/${id}/metrics`, engineMetricsReply);
const store = ({ id }: { id: string }, metrics: unknown) => root.sendJson("PUT", `${VERSIONS}/${id}/metrics`, metrics);
const act = ({ id }: { id: string }, name: "recommend" | "activate") => root.call("POST", `${VERSIONS}/${id}/${name}`);
const recommended = async () =>
  (await root.get(VERSIONS, retrievalVersionListReply)).retrievalVersions
    .filter((version) => version.recommended)
    .map(({ id }) => id);

test("a version is recommended with its metrics alone, each act of a person audited", async () => {
  const version = await create();
  expect(version).toMatchObject({ measured: false, recommended: false });
  expect(await read(version)).toMatchObject({ metrics: null, compared: [], refusal: expect.any(String) });
  await expectError(await act(version, "recommend"), 409, "INVALID_STATE");
  expect((await store(version, makeMetrics(version.meaning!))).status).toBe(200);
  expect(await read(version)).toMatchObject({ origin: "admin", refusal: null });
  expect((await act(version, "recommend")).status).toBe(200);
  expect(await recommended()).toEqual([version.id]);
  const { entries } = await root.get("/api/admin/audit-logs", auditListReply);
  expect(entries.filter(({ object_id }) => object_id === version.id).map(({ action }) => action)).toEqual([
    ...["recommended", "measured", "created"].map((what) => `retrieval_version.${what}`),
  ]);
});

test("one that is worse than the active one is refused, and the answer names the metric", async () => {
  const active = await create();
  expect((await store(active, makeMetrics(active.meaning!))).status).toBe(200);
  expect((await act(active, "activate")).status).toBe(200);
  const version = await create();
  expect((await store(version, makeMetrics(version.meaning!, { falseComplete: 40 }))).status).toBe(200);
  const error = await expectError(await act(version, "recommend"), 409, "INVALID_STATE");
  expect(error.message).toContain("'false COMPLETE, evading' of 'pairs of the test' is worse: 40 of 100");
  expect(error.details).toMatchObject({ id: version.id, metric: { what: "false COMPLETE, evading" } });
});

test("a version of the shipped model and its card's thresholds comes with the metrics of the release", async () => {
  const version = await create({});
  expect(version.measured).toBe(true);
  const shipped = new URL("../../../../packages/models/weights/entailment-2/metrics.json", import.meta.url);
  expect(await read(version)).toMatchObject({
    origin: "release",
    metrics: engineMetrics.parse(JSON.parse(await readFile(shipped, "utf8"))),
  });
});

test("bad metrics, unknown versions and other roles are refused", async () => {
  const version = await create();
  const metrics = makeMetrics(version.meaning!);
  for (const wrong of [
    { ...metrics, sha256: "f".repeat(64) },
    { ...metrics, form: "assay-figures/2" },
    { ...metrics, more: 1 },
    { ...metrics, lines: [{ ...metrics.lines[0], count: 101 }] },
    { ...metrics, lines: Array.from({ length: 501 }, () => metrics.lines[0]) },
    { ...metrics, lines: [] },
    [],
    null,
  ])
    await expectError(await store(version, wrong), 400, "VALIDATION_ERROR");
  for (const id of ["nothing", "01a1fc9e-83a2-7388-b873-e288675770ca"]) {
    await expectError(await root.call("GET", `${VERSIONS}/${id}/metrics`), 404, "NOT_FOUND");
    await expectError(await store({ id }, metrics), 404, "NOT_FOUND");
    await expectError(await act({ id }, "recommend"), 404, "NOT_FOUND");
  }
  const admin = await (await assay.tenant()).as("ADMIN");
  await expectError(await admin.call("GET", `${VERSIONS}/${version.id}/metrics`), 403, "FORBIDDEN");
});
