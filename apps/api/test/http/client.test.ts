import type * as Client from "@assay/client";
import { Assay, AssayApiError } from "@assay/client";
import { RUN_STEPS, runProgress } from "@assay/contract";
import { OPERATIONS, type Operation } from "@assay/contract/operations";
import { SCHEMAS } from "@assay/contract/schemas";
import { afterAll, beforeAll, expect, test } from "vitest";
import { policyText } from "../support/small-pack.ts";
import { type TestService, testService } from "../support/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** The operation that a request means: the one with the fewest parameters that matches. */
function operationOf(method: string, path: string): Operation {
  const matching = OPERATIONS.filter(
    (each) => each.method === method && new RegExp(`^${each.path.replace(/:\w+/g, "[^/]+")}$`).test(path),
  );
  const parameters = (operation: Operation) => operation.path.split(":").length;
  const [operation] = matching.sort((one, other) => parameters(one) - parameters(other));
  if (!operation) throw new Error(`The client calls ${method} ${path}, which is no operation`);
  return operation;
}

/** A client whose every response is parsed with the strict schema that the table names for its status. */
function checkedClient(token: string): Assay {
  const checked: typeof fetch = async (input, init) => {
    // Every route that answers GET answers HEAD.
    const method = init?.method === "HEAD" ? "GET" : (init?.method ?? "GET");
    const { responses } = operationOf(method, new URL(String(input)).pathname);
    const response = await fetch(input, init);
    const shape = responses[response.status];
    if (typeof shape === "string") SCHEMAS[shape].parse(await response.clone().json());
    return response;
  };
  return new Assay({ baseUrl: service.url, token: () => token, fetch: checked });
}

