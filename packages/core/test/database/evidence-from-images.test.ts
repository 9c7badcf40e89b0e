import { getRunReport } from "@assay/core/reports";
import { getExport, getSnapshot, listAssessments, listExports, listRunDocuments } from "@assay/core/runs";
import { searchEvidence } from "@assay/core/search";
import type { Context } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { IMAGE, PAGE_BREAK } from "../support/plain-extractor.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const TITLES = ["Backups are taken every day", "Visitors wear a badge", "Zeppelins land"];

/** What an image shows. */
const SEEN = "Every day at 02:00 the backups of all servers are taken.";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function setUp(options: Parameters<typeof createTestEngine>[1] = {}) {
  const engine = await createTestEngine(database.db, { ocr: true, ...options });
  return { engine, ctx: await engine.makeBoundTenant(makePack(TITLES)) };
}

async function run(engine: TestEngine, ctx: Context) {
  await engine.drain();
  const { id } = await engine.startRun(ctx);
  await engine.drain();
  const { items } = await listAssessments(ctx, id, {});
  const { bytes } = await getSnapshot(ctx, id);
  const snapshot = JSON.parse(new TextDecoder().decode(bytes));
  const made = await listExports(ctx, id);
  const { bytes: csv } = await getExport(ctx, id, made.find(({ format }) => format === "csv")!.id);
  const { bytes: json } = await getExport(ctx, id, made.find(({ format }) => format === "json")!.id);
  const exported = JSON.parse(new TextDecoder().decode(json));
  return { id, assessments: items, snapshot, csv: new TextDecoder().decode(csv), exported };
}

async function reportOf(ctx: Context, runId: string): Promise<string> {
  const workbook = { write: () => Promise.reject(new Error("Not asked for")), stream: () => (async function* () {})() };
  let text = "";
  for await (const bytes of (await getRunReport(ctx, workbook, { runId, format: "csv" })).bytes)
    text += new TextDecoder().decode(bytes);
  return text;
}

describe("a citation that was read from an image", () => {
  test("says so, and how surely, wherever it is", async () => {
    const { engine, ctx } = await setUp();
    engine.ocrEngine.read = async () => ({ text: SEEN, certainty: 0.8 });
    await engine.upload(ctx, "console.pdf", IMAGE);
    await engine.upload(ctx, "rules.txt", `${TITLES[1]}.`);
    const shown: unknown[] = [];
    const { assess } = engine.assessor;
    engine.assessor.assess = (request, options) => {
      shown.push(...request.passages.map(({ documentTitle, isFromImage }) => [documentTitle, isFromImage]));
      return assess(request, options);
    };
    const { id, assessments, snapshot, csv, exported } = await run(engine, ctx);
    expect(shown).toEqual(
      expect.arrayContaining([
        ["console.pdf", true],
        ["rules.txt", undefined],
      ]),
    );
    expect(assessments[0]).toMatchObject({ citationNotes: [{ index: 0, textSource: "OCR", certainty: 0.8 }] });
    expect(assessments[1]!.citationNotes?.some(({ textSource }) => textSource) ?? false).toBe(false);
    expect(snapshot.format).toBe("assay-snapshot/7");
    expect(snapshot.configuration.ocrCertaintyMin).toBe(0.6);
    expect(snapshot.assessments[0].citationNotes).toEqual(assessments[0]!.citationNotes);
    expect(csv).toContain("Citations read from images");
    expect(exported.documents).toContainEqual(
      expect.objectContaining({ originalFilename: "console.pdf", states: { OCR: 1 } }),
    );
    expect(exported.documents.find((each: object) => !("states" in each))).toMatchObject({
      originalFilename: "rules.txt",
    });
    const { reply } = await searchEvidence(ctx, engine.models, { q: "backups", limit: 10 });
    expect(
      reply.results.map(({ originalFilename, textSource, certainty }) => [originalFilename, textSource, certainty]),
    ).toEqual(expect.arrayContaining([["console.pdf", "OCR", 0.8]]));
    expect(await reportOf(ctx, id)).toContain('Evidence,"2 documents; pages: 1 TEXT, 1 OCR"');
  });

  test("below the certainty that the run asks for is weak", async () => {
    const { engine, ctx } = await setUp({ ocrCertaintyMin: 0.9 });
    engine.ocrEngine.read = async () => ({ text: SEEN, certainty: 0.8 });
    await engine.upload(ctx, "console.pdf", IMAGE);
    const { assessments } = await run(engine, ctx);
    expect(assessments[0]!.citationNotes).toEqual([
      { index: 0, weak: "UNCERTAIN_READING", textSource: "OCR", certainty: 0.8 },
    ]);
    expect(assessments[0]!.flags).toContain("WEAK_SUPPORT");
  });

  test("is as sure as the words that it quotes, whatever else the image shows", async () => {
    const { engine, ctx } = await setUp();
    const other = "Illegible smudges of the stamp on the margin.";
    const words = (text: string, from: number, certainty: number) =>
      [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
        start: from + index,
        end: from + index + word.length,
        box: { x0: 0, y0: 0, x1: 9, y1: 9 },
        certainty,
      }));
    engine.ocrEngine.read = async () => ({
      text: `${other} ${SEEN}`,
      certainty: 0.5,
      words: [...words(other, 0, 0.2), ...words(SEEN, other.length + 1, 0.95)],
    });
    const { assess } = engine.assessor;
    engine.assessor.assess = async (request, options) => {
      const answer = await assess(request, options);
      return { ...answer, quotes: answer.quotes.map((quote) => ({ ...quote, text: SEEN })) };
    };
    await engine.upload(ctx, "console.pdf", IMAGE);
    const { assessments } = await run(engine, ctx);
    expect(assessments[0]!.citationNotes).toEqual([{ index: 0, textSource: "OCR", certainty: 0.95 }]);
  });

  test("is unknown to a run of text alone, and to its snapshot", async () => {
    const { engine, ctx } = await setUp();
    await engine.upload(ctx, "rules.txt", `${TITLES[0]}. ${TITLES[1]}.`);
    const { assessments, snapshot, csv, exported } = await run(engine, ctx);
    expect(snapshot.format).toBe("assay-snapshot/7");
    expect(Object.keys(snapshot.configuration)).not.toContain("ocrCertaintyMin");
    expect(assessments.some((each) => "unreadDocuments" in each)).toBe(false);
    expect(csv).not.toMatch(/images|Not fully read/);
    expect(JSON.stringify(exported)).not.toContain('"states"');
  });
});

