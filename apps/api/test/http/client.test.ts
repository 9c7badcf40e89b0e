import type * as Client from "@assay/client";
import { Assay, AssayApiError } from "@assay/client";
import {
  assessmentListReply,
  cancelRunReply,
  chunkListReply,
  deleteDryRunReply,
  documentListReply,
  documentReply,
  documentStatusReply,
  exportListReply,
  RUN_STEPS,
  requirementListReply,
  runConfigurationReply,
  runDetails,
  runDiffReply,
  runDocumentListReply,
  runListReply,
  runProgress,
  runStepsReply,
  searchReply,
  segmentListReply,
  sessionReply,
  startRunReply,
  taskListReply,
  taskReply,
} from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { APP_ROUTES } from "../support/app-routes.ts";
import { policyText } from "../support/small-pack.ts";
import { type TestService, testService } from "../support/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** What each route that the client calls answers; null where it is no JSON. */
const REPLIES: Readonly<Record<string, z.ZodType | null>> = {
  "GET /api/session": sessionReply,
  "GET /api/requirements": requirementListReply,
  "GET /api/documents": documentListReply,
  "GET /api/documents/:id": documentReply,
  "GET /api/documents/:id/status": documentStatusReply,
  "GET /api/documents/:id/chunks": chunkListReply,
  "GET /api/documents/:id/segments": segmentListReply,
  "GET /api/documents/:id/original": null,
  "POST /api/documents/upload": documentReply,
  "PATCH /api/documents/:id": documentReply,
  "POST /api/documents/:id/reprocess": documentReply,
  "DELETE /api/documents/:id": deleteDryRunReply,
  "GET /api/runs": runListReply,
  "POST /api/runs/start": startRunReply,
  "POST /api/runs/:runId/cancel": cancelRunReply,
  "GET /api/runs/:runId": runDetails,
  "GET /api/runs/:runId/requirements": requirementListReply,
  "GET /api/runs/:runId/documents": runDocumentListReply,
  "GET /api/runs/:runId/assessments": assessmentListReply,
  "GET /api/runs/:runId/steps": runStepsReply,
  "GET /api/runs/:runId/tasks": taskListReply,
  "GET /api/runs/:runId/exports": exportListReply,
  "GET /api/runs/:runId/exports/:exportId": null,
  "GET /api/runs/:runId/snapshot": null,
  "GET /api/runs/:runId/configuration": runConfigurationReply,
  "GET /api/runs/:runId/events": null,
  "GET /api/runs/:runId/diff": runDiffReply,
  "POST /api/session/password": null,
  "GET /api/search": searchReply,
  "GET /api/tasks": taskListReply,
  "PATCH /api/tasks/:taskId": taskReply,
};

/** The route that a request means: the one with the fewest parameters that matches. */
function routeOf(method: string, path: string): string {
  const matching = APP_ROUTES.filter(
    (route) => route.method === method && new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}$`).test(path),
  );
  const parameters = (name: string) => name.split(":").length;
  const [route] = matching.map(({ name }) => name).sort((a, b) => parameters(a) - parameters(b));
  if (!route) throw new Error(`The client calls ${method} ${path}, which is no route`);
  return route;
}

/** A client whose every answer is parsed with the route's strict schema. */
function checkedClient(token: string, called: Set<string>): Assay {
  const checked: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    // Every route that answers GET answers HEAD.
    const route = routeOf(init?.method === "HEAD" ? "GET" : (init?.method ?? "GET"), url.pathname);
    called.add(route);
    const schema = REPLIES[route];
    if (schema === undefined) throw new Error(`The client calls ${route}: add its reply to this test`);
    const response = await fetch(input, init);
    if (schema && response.ok && response.status !== 204) schema.parse(await response.clone().json());
    return response;
  };
  return new Assay({ baseUrl: service.url, token: () => token, fetch: checked });
}

test("every method of the client calls a route that there is, and every answer is what the contract says", async () => {
  const tenant = await service.tenant();
  const called = new Set<string>();
  const assay = checkedClient(await tenant.token("MEMBER"), called);
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
  expect((await assay.documents.chunks(document.id).page({ limit: 1 })).items).toHaveLength(1);
  expect((await assay.documents.segments(document.id)).segments.length).toBeGreaterThan(0);
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
  const snapshot = await assay.runs.snapshot(runId);
  expect(snapshot.headers.get("ETag")).toMatch(/^"[0-9a-f]{64}"$/);
  expect(snapshot.headers.get("ETag")).toContain(await assay.runs.snapshotHash(runId));
  expect((await assay.runs.configuration(runId)).confidenceThresholds.complete).toBe(0.75);
  expect((await assay.runs.diff(runId, runId)).requirements).toEqual([]);
  const held = await assay.runs.start();
  expect(await assay.runs.cancel(held.id, "Started by mistake")).toMatchObject({ id: held.id, status: "FAILED" });
  const resumed = await assay.runs.continue(held.id);
  for await (const { run } of assay.runs.events(resumed.id)) expect(run.continuedFromRunId).toBe(held.id);
  await expect(assay.runs.cancel(resumed.id, "Too late")).rejects.toMatchObject({ code: "INVALID_STATE" });
  expect((await assay.runs.wait(resumed.id)).status).toBe("COMPLETED");
  const counted: number[] = [];
  const last = await assay.runs.startAndWait({}, { onProgress: ({ run }) => counted.push(run.assessedCount) });
  expect(last).toMatchObject({ status: "COMPLETED", assessedCount: counted.at(-1) });
  const completed = await assay.runs.list({ status: "COMPLETED" }).toArray();
  expect(completed.map(({ id }) => id)).toEqual([last.id, resumed.id, runId]);
  expect((await assay.tasks.setStatus(task!.id, "IN_PROGRESS")).status).toBe("IN_PROGRESS");
  expect((await assay.tasks.list({ status: "IN_PROGRESS" }).toArray()).map(({ id }) => id)).toEqual([task!.id]);
  expect((await assay.documents.previewDelete(document.id)).documents).toHaveLength(1);
  await assay.documents.delete(document.id);
  const gone = await assay.documents.get(document.id).catch((error: unknown) => error);
  expect(gone).toBeInstanceOf(AssayApiError);
  expect(gone).toMatchObject({ status: 404, code: "NOT_FOUND", details: { id: document.id } });
  expect((gone as AssayApiError).requestId).toMatch(/^[0-9a-f-]{36}$/);

  expect(used.missing()).toEqual([]);
  expect([...called].sort()).toEqual(Object.keys(REPLIES).sort());
});

/** Notes which methods are called, so that one without a test shows. */
function watchMethods(assay: Assay) {
  const missing = new Set<string>();
  const { documents, runs, tasks } = assay;
  for (const [group, target] of Object.entries({ assay, documents, runs, tasks }))
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
