import { AssayError } from "@assay/contract";
import type { Operation } from "@assay/contract/operations";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { bind, serve } from "../../src/middleware/bind.ts";
import { onError } from "../../src/middleware/errors.ts";
import { apiDocument } from "../../src/openapi/api-document.ts";
import type { ApiEnv } from "../../src/variables.ts";

const leaving = {
  id: "service.leaving",
  method: "GET",
  path: "/leaving/:how",
  role: null,
  summary: "Does what another operation does better",
  deprecated: { since: "2027-01-31", sunset: "2027-08-01" },
  responses: { 204: null },
} as const satisfies Operation;
const { deprecated: _, ...staying } = { ...leaving, id: "service.staying", path: "/staying" } as const;

const app = new Hono<ApiEnv>().onError(onError).route(
  "/",
  serve(
    bind(leaving, (c) => {
      const how = c.req.param("how");
      if (how === "refused") throw new AssayError("NOT_FOUND", "Cannot find this");
      return how === "own" ? new Response(null, { status: 204 }) : c.body(null, 204);
    }),
    bind(staying, (c) => c.body(null, 204)),
  ),
);

test("each reply of a deprecated operation says since when and until when it is one, and no other reply does", async () => {
  const told = async (path: string) => {
    const { status, headers } = await app.request(path);
    return [status, headers.get("Deprecation"), headers.get("Sunset")];
  };
  const days = ["@1801353600", "Sun, 01 Aug 2027 00:00:00 GMT"];
  expect(await told("/leaving/made")).toEqual([204, ...days]);
  expect(await told("/leaving/own")).toEqual([204, ...days]);
  expect(await told("/leaving/refused")).toEqual([404, ...days]);
  expect(await told("/staying")).toEqual([204, null, null]);
});

test("the API document marks a deprecated operation, with the days and the headers", () => {
  const { paths } = apiDocument(app) as {
    paths: Record<string, { get: { deprecated?: true; description: string; responses: Record<string, object> } }>;
  };
  const { get } = paths["/leaving/{how}"]!;
  expect(get.deprecated).toBe(true);
  expect(get.description).toContain("Deprecated since 2027-01-31; may be gone from 2027-08-01.");
  expect(get.responses["204"]).toHaveProperty("headers.Deprecation");
  expect(get.responses["204"]).toHaveProperty("headers.Sunset");
  expect(paths["/staying"]!.get.deprecated).toBeUndefined();
  expect(JSON.stringify(paths["/staying"])).not.toContain("Sunset");
});
