import type { PackFile } from "@assay/contract";
import { listAuditEntries } from "@assay/core/audit";
import { deleteDocument, editDocument, getDocument } from "@assay/core/documents";
import { sweep } from "@assay/core/maintenance";
import { createRetrievalVersion } from "@assay/core/retrieval-versions";
import { diffRuns, getRunConfiguration, listAssessments } from "@assay/core/runs";
import { listTasks } from "@assay/core/tasks";
import { type Context, inTenant } from "@assay/core/tenancy";
import { datedFacts, documents } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allSound } from "../support/all-sound.ts";
import { makePack } from "../support/make-pack.ts";
import { NEVER_DUE } from "../support/never-due.ts";
import { IMAGE } from "../support/plain-extractor.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const YEAR = { from: "2025-01-01", to: "2025-12-31" };
const ROWS = ["2025-03-31", "2025-06-30", "2025-09-30", "2025-12-31"].map((date) => `${date} | access review | done`);
const REGISTER = ["Date | Activity | State", ...ROWS].join("\n");
let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db, { ocr: true });
});
afterAll(() => database.close());

function reviewPack(): PackFile {
  const pack = makePack(["The access review is done quarterly"]);
  delete pack.criteria[0]!.requirements[0]!.expectation;
  return pack;
}

async function begin(files: Record<string, string>) {
  const ctx = await engine.makeBoundTenant(reviewPack());
  // What the guard finds is tried in suites of its own.
  const { record } = await createRetrievalVersion(ctx, engine.models, {
    evidenceRules: { weakSupport: "OFF", contradicted: "OFF" },
  });
  const ids: Record<string, string> = {};
  for (const [name, text] of Object.entries(files)) ids[name] = (await engine.upload(ctx, name, text)).id;
  await engine.drain();
  const run = async (body = {}) => {
    const { id } = await engine.startRun(ctx, { retrievalVersionId: record.id, ...body });
    await engine.drain();
    const { items } = await listAssessments(ctx, id, {});
    return { id, assessment: items[0]! };
  };
  return { ctx, ids, run };
}

const factsOf = (ctx: Context, documentId: string) =>
  inTenant(ctx, (tx) =>
    tx
      .select({ date: datedFacts.date, scope: datedFacts.scope })
      .from(datedFacts)
      .where(and(eq(datedFacts.tenantId, ctx.tenantId), eq(datedFacts.documentId, documentId)))
      .orderBy(datedFacts.startOffset),
  );

describe("a document that is read", () => {
  test("has its kind and its dated facts, which go with it", async () => {
    const { ctx, ids } = await begin({
      "access-review-log.txt": REGISTER,
      "policy.txt": "Users must lock their screens.\nApproved on 03/04/2025.",
    });
    expect(await getDocument(ctx, ids["access-review-log.txt"]!)).toMatchObject({
      evidenceKind: "RECORD",
      evidenceKindSource: "DERIVED",
    });
    expect(await factsOf(ctx, ids["access-review-log.txt"]!)).toHaveLength(4);
    const policy = await getDocument(ctx, ids["policy.txt"]!);
    expect(policy.evidenceKind).toBe("DESIGN");
    expect(policy.coverage?.warnings).toEqual([
      {
        code: "DATES_UNCLEAR",
        message:
          "Cannot tell which day is meant by one date, in 'Approved on 03/04/2025.': it does not count as an occurrence",
      },
    ]);
    expect(await factsOf(ctx, ids["policy.txt"]!)).toEqual([{ date: null, scope: "SENTENCE" }]);
    await deleteDocument(ctx, ids["policy.txt"]!);
    expect(await factsOf(ctx, ids["policy.txt"]!)).toEqual([]);
  });

  test("keeps the kind that a person gives it, and the log has the old and the new one", async () => {
    const { ctx, ids } = await begin({ "access-review-log.txt": REGISTER });
    const id = ids["access-review-log.txt"]!;
    expect(await editDocument(ctx, id, { evidenceKind: "DESIGN" })).toMatchObject({
      evidenceKind: "DESIGN",
      evidenceKindSource: "USER",
    });
    const { items } = await listAuditEntries(ctx, { limit: 1 });
    expect(items[0]).toMatchObject({
      action: "document.edited",
      details: { corrections: [{ field: "evidenceKind", before: "RECORD", after: "DESIGN" }] },
    });
    // Described again, as after an upgrade, it stays.
    await inTenant(ctx, (tx) =>
      tx
        .update(documents)
        .set({ factsVersion: null })
        .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id))),
    );
    await sweep(database.db, NEVER_DUE);
    await engine.drain();
    expect((await getDocument(ctx, id)).evidenceKind).toBe("DESIGN");
    expect(await factsOf(ctx, id)).toHaveLength(4);
  });

  test("before kinds were known gets them in the background, though not beneath a run", async () => {
    const { ctx, ids } = await begin({ "access-review-log.txt": REGISTER });
    const id = ids["access-review-log.txt"]!;
    await inTenant(ctx, async (tx) => {
      await tx.delete(datedFacts).where(and(eq(datedFacts.tenantId, ctx.tenantId), eq(datedFacts.documentId, id)));
      await tx
        .update(documents)
        .set({ factsVersion: null, evidenceKind: "UNKNOWN" })
        .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id)));
    });
    await engine.startRun(ctx);
    await sweep(database.db, NEVER_DUE);
    await engine.drain();
    expect((await getDocument(ctx, id)).evidenceKind).toBe("UNKNOWN");
    await sweep(database.db, NEVER_DUE);
    await engine.drain();
    expect((await getDocument(ctx, id)).evidenceKind).toBe("RECORD");
    expect(await factsOf(ctx, id)).toHaveLength(4);
  });
});

