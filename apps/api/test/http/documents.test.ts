import { createHash } from "node:crypto";
import { readdirSync, readlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  auditListReply,
  type Chunk,
  chunkListReply,
  type Document,
  deleteDryRunReply,
  documentListReply,
  documentReply,
  documentStatusReply,
} from "@assay/contract";
import { newId } from "@assay/db";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { policyText } from "../support/small-pack.ts";
import { expectDocuments } from "../support/stored-files.ts";
import { expectError, type TestClient, until } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

async function fresh(): Promise<{ tenant: TestTenant; client: TestClient }> {
  const tenant = await assay.tenant();
  return { tenant, client: await tenant.as("ADMIN") };
}

const zip = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, data]) => [
        name,
        typeof data === "string" ? new TextEncoder().encode(data) : data,
      ]),
    ),
  );
/** A Word file without headings, with a header: a place that has a name and is none. */
function wordFile({ header, body }: { header: string; body: string }): Uint8Array {
  const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const part = (name: string, text: string) =>
    `<w:${name} xmlns:w="${word}"><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:${name}>`;
  return zip({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": part("document", body)
      .replace("><w:p>", "><w:body><w:p>")
      .replace("</w:document>", "</w:body></w:document>"),
    "word/header1.xml": part("hdr", header),
  });
}
const STAGES = ["uploadedAt", "extractedAt", "parsedAt", "indexedAt", "readyAt"] as const;

test("the list is filtered by status, category, parent and name, and by several at once", async () => {
  const { client } = await fresh();
  const good = await client.upload("good.txt", policyText, { category: "Policies" });
  const bad = await client.upload("bad.pdf", "%PDF-1.7 broken", { category: "Policies" });
  const archive = await client.upload("box.zip", zip({ "member good.txt": "A member of the archive." }), {
    category: "Boxes",
  });
  await Promise.all([good, bad, archive].map(({ id }) => client.settled(id)));
  const names = async (search: string) =>
    (await client.get(`/api/documents?${search}`, documentListReply)).documents
      .map((each) => each.originalFilename)
      .sort();
  expect(await names("")).toEqual(["bad.pdf", "box.zip", "good.txt", "member good.txt"]);
  expect(await names("status=READY")).toEqual(["box.zip", "good.txt", "member good.txt"]);
  expect(await names("status=FAILED")).toEqual(["bad.pdf"]);
  expect(await names("category=Policies")).toEqual(["bad.pdf", "good.txt"]);
  expect(await names("category=policies")).toEqual([]);
  expect(await names("category=Boxes&q=member")).toEqual(["member good.txt"]);
  expect(await names(`parentDocumentId=${archive.id}`)).toEqual(["member good.txt"]);
  expect(await names("parentDocumentId=none")).toEqual(["bad.pdf", "box.zip", "good.txt"]);
  expect(await names("q=GOOD&status=READY&category=Policies")).toEqual(["good.txt"]);
});

test("a document tells its first heading once it is read, and is found by it; what is no heading is none", async () => {
  const { client } = await fresh();
  const files = {
    "standard.md": "# Access Control Standard\n\nVersion 3\n\n## 1 Signing in\n\nPasswords have 14 characters.",
    "statement.html":
      "<title>Home</title><p>To our clients.</p><h1>Security <em>Statement</em></h1><p>Data is encrypted.</p>",
    "bare.md": "Backups are taken every day.",
    "policy.txt": "# Backup Policy\n\nBackups are kept for a year.",
    "visitors.docx": wordFile({ header: "Northwind Instruments", body: "Visitors sign a book." }),
  };
  for (const [name, text] of Object.entries(files)) {
    const { id, heading } = await client.upload(name, text);
    expect(heading).toBeNull();
    await client.settled(id);
  }
  const list = async (search = "") =>
    Object.fromEntries(
      (await client.get(`/api/documents${search}`, documentListReply)).documents.map((each) => [
        each.originalFilename,
        each.heading,
      ]),
    );
  expect(await list()).toEqual({
    "standard.md": "Access Control Standard",
    "statement.html": "Security Statement",
    "bare.md": null,
    "policy.txt": null,
    "visitors.docx": null,
  });
  expect(await list("?q=CONTROL stand")).toEqual({ "standard.md": "Access Control Standard" });
  expect(await list("?q=header")).toEqual({});
});

