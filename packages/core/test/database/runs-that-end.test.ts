import { type Assessment, ModelError, type ModelErrorCode } from "@assay/contract";
import { editDocument } from "@assay/core/documents";
import { createRetrievalVersion } from "@assay/core/retrieval-versions";
import { cancelRun, getRun, listAssessments, listRunSteps, listRunTasks } from "@assay/core/runs";
import { type Context, inSystem, inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createQuotingAssessor, PROBE_USAGE } from "../support/model-doubles.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withoutGuards } from "../support/without-guards.ts";

const SIZE = 6;
const PACK = makePack(Array.from({ length: SIZE }, (_, at) => `Backups are made daily ${"abcdef"[at]}`));
const EVIDENCE = "Backups are made daily a b c d e f, and restored as a test.";
const ALL = Array.from({ length: SIZE }, (_, at) => `1.${at + 1}`);
const USAGE = { tokensIn: 7, tokensOut: 3, costUsd: 0.5 };

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let engine: TestEngine;
let ctx: Context;
let documentId: string;

async function begin(options: Parameters<typeof createTestEngine>[1] = {}): Promise<void> {
  engine = await createTestEngine(database.db, options);
  ctx = await engine.makeBoundTenant(PACK);
  ({ id: documentId } = await engine.upload(ctx, "policy.txt", EVIDENCE));
  await engine.drain();
}
beforeEach(() => begin());

const rows = <T>(query: SQL) => inTenant(ctx, (tx) => rowsOf<T>(tx, query));

/** The model answers some requirements with an error, each time. */
function failAt(errors: Readonly<Record<string, ModelErrorCode>>, assessor = engine.assessor): void {
  assessor.beforeAnswer = async (requirement) => {
    const code = errors[requirement];
    if (code) throw new ModelError(code, "A canary that nobody may read", { usage: USAGE });
  };
}

async function runToEnd(body = {}) {
  const { id } = await engine.startRun(ctx, body);
  await engine.drain();
  const { items } = await listAssessments(ctx, id, {});
  const byId = new Map(items.map((item) => [item.requirementId, item]));
  return { id, run: await getRun(ctx, id), of: (requirement: string): Assessment => byId.get(requirement)! };
}

/** As `runToEnd`, where each pause of a model is over at once. */
async function runThroughPauses() {
  const { id } = await engine.startRun(ctx);
  for (;;) {
    await engine.drain();
    if ((await getRun(ctx, id)).status !== "IN_PROGRESS") break;
    await inSystem(database.db, async (tx) => {
      await tx.execute(sql`update pauses set until = now() - interval '1 second'`);
      await tx.execute(sql`update work_items set available_at = now() - interval '1 second' where state = 'PENDING'`);
    });
  }
  const { items } = await listAssessments(ctx, id, {});
  return {
    run: await getRun(ctx, id),
    of: (requirement: string) => items.find((item) => item.requirementId === requirement),
  };
}

/** As in a new deployment: each rule keeps a verdict below COMPLETE. */
const capAll = () =>
  withoutGuards(
    database,
    "retrieval_versions",
    sql`update retrieval_versions set evidence_rules = '{"expired":"CAP","outOfPeriod":"CAP","designOnly":"CAP",
      "cadenceGap":"CAP","contradicted":"CAP","weakSupport":"CAP"}'`,
  );

const assessmentStep = async (runId: string) =>
  (await listRunSteps(ctx, runId)).find(({ stepName }) => stepName === "ASSESSMENT")!;

