import { type LinkCapability, reviewQueueReply } from "@assay/contract";
import { newId } from "@assay/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { APP_ROUTES, BODIES, fillPath, GUARDED_ROUTES } from "../support/app-routes.ts";
import { openLink } from "../support/open-link.ts";
import { type SettledTenant, settleTenant } from "../support/settled-tenant.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

/** All that an auditor's link may call, and what it must allow for it: written here by hand, not read from the app. */
const ADMITTED: Readonly<Record<string, readonly LinkCapability[]>> = {
  "GET /api/links/session": ["READ"],
  "GET /api/runs/:runId": ["READ"],
  "GET /api/runs/:runId/requirements": ["READ"],
  "GET /api/runs/:runId/assessments": ["READ"],
  "GET /api/runs/:runId/documents": ["READ"],
  "GET /api/runs/:runId/exports": ["READ"],
  "GET /api/runs/:runId/exports/:exportId": ["READ"],
  "GET /api/runs/:runId/snapshot": ["READ"],
  "GET /api/runs/:runId/reviews": ["READ"],
  "GET /api/runs/:runId/configuration": ["READ"],
  "GET /api/runs/:runId/review-queue": ["READ"],
  "GET /api/runs/:runId/exceptions": ["READ"],
  "GET /api/runs/:runId/sign-offs": ["READ"],
  "GET /api/runs/:runId/report": ["READ"],
  "GET /api/runs/:runId/package": ["READ"],
  "GET /api/runs/:runId/package/contents": ["READ"],
  "GET /api/runs/:runId/comments": ["COMMENT", "REQUEST"],
  "POST /api/runs/:runId/comments": ["COMMENT", "REQUEST"],
  "GET /api/runs/:runId/comments/counts": ["COMMENT", "REQUEST"],
  "GET /api/documents/:id": ["READ"],
  "GET /api/documents/:id/chunks": ["READ"],
  "GET /api/documents/:id/segments": ["READ"],
  "GET /api/documents/:id/pages": ["READ"],
  "GET /api/documents/:id/pages/:index/words": ["READ"],
  "GET /api/documents/:id/original": ["READ"],
};
const SETS: readonly (readonly LinkCapability[])[] = [
  ["READ"],
  ["READ", "COMMENT"],
  ["READ", "REQUEST"],
  ["READ", "COMMENT", "REQUEST"],
];

let assay: TestService;
let ours: SettledTenant;
let theirs: SettledTenant;
let uncitedId: string;
beforeAll(async () => {
  assay = await testService({ SUPER_ADMIN_MODE: "true" });
  [ours, theirs] = [await settleTenant(assay), await settleTenant(assay)];
  const member = await ours.tenant.as("MEMBER");
  uncitedId = (await member.upload("later.txt", "Uploaded after the run.")).id;
});
afterAll(() => assay.close());

type Target = "own" | "another run" | "another tenant" | "nothing";

function idsOf(target: Target): Readonly<Record<string, string>> {
  switch (target) {
    case "own":
      return ours.ids;
    case "another run":
      return { ...ours.ids, runId: ours.otherRunId, id: uncitedId };
    case "another tenant":
      return { ...theirs.ids, tenantId: theirs.tenant.id };
    case "nothing":
      return {};
    default:
      return target satisfies never;
  }
}

const ROUTES = [...APP_ROUTES, ...GUARDED_ROUTES];

interface Asked {
  readonly capabilities?: readonly LinkCapability[];
  readonly search?: string;
}

function call(client: TestClient, { method, path, name }: (typeof ROUTES)[number], target: Target, asked: Asked = {}) {
  const { capabilities = [], search = "" } = asked;
  const filled = `${fillPath(path, idsOf(target))}${search}`;
  if (method === "GET" || method === "DELETE" || path.endsWith("/upload")) return client.call(method, filled);
  // Of comments, what the link allows: the rest has a test of its own.
  const kind = capabilities.includes("COMMENT") ? "COMMENT" : "REQUEST";
  const body = name === "POST /api/runs/:runId/comments" ? { kind, text: "Where is it?" } : (BODIES[name] ?? {});
  return client.sendJson(method, filled, body);
}

test("the routes that declare a link are those of the table", () => {
  const declared = APP_ROUTES.flatMap(({ name, link }) => (link ? [[name, [...link]] as const] : []));
  expect(Object.fromEntries(declared)).toEqual(ADMITTED);
});

