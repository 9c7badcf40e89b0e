import { RUN_STEPS } from "@assay/contract";
import { type ExportableSpan, SpanExportError, type SpanExporter } from "@assay/core/ports";
import { newSpanId, newTraceId, recordSpans, spanContext, startSpanExport } from "@assay/core/telemetry";
import { type Context, inTenant } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { seedTenant } from "../support/seed-tenant.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { ownerRows } from "../support/with-owner.ts";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  ctx = await engine.makeTenant();
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
});
afterAll(() => database.close());

async function addSpans(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newSpanId);
  const traceId = newTraceId();
  await inTenant(ctx, (tx) =>
    recordSpans(
      tx,
      ctx.tenantId,
      ids.map((spanId, at) => ({
        context: spanContext(traceId, spanId),
        parentSpanId: null,
        runId: null,
        name: "run.step",
        startedAt: new Date(at),
        endedAt: new Date(at + 1),
        attributes: {},
      })),
    ),
  );
  return ids;
}

const waiting = async () =>
  (await ownerRows<{ id: string }>(database, sql`select span_id as id from spans where exported_at is null`)).map(
    ({ id }) => id,
  );

/** Until no others than these wait. */
const untilWaiting = (...ids: string[]) =>
  vi.waitFor(async () => expect(await waiting()).toEqual(ids), { timeout: 60_000 });

/** Replies as `take` does; what it throws is the collector's answer. */
function start(take: (spans: readonly ExportableSpan[]) => Promise<void>, batchSizeMax = 10) {
  const exporter: SpanExporter = { batchSizeMax, export: take, close: async () => {} };
  const failures: unknown[] = [];
  const running = startSpanExport({
    db: database.db,
    exporter,
    everyMs: 2,
    retryMaxMs: 10,
    onFailure: (error) => failures.push(error),
  });
  stop = running.stop;
  return failures;
}

test("every span is sent once, in batches that the collector accepts", async () => {
  const ids = await addSpans(35);
  const batches: string[][] = [];
  start(async (spans) => void batches.push(spans.map(({ spanId }) => spanId)));
  await untilWaiting();
  expect(Math.max(...batches.map(({ length }) => length))).toBe(10);
  expect(batches.flat()).toEqual(ids);
});

test("nothing is dropped while the collector is down", async () => {
  const ids = await addSpans(25);
  let calls = 0;
  const taken: string[] = [];
  const failures = start(async (spans) => {
    if (++calls <= 5) throw new SpanExportError({ refused: false, status: 503 });
    taken.push(...spans.map(({ spanId }) => spanId));
  });
  await untilWaiting();
  expect(taken).toEqual(ids);
  expect(failures).toHaveLength(5);
});

test("a span that the collector refuses holds up none of the others, and stays", async () => {
  const ids = await addSpans(21);
  const poison = ids[7]!;
  const taken: string[] = [];
  start(async (spans) => {
    if (spans.some(({ spanId }) => spanId === poison)) throw new SpanExportError({ refused: true, status: 400 });
    taken.push(...spans.map(({ spanId }) => spanId));
  });
  await untilWaiting(poison);
  expect(taken.toSorted()).toEqual(ids.filter((id) => id !== poison).toSorted());
  await stop!();
  start(async () => {});
  await untilWaiting();
});

test("stopping waits for no collector", async () => {
  await addSpans(3);
  const asked = Promise.withResolvers<void>();
  start(() => {
    asked.resolve();
    return new Promise(() => {});
  });
  await asked.promise;
  await stop!();
  stop = undefined;
  expect(await waiting()).toHaveLength(3);
  start(async () => {});
  await untilWaiting();
});

test("the spans of a run join into its pinned trace, and those of a document into one of its own", async () => {
  const seeded = await seedTenant(engine);
  const sent: ExportableSpan[] = [];
  start(async (spans) => void sent.push(...spans), 4);
  await untilWaiting();
  const [run] = await ownerRows<{ trace: string; root: string }>(
    database,
    sql`select trace_id as trace, root_span_id as root from runs where id = ${seeded.run.id}`,
  );
  const ofRun = sent.filter(({ traceId }) => traceId === run!.trace);
  const root = ofRun.find(({ parentSpanId }) => parentSpanId === null);
  expect(root).toMatchObject({ spanId: run!.root, name: "run", attributes: { "run.trigger_type": "manual" } });
  const steps = ofRun.filter(({ name }) => name === "run.step");
  expect(steps).toHaveLength(RUN_STEPS.length);
  expect(steps.map(({ parentSpanId }) => parentSpanId)).toEqual(steps.map(() => run!.root));
  const assessment = steps.find(({ attributes }) => attributes["step.name"] === "ASSESSMENT")!;
  const attempts = ofRun.filter(({ name }) => name === "assessment");
  expect(attempts.map(({ parentSpanId }) => parentSpanId)).toEqual(attempts.map(() => assessment.spanId));
  const calls = ofRun.filter(({ name }) => name === "assessment.model_call");
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({
    attributes: {
      "llm.tokens.in": 10,
      "llm.tokens.out": 2,
      "llm.cost.usd": 0.001,
      "llm.model": "quoting-double-1",
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "assay",
      "gen_ai.request.model": "quoting-double-1",
      "gen_ai.response.model": "quoting-double-1",
      "gen_ai.usage.input_tokens": 10,
      "gen_ai.usage.output_tokens": 2,
    },
  });
  const attempt = attempts.find(({ spanId }) => spanId === calls[0]!.parentSpanId);
  expect(attempt?.attributes).toMatchObject({ "requirement.codes": ["1.1"], "chunk.count": 1 });
  const ofDocument = sent.filter(({ traceId }) => traceId === seeded.documentId.replaceAll("-", ""));
  expect(ofDocument.map(({ attributes }) => attributes["step.name"])).toEqual(["extract", "chunk", "embed", "finish"]);
});
