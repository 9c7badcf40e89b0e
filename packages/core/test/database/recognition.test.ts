import { deleteDocument, getDocument, listChunks, reprocessDocument } from "@assay/core/documents";
import { claimJob, releaseAllLeases, runJob } from "@assay/core/jobs";
import { type Context, changeOcrLanguages, inTenant } from "@assay/core/tenancy";
import { documentPages, rowsOf, segments } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { IMAGE, PAGE_BREAK } from "../support/plain-extractor.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  engine = await createTestEngine(database.db, { ocr: true });
  ctx = await engine.makeTenant();
});

const pdf = (...pages: string[]) => pages.join(PAGE_BREAK);
const rows = <T>(query: SQL) => inTenant(ctx, (tx) => rowsOf<T>(tx, query));
const jobOf = async (stage: string) => {
  const [job] = await rows<{ id: string }>(
    sql`select id from work_items where stage = ${stage} and state in ('PENDING', 'RUNNING') and tenant_id = ${ctx.tenantId}`,
  );
  return job!.id;
};
const serve = async (stage: string) => runJob(engine.engine, await jobOf(stage));
const pagesOf = (id: string) =>
  inTenant(ctx, (tx) =>
    tx
      .select()
      .from(documentPages)
      .where(and(eq(documentPages.tenantId, ctx.tenantId), eq(documentPages.documentId, id)))
      .orderBy(asc(documentPages.pageIndex)),
  );
/** The text of all segments, each of which is where it says. */
const textOf = async (id: string) => {
  const stored = await inTenant(ctx, (tx) =>
    tx
      .select()
      .from(segments)
      .where(and(eq(segments.tenantId, ctx.tenantId), eq(segments.documentId, id)))
      .orderBy(asc(segments.segmentIndex)),
  );
  const text = stored.map((segment) => segment.text).join("\n");
  for (const segment of stored)
    expect(text.slice(segment.startOffset, segment.startOffset + segment.text.length)).toBe(segment.text);
  return text;
};
const statesOf = async (id: string) => (await pagesOf(id)).map(({ state, reason }) => reason ?? state);

test("images are read in the languages that the tenant chose, and in all where it chose none", async () => {
  await engine.upload(ctx, "before.pdf", pdf(IMAGE));
  await engine.drain();
  await changeOcrLanguages(ctx, { languages: ["nld", "deu"] });
  await engine.upload(ctx, "after.pdf", pdf(IMAGE, IMAGE));
  await engine.drain();
  const other = await engine.makeTenant();
  await engine.upload(other, "other.pdf", pdf(IMAGE, "Text", IMAGE));
  await engine.drain();
  expect(engine.ocrEngine.asked).toEqual([[], ["nld", "deu"], []]);
});

test("a page whose own letters are in doubt keeps them next to what OCR reads, and the doubt where it reads nothing", async () => {
  const { extract } = engine.extractor;
  engine.extractor.extract = (file, options) =>
    extract(file, {
      ...options,
      onPage: async (page) => options.onPage?.({ ...page, reason: page.state === "MIXED" ? "Doubt" : null }),
    });
  const found = [{}, { state: "EMPTY" as const }, { state: "UNREADABLE" as const, reason: "Noise" }];
  engine.ocrEngine.read = async ({ pageIndex }) => found[pageIndex - 1]!;
  const names = ["One", "Two", "Three"];
  const pages = names.map((name) => `${name} 😀.${IMAGE}`);
  const { id } = await engine.upload(ctx, "a.pdf", pdf("First.", ...pages, "Last."));
  await engine.drain();
  expect(await statesOf(id)).toEqual(["TEXT", "MIXED", "Doubt", "Noise", "TEXT"]);
  const document = await getDocument(ctx, id);
  expect(document.coverage?.states).toEqual({ TEXT: 2, MIXED: 3 });
  expect(document.coverage?.warnings).toMatchObject([{ message: "2 of 5 pages were not read, or not whole" }]);
  const text = await textOf(id);
  expect(text).toBe("First.\nOne 😀.\nWords of picture 1\nTwo 😀.\n\nThree 😀.\n\nLast.");
  expect(document.coverage?.characters).toBe(text.length);
});

