import {
  auditListReply,
  documentListReply,
  documentReply,
  ROLES,
  requirementListReply,
  runListReply,
  taskListReply,
} from "@assay/contract";
import { newId } from "@assay/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ACTS_OF_MEMBERS,
  APP_ROUTES,
  type AppRoute,
  BODIES,
  fillPath,
  OF_LINKS,
  RESOURCE_ROUTES,
} from "../support/app-routes.ts";
import { readAuditChain } from "../support/read-results.ts";
import { type SettledTenant, settleTenant } from "../support/settled-tenant.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let closed: TestService;
let open: TestService;
let ours: SettledTenant;
let theirs: SettledTenant;
beforeAll(async () => {
  closed = await testService();
  open = await testService({ SUPER_ADMIN_MODE: "true" });
  [ours, theirs] = await Promise.all([settleTenant(closed), settleTenant(closed)]);
});
afterAll(async () => {
  await closed.close();
  await open.close();
});

/** What a route needs next to its path to get as far as looking for the resource. */
async function request(client: TestClient, { method, path, name }: AppRoute, ids: Record<string, string>, search = "") {
  const query = new URLSearchParams(search);
  if (name === "GET /api/runs/:runId/report") query.set("format", "csv");
  if (name === "GET /api/runs/:runId/diff") query.set("against", ours.ids.runId);
  if (name === "GET /api/documents/:id/compare") query.set("against", ours.ids.id);
  const body = BODIES[name];
  const init = body ? { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : {};
  return client.call(method, `${fillPath(path, ids)}?${query}`, init);
}

describe("the tenantId parameter", () => {
  test("with the mode off no role may name another tenant, real, unknown or malformed, on any route", async () => {
    const others = [newId(), "nonsense", ""];
    for (const [at, route] of APP_ROUTES.entries())
      for (const [role, other] of [
        ["SUPER_ADMIN", theirs.tenant.id],
        ["VIEWER", others[at % others.length]!],
      ] as const) {
        const response = await request(await ours.tenant.as(role), route, ours.ids, `tenantId=${other}`);
        expect(response.status, `${route.name} as ${role} for '${other}'`).toBe(403);
        const { message } = await expectError(response, 403, "CROSS_TENANT_ACCESS_DENIED");
        expect(message).toContain("super-admin mode is not enabled");
      }
  });

  test("with the mode on every role but SUPER_ADMIN is refused for want of the role, on any route", async () => {
    const [home, target] = [await open.tenant(), await open.tenant()];
    const others = [target.id, newId(), "nonsense"];
    for (const [at, route] of APP_ROUTES.entries())
      for (const [rank, role] of ROLES.filter((each) => each !== "SUPER_ADMIN").entries()) {
        const other = others[(at + rank) % others.length]!;
        const response = await request(await home.as(role), route, {}, `tenantId=${other}`);
        expect(response.status, `${route.name} as ${role} for '${other}'`).toBe(403);
        const { message } = await expectError(response, 403, "CROSS_TENANT_ACCESS_DENIED");
        expect(message).toContain("the SUPER_ADMIN role is required");
      }
  });

  test("with the mode on and the role held an unknown or malformed tenant is 404, on any route", async () => {
    const client = await (await open.tenant()).as("SUPER_ADMIN");
    for (const route of APP_ROUTES)
      for (const other of [newId(), "nonsense", "", "\0"]) {
        const response = await request(client, route, {}, `tenantId=${encodeURIComponent(other)}`);
        expect(response.status, `${route.name} for '${other}'`).toBe(404);
        expect((await expectError(response, 404, "NOT_FOUND")).details).toEqual({ id: other });
      }
  });

  test("with the mode on and the role held every access is written into the audit log of the target tenant", async () => {
    const [home, target] = [await open.tenant(), await open.tenant()];
    const client = await home.as("SUPER_ADMIN");
    for (const route of APP_ROUTES) {
      const response = await request(client, route, {}, `tenantId=${target.id}`);
      if (ACTS_OF_MEMBERS.has(route.name) || OF_LINKS.has(route.name)) await expectError(response, 403, "FORBIDDEN");
      else expect([401, 403, 405, 500], route.name).not.toContain(response.status);
      if (!response.bodyUsed) await response.body?.cancel();
    }
    const accesses = async (tenant: TestTenant) =>
      (await readAuditChain(await tenant.as("ADMIN"))).filter(({ action }) => action === "tenant.accessed");
    const written = await accesses(target);
    expect(written).toHaveLength(APP_ROUTES.length);
    expect(new Set(written.map(({ actor }) => actor)).size).toBe(1);
    for (const entry of written)
      expect(entry).toMatchObject({ tenantId: target.id, object_type: "tenant", object_id: target.id });
    expect(await accesses(home)).toEqual([]);
  });

  test("an allowed access acts in the target tenant only, and the home tenant's resources are then another's", async () => {
    const [home, target] = [await open.tenant(), await open.tenant()];
    const client = await home.as("SUPER_ADMIN");
    const toOwnTenant = await client.upload("home.txt", "Backups of the home tenant are taken every day.");
    const response = await client.call("POST", `/api/documents/upload?tenantId=${target.id}`, {
      body: formOf("target.txt", "Backups of the target tenant are taken every day."),
    });
    expect(response.status).toBe(201);
    const { document } = documentReply.parse(await response.json());
    expect(document.tenantId).toBe(target.id);

    const names = async (path: string) =>
      (await client.get(path, documentListReply)).documents.map(({ originalFilename }) => originalFilename);
    expect(await names("/api/documents")).toEqual(["home.txt"]);
    expect(await names(`/api/documents?tenantId=${target.id}`)).toEqual(["target.txt"]);
    for (const path of [`/api/documents/${document.id}`, `/api/documents/${toOwnTenant.id}?tenantId=${target.id}`])
      await expectError(await client.call("GET", path), 403, "CROSS_TENANT_ACCESS_DENIED");
  });

  test("the session's own tenant may always be named", async () => {
    for (const role of ROLES)
      for (const tenantId of [ours.tenant.id]) {
        const client = await ours.tenant.as(role);
        const { documents } = await client.get(`/api/documents?tenantId=${tenantId}`, documentListReply);
        expect(documents.map(({ id }) => id)).toEqual([ours.ids.id]);
        await client.get(`/api/documents?tenantId=${tenantId}&tenantId=${tenantId}`, documentListReply);
      }
  });

  test("given twice with different values it never lets the second one slip through", async () => {
    const [own, other] = [ours.tenant.id, theirs.tenant.id];
    for (const search of [`tenantId=${own}&tenantId=${other}`, `tenantId=${other}&tenantId=${own}`]) {
      const refused = await (await ours.tenant.as("SUPER_ADMIN")).call("GET", `/api/documents?${search}`);
      await expectError(refused, 403, "CROSS_TENANT_ACCESS_DENIED");
    }
    const [home, first, second] = [await open.tenant(), await open.tenant(), await open.tenant()];
    const client = await home.as("SUPER_ADMIN");
    for (const [a, b] of [
      [first, second],
      [home, first],
      [first, home],
    ] as const) {
      const ambiguous = await client.call("GET", `/api/documents?tenantId=${a.id}&tenantId=${b.id}`);
      const { details } = await expectError(ambiguous, 400, "VALIDATION_ERROR");
      expect(details).toMatchObject({ issues: [{ field: "tenantId" }] });
    }
  });

  test("a tenant named in a body, a header or a cookie changes nothing", async () => {
    const client = await ours.tenant.as("SUPER_ADMIN");
    const response = await client.call("GET", "/api/documents", {
      headers: {
        "X-Tenant-Id": theirs.tenant.id,
        "X-Assay-Tenant": theirs.tenant.id,
        Cookie: `tenantId=${theirs.tenant.id}`,
      },
    });
    const { documents } = documentListReply.parse(await response.json());
    expect(documents.map(({ tenantId }) => tenantId)).toEqual([ours.tenant.id]);
  });
});

describe("a resource", () => {
  test("of another tenant answers 403 CROSS_TENANT_ACCESS_DENIED on every route with an id, for every role", async () => {
    for (const route of RESOURCE_ROUTES)
      for (const role of ["ADMIN", "SUPER_ADMIN"] as const) {
        const response = await request(await ours.tenant.as(role), route, theirs.ids);
        expect(response.status, `${route.name} as ${role}`).toBe(403);
        const { message } = await expectError(response, 403, "CROSS_TENANT_ACCESS_DENIED");
        expect(message).not.toContain(theirs.tenant.id);
      }
    const { documents } = await (await theirs.tenant.as("VIEWER")).get("/api/documents", documentListReply);
    expect(documents).toMatchObject([{ id: theirs.ids.id, status: "READY" }]);
    const { tasks } = await (await theirs.tenant.as("VIEWER")).get(
      `/api/runs/${theirs.ids.runId}/tasks`,
      taskListReply,
    );
    expect(tasks.map(({ status }) => status)).toEqual(tasks.map(() => "PENDING"));
  });

  test("that nothing has answers 404 with its id on every route with an id, malformed ids included", async () => {
    const client = await ours.tenant.as("SUPER_ADMIN");
    const upper = newId().toUpperCase();
    const bad = [
      "nonsense",
      "00000000-0000-0000-0000-000000000000",
      `{${newId()}}`,
      upper,
      `${newId()}0`,
      "1 or 1=1",
      "%",
      "../..",
      "\0",
      "é",
    ];
    // Each form on many routes, and each route with three of them: the generated requests try more.
    for (const [at, route] of RESOURCE_ROUTES.entries())
      for (const missing of [newId(), bad[at % bad.length]!, bad[(at + 4) % bad.length]!]) {
        const ids = Object.fromEntries(Object.keys(ours.ids).map((name) => [name, missing]));
        const encoded = Object.fromEntries(Object.entries(ids).map(([key, id]) => [key, encodeURIComponent(id)]));
        const response = await request(client, route, encoded);
        expect(response.status, `${route.name} with '${missing}': ${await response.clone().text()}`).toBe(404);
        expect((await expectError(response, 404, "NOT_FOUND")).details).toEqual({ id: missing });
      }
  });

  test("in the query is judged like one in the path", async () => {
    const client = await ours.tenant.as("VIEWER");
    const diff = (against: string) => client.call("GET", `/api/runs/${ours.ids.runId}/diff?against=${against}`);
    await expectError(await diff(theirs.ids.runId), 403, "CROSS_TENANT_ACCESS_DENIED");
    const missing = newId();
    expect((await expectError(await diff(missing), 404, "NOT_FOUND")).details).toEqual({ id: missing });
    expect((await expectError(await diff("nonsense"), 404, "NOT_FOUND")).details).toEqual({ id: "nonsense" });
  });

  test("inside another one must belong to it", async () => {
    const client = await ours.tenant.as("VIEWER");
    const path = (runId: string, exportId: string) => `/api/runs/${runId}/exports/${exportId}`;
    expect((await client.call("GET", path(ours.ids.runId, ours.ids.exportId))).status).toBe(200);
    const foreign = await client.call("GET", path(ours.ids.runId, theirs.ids.exportId));
    await expectError(foreign, 403, "CROSS_TENANT_ACCESS_DENIED");
    for (const exportId of [newId(), "nonsense", ours.ids.exportId]) {
      const response = await client.call("GET", path(ours.otherRunId, exportId));
      expect((await expectError(response, 404, "NOT_FOUND")).details).toEqual({ id: exportId });
    }
  });
});

test("no list shows another tenant's rows, whatever its filters name", async () => {
  const stranger = await closed.tenant({ pack: null });
  const client = await stranger.as("SUPER_ADMIN");
  const { id, runId } = theirs.ids;
  for (const search of ["", "status=READY", "q=backup", `parentDocumentId=${id}`]) {
    const { documents } = await client.get(`/api/documents?${search}`, documentListReply);
    expect(documents, search).toEqual([]);
  }
  expect((await client.get("/api/runs?status=COMPLETED", runListReply)).runs).toEqual([]);
  for (const search of ["", `runId=${runId}`, "runId=nonsense"])
    expect((await client.get(`/api/tasks?${search}`, taskListReply)).tasks).toEqual([]);
  expect((await client.get("/api/requirements", requirementListReply)).requirements).toEqual([]);
  expect(await client.get("/api/admin/audit-logs", auditListReply)).toEqual({
    entries: [],
    total: 0,
    totalIsExact: true,
    names: {},
    nextCursor: null,
  });
  expect((await client.get(`/api/admin/audit-logs?runId=${runId}`, auditListReply)).total).toBe(0);

  const packOfOthers = await client.call("GET", `/api/requirements?packId=${theirs.tenant.packId}`);
  await expectError(packOfOthers, 404, "NOT_FOUND");
  const entries = await readAuditChain(await ours.tenant.as("ADMIN"));
  expect(new Set(entries.map(({ tenantId }) => tenantId))).toEqual(new Set([ours.tenant.id]));
});

function formOf(filename: string, text: string): FormData {
  const form = new FormData();
  form.append("file", new Blob([text]), filename);
  return form;
}