test("a verdict below COMPLETE names the documents that may matter and were not fully read, those it cites first", async () => {
  const { engine, ctx } = await setUp({ ocr: false });
  const cited = await engine.upload(ctx, "rules.pdf", [`${TITLES[0]}.`, IMAGE, IMAGE].join(PAGE_BREAK));
  const named = await engine.upload(ctx, "Visitor_badges-2026.pdf", ["Nothing of it here.", IMAGE].join(PAGE_BREAK));
  const scan = await engine.upload(ctx, "ZeppelinLandings.pdf", [IMAGE].join(PAGE_BREAK));
  await engine.upload(ctx, "other.pdf", ["Other things.", IMAGE].join(PAGE_BREAK));
  const { id, assessments, snapshot, csv } = await run(engine, ctx);
  const [backups, visitors, zeppelins] = assessments;
  if (backups!.status !== "COMPLETE")
    expect(backups!.unreadDocuments?.[0]).toMatchObject({ documentId: cited.id, notRead: 2, cited: true });
  expect(visitors!.unreadDocuments).toContainEqual({
    documentId: named.id,
    originalFilename: "Visitor_badges-2026.pdf",
    notRead: 1,
    cited: false,
  });
  expect(zeppelins!.unreadDocuments).toContainEqual(
    expect.objectContaining({ documentId: scan.id, notRead: 1, cited: false }),
  );
  expect(JSON.stringify(assessments)).not.toContain("other.pdf");
  expect(snapshot.format).toBe("assay-snapshot/7");
  expect(snapshot.assessments[1].unreadDocuments).toEqual(visitors!.unreadDocuments);
  expect(csv).toContain("Not fully read");
  const { items } = await listRunDocuments(ctx, id, { limit: 50 });
  const states = Object.fromEntries(
    items
      .flatMap((each) => ("damaged" in each ? [] : [each]))
      .map(({ originalFilename, coverage }) => [originalFilename, coverage?.states]),
  );
  expect(states["rules.pdf"]).toEqual({ TEXT: 1, IMAGE_ONLY: 2 });
});