describe("a document with images", () => {
  test("stays UPLOADED and tells its progress until they are read, then has one text with the words of all", async () => {
    const { id } = await engine.upload(ctx, "a.pdf", pdf("First 😀.", IMAGE, `Own text.${IMAGE}`, "Last."));
    engine.ocrEngine.read = async ({ pageIndex }) => (pageIndex === 1 ? { text: "Seen 😀 here" } : {});
    await serve("extract");
    const waiting = await getDocument(ctx, id);
    expect(waiting).toMatchObject({ status: "UPLOADED", recognition: { done: 0, total: 2 } });
    expect(waiting.coverage?.states).toEqual({ TEXT: 2, IMAGE_ONLY: 1, MIXED: 1 });
    await engine.drain();

    const document = await getDocument(ctx, id);
    expect(document).toMatchObject({ status: "READY", recognition: null });
    expect(document.coverage).toMatchObject({ pages: 4, pagesWithText: 4, warnings: [] });
    expect(document.coverage?.states).toEqual({ TEXT: 2, OCR: 1, MIXED: 1 });
    const text = await textOf(id);
    expect(text).toBe("First 😀.\nSeen 😀 here\nOwn text.\nWords of picture 2\nLast.");
    expect(document.coverage?.characters).toBe(text.length);
    const { items } = await listChunks(ctx, id, { limit: 50 });
    expect(
      items.map(({ textSource, certainty, pageNumber }) => [textSource, certainty?.toFixed(1), pageNumber]),
    ).toEqual([
      ["TEXT", undefined, 1],
      ["OCR", "0.9", 2],
      ["TEXT", undefined, 3],
      ["OCR", "0.9", 3],
      ["TEXT", undefined, 4],
    ]);
    for (const chunk of items) expect(text.slice(chunk.startOffset, chunk.endOffset)).toBe(chunk.content);
  });

  test("without words in its images has EMPTY pages; without any text at all it is NO_TEXT", async () => {
    engine.ocrEngine.read = async () => ({ state: "EMPTY" });
    const some = await engine.upload(ctx, "some.pdf", pdf("Text.", IMAGE));
    const none = await engine.upload(ctx, "none.pdf", pdf(IMAGE, IMAGE));
    await engine.drain();
    expect(await getDocument(ctx, some.id)).toMatchObject({
      status: "READY",
      coverage: { states: { TEXT: 1, EMPTY: 1 } },
    });
    expect(await getDocument(ctx, none.id)).toMatchObject({
      status: "FAILED",
      failure: { stage: "extract", code: "NO_TEXT" },
      coverage: { states: { EMPTY: 2 } },
    });
  });

  test("keeps the reason of a page that was given up, and is READY by the others", async () => {
    engine.ocrEngine.read = async ({ pageIndex }) =>
      pageIndex === 1 ? { state: "UNREADABLE", reason: "The picture is broken" } : {};
    const { id } = await engine.upload(ctx, "a.pdf", pdf(IMAGE, IMAGE, `Own.${IMAGE}`));
    await engine.drain();
    expect(await statesOf(id)).toEqual(["OCR", "The picture is broken", "MIXED"]);
    const { status, coverage } = await getDocument(ctx, id);
    expect(status).toBe("READY");
    expect(coverage?.warnings).toEqual([{ code: "PAGES_NOT_READ", message: "1 of 3 pages was not read" }]);
  });

  test("keeps them as images where OCR is off, and says how to change that", async () => {
    engine = await createTestEngine(database.db);
    ctx = await engine.makeTenant();
    const some = await engine.upload(ctx, "some.pdf", pdf("Text.", IMAGE, IMAGE));
    const none = await engine.upload(ctx, "none.pdf", pdf(IMAGE, IMAGE));
    await engine.drain();
    const document = await getDocument(ctx, some.id);
    expect(document).toMatchObject({ status: "READY", recognition: null });
    expect(document.coverage).toMatchObject({
      pages: 3,
      pagesWithText: 1,
      states: { TEXT: 1, IMAGE_ONLY: 2 },
      warnings: [{ code: "PAGES_NOT_READ", message: "2 of 3 pages were not read: they are images" }],
    });
    expect((await getDocument(ctx, none.id)).failure?.message).toContain("OCR=on");
    // Read again, as it is once OCR is on.
    expect((await reprocessDocument(ctx, some.id)).document).toMatchObject({ status: "UPLOADED", coverage: null });
    await engine.drain();
  });
});

