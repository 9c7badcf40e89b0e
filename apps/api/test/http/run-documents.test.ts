import {
  assessmentListReply,
  auditListReply,
  documentReply,
  type RunDocument,
  runDocumentListReply,
  runListReply,
  runDetails as runSchema,
  startRunReply,
} from "@assay/contract";
import { sha256Hex } from "@assay/core/digest";
import { documents, newId, runDocumentsLeftOut } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeKey } from "../support/settled-tenant.ts";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
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

async function finishedRun(client: TestClient, body: unknown = {}): Promise<string> {
  const { id } = await client.startRun(body);
  expect((await client.finished(id)).status).toBe("COMPLETED");
  return id;
}

/** One that is being read for as long as the test takes. */
async function addSlowDocument(tenant: TestTenant): Promise<string> {
  const owner = await assay.database.asOwner();
  const id = newId();
  const file = { originalFilename: "slow.pdf", fileType: "pdf" as const, sha256Hash: "f".repeat(64), sizeBytes: 9 };
  await owner.db.insert(documents).values({ id, tenantId: tenant.id, ...file });
  await owner.close();
  return id;
}

test("a run that is told to wait is PENDING until the last document has been read or is gone, and says what it waits for", async () => {
  const { tenant, client } = await fresh();
  await client.settled((await client.upload("policy.txt", policyText)).id);
  const slow = await addSlowDocument(tenant);
  const response = await client.sendJson("POST", "/api/runs/start", { waitForDocuments: true });
  const { run: started } = startRunReply.parse(await response.json());
  expect(started).toMatchObject({ status: "PENDING", documentsPending: 1 });
  const path = `/api/runs/${started.id}`;
  const { waiting, documentsPending, startedAt } = await client.get(path, runSchema);
  expect({ documentsPending, startedAt }).toEqual({ documentsPending: 1, startedAt: null });
  const document = { documentId: slow, originalFilename: "slow.pdf", status: "UPLOADED", recognition: null };
  const until = new Date(Date.parse(started.createdAt) + 3_600_000).toISOString();
  const asked = { part: "documents", reason: "DOCUMENTS", until };
  expect(waiting).toEqual({ ...asked, documentCount: 1, documents: [document] });
  const { runs } = await client.get("/api/runs", runListReply);
  expect(runs.map((run) => [run.status, run.documentsPending])).toEqual([["PENDING", 1]]);
  expect((await client.call("DELETE", `/api/documents/${slow}`)).status).toBe(204);
  expect(await client.finished(started.id)).toMatchObject({ status: "COMPLETED", completeCount: 1 });
  await expectError(
    await client.sendJson("POST", "/api/runs/start", { waitForDocuments: "yes" }),
    400,
    "VALIDATION_ERROR",
  );
});

