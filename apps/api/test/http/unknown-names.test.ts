import { documentListReply, type ErrorReply } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
let tenant: TestTenant;
let member: TestClient;
beforeAll(async () => {
  assay = await testService();
  tenant = await assay.tenant();
  member = await tenant.as("MEMBER");
});
afterAll(() => assay.close());

const issuesOf = async (response: Response) => {
  expect(response.status).toBe(400);
  return ((await response.json()) as ErrorReply).details.issues;
};

test("a misspelt key of a body starts nothing, and the nearest known one is named", async () => {
  const response = await member.sendJson("POST", "/api/runs/start", {
    perod: { from: "2026-01-01", to: "2026-03-31" },
  });
  expect(await issuesOf(response)).toEqual([{ field: "perod", issue: "is not known: did you mean 'period'?" }]);
  expect(await (await member.call("GET", "/api/runs")).json()).toMatchObject({ runs: [] });
});

test("an unknown key inside a key is named with its path", async () => {
  const period = { from: "2026-01-01", to: "2026-03-31", until: "2026-04-30" };
  const response = await member.sendJson("POST", "/api/runs/start", { period });
  expect(await issuesOf(response)).toEqual([
    { field: "period.until", issue: "is not known: known names are from, to" },
  ]);
});

test("a misspelt filter lists nothing, and one that no list has neither", async () => {
  expect(await issuesOf(await member.call("GET", "/api/documents?statuss=READY"))).toEqual([
    { field: "statuss", issue: "is not known: did you mean 'status'?" },
  ]);
  expect(await issuesOf(await member.call("GET", "/api/session?verbose=1"))).toEqual([
    { field: "verbose", issue: "is not known: no name is" },
  ]);
});

test("tenantId of one's own is taken on every route, with and without other parameters", async () => {
  for (const path of ["/api/session", "/api/documents?status=READY"]) {
    const mark = path.includes("?") ? "&" : "?";
    expect((await member.call("GET", `${path}${mark}tenantId=${tenant.id}`)).status).toBe(200);
  }
});

test.each(["tenantId", "status", "role"])("'%s' in a body is refused like any other name", async (name) => {
  const response = await member.sendJson("POST", "/api/runs/start", { [name]: "x" });
  expect(await issuesOf(response)).toEqual([{ field: name, issue: expect.stringContaining("is not known") }]);
});

test("a form part that is not known is refused, and the file is not kept", async () => {
  const response = await member.sendFile("backups.txt", "Backups are taken.", { fields: { categry: "Policy" } });
  expect(await issuesOf(response)).toEqual([{ field: "categry", issue: "is not known: did you mean 'category'?" }]);
  const { documents } = documentListReply.parse(await (await member.call("GET", "/api/documents")).json());
  expect(documents).toEqual([]);
});