describe("the limits of OCR", () => {
  test("leave later pages UNREADABLE, with the reason", async () => {
    const recognition = { overdueMs: 60_000, pagesMax: 2, documentMs: 1_000_000 };
    engine = await createTestEngine(database.db, { ocr: true, documents: { recognition } });
    ctx = await engine.makeTenant();
    const { id } = await engine.upload(ctx, "a.pdf", pdf(IMAGE, IMAGE, IMAGE, `Own.${IMAGE}`));
    await engine.drain();
    const limit = "OCR reads at most 2 pages of a document";
    expect(await statesOf(id)).toEqual(["OCR", "OCR", limit, limit]);
    expect((await pagesOf(id)).map(({ state }) => state)).toEqual(["OCR", "OCR", "UNREADABLE", "MIXED"]);
    expect((await getDocument(ctx, id)).coverage?.warnings).toEqual([
      { code: "PAGES_NOT_READ", message: "2 of 4 pages were not read, or not whole" },
    ]);
  });

  test("end a document's time over all attempts together", async () => {
    const { id } = await engine.upload(ctx, "a.pdf", pdf("Text.", IMAGE));
    await serve("extract");
    await rows(sql`update documents set ocr_ms = 14400000 where id = ${id} and tenant_id = ${ctx.tenantId}`);
    await engine.drain();
    expect(await statesOf(id)).toEqual(["TEXT", "OCR reads a document for at most 4 hours"]);
    expect(engine.ocrEngine.calls).toEqual([]);
  });

  test("keep a text within its length", async () => {
    engine = await createTestEngine(database.db, { ocr: true, documents: { textLengthMax: 30 } });
    ctx = await engine.makeTenant();
    const { id } = await engine.upload(ctx, "a.pdf", pdf("Text.", IMAGE, IMAGE));
    await engine.drain();
    expect(await statesOf(id)).toEqual(["TEXT", "OCR", "The text of a document is at most 30 characters"]);
  });
});