test("status shows null for a stage not reached, and the stages in their order once READY", async () => {
  const { client } = await fresh();
  const { id } = await client.upload("stages.txt", policyText);
  const seen = await until(
    () => client.get(`/api/documents/${id}/status`, documentStatusReply),
    (status) => {
      const reached = STAGES.filter((stage) => status[stage] !== null);
      expect(reached).toEqual(STAGES.slice(0, reached.length));
      expect(["UPLOADED", "EXTRACTED", "PARSED", "INDEXED", "READY"].indexOf(status.status)).toBe(reached.length - 1);
      return status.status === "READY";
    },
  );
  const times = STAGES.map((stage) => seen[stage]!);
  expect(times).toEqual(times.toSorted());
  const { document } = await client.get(`/api/documents/${id}`, documentReply);
  expect(document).toMatchObject(seen);
  expect(document.coverage).toEqual({
    pages: 1,
    pagesWithText: 1,
    characters: expect.any(Number),
    chunks: 1,
    states: { TEXT: 1 },
    warnings: [],
  });
});

test("chunks are parts of the document's text, in order, and page", async () => {
  const { client, tenant } = await fresh();
  const text = Array.from(
    { length: 120 },
    (_, at) => `Sentence number ${at} states that backups are kept — “${at}” 😀 days.`,
  ).join("\n");
  const { id } = await client.upload("long.txt", text);
  const { coverage } = await client.settled(id);
  const chunks: Chunk[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const search: string = cursor && `&cursor=${cursor}`;
    const page: { chunks: Chunk[]; nextCursor: string | null } = await client.get(
      `/api/documents/${id}/chunks?limit=2${search}`,
      chunkListReply,
    );
    chunks.push(...page.chunks);
    cursor = page.nextCursor;
  }
  expect(chunks.length).toBeGreaterThan(3);
  expect(chunks.map(({ chunkIndex }) => chunkIndex)).toEqual(chunks.map((_, at) => at));
  expect(coverage).toMatchObject({ chunks: chunks.length, characters: text.length });
  let covered = 0;
  for (const { id: ownId, chunkId, tenantId } of chunks) expect([chunkId, tenantId]).toEqual([ownId, tenant.id]);
  for (const { content, startOffset, endOffset, tokenCount, pageNumber, documentId } of chunks) {
    expect(content).toBe(text.slice(startOffset, endOffset));
    expect(text.slice(covered, Math.max(covered, startOffset)).trim()).toBe("");
    covered = endOffset;
    expect({ tokenCount, pageNumber, documentId }).toEqual({
      tokenCount: Math.ceil(content.length / 4),
      pageNumber: null,
      documentId: id,
    });
  }
  expect(covered).toBe(text.trimEnd().length);
});

