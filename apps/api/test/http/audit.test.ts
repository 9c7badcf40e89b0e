import { createHash } from "node:crypto";
import { type AuditEntry, auditListReply, canonicalJson, RUN_STEPS, taskListReply } from "@assay/contract";
import { newId } from "@assay/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
let tenant: TestTenant;
let admin: TestClient;
let ids: { document: string; failed: string; run: string; task: string };
beforeAll(async () => {
  assay = await testService();
  tenant = await assay.tenant();
  admin = await tenant.as("ADMIN");
  const document = (await admin.upload("backup-policy.txt", policyText)).id;
  await admin.settled(document);
  await admin.upload("again.txt", policyText);
  const failed = (await admin.upload("bad.pdf", "%PDF-1.7 broken")).id;
  await admin.settled(failed);
  const run = (await admin.startRun()).id;
  await admin.finished(run);
  const { tasks } = await admin.get(`/api/runs/${run}/tasks`, taskListReply);
  await admin.sendJson("PATCH", `/api/tasks/${tasks[0]!.id}`, { status: "COMPLETED" });
  await admin.call("DELETE", `/api/documents/${document}`);
  ids = { document, failed, run, task: tasks[0]!.id };
});
afterAll(() => assay.close());

/** The whole log of a tenant, oldest first. */
async function wholeLog(client: TestClient, search = ""): Promise<AuditEntry[]> {
  const { entries, nextCursor } = await client.get(`/api/admin/audit-logs?limit=200${search}`, auditListReply);
  expect(nextCursor).toBeNull();
  return entries.reverse();
}

const about = (entries: readonly AuditEntry[], id: string) =>
  entries.filter(({ object_id }) => object_id === id).map(({ action }) => action);

test("every change of a document, a run, its steps and its tasks is written, once and in order", async () => {
  const entries = await wholeLog(admin);
  const stages = ["document.uploaded", "document.extracted", "document.parsed", "document.indexed", "document.ready"];
  expect(about(entries, ids.document)).toEqual([...stages, "document.deleted"]);
  expect(about(entries, ids.failed)).toEqual(["document.uploaded", "document.failed"]);
  expect(about(entries, ids.task)).toEqual(["task.updated"]);
  const ofRun = entries.filter(({ runId }) => runId === ids.run);
  const events = ofRun
    .filter(({ object_type }) => object_type !== "task")
    .map(({ action, object_id }) => `${action} ${object_id}`);
  expect(events.filter((event) => !event.startsWith("snapshot."))).toEqual([
    `run.created ${ids.run}`,
    `run.started ${ids.run}`,
    ...RUN_STEPS.map((step) => `run_step.completed ${step}`),
    `run.completed ${ids.run}`,
  ]);
});

test("acts of a person carry their id, acts of the engine are the system's, and no entry holds evidence", async () => {
  const entries = await wholeLog(admin);
  const actors = (actions: RegExp) =>
    new Set(entries.filter(({ action }) => actions.test(action)).map(({ actor }) => actor));
  const people = actors(/^(document\.(uploaded|deleted)|run\.created|task\.updated)$/);
  expect(people.size).toBe(1);
  expect([...people][0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(actors(/^(document\.(extracted|ready|failed)|run\.(started|completed)|run_step\..*)$/)).toEqual(
    new Set(["system"]),
  );
  for (const entry of entries) expect(entry.tenantId).toBe(tenant.id);
  expect(JSON.stringify(entries)).not.toMatch(/backup|\.txt|\.pdf/i);
});

test("the sequence has no gaps and every hash is the SHA-256 of its entry and the one before", async () => {
  const entries = await wholeLog(admin);
  expect(entries.length).toBeGreaterThan(15);
  expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, at) => at + 1));
  let previousHash = "0".repeat(64);
  for (const { hash, ...entry } of entries) {
    expect(entry.previousHash).toBe(previousHash);
    expect(createHash("sha256").update(canonicalJson(entry)).digest("hex")).toBe(hash);
    previousHash = hash;
  }
  const times = entries.map(({ created_at }) => created_at);
  expect(times).toEqual(times.toSorted());
});

