import { AssayAdmin } from "@assay/client/admin";
import {
  RUN_STEPS,
  type Run,
  runListReply,
  type TraceHeader,
  type TraceSpan,
  traceHeader,
  traceReply,
  traceSpan,
} from "@assay/contract";
import { newSpanId, recordSpans, spanContext } from "@assay/core/telemetry";
import { inTenant } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { traceJson, traceLines } from "../../src/stream-trace.ts";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
let tenant: TestTenant;
let admin: TestClient;
let run: Run;
let path: string;
beforeAll(async () => {
  assay = await testService();
  tenant = await assay.tenant();
  admin = await tenant.as("ADMIN");
  const member = await tenant.as("MEMBER");
  await member.settled((await member.upload("policy.txt", policyText)).id);
  run = await finishRun();
  path = `/api/admin/traces/${run.id}`;
});
afterAll(() => assay.close());

async function finishRun(body = {}): Promise<Run> {
  const member = await tenant.as("MEMBER");
  return member.finished((await member.startRun(body)).id);
}

const readTrace = (runId: string) => admin.get(`/api/admin/traces/${runId}`, traceReply);

async function readLines(): Promise<{ header: TraceHeader; spans: TraceSpan[] }> {
  const response = await admin.call("GET", path, { headers: { Accept: "application/x-ndjson" } });
  expect(response.headers.get("Content-Type")).toBe("application/x-ndjson");
  const [first, ...rest] = (await response.text()).trimEnd().split("\n");
  return {
    header: traceHeader.parse(JSON.parse(first!)),
    spans: rest.map((line) => traceSpan.parse(JSON.parse(line))),
  };
}

test("a trace has its root, its six steps, each attempt below its step and each model call below its attempt", async () => {
  const { runs } = await admin.get("/api/runs", runListReply);
  expect(runs.map(({ id }) => id)).toEqual([run.id]);
  const trace = await readTrace(run.id);
  expect(trace).toMatchObject({ traceId: run.traceId, rootSpanId: run.rootSpanId });
  const root = trace.spans.find(({ spanId }) => spanId === run.rootSpanId)!;
  expect(root).toMatchObject({ name: "run", parentSpanId: null, status: "OK" });
  expect(root.attributes).toMatchObject({ "run.trigger_type": "manual", "run.id": run.id, "tenant.id": tenant.id });
  const steps = trace.spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
  expect(steps.map(({ attributes }) => attributes["step.name"])).toEqual([...RUN_STEPS]);
  const attempts = trace.spans.filter(({ name }) => name === "assessment");
  expect(attempts).toHaveLength(run.totalRequirements);
  for (const { kind, parentSpanId, attributes } of attempts) {
    expect({ kind, parentSpanId }).toEqual({ kind: "INTERNAL", parentSpanId: steps[3]!.spanId });
    expect(attributes["requirement.codes"]).toHaveLength(1);
  }
  const calls = trace.spans.filter(({ name }) => name === "assessment.model_call");
  expect(calls.length).toBeGreaterThan(0);
  for (const { kind, parentSpanId, attributes } of calls) {
    expect({ kind, known: attempts.some(({ spanId }) => spanId === parentSpanId) }).toEqual({
      kind: "CLIENT",
      known: true,
    });
    expect(Object.keys(attributes)).toEqual(
      expect.arrayContaining(["llm.model", "llm.tokens.in", "llm.tokens.out", "llm.cost.usd", "latency.ms"]),
    );
  }
});

test("a requirement whose evaluation is reused has an attempt without a model call", async () => {
  const again = await finishRun({ reuse: true });
  const { spans } = await readTrace(again.id);
  expect(spans.filter(({ name }) => name === "assessment")).toHaveLength(again.totalRequirements);
  expect(spans.filter(({ name }) => name === "assessment.model_call")).toEqual([]);
});

test("in lines, a trace is the same, after a first one that counts its spans", async () => {
  const { spans, ...trace } = await readTrace(run.id);
  const { header, ...lines } = await readLines();
  expect(header).toEqual({ ...trace, total: spans.length });
  expect(lines.spans).toEqual(spans);
  const head = await admin.call("HEAD", path);
  expect({ status: head.status, type: head.headers.get("Content-Type"), body: await head.text() }).toEqual({
    status: 200,
    type: "application/json",
    body: "",
  });
  expect(head.headers.get("Vary")).toContain("Accept");
});

test("a trace is another tenant's secret, and no run's is nobody's", async () => {
  const stranger = await (await assay.tenant()).as("ADMIN");
  for (const Accept of ["application/json", "application/x-ndjson"]) {
    await expectError(await stranger.call("GET", path, { headers: { Accept } }), 403, "CROSS_TENANT_ACCESS_DENIED");
    await expectError(await (await tenant.as("MEMBER")).call("GET", path, { headers: { Accept } }), 403, "FORBIDDEN");
    for (const id of [newId(), "nonsense"])
      await expectError(await admin.call("GET", `/api/admin/traces/${id}`, { headers: { Accept } }), 404, "NOT_FOUND");
  }
});

test("a trace of many batches comes whole and in order, also where spans began together", async () => {
  const before = (await readTrace(run.id)).spans;
  const startedAt = new Date(run.startedAt!);
  const added = Array.from({ length: 2500 }, newSpanId);
  for (let from = 0; from < added.length; from += 500)
    await inTenant(tenant.ctx, (tx) =>
      recordSpans(
        tx,
        tenant.id,
        added.slice(from, from + 500).map((spanId) => ({
          context: spanContext(run.traceId, spanId),
          parentSpanId: run.rootSpanId,
          runId: run.id,
          name: "assessment",
          startedAt,
          endedAt: startedAt,
          attributes: {},
        })),
      ),
    );
  const expected = [...before.map(({ spanId }) => spanId), ...added].sort();
  const { header, spans } = await readLines();
  expect(header.total).toBe(expected.length);
  expect(spans.map(({ spanId }) => spanId).toSorted()).toEqual(expected);
  const keys = spans.map(({ startedAt: at, spanId }) => `${at} ${spanId}`);
  expect(keys).toEqual(keys.toSorted());
  expect((await readTrace(run.id)).spans).toEqual(spans);

  const client = new AssayAdmin({ baseUrl: assay.url, token: admin.token! });
  const { batches, ...streamed } = await client.traces.stream(run.id);
  expect(streamed).toEqual(header);
  const sizes: number[] = [];
  const received: TraceSpan[] = [];
  for await (const batch of batches) {
    sizes.push(batch.length);
    received.push(...batch);
  }
  expect(received).toEqual(spans);
  expect(sizes.length).toBeGreaterThan(1);
  expect((await client.traces.get(run.id)).spans).toEqual(spans);
});

/** Batches that count how many were read, and whether the reading was ended. */
function countedBatches(of: number) {
  const seen = { read: 0, ended: false };
  async function* read(): AsyncGenerator<TraceSpan[], undefined> {
    try {
      for (; seen.read < of; seen.read++) yield [];
    } finally {
      seen.ended = true;
    }
  }
  return { seen, trace: { traceId: "t", rootSpanId: "r", total: 0, batches: read() } };
}

test.each([traceJson, traceLines])(
  "no batch is read before the reader takes it, and none after it has gone",
  async (stream) => {
    const { seen, trace } = countedBatches(100);
    const reader = (await stream(trace)).getReader();
    for (let taken = 0; taken < 5; taken++) await reader.read();
    expect(seen.read).toBeLessThanOrEqual(5);
    await reader.cancel();
    expect(seen).toMatchObject({ ended: true });
    expect(seen.read).toBeLessThanOrEqual(5);
  },
);