test("on each route a link is let in to its own run where it allows that, and told the same of all the rest", async () => {
  let cells = 0;
  for (const capabilities of SETS) {
    const { client } = await openLink(assay, ours.tenant, ours.ids.runId, capabilities);
    for (const route of ROUTES) {
      const targets = route.path.includes(":")
        ? (["own", "another run", "another tenant", "nothing"] as const)
        : (["own"] as const);
      const refusals = new Set<string>();
      for (const target of targets) {
        const what = `${route.name} with ${capabilities.join("+")} on ${target}`;
        const response = await call(client, route, target, { capabilities });
        cells++;
        const isAdmitted = ADMITTED[route.name]?.some((each) => capabilities.includes(each)) ?? false;
        if (isAdmitted && target === "own") {
          expect([401, 403, 404, 405], `${what}: ${response.status}`).not.toContain(response.status);
          expect(response.status, what).toBeLessThan(500);
          await response.body?.cancel();
          continue;
        }
        expect(response.status, what).toBe(403);
        const { message, details } = await expectError(response, 403, "FORBIDDEN");
        refusals.add(JSON.stringify([message, details]));
      }
      expect(refusals.size, `${route.name} with ${capabilities.join("+")}`).toBeLessThanOrEqual(1);
    }
  }
  expect(cells).toBeGreaterThan(1000);
});

test("`tenantId` never takes a link anywhere", async () => {
  const { client } = await openLink(assay, ours.tenant, ours.ids.runId, ["READ", "COMMENT", "REQUEST"]);
  for (const route of ROUTES)
    for (const tenantId of [theirs.tenant.id, newId(), "nonsense"]) {
      const response = await call(client, route, "another tenant", { search: `?tenantId=${tenantId}` });
      await expectError(response, 403, "CROSS_TENANT_ACCESS_DENIED");
    }
});

test("a path that is none, and a method that a path lacks, are refused like the rest", async () => {
  const { client } = await openLink(assay, ours.tenant, ours.ids.runId);
  await expectError(await client.call("GET", "/api/no-such-path"), 403, "FORBIDDEN");
  await expectError(await client.call("DELETE", `/api/runs/${ours.ids.runId}`), 403, "FORBIDDEN");
  expect((await client.call("HEAD", `/api/runs/${ours.ids.runId}`)).status).toBe(200);
  expect((await client.call("HEAD", `/api/runs/${ours.otherRunId}`)).status).toBe(403);
});

test("a link comments and asks for evidence only where it allows each, and neither of another run", async () => {
  for (const capabilities of SETS) {
    const { client } = await openLink(assay, ours.tenant, ours.ids.runId, capabilities);
    for (const kind of ["COMMENT", "REQUEST"] as const)
      for (const runId of [ours.ids.runId, ours.otherRunId, theirs.ids.runId]) {
        const isAllowed = capabilities.includes(kind) && runId === ours.ids.runId;
        const response = await client.sendJson("POST", `/api/runs/${runId}/comments`, { kind, text: "Where is it?" });
        if (isAllowed) expect(response.status, `${kind} with ${capabilities.join("+")}`).toBe(201);
        else await expectError(response, 403, "FORBIDDEN");
      }
  }
});

test("of the reviews of previous runs a link is shown nothing", async () => {
  const member = await ours.tenant.as("MEMBER");
  const queueOf = (client: TestClient, runId: string) =>
    client.get(`/api/runs/${runId}/review-queue`, reviewQueueReply);
  const { items } = await queueOf(member, ours.otherRunId);
  const body = { decision: "AGREED", openedChunkIds: [], requirementId: items[0]!.requirementId };
  expect((await member.sendJson("POST", `/api/runs/${ours.otherRunId}/reviews`, body)).status).toBe(201);
  const { id: runId } = await member.startRun();
  await member.finished(runId);
  const { client } = await openLink(assay, ours.tenant, runId);
  const earlierOf = async (as: TestClient) => (await queueOf(as, runId)).items.map(({ earlier }) => earlier?.runId);
  expect(await earlierOf(member)).toContain(ours.otherRunId);
  expect(new Set(await earlierOf(client))).toEqual(new Set([undefined]));
});