describe("the original", () => {
  test("is served byte for byte as an attachment that no browser will guess at", async () => {
    const { client } = await fresh();
    const bytes = Buffer.from("<script>alert(1)</script>\r\nBackups are taken every day.\n");
    const { id, sha256Hash } = await client.upload("page.html", bytes);
    const response = await client.call("GET", `/api/documents/${id}/original`);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-length": String(bytes.length),
      "x-content-type-options": "nosniff",
      "cache-control": "no-store, no-transform",
      etag: `"${sha256Hash}"`,
    });
    expect(response.headers.get("Content-Disposition")).toMatch(/^attachment; filename="page\.html"/);
  });

  describe("by ranges", () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => 32 + (at % 90)));
    let client: TestClient;
    let path: string;
    let etag: string;
    beforeAll(async () => {
      ({ client } = await fresh());
      const { id, sha256Hash } = await client.upload("ranges.txt", bytes);
      path = `/api/documents/${id}/original`;
      etag = `"${sha256Hash}"`;
    });
    const ask = (range: string, headers: Record<string, string> = {}, method = "GET") =>
      client.call(method, path, { headers: { Range: range, ...headers } });

    test.each([
      ["bytes=0-0", 0, 1],
      ["bytes=65530-131080", 65_530, 131_081],
      ["bytes=199999-", 199_999, 200_000],
      ["bytes=-7", 199_993, 200_000],
      ["bytes=-900000", 0, 200_000],
      ["bytes=199990-900000", 199_990, 200_000],
    ])("%s is 206 with exactly these bytes", async (range, start, end) => {
      const response = await ask(range);
      expect(response.status).toBe(206);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "accept-ranges": "bytes",
        "content-range": `bytes ${start}-${end - 1}/200000`,
        "content-length": String(end - start),
        etag,
      });
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(start, end))).toBe(true);
    });

    test.each(["bytes=200000-", "bytes=900000-900001", "bytes=-0"])("%s is 416 with the size", async (range) => {
      const response = await ask(range);
      expect(response.headers.get("Content-Range")).toBe("bytes */200000");
      await expectError(response, 416, "RANGE_NOT_SATISFIABLE");
    });

    test.each(["bytes=5-4", "bytes=-", "bytes=a-b", "lines=1-2", "bytes=0-1,5-6", ""])(
      "%j is no range that can be served: the whole file comes",
      async (range) => {
        const response = await ask(range);
        expect([response.status, response.headers.get("Accept-Ranges")]).toEqual([200, "bytes"]);
        expect((await response.arrayBuffer()).byteLength).toBe(bytes.length);
      },
    );

    test("with If-Range only while the file is the one that was seen, by its strong ETag", async () => {
      const lengthOf = async (ifRange: string) =>
        (await (await ask("bytes=0-9", { "If-Range": ifRange })).arrayBuffer()).byteLength;
      expect(await lengthOf(etag)).toBe(10);
      for (const other of [`"${"0".repeat(64)}"`, `W/${etag}`, new Date().toUTCString()])
        expect(await lengthOf(other)).toBe(bytes.length);
    });

    test("HEAD says that ranges are served, and is of the whole", async () => {
      const response = await ask("bytes=0-9", {}, "HEAD");
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "accept-ranges": "bytes",
        "content-length": "200000",
      });
    });

    test("of another tenant's document is 403, whatever is asked for", async () => {
      const { client: other } = await fresh();
      for (const range of ["bytes=0-9", "bytes=900000-"]) {
        const response = await other.call("GET", path, { headers: { Range: range } });
        expect(response.headers.get("Content-Range")).toBeNull();
        await expectError(response, 403, "CROSS_TENANT_ACCESS_DENIED");
      }
    });
  });

  test.runIf(process.platform === "linux")("leaves no file open after HEAD or a download that breaks off", async () => {
    const { client } = await fresh();
    const { id } = await client.upload("large.txt", "x".repeat(20_000_000));
    for (let turn = 0; turn < 5; turn++) {
      await client.call("HEAD", `/api/documents/${id}/original`);
      const download = await client.call("GET", `/api/documents/${id}/original`);
      await download.body?.cancel();
    }
    const isOpen = () =>
      readdirSync("/proc/self/fd").some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).includes(id);
        } catch {
          return false;
        }
      });
    await until(
      async () => isOpen(),
      (open) => !open,
    );
  });
});

test("a mailbox is a document whose mails are documents, and no evidence itself", async () => {
  const { client } = await fresh();
  const mail = (subject: string) =>
    `From ann@example.com Mon Jan  5 10:00:00 2026\nFrom: ann@example.com\nSubject: ${subject}\n\nBackups were tested.\n\n`;
  const box = await client.upload("inbox.mbox", mail("Test done") + mail("Test failed"));
  const settled = await client.settled(box.id);
  expect(settled).toMatchObject({
    status: "READY",
    fileType: "mbox",
    archive: { members: 2, skipped: [] },
    coverage: null,
  });
  const { documents } = await client.get(`/api/documents?parentDocumentId=${box.id}`, documentListReply);
  expect(documents.map(({ originalFilename, fileType }) => [originalFilename, fileType]).sort()).toEqual([
    ["0001 Test done.eml", "eml"],
    ["0002 Test failed.eml", "eml"],
  ]);
  await expectError(await client.call("POST", `/api/documents/${box.id}/reprocess`), 409, "INVALID_STATE");
});