describe("the documents of a run", () => {
  let tenant: TestTenant;
  let client: TestClient;
  let runId: string;
  beforeAll(async () => {
    ({ tenant, client } = await fresh());
    const uploads = [
      await client.upload("policy.txt", policyText, { category: "Policies", expiresAt: "2020-01-31" }),
      await client.upload("broken.pdf", "%PDF-1.7 broken"),
      await client.upload("box.zip", zipSync({ "member.txt": new TextEncoder().encode("Visitors wear a badge.") })),
    ];
    for (const { id } of uploads) await client.settled(id);
    await addSlowDocument(tenant);
    runId = await finishedRun(client);
  });

  const list = async (search = "") => client.get(`/api/runs/${runId}/documents?${search}`, runDocumentListReply);
  const byName = (all: readonly RunDocument[]) => new Map(all.map((each) => [each.originalFilename, each]));

  test("are all that there were, judged or omitted with the reason", async () => {
    const { documents: all, judgedCount, leftOutCount, nextCursor } = await list();
    expect({ judgedCount, leftOutCount, nextCursor }).toEqual({ judgedCount: 2, leftOutCount: 3, nextCursor: null });
    expect(Object.fromEntries(all.map(({ originalFilename, reason }) => [originalFilename, reason]))).toEqual({
      "policy.txt": null,
      "member.txt": null,
      "broken.pdf": "UNREADABLE_FILE",
      "box.zip": "ARCHIVE",
      "slow.pdf": "NOT_READY",
    });
    expect(byName(all).get("policy.txt")).toMatchObject({
      fileType: "txt",
      sha256Hash: await sha256Hex(policyText),
      sizeBytes: policyText.length,
      category: "Policies",
      effectiveDate: null,
      expiresAt: "2020-01-31",
      coverage: { pages: 1, pagesWithText: 1, chunks: 1 },
      judged: true,
      deleted: false,
    });
  });

  test("are paged and filtered", async () => {
    const names: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await list(`limit=2${cursor && `&cursor=${cursor}`}`);
      names.push(...page.documents.map(({ originalFilename }) => originalFilename));
      cursor = page.nextCursor;
    }
    expect(names).toEqual(["slow.pdf", "member.txt", "box.zip", "broken.pdf", "policy.txt"]);
    expect((await list("judged=true")).documents.map((each) => each.judged)).toEqual([true, true]);
    expect((await list("judged=false")).documents).toHaveLength(3);
    const { documentId } = byName((await list()).documents).get("box.zip")!;
    expect((await list(`documentId=${documentId}`)).documents.map(({ reason }) => reason)).toEqual(["ARCHIVE"]);
    expect((await list("documentId=none")).documents).toEqual([]);
    expect((await list("q=MEMBER")).documents.map((each) => each.originalFilename)).toEqual(["member.txt"]);
    expect((await list("q=%25")).documents).toEqual([]);
    const ofKind = (await list("evidenceKind=UNKNOWN")).documents.length;
    expect(ofKind + (await list("evidenceKind=DESIGN")).documents.length).toBe(2);
    await expectError(await client.call("GET", `/api/runs/${runId}/documents?cursor=x`), 400, "VALIDATION_ERROR");
  });

  test("say how many requirements of the run cite each, and are filtered by it", async () => {
    const { assessments } = await client.get(`/api/runs/${runId}/assessments`, assessmentListReply);
    const citing = new Map<string, Set<string>>();
    for (const { requirementId, citations } of assessments)
      for (const { documentId } of citations)
        citing.set(documentId, (citing.get(documentId) ?? new Set()).add(requirementId));
    const { documents: all } = await list();
    for (const { documentId, citedByCount } of all) expect(citedByCount).toBe(citing.get(documentId)?.size ?? 0);
    expect(byName(all).get("policy.txt")!.citedByCount).toBeGreaterThan(0);
    const cited = all.filter(({ citedByCount }) => citedByCount > 0);
    expect((await list("cited=true")).documents).toEqual(cited);
    expect((await list("cited=false")).documents).toHaveLength(all.length - cited.length);
    expect((await list("cited=true&judged=false")).documents).toEqual([]);
  });

  test("stay as the run fixed them when a document is edited or deleted", async () => {
    const before = await list();
    const { documentId } = byName(before.documents).get("policy.txt")!;
    const edit = { category: null, expiresAt: "2090-01-31", title: "Backups" };
    expect((await client.sendJson("PATCH", `/api/documents/${documentId}`, edit)).status).toBe(200);
    expect(await list()).toEqual(before);
    expect((await client.call("DELETE", `/api/documents/${documentId}`)).status).toBe(204);
    const after = await list();
    expect(byName(after.documents).get("policy.txt")).toEqual({
      ...byName(before.documents).get("policy.txt"),
      deleted: true,
    });
    expect(after.judgedCount).toBe(2);
  });

  test("cannot be changed once the run has finished, by the owner of the tables either", async () => {
    const owner = await assay.database.asOwner();
    const [row] = await owner.db
      .select()
      .from(runDocumentsLeftOut)
      .where(eq(runDocumentsLeftOut.runId, runId))
      .limit(1);
    const final = { cause: { code: "AS001" } };
    const ofRun = eq(runDocumentsLeftOut.runId, runId);
    await expect(owner.db.update(runDocumentsLeftOut).set({ reason: "ARCHIVE" }).where(ofRun)).rejects.toMatchObject(
      final,
    );
    await expect(owner.db.delete(runDocumentsLeftOut).where(ofRun)).rejects.toMatchObject(final);
    await expect(owner.db.insert(runDocumentsLeftOut).values({ ...row!, documentId: newId() })).rejects.toMatchObject(
      final,
    );
    await expect(owner.db.execute(sql`truncate run_documents_left_out`)).rejects.toMatchObject(final);
    await owner.close();
  });

  test("of another tenant's run are not shown", async () => {
    const { client: other } = await fresh();
    const response = await other.call("GET", `/api/runs/${runId}/documents`);
    await expectError(response, 403, "CROSS_TENANT_ACCESS_DENIED");
  });
});