test("every method that is written by hand works, and every response is what the table says", async () => {
  const tenant = await service.tenant();
  const assay = checkedClient(await tenant.token("ADMIN"));
  const used = watchMethods(assay);

  expect((await assay.session()).tenant.id).toBe(tenant.id);
  const change = { current: "no account here", new: "a new password" };
  await expect(assay.changePassword(change)).rejects.toMatchObject({ status: 409, code: "INVALID_STATE" });
  const [first] = await assay.requirements();
  const file = new File([policyText], "policy.txt");
  const progress: Client.UploadProgress[] = [];
  const { document, duplicate } = await assay.documents.upload(file, {
    category: "Policy",
    effectiveDate: "2026-01-31",
    idempotencyKey: "upload-1",
    onProgress: (each) => progress.push(each),
  });
  expect({ duplicate, category: document.category, progress }).toEqual({
    duplicate: false,
    category: "Policy",
    progress: [{ sentBytes: file.size, totalBytes: file.size }],
  });
  expect((await assay.documents.upload(file)).duplicate).toBe(true);
  const states: string[] = [];
  const onProgress = ({ status }: Client.DocumentProgress) => states.push(status);
  expect((await assay.documents.wait(document.id, { onProgress })).status).toBe("READY");
  expect(states.at(-1)).toBe("READY");
  const again = await assay.documents.uploadAndWait(file);
  expect(again).toMatchObject({ document: { id: document.id, status: "READY" }, duplicate: true });
  expect((await assay.documents.status(document.id)).status).toBe("READY");
  expect((await assay.documents.get(document.id)).coverage?.chunks).toBeGreaterThan(0);
  expect((await assay.documents.list({ q: "policy" }).toArray()).map(({ id }) => id)).toEqual([document.id]);
  expect(await assay.documents.summary()).toMatchObject({
    ready: 1,
    categories: [{ category: "Policy", documents: 1 }],
  });
  const uploadedFrom = new Date(Date.parse(document.uploadedAt) + 1).toISOString();
  expect(await assay.documents.summary({ uploadedFrom })).toMatchObject({ documents: 0 });
  expect((await assay.documents.chunks(document.id).page({ limit: 1 })).items).toHaveLength(1);
  expect((await assay.documents.segments(document.id)).segments.length).toBeGreaterThan(0);
  const pages = await assay.documents.pages(document.id).toArray();
  expect(pages.every(({ state }) => state === "TEXT")).toBe(true);
  await expect(assay.documents.pageWords(document.id, 0)).rejects.toMatchObject({ status: 404, code: "NOT_FOUND" });
  expect(await (await assay.documents.original(document.id)).text()).toBe(policyText);
  const part = await assay.documents.original(document.id, { range: { start: 3, end: 9 } });
  expect(await part.text()).toBe(policyText.slice(3, 9));
  expect((await assay.documents.edit(document.id, { title: "Backups" })).title).toBe("Backups");
  await expect(assay.documents.reprocess(document.id)).rejects.toMatchObject({ status: 409, code: "INVALID_STATE" });

  const { results } = await assay.search("backups of business data", { limit: 3, documentId: document.id });
  expect(results[0]).toMatchObject({ documentId: document.id, originalFilename: "policy.txt" });

  const started = await assay.runs.start({ packId: tenant.packId }, { idempotencyKey: "run-1" });
  const seen: Client.RunProgress[] = [];
  for await (const each of assay.runs.events(started.id)) seen.push(runProgress.parse(each));
  expect(seen.at(-1)?.run.status).toBe("COMPLETED");
  const { id: runId } = await assay.runs.get(started.id);
  expect((await assay.runs.requirements(runId))[0]).toEqual(first);
  expect(await assay.runs.documents(runId, { judged: true })).toMatchObject({
    documents: [{ documentId: document.id, judged: true }],
    leftOutCount: 0,
  });
  expect(await assay.runs.assessments(runId)).toHaveLength(3);
  expect(await assay.runs.steps(runId)).toHaveLength(RUN_STEPS.length);
  const [task] = await assay.runs.tasks(runId).toArray();
  const [exported] = await assay.runs.exports(runId);
  const bytes = await (await assay.runs.download(runId, exported!.id)).arrayBuffer();
  expect(bytes.byteLength).toBe(exported!.sizeBytes);
  expect(await (await assay.runs.report(runId, "csv")).text()).toContain("Totals,By verdict,By review");
  const snapshot = await assay.runs.snapshot(runId);
  expect(snapshot.headers.get("ETag")).toMatch(/^"[0-9a-f]{64}"$/);
  expect(snapshot.headers.get("ETag")).toContain(await assay.runs.snapshotHash(runId));
  expect((await assay.runs.configuration(runId)).confidenceThresholds.complete).toBe(0.75);
  expect((await assay.runs.diff(runId, runId)).requirements).toEqual([]);
  const agreed = { requirementId: "1.1", decision: "AGREED", openedChunkIds: [] } as const;
  const review = await assay.reviews.add(runId, { ...agreed, openedChunkIds: [], reason: "Read on page 1" });
  expect(review).toMatchObject({ runId, sequence: 1, openedCount: 0, reason: "Read on page 1" });
  expect((await assay.reviews.redact(runId, review.id)).textHash).toMatch(/^[0-9a-f]{64}$/);
  expect((await assay.reviews.list(runId, { requirementId: "1.1" }).toArray())[0]).toMatchObject({ reason: null });
  expect(await assay.runs.estimate()).toEqual({ requirements: 3, calls: 0, tokensIn: 0, tokensOut: 0, costUsd: 0 });
  const held = await assay.runs.start();
  expect(await assay.runs.cancel(held.id, "Started by mistake")).toMatchObject({ id: held.id, status: "FAILED" });
  const resumed = await assay.runs.continue(held.id);
  for await (const { run } of assay.runs.events(resumed.id)) expect(run.continuedFromRunId).toBe(held.id);
  await expect(assay.runs.cancel(resumed.id, "Too late")).rejects.toMatchObject({ code: "INVALID_STATE" });
  expect((await assay.runs.wait(resumed.id)).status).toBe("COMPLETED");
  const counted: number[] = [];
  const last = await assay.runs.startAndWait({}, { onProgress: ({ run }) => counted.push(run.assessedCount) });
  expect(last).toMatchObject({ status: "COMPLETED", assessedCount: counted.at(-1) });
  expect(await assay.reviews.changes(last.id, "1.1")).toEqual({ earlierRunId: runId, changes: [] });
  expect((await assay.reviews.queue(last.id)).counts).toMatchObject({ total: 3, reviewed: 0, confirmable: 1 });
  expect(await assay.reviews.confirm(last.id, ["1.1"])).toBe(1);
  const completed = await assay.runs.list({ status: "COMPLETED" }).toArray();
  expect(completed.map(({ id }) => id)).toEqual([last.id, resumed.id, runId]);
  expect((await assay.runs.previous(last))?.id).toBe(resumed.id);

  const [other, statement] = [checkedClient(await tenant.token("MEMBER")), "I have looked at it"];
  const prepared = await other.signOffs.sign(runId, "PREPARED", statement);
  expect(prepared).toMatchObject({ runId, role: "PREPARED", standing: true, statement });
  expect(await assay.signOffs.decline(runId, statement)).toMatchObject({ act: "DECLINED", role: "REVIEWED" });
  const repeated = await assay.signOffs.sign(runId, "PREPARED", statement);
  expect(await assay.signOffs.withdraw(runId, repeated.id, "A mistake")).toMatchObject({ act: "WITHDRAWN" });
  expect((await assay.signOffs.list(runId)).signOffs.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);

  expect((await assay.tasks.setStatus(task!.id, "IN_PROGRESS")).status).toBe("IN_PROGRESS");
  expect((await assay.tasks.list({ status: "IN_PROGRESS" }).toArray()).map(({ id }) => id)).toEqual([task!.id]);

  const me = (await assay.session()).actorId;
  const person = (await assay.people.list({ q: "@" }).toArray()).find(({ userId }) => userId === me);
  const given = await assay.tasks.change(task!.id, { assigneeId: me, dueDate: "2020-02-29" });
  expect(given).toMatchObject({ assigneeId: me, assigneeName: person!.email, dueDate: "2020-02-29" });
  expect((await assay.tasks.list({ assigneeId: "me", overdue: "true" }).toArray()).map(({ id }) => id)).toEqual([
    task!.id,
  ]);
  const asked = await assay.comments.add(runId, { requirementId: first!.requirementId, kind: "REQUEST", text: "Why?" });
  expect((await assay.comments.list(runId, { open: true }).toArray()).map(({ id }) => id)).toEqual([asked.id]);
  expect(await assay.comments.counts(runId)).toMatchObject({ total: 1, unread: 0, openRequests: 1 });
  await assay.comments.markRead(runId, { requirementId: first!.requirementId, sequence: asked.sequence });
  expect(await assay.comments.unread()).toEqual([]);
  expect((await assay.mentions.list({ limit: 5 })).unreadCount).toBe(0);
  expect(await assay.comments.redact(runId, asked.id)).toHaveProperty("textHash");
  await expect(assay.comments.redact(runId, asked.id)).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
  const ownerId = (await assay.session()).actorId;
  const terms = { requirementId: first!.requirementId, kind: "RISK_ACCEPTED", reason: "Accepted", ownerId } as const;
  const proposed = await assay.exceptions.propose({ ...terms, validUntil: "2999-01-01" }).catch(({ code }) => code);
  expect(proposed).toBe("VALIDATION_ERROR");
  const validUntil = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const exception = await assay.exceptions.propose({ ...terms, validUntil });
  await expect(assay.exceptions.approve(exception.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const approver = checkedClient(await tenant.token("ADMIN"));
  expect(await approver.exceptions.approve(exception.id)).toMatchObject({ status: "APPROVED", inForce: true });
  expect((await assay.exceptions.list({ expiringWithinDays: 7, sort: "validUntil" }).toArray()).length).toBe(1);
  expect(await assay.exceptions.get(exception.id)).toMatchObject({ ownerId, approvedByName: expect.any(String) });
  expect(await assay.runs.exceptions(runId)).toEqual([]);
  await expect(other.exceptions.revoke(exception.id, "Mine")).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect((await assay.exceptions.revoke(exception.id, "No longer")).status).toBe("REVOKED");

  const newer = await assay.documents.addVersion(document.id, new File([`${policyText} Revised.`], "policy-2.txt"));
  expect(newer).toMatchObject({ duplicate: false, document: { replacesDocumentId: document.id, title: "Backups" } });
  await assay.documents.delete(newer.document.id);
  expect((await assay.documents.previewDelete(document.id)).documents).toHaveLength(1);
  await assay.documents.delete(document.id);
  const gone = await assay.documents.get(document.id).catch((error: unknown) => error);
  expect(gone).toBeInstanceOf(AssayApiError);
  expect(gone).toMatchObject({ status: 404, code: "NOT_FOUND", details: { id: document.id } });
  expect((gone as AssayApiError).requestId).toMatch(/^[0-9a-f-]{36}$/);

  expect(used.missing()).toEqual([]);
});

/** Notes which methods that are written by hand are called, so that one without a test shows. */
function watchMethods(assay: Assay) {
  const missing = new Set<string>();
  const { documents, runs, signOffs, tasks } = assay;
  const groups = { documents, runs, signOffs, tasks };
  for (const [group, target] of Object.entries(groups))
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(target))) {
      if (name === "constructor") continue;
      const methods = target as unknown as Record<string, (...values: unknown[]) => unknown>;
      const method = methods[name]!;
      missing.add(`${group}.${name}`);
      methods[name] = (...values) => {
        missing.delete(`${group}.${name}`);
        return method.apply(target, values);
      };
    }
  return { missing: () => [...missing] };
}