describe("a delete", () => {
  test("takes a reason, of which the audit log keeps the digest", async () => {
    const tenant = await assay.tenant();
    const client = await tenant.as("ADMIN");
    const { id } = await client.upload("reasoned.txt", "Deleted for a reason.");
    await client.settled(id);
    const remove = (body: object) => client.sendJson("DELETE", `/api/documents/${id}`, body);
    await expectError(await remove({ reason: " " }), 400, "VALIDATION_ERROR");
    await expectError(await remove({ resaon: "Sold." }), 400, "VALIDATION_ERROR");
    expect((await remove({ reason: "The yard was sold." })).status).toBe(204);
    const { entries } = await client.get("/api/admin/audit-logs", auditListReply);
    const deletion = entries.find(({ action, object_id }) => action === "document.deleted" && object_id === id);
    expect(deletion?.details).toMatchObject({
      reasonHash: createHash("sha256").update("The yard was sold.").digest("hex"),
    });
  });

  test("answers 204, and the document, its chunks and its file are gone, here and permanently", async () => {
    const { tenant, client } = await fresh();
    const { id } = await client.upload("short-lived.txt", policyText);
    await client.settled(id);
    const response = await client.call("DELETE", `/api/documents/${id}`);
    expect([response.status, await response.text()]).toEqual([204, ""]);
    for (const path of ["", "/status", "/chunks", "/original"])
      await expectError(await client.call("GET", `/api/documents/${id}${path}`), 404, "NOT_FOUND");
    await expectError(await client.call("DELETE", `/api/documents/${id}`), 404, "NOT_FOUND");
    await expectDocuments(assay, tenant, []);
  });

  test("works on a document that is still being processed", async () => {
    const { tenant, client } = await fresh();
    for (let turn = 0; turn < 5; turn++) {
      const { id } = await client.upload("moving.txt", `${policyText} ${turn}`);
      expect((await client.call("DELETE", `/api/documents/${id}`)).status).toBe(204);
    }
    await expectDocuments(assay, tenant, []);
  });

  test("of an archive takes its members along; a dry run lists them and the archives that held the same bytes", async () => {
    const { tenant, client } = await fresh();
    const inner = zip({ "deep.txt": "Text deep inside the inner archive." });
    const outer = await client.upload("outer.zip", zip({ "a.txt": "Text of member a.", "inner.zip": inner }));
    await client.settled(outer.id);
    const other = await client.upload(
      "other.zip",
      zip({ "copy of a.txt": "Text of member a.", "own.txt": "Text of its own." }),
    );
    const { archive } = await client.settled(other.id);
    const { documents } = await client.get("/api/documents", documentListReply);
    const find = (name: string): Document => documents.find(({ originalFilename }) => originalFilename === name)!;
    expect(archive).toEqual({
      members: 1,
      skipped: [{ name: "copy of a.txt", reason: "DUPLICATE", documentId: find("a.txt").id }],
    });

    const dryRun = await client.call("DELETE", `/api/documents/${outer.id}?dryRun=true`);
    const preview = deleteDryRunReply.parse(await dryRun.json());
    expect(preview.documents.map(({ originalFilename }) => originalFilename).sort()).toEqual([
      "a.txt",
      "deep.txt",
      "inner.zip",
      "outer.zip",
    ]);
    expect(preview.alsoHeldBy).toEqual([{ id: other.id, originalFilename: "other.zip", documentId: find("a.txt").id }]);
    expect((await client.get("/api/documents", documentListReply)).documents).toHaveLength(6);
    for (const dryRun of ["yes", "1", ""])
      await expectError(
        await client.call("DELETE", `/api/documents/${outer.id}?dryRun=${dryRun}`),
        400,
        "VALIDATION_ERROR",
      );

    expect((await client.call("DELETE", `/api/documents/${outer.id}`)).status).toBe(204);
    await expectDocuments(assay, tenant, [other.id, find("own.txt").id]);
  });

  test("of one member leaves its archive and the others", async () => {
    const { tenant, client } = await fresh();
    const box = await client.upload("box.zip", zip({ "a.txt": "Text of member a.", "b.txt": "Text of member b." }));
    await client.settled(box.id);
    const { documents } = await client.get(`/api/documents?parentDocumentId=${box.id}`, documentListReply);
    const [first, second] = documents;
    expect((await client.call("DELETE", `/api/documents/${first!.id}`)).status).toBe(204);
    await expectDocuments(assay, tenant, [box.id, second!.id]);
  });
});