describe("OCR that is cut short", () => {
  test("by an OCR engine that never answers leaves that page UNREADABLE, and continues with the next", async () => {
    const recognition = { overdueMs: 200, pagesMax: 500, documentMs: 1_000_000 };
    engine = await createTestEngine(database.db, { ocr: true, documents: { recognition } });
    ctx = await engine.makeTenant();
    engine.ocrEngine.recognise = async (_file, pictures, { onPicture }) => {
      for (const picture of pictures) {
        if (picture.pageIndex === 1) await new Promise<never>(() => {});
        await onPicture(engine.ocrEngine.answer(picture));
      }
    };
    const { id } = await engine.upload(ctx, "a.pdf", pdf("Text.", IMAGE, IMAGE));
    await engine.drain();
    expect(await statesOf(id)).toEqual(["TEXT", "OCR did not end within 0.2 seconds", "OCR"]);
    expect((await getDocument(ctx, id)).status).toBe("READY");
  });

  test("continues at the first image that is not stored", async () => {
    const { id } = await engine.upload(ctx, "a.pdf", pdf(IMAGE, IMAGE, IMAGE));
    await serve("extract");
    engine.ocrEngine.read = async ({ pageIndex }) => {
      if (pageIndex === 2) throw new Error("The process was killed");
      return {};
    };
    await serve("recognise");
    expect(await getDocument(ctx, id)).toMatchObject({ status: "UPLOADED", recognition: { done: 2, total: 3 } });
    engine.ocrEngine.read = async () => ({});
    await engine.drain();
    expect(engine.ocrEngine.calls).toEqual([[0, 1, 2], [2]]);
    expect((await getDocument(ctx, id)).status).toBe("READY");
  });

  test("by the end of its attempt continues in the next one", async () => {
    let passedMs = 0;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => now() + passedMs);
    engine.ocrEngine.read = async () => {
      passedMs += 60_000;
      return {};
    };
    const { id } = await engine.upload(ctx, "a.pdf", pdf(IMAGE, IMAGE, IMAGE));
    await engine.drain();
    expect(engine.ocrEngine.calls.map(([first]) => first)).toEqual([0, 1, 2]);
    expect((await getDocument(ctx, id)).status).toBe("READY");
  });

  test("by the death of its process is not counted as a failure", async () => {
    const { id } = await engine.upload(ctx, "a.pdf", pdf(IMAGE));
    await serve("extract");
    const job = await jobOf("recognise");
    for (let death = 0; death < 5; death++) {
      await claimJob(database.db, job, { leaseMs: 60_000 });
      await releaseAllLeases(database.db);
    }
    await engine.drain();
    expect((await getDocument(ctx, id)).status).toBe("READY");
  });

  test("is not doubled by a second delivery, and a late one changes nothing", async () => {
    const { id } = await engine.upload(ctx, "a.pdf", pdf(IMAGE, IMAGE));
    await serve("extract");
    const job = await jobOf("recognise");
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    engine.ocrEngine.read = async () => {
      begun.resolve();
      await go.promise;
      return {};
    };
    const first = runJob(engine.engine, job);
    await begun.promise;
    expect(await runJob(engine.engine, job)).toBe("nothing");
    go.resolve();
    await first;
    await engine.drain();
    expect(await runJob(engine.engine, job)).toBe("nothing");
    expect(await statesOf(id)).toEqual(["OCR", "OCR"]);
    expect(engine.ocrEngine.calls).toHaveLength(1);
  });

  test("by a holder that took the job over stores nothing of the first one", async () => {
    const { id } = await engine.upload(ctx, "a.pdf", pdf(IMAGE));
    await serve("extract");
    const job = await jobOf("recognise");
    engine.ocrEngine.read = async () => {
      await releaseAllLeases(database.db);
      engine.ocrEngine.read = async () => ({ text: "Of the second" });
      return { text: "Of the first" };
    };
    expect(await runJob(engine.engine, job)).toBe("nothing");
    await engine.drain();
    const { items } = await listChunks(ctx, id, { limit: 5 });
    expect(items.map(({ content }) => content)).toEqual(["Of the second"]);
  });

  test("by a deletion leaves nothing behind", async () => {
    const { id } = await engine.upload(ctx, "a.pdf", pdf("Text.", IMAGE));
    await serve("extract");
    engine.ocrEngine.read = async () => {
      await deleteDocument(ctx, id);
      return {};
    };
    await serve("recognise");
    await engine.drain();
    expect(
      await rows(sql`select 1 from document_pages where document_id = ${id} and tenant_id = ${ctx.tenantId}`),
    ).toEqual([]);
    expect(engine.reports).toEqual([]);
  });

  test("by an OCR engine that cannot run waits for it, and costs no attempt", async () => {
    const { id } = await engine.upload(ctx, "a.pdf", pdf("Text.", IMAGE));
    await serve("extract");
    engine.ocrEngine.isOut = true;
    for (let outage = 0; outage < 5; outage++) expect(await serve("recognise")).toBe("again");
    expect((await getDocument(ctx, id)).status).toBe("UPLOADED");
    engine.ocrEngine.isOut = false;
    await engine.drain();
    expect(await statesOf(id)).toEqual(["TEXT", "OCR"]);
  });

  test("permanently leaves the rest unread, and the document READY by what it has", async () => {
    const { id } = await engine.upload(ctx, "a.pdf", pdf(IMAGE, IMAGE));
    const none = await engine.upload(ctx, "none.pdf", pdf(IMAGE, IMAGE, IMAGE));
    engine.ocrEngine.read = async ({ pageIndex }) => {
      if (pageIndex === 0 && engine.ocrEngine.calls.at(-1)!.length === 2) return {};
      throw new Error("A fault");
    };
    await engine.drain();
    const failed = "OCR failed: reprocess the document to try again";
    expect(await statesOf(id)).toEqual(["OCR", failed]);
    expect((await getDocument(ctx, id)).status).toBe("READY");
    expect(await getDocument(ctx, none.id)).toMatchObject({
      status: "FAILED",
      failure: { code: "NO_TEXT" },
      coverage: { states: { UNREADABLE: 3 } },
    });
    engine.ocrEngine.read = async () => ({});
    await reprocessDocument(ctx, none.id);
    await engine.drain();
    expect(await statesOf(none.id)).toEqual(["OCR", "OCR", "OCR"]);
  });
});

test("a text document never waits for OCR", async () => {
  const scan = await engine.upload(ctx, "scan.pdf", pdf(IMAGE));
  await serve("extract");
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  engine.ocrEngine.read = async () => {
    begun.resolve();
    await go.promise;
    return {};
  };
  const held = serve("recognise");
  await begun.promise;
  const text = await engine.upload(ctx, "text.txt", "Some text.");
  await engine.drain();
  expect((await getDocument(ctx, text.id)).status).toBe("READY");
  expect((await getDocument(ctx, scan.id)).status).toBe("UPLOADED");
  go.resolve();
  await held;
  await engine.drain();
  expect((await getDocument(ctx, scan.id)).status).toBe("READY");
});