describe("a requirement that cannot be assessed", () => {
  test("leaves the others to continue: the run is FAILED at its end, and counts", async () => {
    failAt({ "1.2": "MODEL_FAILED", "1.4": "MODEL_REJECTED_REQUEST" });
    const { id, run, of } = await runToEnd();
    expect(run).toMatchObject({
      status: "FAILED",
      assessedCount: SIZE,
      completeCount: SIZE - 2,
      missingCount: 0,
      notJudgedCount: 0,
      failureReason: "2 of 6 requirements could not be assessed",
    });
    expect(of("1.2")).toMatchObject({ status: "FAILED", confidence: 0, citations: [] });
    expect(of("1.3")).toMatchObject({ status: "COMPLETE", citations: [{}] });
    const { status, errorDetails, outputRefs } = await assessmentStep(id);
    expect(status).toBe("FAILED");
    expect(errorDetails).toMatchObject({
      failedRequirementIds: ["1.2", "1.4"],
      notJudgedRequirementIds: [],
      errorCounts: { MODEL_FAILED: 1, MODEL_REJECTED_REQUEST: 1 },
    });
    expect(outputRefs).toMatchObject({ assessedCount: SIZE, completeCount: SIZE - 2 });
    // A request that the model does not accept is not sent again.
    expect(engine.assessor.asked.filter((asked) => asked === "1.2")).toHaveLength(3);
    expect(engine.assessor.asked.filter((asked) => asked === "1.4")).toHaveLength(1);
    expect(await rows(sql`select 1 from work_items where run_id = ${id} and state in ('PENDING', 'RUNNING')`)).toEqual(
      [],
    );
  });

  test("where the model accepts no request at all, the reason names the likely fix", async () => {
    failAt(Object.fromEntries(ALL.map((requirement) => [requirement, "MODEL_REJECTED_REQUEST" as const])));
    expect((await runToEnd()).run.failureReason).toBe(
      "6 of 6 requirements could not be assessed: the model accepts no request, so its key, name or context length is wrong",
    );
  });

  test("counts the tokens and the cost of the calls that failed", async () => {
    failAt({ "1.2": "MODEL_FAILED" });
    const { id } = await runToEnd();
    const [run] = await rows(
      sql`select tokens_in as "in", tokens_out as "out", cost_usd as cost from runs where id = ${id}`,
    );
    expect(run).toEqual({
      in: (SIZE - 1) * 10 + 3 * USAGE.tokensIn + engine.assessor.probes * PROBE_USAGE.tokensIn,
      out: (SIZE - 1) * 2 + 3 * USAGE.tokensOut + engine.assessor.probes * PROBE_USAGE.tokensOut,
      cost: expect.closeTo((SIZE - 1) * 0.001 + 3 * USAGE.costUsd, 6),
    });
    const spans = await rows<{ tokens: number }>(
      sql`select (attributes->>'llm.tokens.in')::int as tokens from spans
        where run_id = ${id} and name = 'assessment.model_call' and attributes ? 'error.type'`,
    );
    expect(spans).toEqual(Array(3).fill({ tokens: USAGE.tokensIn }));
  });
});

describe("a model that refuses, or whose answer cannot be used,", () => {
  test.each<[ModelErrorCode, RegExp]>([
    ["MODEL_REFUSED", /^Not judged: the model refused to answer/],
    ["MODEL_INVALID_OUTPUT", /^Not judged: the model gave no answer .* that could be used/],
  ])("leaves the requirement to a person: %s", async (code, reasoning) => {
    failAt({ "1.2": code });
    const { id, run, of } = await runToEnd();
    expect(run).toMatchObject({
      status: "COMPLETED",
      snapshotStatus: "CAPTURED",
      completeCount: SIZE - 1,
      missingCount: 1,
      notJudgedCount: 1,
    });
    expect(of("1.2")).toMatchObject({ status: "MISSING", confidence: 0, citations: [], flags: ["NOT_JUDGED"] });
    expect(of("1.2").reasoning).toMatch(reasoning);
    expect(of("1.2").reasoning).toMatch(/A person must judge it\.$/);
    expect(engine.assessor.asked.filter((asked) => asked === "1.2")).toHaveLength(1);
    const { items } = await listRunTasks(ctx, id, { limit: 10 });
    expect(items).toEqual([
      expect.objectContaining({
        title: expect.stringMatching(/^Judge by hand 1\.2: /),
        description: expect.stringMatching(/^Judge this by hand: /),
      }),
    ]);
    const [usage] = await rows(sql`select tokens_in as "in" from runs where id = ${id}`);
    expect(usage).toEqual({ in: (SIZE - 1) * 10 + USAGE.tokensIn });
  });

  test("for more than two requirements and more than 5 % does not suit: the run is FAILED at its end", async () => {
    failAt({ "1.1": "MODEL_REFUSED", "1.2": "MODEL_REFUSED" });
    expect((await runToEnd()).run).toMatchObject({ status: "COMPLETED", notJudgedCount: 2 });
    failAt({ "1.1": "MODEL_REFUSED", "1.2": "MODEL_REFUSED", "1.3": "MODEL_INVALID_OUTPUT" });
    const { id, run } = await runToEnd();
    expect(run).toMatchObject({ status: "FAILED", assessedCount: SIZE, completeCount: 3, notJudgedCount: 3 });
    expect(run.failureReason).toBe(
      "3 of 6 requirements could not be judged by the model quoting-double-1: continue the run with another one",
    );
    expect((await assessmentStep(id)).errorDetails).toMatchObject({
      failedRequirementIds: [],
      notJudgedRequirementIds: ["1.1", "1.2", "1.3"],
    });
  });

  test("is followed by the fallback, whose verdict says who judged", async () => {
    const fallback = createQuotingAssessor("fallback-double-1");
    await begin({ fallback });
    failAt({ "1.2": "MODEL_REFUSED", "1.3": "MODEL_INVALID_OUTPUT" });
    failAt({ "1.3": "MODEL_REFUSED" }, fallback);
    const { id, run, of } = await runToEnd();
    expect(run).toMatchObject({ status: "COMPLETED", completeCount: SIZE - 1, missingCount: 1, notJudgedCount: 1 });
    expect(of("1.2")).toMatchObject({ status: "COMPLETE" });
    expect(of("1.2").reasoning).toBe("The best passage says so. Note: this was judged by the model fallback-double-1.");
    expect(of("1.3")).toMatchObject({ flags: ["NOT_JUDGED"] });
    expect(fallback.asked.sort()).toEqual(["1.2", "1.3"]);
    const [usage] = await rows(sql`select tokens_in as "in" from runs where id = ${id}`);
    expect(usage).toEqual({ in: (SIZE - 1) * 10 + 3 * USAGE.tokensIn });
  });

  test("is not asked again when the fallback fails for a while", async () => {
    const fallback = createQuotingAssessor("fallback-double-1");
    await begin({ fallback });
    failAt({ "1.2": "MODEL_REFUSED" });
    let failures = 2;
    fallback.beforeAnswer = async () => {
      if (failures-- > 0) throw new ModelError("MODEL_FAILED", "500");
    };
    expect((await runToEnd()).of("1.2")).toMatchObject({ status: "COMPLETE" });
    expect(engine.assessor.asked.filter((asked) => asked === "1.2")).toHaveLength(1);
    expect(fallback.asked).toHaveLength(3);
  });
});