describe("a screenshot", () => {
  const clock = (date: string | null) => ({
    text: "Access review of the administrators\nAll 12 users were kept\n10:42 5/14/2025",
    words: [
      { start: 0, end: 35, box: { x0: 10, y0: 100, x1: 400, y1: 116 }, certainty: 0.9 },
      { start: 36, end: 58, box: { x0: 10, y0: 130, x1: 300, y1: 146 }, certainty: 0.9 },
      { start: 59, end: 64, box: { x0: 900, y0: 460, x1: 950, y1: 474 }, certainty: 0.9 },
      { start: 65, end: 74, box: { x0: 900, y0: 480, x1: 980, y1: 494 }, certainty: 0.9 },
    ],
    captureFacts: [
      { kind: "CLOCK" as const, text: "10:42 5/14/2025", date, box: { x0: 900, y0: 460, x1: 980, y1: 494 } },
    ],
  });
  const read = async (filename: string, found: object) => {
    engine.ocrEngine.read = async () => found;
    return begin({ [filename]: IMAGE });
  };

  test("counts on the day that its clock shows, in each passage of its words", async () => {
    const { ctx, ids, run } = await read("IMG_2041.png", clock("2025-05-14"));
    const id = ids["IMG_2041.png"]!;
    expect((await getDocument(ctx, id)).evidenceKind).toBe("RECORD");
    expect(await factsOf(ctx, id)).toEqual([{ date: "2025-05-14", scope: "PIECE" }]);
    const { assessment } = await run({ period: YEAR });
    expect(assessment.occurrences).toMatchObject({
      found: 1,
      facts: [{ date: "2025-05-14", documentId: id, text: "10:42 5/14/2025" }],
    });
  });

  test("whose words make several passages counts with each of them", async () => {
    const found = clock("2025-05-14");
    const more = Array.from({ length: 60 }, (_, at) => `Access review of user ${at}: the roles were kept.`).join("\n");
    const { ctx, ids } = await read("long.png", { ...found, text: `${found.text}\n${more}` });
    const facts = await factsOf(ctx, ids["long.png"]!);
    expect(facts.length).toBeGreaterThan(1);
    expect(new Set(facts.map(({ date }) => date))).toEqual(new Set(["2025-05-14"]));
  });

  test.each([
    ["whose clock shows no date, or one that has two readings, has none", "a.png", clock(null)],
    ["without a clock has none", "b.png", { ...clock(null), captureFacts: [] }],
  ])("%s", async (_, name, found) => {
    const { ctx, ids } = await read(name, found);
    expect(await factsOf(ctx, ids[name]!)).toEqual([]);
  });

  test("a page of paper that a scanner or a printer dated is none", async () => {
    const { ctx, ids } = await read("scan.pdf", clock("2025-05-14"));
    expect(await factsOf(ctx, ids["scan.pdf"]!)).toEqual([]);
  });
});

