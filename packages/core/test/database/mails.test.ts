import { listAuditEntries } from "@assay/core/audit";
import {
  deleteDocument,
  listDocuments,
  previewDeletion,
  reprocessDocument,
  reprocessDocuments,
} from "@assay/core/documents";
import { runJob } from "@assay/core/jobs";
import { type Context, inSystem, inTenant } from "@assay/core/tenancy";
import { documents, jobs } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mailWith } from "../support/plain-extractor.ts";
import { createTestEngine, listDue, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  engine = await createTestEngine(database.db);
  ctx = await engine.makeTenant();
});

const membersOf = async (parentDocumentId: string) =>
  (await listDocuments(ctx, { parentDocumentId, limit: 200 })).items.sort((a, b) =>
    a.originalFilename < b.originalFilename ? -1 : 1,
  );
const namesOf = async (parent: string) => (await membersOf(parent)).map(({ originalFilename }) => originalFilename);
const named = async (parent: string, name: string) =>
  (await membersOf(parent)).find(({ originalFilename }) => originalFilename === name)!;

/** The jobs of a document that are still to be done. */
const listJobs = (subjectId: string) =>
  inTenant(ctx, async (tx) => {
    const rows = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(
        and(
          eq(jobs.tenantId, ctx.tenantId),
          eq(jobs.subjectId, subjectId),
          eq(jobs.kind, "document"),
          eq(jobs.state, "PENDING"),
        ),
      );
    return rows.map(({ id }) => id);
  });

describe("a mail", () => {
  test("is READY by its own text and has its attachments as members, of every depth", async () => {
    const forwarded = mailWith("Forwarded text.", { "inner.txt": "Inner text." });
    const { id } = await engine.upload(
      ctx,
      "mail.eml",
      mailWith("Own text.", {
        "a.txt": "Text a.",
        "bundle.zip": { "b.txt": "Text b." },
        "forwarded.eml": forwarded,
        "c.exe": null,
      }),
    );
    await engine.drain();
    expect(await engine.document(ctx, id)).toMatchObject({
      status: "READY",
      coverage: { characters: "Own text.".length },
      archive: { members: 3, skipped: [{ name: "c.exe", reason: "UNSUPPORTED_FILE_TYPE" }] },
    });
    expect((await membersOf(id)).map(({ originalFilename, status }) => [originalFilename, status])).toEqual([
      ["a.txt", "READY"],
      ["bundle.zip", "READY"],
      ["forwarded.eml", "READY"],
    ]);
    expect(await namesOf((await named(id, "bundle.zip")).id)).toEqual(["b.txt"]);
    expect(await namesOf((await named(id, "forwarded.eml")).id)).toEqual(["inner.txt"]);
  });

  test.each(["pdf", "docx", "xlsx", "pptx", "xls"])("is as a %s with files inside", async (extension) => {
    const { id } = await engine.upload(
      ctx,
      `report.${extension}`,
      mailWith("Own text.", { "a.csv": "a", "b.doc": null }),
    );
    await engine.drain();
    expect(await engine.document(ctx, id)).toMatchObject({
      status: "READY",
      coverage: { characters: "Own text.".length },
      archive: { members: 1, skipped: [{ name: "b.doc", reason: "UNSUPPORTED_FILE_TYPE" }] },
    });
    expect(await namesOf(id)).toEqual(["a.csv"]);
  });

  test("does not wait for its members, and they not for it", async () => {
    const { id } = await engine.upload(ctx, "mail.eml", mailWith("Own text.", { "a.txt": "Text a." }));
    await engine.drain({ until: () => engine.files.keys().length === 2 });
    const member = await named(id, "a.txt");
    for (let due = await listJobs(id); due.length > 0; due = await listJobs(id))
      for (const jobId of due) await runJob(engine.engine, jobId);
    expect((await engine.document(ctx, id)).status).toBe("READY");
    expect((await engine.document(ctx, member.id)).status).toBe("UPLOADED");
    await engine.drain();
    expect((await engine.document(ctx, member.id)).status).toBe("READY");
  });

  test("without text of its own is FAILED with NO_TEXT, its members standing", async () => {
    const { id } = await engine.upload(ctx, "mail.eml", mailWith(" ", { "a.txt": "Text a.", "blank.txt": " " }));
    await engine.drain();
    expect(await engine.document(ctx, id)).toMatchObject({
      status: "FAILED",
      failure: { code: "NO_TEXT" },
      archive: { members: 2, skipped: [] },
    });
    expect((await membersOf(id)).map(({ status }) => status)).toEqual(["READY", "FAILED"]);
  });

  test("without attachments is no parent; one of which all are skipped says so", async () => {
    const plain = await engine.upload(ctx, "plain.eml", "Own text.");
    const skipping = await engine.upload(ctx, "skipping.eml", mailWith("Other text.", { "a.exe": null }));
    await engine.drain();
    expect(await engine.document(ctx, plain.id)).toMatchObject({ status: "READY", archive: null });
    expect(await engine.document(ctx, skipping.id)).toMatchObject({
      status: "READY",
      archive: { members: 0, skipped: [{ name: "a.exe", reason: "UNSUPPORTED_FILE_TYPE" }] },
    });
  });

  test("with files beyond a limit is READY by its own text, and says which were omitted", async () => {
    engine = await createTestEngine(database.db, {
      documents: { archive: { depthMax: 5, filesMax: 1, bytesMax: 1e9 } },
    });
    const { id } = await engine.upload(ctx, "mail.eml", mailWith("Own text.", { "a.txt": "a", "b.txt": "b" }));
    await engine.drain();
    expect(await engine.document(ctx, id)).toMatchObject({
      status: "READY",
      archive: { members: 1, skipped: [{ name: "b.txt", reason: "OVER_LIMIT" }] },
    });
    expect(await namesOf(id)).toEqual(["a.txt"]);
    expect(engine.files.keys()).toHaveLength(2);
  });

  test("skips attachments that the tenant has, and names the document that has them", async () => {
    const known = await engine.upload(ctx, "known.txt", "Known.");
    const { id } = await engine.upload(ctx, "mail.eml", mailWith("Own text.", { "a.txt": "Known.", "b.txt": "New." }));
    await engine.drain();
    expect((await engine.document(ctx, id)).archive).toEqual({
      members: 1,
      skipped: [{ name: "a.txt", reason: "DUPLICATE", documentId: known.id }],
    });
    expect((await previewDeletion(ctx, known.id)).alsoHeldBy).toEqual([
      { id, originalFilename: "mail.eml", documentId: known.id },
    ]);
  });

  test("takes its members with it when it is deleted", async () => {
    const { id } = await engine.upload(
      ctx,
      "mail.eml",
      mailWith("Own text.", { "a.txt": "Text a.", "in.eml": mailWith("Inner.", { "b.txt": "Text b." }) }),
    );
    await engine.drain();
    const preview = await previewDeletion(ctx, id);
    expect(preview.documents.map(({ originalFilename }) => originalFilename).sort()).toEqual([
      "a.txt",
      "b.txt",
      "in.eml",
      "mail.eml",
    ]);
    await deleteDocument(ctx, id);
    await engine.drain();
    expect((await listDocuments(ctx, { limit: 10 })).items).toEqual([]);
    expect(engine.files.keys()).toEqual([]);
  });
});