describe("an archive", () => {
  test("becomes documents with their parents at every level, and is READY when all of them are settled", async () => {
    const { client } = await fresh();
    const inner = zip({ "deep.txt": "Text deep inside the inner archive." });
    const files = {
      "folder/a.txt": policyText,
      "inner.zip": inner,
      "bad.pdf": "%PDF-1.7 broken",
      "tool.exe": "MZ\0",
      "empty.txt": "",
      "lie.docx": "plain",
    };
    const fields = { category: "Boxes", effectiveDate: "2026-01-01", expiresAt: "2027-01-01" };
    const box = await client.settled((await client.upload("box.zip", zip(files), fields)).id);
    expect(box).toMatchObject({ status: "READY", fileType: "zip", failure: null, coverage: null });
    expect(box.parsedAt).toBe(box.indexedAt);
    expect(box.archive!.skipped.map(({ name, reason }) => [name, reason]).sort()).toEqual([
      ["empty.txt", "EMPTY"],
      ["tool.exe", "UNSUPPORTED_FILE_TYPE"],
    ]);
    const { documents } = await client.get("/api/documents?limit=200", documentListReply);
    const find = (name: string): Document => documents.find(({ originalFilename }) => originalFilename === name)!;
    expect(box.archive!.members).toBe(documents.filter(({ parentDocumentId }) => parentDocumentId === box.id).length);
    expect(find("folder/a.txt")).toMatchObject({ ...fields, status: "READY", parentDocumentId: box.id });
    expect(find("inner.zip")).toMatchObject({
      ...fields,
      status: "READY",
      parentDocumentId: box.id,
      archive: { members: 1, skipped: [] },
    });
    expect(find("deep.txt")).toMatchObject({ ...fields, status: "READY", parentDocumentId: find("inner.zip").id });
    expect(find("bad.pdf")).toMatchObject({
      status: "FAILED",
      failure: { code: "UNREADABLE_FILE" },
      parentDocumentId: box.id,
    });
    expect(find("lie.docx")).toMatchObject({ status: "FAILED", failure: { code: "FILE_TYPE_MISMATCH" } });
  });

  test("of five levels passes, and of six fails with nothing of it left", async () => {
    const { tenant, client } = await fresh();
    const nest = (levels: number): Uint8Array =>
      Array.from({ length: levels - 1 }).reduce<Uint8Array>(
        (inner, _, at) => zip({ [`level ${at}.zip`]: inner }),
        zip({ "leaf.txt": `A leaf at level ${levels}.` }),
      );
    const five = await client.settled((await client.upload("five.zip", nest(5))).id);
    expect(five.status).toBe("READY");
    const six = await client.settled((await client.upload("six.zip", nest(6))).id);
    expect(six).toMatchObject({ status: "FAILED", failure: { stage: "extract", code: "ARCHIVE_LIMIT_EXCEEDED" } });
    const { documents } = await client.get("/api/documents?limit=200", documentListReply);
    expect(documents).toHaveLength(7);
    await expectDocuments(
      assay,
      tenant,
      documents.map(({ id }) => id),
    );
  });

  test("without a file in it is FAILED with NO_TEXT", async () => {
    const { client } = await fresh();
    const empty = await client.settled((await client.upload("empty.zip", zip({ "folder/": new Uint8Array() }))).id);
    expect(empty).toMatchObject({ status: "FAILED", failure: { stage: "extract", code: "NO_TEXT" } });
  });
});