describe("a model that answers of no use, and whose quota turns the repair turn away,", () => {
  test.each<ModelErrorCode>(["MODEL_RATE_LIMITED", "MODEL_UNAVAILABLE"])(
    "is never asked the same three times: %s",
    async (code) => {
      // What it used says that its first request was answered.
      engine.assessor.beforeAnswer = async (requirement) => {
        const asked = engine.assessor.asked.filter((each) => each === requirement).length;
        if (requirement === "1.2" && asked <= 5) throw new ModelError(code, "Later", { usage: USAGE });
      };
      const { run, of } = await runThroughPauses();
      expect(engine.assessor.asked.filter((each) => each === "1.2")).toHaveLength(2);
      expect(of("1.2")).toMatchObject({ status: "MISSING", flags: ["NOT_JUDGED"] });
      expect(run).toMatchObject({ status: "COMPLETED", completeCount: SIZE - 1, notJudgedCount: 1 });
    },
  );

  test("is asked as often as it takes where its first request was not answered", async () => {
    engine.assessor.beforeAnswer = async (requirement) => {
      const asked = engine.assessor.asked.filter((each) => each === requirement).length;
      if (requirement === "1.2" && asked <= 4) throw new ModelError("MODEL_RATE_LIMITED", "Later");
    };
    const { run } = await runThroughPauses();
    expect(engine.assessor.asked.filter((each) => each === "1.2")).toHaveLength(5);
    expect(run).toMatchObject({ status: "COMPLETED", completeCount: SIZE });
  });
});