test("the chain stays whole when many write at once", async () => {
  const busy = await assay.tenant();
  const member = await busy.as("ADMIN");
  const uploads = Array.from({ length: 10 }, (_, at) => member.upload(`busy-${at}.txt`, `Text number ${at} of many.`));
  const documents = await Promise.all(uploads);
  await Promise.all(documents.map(({ id }) => member.settled(id)));
  const entries = await wholeLog(member);
  expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, at) => at + 1));
  for (const [at, entry] of entries.entries()) if (at > 0) expect(entry.previousHash).toBe(entries[at - 1]!.hash);
  for (const { id } of documents) expect(about(entries, id)).toHaveLength(5);
});

describe("the list", () => {
  test("is filtered by run, pages by sequence downwards, and always tells the total of the filter", async () => {
    const all = await wholeLog(admin);
    const ofRun = await wholeLog(admin, `&runId=${ids.run}`);
    expect(ofRun).toEqual(all.filter(({ runId }) => runId === ids.run));
    for (const [search, total] of [
      ["", all.length],
      [`&runId=${ids.run}`, ofRun.length],
    ] as const) {
      const seen: number[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const path: string = `/api/admin/audit-logs?limit=4${search}${cursor && `&cursor=${cursor}`}`;
        const page: ReturnType<typeof auditListReply.parse> = await admin.get(path, auditListReply);
        expect(page.total).toBe(total);
        expect(page.entries.length).toBeLessThanOrEqual(4);
        seen.push(...page.entries.map(({ sequence }) => sequence));
        cursor = page.nextCursor;
      }
      expect(seen).toEqual(seen.toSorted((a, b) => b - a));
      expect(seen).toHaveLength(total);
      expect(new Set(seen).size).toBe(total);
    }
    for (const unknown of [newId(), "nonsense"])
      expect(await admin.get(`/api/admin/audit-logs?runId=${unknown}`, auditListReply)).toEqual({
        entries: [],
        total: 0,
        totalIsExact: true,
        names: {},
        nextCursor: null,
      });
  });

  test("is the session's tenant's own, for ADMIN and above", async () => {
    const stranger = await assay.tenant();
    const theirs = await wholeLog(await stranger.as("ADMIN"));
    expect(theirs.map(({ tenantId }) => tenantId)).toEqual(theirs.map(() => stranger.id));
    expect(await wholeLog(await stranger.as("SUPER_ADMIN"), `&runId=${ids.run}`)).toEqual([]);
    for (const role of ["VIEWER", "MEMBER"] as const)
      await expectError(await (await tenant.as(role)).call("GET", "/api/admin/audit-logs"), 403, "FORBIDDEN");
    expect(await wholeLog(admin, `&tenantId=${tenant.id}`)).toEqual(await wholeLog(admin));
  });
});

test("no entry can be written, changed or removed: not through the API, and not in the database by the service", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    await expectError(await admin.call(method, "/api/admin/audit-logs"), 405, "METHOD_NOT_ALLOWED");
  const before = await wholeLog(admin);
  for (const statement of ["update audit_entries set actor = 'nobody'", "delete from audit_entries"]) {
    const attempt = assay.service.db.transaction(async (tx) => {
      await tx.execute(
        `select set_config('role', 'assay_tenant', true), set_config('app.tenant_id', '${tenant.id}', true)`,
      );
      await tx.execute(statement);
    });
    await expect(attempt).rejects.toThrow();
  }
  expect(await wholeLog(admin)).toEqual(before);
});

test("refused requests and reads write nothing", async () => {
  const before = await wholeLog(admin);
  await admin.sendJson("POST", "/api/runs/start", { packId: newId() });
  await admin.sendFile("program.pdf", "MZ");
  await admin.sendJson("PATCH", `/api/tasks/${newId()}`, { status: "COMPLETED" });
  await admin.call("DELETE", `/api/documents/${newId()}`);
  await admin.call("DELETE", `/api/documents/${ids.failed}?dryRun=true`);
  await admin.call("GET", `/api/admin/runs/${ids.run}/replay`);
  await admin.upload("bad.pdf", "%PDF-1.7 broken");
  expect(await wholeLog(admin)).toEqual(before);
});