describe("reprocess", () => {
  const reprocess = (client: TestClient, id: string) => client.call("POST", `/api/documents/${id}/reprocess`);

  test("starts a FAILED document again with 202, is audited, and fails again for the same reason", async () => {
    const { client } = await fresh();
    const first = await client.settled((await client.upload("bad.pdf", "%PDF-1.7 broken")).id);
    expect(first).toMatchObject({ status: "FAILED", readyAt: null, coverage: null });
    expect(first.failure).toEqual({
      stage: "extract",
      code: "UNREADABLE_FILE",
      message: expect.stringMatching(/^Cannot /),
    });
    expect((await client.get(`/api/documents/${first.id}/status`, documentStatusReply)).failure).toEqual(first.failure);

    const response = await reprocess(client, first.id);
    expect(response.status).toBe(202);
    const { document } = documentReply.parse(await response.json());
    expect(document).toMatchObject({ id: first.id, status: "UPLOADED", failure: null, extractedAt: null });
    expect(await client.settled(first.id)).toMatchObject({ status: "FAILED", failure: first.failure });
    const { entries } = await client.get("/api/admin/audit-logs", auditListReply);
    const actions = entries.filter(({ object_id }) => object_id === first.id).map(({ action }) => action);
    const failed = "document.failed";
    expect(actions.reverse()).toEqual(["document.uploaded", failed, "document.reprocessed", failed]);
  });

  test("of a document that is not FAILED is 409 INVALID_STATE", async () => {
    const { client } = await fresh();
    const { id } = await client.upload("fine.txt", policyText);
    const early = await reprocess(client, id);
    await expectError(early, 409, "INVALID_STATE");
    await client.settled(id);
    await expectError(await reprocess(client, id), 409, "INVALID_STATE");
    await expectError(await reprocess(client, newId()), 404, "NOT_FOUND");
  });

  test("of a text whose encoding was guessed takes the encoding that a person names, for this document alone", async () => {
    const { client } = await fresh();
    const name = new Uint8Array([0x4e, 0x3a, 0x20, 0x4b, 0xf8, 0x0a]);
    const { id } = await client.settled((await client.upload("name.txt", name)).id);
    const guessed = documentReply.parse(await (await client.call("GET", `/api/documents/${id}`)).json()).document;
    expect(guessed.encoding).toMatchObject({ source: "DETECTED" });
    expect(guessed.coverage!.warnings).toMatchObject([{ code: "ENCODING_UNSURE" }]);

    const choose = (which: string, encoding: string) =>
      client.sendJson("POST", `/api/documents/${which}/reprocess`, { encoding });
    await expectError(await choose(id, "klingon"), 400, "VALIDATION_ERROR");
    expect(await (await choose(id, "klingon")).text()).toContain("must be one of utf-8, utf-16le");
    expect((await choose(id, "windows-1250")).status).toBe(202);
    expect(await client.settled(id)).toMatchObject({
      status: "READY",
      encoding: { name: "windows-1250", source: "USER", certainty: 1 },
      coverage: { warnings: [] },
    });
    expect((await choose(id, "iso-8859-2")).status).toBe(202);
    await client.settled(id);
    const bad = await client.settled((await client.upload("bad.pdf", "%PDF-1.7 broken encoding")).id);
    await expectError(await choose(bad.id, "windows-1250"), 409, "INVALID_STATE");
  });

  test("of a document whose file is gone fails with OBJECT_MISSING", async () => {
    const { tenant, client } = await fresh();
    const { id } = await client.settled((await client.upload("bad.pdf", "%PDF-1.7 broken again")).id);
    await rm(join(assay.service.dataDir, "files", tenant.id, `${id}.file`), { recursive: true });
    expect((await reprocess(client, id)).status).toBe(202);
    expect((await client.settled(id)).failure).toMatchObject({ code: "OBJECT_MISSING" });
    await expectError(await client.call("GET", `/api/documents/${id}/original`), 409, "INVALID_STATE");
  });
});

test("a text without any word is FAILED with NO_TEXT", async () => {
  const { client } = await fresh();
  const { id } = await client.upload("blank.txt", " \n\t\n ");
  expect((await client.settled(id)).failure).toMatchObject({ code: "NO_TEXT" });
});