describe("a run that continues a FAILED one", () => {
  test("takes over what was assessed and asks for the rest", async () => {
    failAt({ "1.2": "MODEL_FAILED", "1.3": "MODEL_REFUSED" });
    const first = await runToEnd();
    expect(first.run.status).toBe("FAILED");
    failAt({});
    engine.assessor.asked.length = 0;
    const { id, run, of } = await runToEnd({ continueRunId: first.id });
    expect(engine.assessor.asked.sort()).toEqual(["1.2", "1.3"]);
    expect(run).toMatchObject({
      status: "COMPLETED",
      snapshotStatus: "CAPTURED",
      continuedFromRunId: first.id,
      completeCount: SIZE,
      notJudgedCount: 0,
    });
    expect(of("1.1").reusedFromRunId).toBe(first.id);
    expect(of("1.2").reusedFromRunId).toBeUndefined();
    // What the calls of the first run cost is not counted again.
    expect(await rows(sql`select tokens_in as "in" from runs where id = ${id}`)).toEqual([{ in: 20 }]);
  });

  test("may name another assessor, which is asked for the rest alone", async () => {
    const other = createQuotingAssessor("other-double-1");
    await begin({ furtherAssessors: [other] });
    failAt({ "1.2": "MODEL_FAILED" });
    const first = await runToEnd();
    const { record } = await createRetrievalVersion(ctx, engine.models, { assessorModel: other.model });
    const retrievalVersionId = record.id;
    const { run, of } = await runToEnd({ continueRunId: first.id, retrievalVersionId });
    expect(other.asked).toEqual(["1.2"]);
    expect(run).toMatchObject({ status: "COMPLETED", snapshotRetrievalVersionId: retrievalVersionId });
    expect(of("1.1").reasoning).toBe("The best passage says so. Note: this was judged by the model quoting-double-1.");
    expect(of("1.2").reasoning).toBe("The best passage says so.");
  });

  test("fixes evidence of its own: what has changed is asked for again", async () => {
    failAt({ "1.2": "MODEL_FAILED" });
    const first = await runToEnd();
    failAt({});
    await engine.upload(ctx, "new.txt", "Backups are made daily b.");
    await engine.drain();
    engine.assessor.asked.length = 0;
    const { run } = await runToEnd({ continueRunId: first.id });
    expect(run).toMatchObject({ status: "COMPLETED", completeCount: SIZE });
    expect(engine.assessor.asked).toHaveLength(SIZE);
  });

  test("is refused for a run that has not failed, that is unknown, or that is another tenant's", async () => {
    const done = await runToEnd();
    await expect(engine.startRun(ctx, { continueRunId: done.id })).rejects.toMatchObject({ code: "INVALID_STATE" });
    const unknown = "01a1fc90-71d4-7d55-9a35-3f2f1cf0c1aa";
    await expect(engine.startRun(ctx, { continueRunId: unknown })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const other = await engine.makeBoundTenant(PACK);
    await expect(engine.startRun(other, { continueRunId: done.id })).rejects.toMatchObject({
      code: "CROSS_TENANT_ACCESS_DENIED",
    });
  });

  test("may continue one that a person cancelled", async () => {
    const { id } = await engine.startRun(ctx);
    await engine.drain({ until: () => engine.assessor.asked.length === 3 });
    await cancelRun(ctx, id, { reason: "The new policy was missing" });
    const { run } = await runToEnd({ continueRunId: id });
    expect(run).toMatchObject({ status: "COMPLETED", completeCount: SIZE });
    expect(engine.assessor.asked).toHaveLength(SIZE);
  });
});

describe("an evaluation that is taken over", () => {
  test.each(["reuse", "continue"])("is judged again: an expired document keeps no COMPLETE, by %s", async (how) => {
    await capAll();
    if (how === "continue") failAt({ "1.2": "MODEL_FAILED" });
    const first = await runToEnd();
    expect(first.of("1.1")).toMatchObject({ status: "COMPLETE" });
    failAt({});
    engine.assessor.asked.length = 0;
    await editDocument(ctx, documentId, { expiresAt: "2020-01-31" });
    const { of } = await runToEnd(how === "reuse" ? { reuse: true } : { continueRunId: first.id });
    expect(engine.assessor.asked).toEqual(how === "reuse" ? [] : ["1.2"]);
    expect(of("1.1")).toMatchObject({ reusedFromRunId: first.id, flags: ["EXPIRED_EVIDENCE"], status: "PARTIAL" });
    expect(of("1.1").reasoning).toMatch(/expired on 2020-01-31/);
  });

  test("is judged again: another period keeps no COMPLETE", async () => {
    await capAll();
    await editDocument(ctx, documentId, { effectiveDate: "2025-06-01" });
    const first = await runToEnd();
    expect(first.of("1.1")).toMatchObject({ status: "COMPLETE" });
    engine.assessor.asked.length = 0;
    const { of } = await runToEnd({ reuse: true, period: { from: "2023-01-01", to: "2023-12-31" } });
    expect(engine.assessor.asked).toEqual([]);
    expect(of("1.1")).toMatchObject({ reusedFromRunId: first.id, status: "PARTIAL" });
    expect(of("1.1").flags).toContain("OUT_OF_PERIOD");
  });

  test("is never one that was not judged", async () => {
    failAt({ "1.2": "MODEL_REFUSED" });
    await runToEnd();
    failAt({});
    const { of } = await runToEnd({ reuse: true });
    expect(of("1.2")).toMatchObject({ status: "COMPLETE" });
    expect(of("1.2").reusedFromRunId).toBeUndefined();
  });

  test("of the release before, which kept no answers, is taken with its verdict", async () => {
    await runToEnd();
    await withoutGuards(
      database,
      "assessments",
      sql`update assessments set answer = null, assessor_model = null where tenant_id = ${ctx.tenantId}`,
    );
    // Nor did it hash the rows of a run.
    await withoutGuards(
      database,
      "audit_entries",
      sql`update audit_entries set details = details - '{runHash,resultsHash}'::text[] where tenant_id = ${ctx.tenantId}`,
    );
    engine.assessor.asked.length = 0;
    const { run, of } = await runToEnd({ reuse: true });
    expect(engine.assessor.asked).toEqual([]);
    expect(run.completeCount).toBe(SIZE);
    expect(of("1.1").reasoning).toBe("The best passage says so.");
  });
});
