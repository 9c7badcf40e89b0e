import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

test("the API document needs no token, may be kept, and is 304 while it is the same", async () => {
  const client = assay.client();
  const reply = await client.call("GET", "/api/openapi.json");
  expect(reply.status).toBe(200);
  expect(reply.headers.get("Cache-Control")).toBe("public, max-age=300");
  const { openapi, paths } = (await reply.json()) as { openapi: string; paths: object };
  expect(openapi).toBe("3.1.0");
  // This service issues its tokens itself.
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/api/runs/start", "/auth/v1/token", "/healthz"]));
  const etag = reply.headers.get("ETag")!;
  const again = await client.call("GET", "/api/openapi.json", { headers: { "If-None-Match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});