describe("who started a run", () => {
  test("is a member by e-mail or a key by its name, in the run and in lists, also after it was revoked", async () => {
    const { tenant, client } = await fresh();
    const { apiKey, key } = await makeKey(client, "MEMBER");
    const member = await tenant.as("MEMBER");
    const first = await finishedRun(member, { name: "  Before the audit  " });
    const second = await finishedRun(assay.client(key));
    await client.call("DELETE", `/api/admin/api-keys/${apiKey.id}`);
    const shown = await client.get(`/api/runs/${first}`, runSchema);
    expect(shown).toMatchObject({ name: "Before the audit", startedByName: `${shown.startedBy}@example.test` });
    const { runs } = await client.get("/api/runs", runListReply);
    expect(runs.map(({ id, name, startedBy, startedByName }) => ({ id, name, startedBy, startedByName }))).toEqual([
      { id: second, name: null, startedBy: `api-key:${apiKey.id}`, startedByName: "A key" },
      { id: first, name: "Before the audit", startedBy: shown.startedBy, startedByName: shown.startedByName },
    ]);
  });

  test("a name that is empty, too long or no text is refused", async () => {
    const { client } = await fresh();
    for (const name of ["", "   ", "x".repeat(201), 7])
      await expectError(await client.sendJson("POST", "/api/runs/start", { name }), 400, "VALIDATION_ERROR");
    startRunReply.parse(await (await client.sendJson("POST", "/api/runs/start", { name: "x".repeat(200) })).json());
  });
});

describe("a correction of a document", () => {
  test("changes what is sent, takes away what is null, and leaves the rest", async () => {
    const { client } = await fresh();
    const before = await client.upload("a.txt", policyText, { category: "Records", effectiveDate: "2026-01-01" });
    await client.settled(before.id);
    const edit = async (body: unknown) =>
      documentReply.parse(await (await client.sendJson("PATCH", `/api/documents/${before.id}`, body)).json()).document;
    const edited = await edit({ title: " Backup policy ", expiresAt: "2027-01-01" });
    expect(edited).toMatchObject({
      title: "Backup policy",
      category: "Records",
      effectiveDate: "2026-01-01",
      expiresAt: "2027-01-01",
      sha256Hash: before.sha256Hash,
      status: "READY",
    });
    await expectError(
      await client.sendJson("PATCH", `/api/documents/${before.id}`, { title: "x", sha256Hash: "0", status: "FAILED" }),
      400,
      "VALIDATION_ERROR",
    );
    expect(await edit({ category: null, expiresAt: null })).toMatchObject({ category: null, expiresAt: null });
    expect(await edit({})).toMatchObject({ title: "Backup policy", effectiveDate: "2026-01-01" });
  });

  test("is refused where the dates would contradict each other, also with the one that is", async () => {
    const { client } = await fresh();
    const { id } = await client.upload("a.txt", policyText, { effectiveDate: "2026-01-01" });
    for (const body of [{ expiresAt: "2025-12-31" }, { effectiveDate: "2026-03-01", expiresAt: "2026-02-01" }]) {
      const { details } = await expectError(
        await client.sendJson("PATCH", `/api/documents/${id}`, body),
        400,
        "VALIDATION_ERROR",
      );
      expect(details).toMatchObject({ issues: [{ field: "expiresAt" }] });
    }
    for (const body of [{ title: "" }, { category: "x".repeat(101) }, { expiresAt: "soon" }, { title: "a\u0000" }])
      await expectError(await client.sendJson("PATCH", `/api/documents/${id}`, body), 400, "VALIDATION_ERROR");
  });

  test("is audited with old and new value, of free text by its digest, and only when something changed", async () => {
    const { client } = await fresh();
    const { id } = await client.upload("a.txt", policyText, { category: "Records" });
    const body = { category: "Policies", expiresAt: "2027-01-01" };
    for (let turn = 0; turn < 2; turn++) await client.sendJson("PATCH", `/api/documents/${id}`, body);
    const { entries } = await client.get("/api/admin/audit-logs?action=document.edited", auditListReply);
    expect(entries.map(({ object_id, details }) => ({ object_id, details }))).toEqual([
      {
        object_id: id,
        details: {
          corrections: [
            { field: "category", before: await sha256Hex("Records"), after: await sha256Hex("Policies") },
            { field: "expiresAt", before: null, after: "2027-01-01" },
          ],
        },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain("Policies");
  });
});