describe("a run with a period", () => {
  test("counts what its records say, and keeps the period with its configuration", async () => {
    const { ctx, run } = await begin({ "access-review-log.txt": REGISTER });
    const { id, assessment } = await run({ period: YEAR });
    expect(assessment).toMatchObject({
      status: "COMPLETE",
      occurrences: { expected: 4, found: 4, gaps: [], facts: [{ date: "2025-03-31", text: ROWS[0] }, {}, {}, {}] },
    });
    expect(await getRunConfiguration(ctx, id)).toMatchObject({ period: YEAR, evidenceRules: { designOnly: "CAP" } });
  });

  test("says one thing in reasoning, citations, occurrences, task and comparison", async () => {
    const rows = REGISTER.replace(ROWS[2]!, "2025-09-30 | access review | failed");
    const { ctx, ids, run } = await begin({ "operations report.txt": rows });
    const { id, assessment } = await run({ period: YEAR });
    const gap =
      "No access review between 1 July 2025 and 30 December 2025; last one: operations report.txt, 30 June 2025.";
    expect(assessment).toMatchObject({
      status: "PARTIAL",
      flags: ["CADENCE_GAP"],
      occurrences: { expected: 4, found: 3, gaps: [{ from: "2025-07-01", to: "2025-12-30" }] },
      reasoning: expect.stringContaining(`Records of the period show 3 of 4 expected occurrences. ${gap}`),
    });
    const cited = assessment.citations.map(({ text }) => text).join("\n");
    for (const { text } of assessment.occurrences!.facts) expect(cited).toContain(text);
    const [task] = allSound((await listTasks(ctx, { limit: 5, runId: id })).items);
    expect(task?.description).toContain(gap);
    expect(task?.description).not.toContain("No evidence was found");
    await engine.upload(ctx, "another report.txt", "Date | Activity | State\n2025-08-31 | access review | done");
    await engine.drain();
    const later = await run({ period: { ...YEAR, to: "2025-11-30" } });
    expect((await diffRuns(ctx, later.id, id)).requirements).toEqual([
      expect.objectContaining({
        before: expect.objectContaining({ occurrences: { expected: 4, found: 3, gaps: [expect.anything()] } }),
        after: expect.objectContaining({ occurrences: expect.objectContaining({ expected: 3, found: 3 }) }),
      }),
    ]);
    expect(ids["operations report.txt"]).toBe(assessment.occurrences!.facts[0]!.documentId);
  });

  test("without one counts nothing", async () => {
    const { run } = await begin({ "access-review-log.txt": REGISTER });
    const { assessment } = await run();
    expect(assessment.status).toBe("COMPLETE");
    expect(assessment).not.toHaveProperty("occurrences");
  });

  test("is never COMPLETE by the rule alone", async () => {
    const { run } = await begin({ "access-policy.txt": "The access review must be done quarterly by each owner." });
    const { assessment } = await run({ period: YEAR });
    expect(assessment).toMatchObject({ status: "PARTIAL", flags: ["CADENCE_GAP", "DESIGN_ONLY"] });
  });
});

describe("an evaluation that is taken over", () => {
  test("is held against the period of the later run: another one never keeps last year's COMPLETE", async () => {
    const { run } = await begin({ "access-review-log.txt": REGISTER });
    const first = await run({ period: YEAR });
    const asked = engine.assessor.asked.length;
    const next = await run({ period: { from: "2026-01-01", to: "2026-06-30" }, reuse: true });
    expect(engine.assessor.asked).toHaveLength(asked);
    expect(first.assessment.status).toBe("COMPLETE");
    expect(next.assessment).toMatchObject({ reusedFromRunId: first.id, status: "PARTIAL", occurrences: { found: 0 } });
    expect(next.assessment.flags).toEqual(expect.arrayContaining(["CADENCE_GAP", "OUT_OF_PERIOD"]));
  });

  test("is held against what is known of the document now: expired, or a rule after all, it is not COMPLETE", async () => {
    const { ctx, ids, run } = await begin({ "access-review-log.txt": REGISTER });
    const first = await run({ period: YEAR });
    const asked = engine.assessor.asked.length;
    const id = ids["access-review-log.txt"]!;
    await editDocument(ctx, id, { expiresAt: "2026-01-01" });
    const expired = await run({ period: YEAR, reuse: true });
    expect(expired.assessment).toMatchObject({
      reusedFromRunId: first.id,
      status: "PARTIAL",
      flags: ["EXPIRED_EVIDENCE"],
    });
    await editDocument(ctx, id, { expiresAt: null, evidenceKind: "DESIGN" });
    const design = await run({ period: YEAR, reuse: true });
    expect(design.assessment).toMatchObject({ status: "PARTIAL", flags: ["CADENCE_GAP", "DESIGN_ONLY"] });
    expect(engine.assessor.asked).toHaveLength(asked);
  });
});