describe("members are registered once", () => {
  const registrations = async () =>
    (await listAuditEntries(ctx, { action: "document.uploaded", limit: 100 })).items.length;

  test("where a ZIP has brought the mail and its attachments", async () => {
    const mail = mailWith("Own text.", { "a.txt": "Text a.", "deep.zip": { "b.txt": "Text b." } });
    const { id } = await engine.upload(ctx, "bundle.zip", { "mail.eml": mail, "c.txt": "Text c." });
    await engine.drain();
    expect(await engine.document(ctx, id)).toMatchObject({ status: "READY", archive: { members: 2, skipped: [] } });
    const inner = await named(id, "mail.eml");
    expect(inner).toMatchObject({ status: "READY", archive: { members: 2, skipped: [] } });
    expect(await namesOf(inner.id)).toEqual(["a.txt", "deep.zip"]);
    expect((await listDocuments(ctx, { limit: 50 })).items).toHaveLength(6);
    expect(await registrations()).toBe(6);
  });

  test("where the process ends between the members and the text, and deliveries come twice, late and at once", async () => {
    const { id } = await engine.upload(ctx, "mail.eml", mailWith("Own text.", { "a.txt": "Text a.", "b.exe": null }));
    const due = async () => (await listDue(database.db)).filter(({ kind }) => kind === "document");
    const [first] = await due();
    await Promise.all([runJob(engine.engine, first!.jobId), runJob(engine.engine, first!.jobId)]);
    expect(await namesOf(id)).toEqual(["a.txt"]);
    // The text of the mail breaks off, as where the process is killed; the lease ends and the job is taken again.
    engine.extractor.beforeSegment = async () => {
      engine.extractor.beforeSegment = async () => {};
      throw new Error("The process ends");
    };
    await runJob(engine.engine, first!.jobId);
    await engine.drain();
    await Promise.all([runJob(engine.engine, first!.jobId), runJob(engine.engine, first!.jobId)]);
    await engine.drain();
    expect(await engine.document(ctx, id)).toMatchObject({ status: "READY", archive: { members: 1 } });
    expect((await listDocuments(ctx, { limit: 50 })).items).toHaveLength(2);
    expect(await registrations()).toBe(2);
  });

  test("where storing them breaks down in the middle; no file is left behind", async () => {
    const { id } = await engine.upload(ctx, "mail.eml", mailWith("Own text.", { "a.txt": "Text a.", "b.txt": "b" }));
    const put = engine.files.put;
    let puts = 0;
    engine.files.put = async (...args) => {
      puts += 1;
      if (puts !== 2) return put(...args);
      expect(await membersOf(id)).toEqual([]);
      throw new Error("The disk is full");
    };
    await engine.drain();
    expect(await engine.document(ctx, id)).toMatchObject({ status: "READY", archive: { members: 2 } });
    await inSystem(database.db, (tx) =>
      tx.execute(sql`update work_items set available_at = now() - interval '1 second' where state = 'PENDING'`),
    );
    await engine.drain();
    expect(engine.files.keys()).toHaveLength(3);
  });

  test("where the mail is read again: what a previous reader left is registered, what is is not", async () => {
    const { id } = await engine.upload(ctx, "mail.eml", mailWith("Own text.", { "a.txt": "Text a." }));
    await engine.drain();
    const asReadEarlier = (change: object) =>
      inTenant(ctx, (tx) =>
        tx
          .update(documents)
          .set({ readerVersion: 5, ...change })
          .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id))),
      );
    const [member] = await membersOf(id);
    await asReadEarlier({});
    await reprocessDocument(ctx, id);
    await engine.drain();
    expect((await membersOf(id)).map((document) => document.id)).toEqual([member!.id]);

    await deleteDocument(ctx, member!.id);
    await asReadEarlier({ memberCount: null, membersSkipped: null });
    await reprocessDocuments(ctx, { olderThanReader: true });
    await engine.drain();
    expect(await namesOf(id)).toEqual(["a.txt"]);
    expect(await engine.document(ctx, id)).toMatchObject({ status: "READY", archive: { members: 1 } });
  });
});
