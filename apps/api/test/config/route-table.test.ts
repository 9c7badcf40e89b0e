import { ROLES } from "@assay/contract";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { operation } from "../../src/middleware/operation.ts";
import { role } from "../../src/middleware/role.ts";
import { routeTable } from "../../src/routes/route-table.ts";
import type { ApiEnv } from "../../src/variables.ts";
import { ACTS_OF_REVIEWERS, APP_ROUTES, GUARDED_ROUTES } from "../support/app-routes.ts";

const app = () => new Hono<ApiEnv>();
const replies = operation("runs.list", "Lists runs", { 200: "RunListReply" });

test("a route that declares no role, two roles or a path outside /api/ stops the start with its name", () => {
  const bare = app().get("/api/bare", (c) => c.text(""));
  expect(() => routeTable(app().route("/", bare))).toThrow("GET /api/bare because it must declare one role");
  const twice = app().post("/api/twice", role("VIEWER"), role("ADMIN"), (c) => c.text(""));
  expect(() => routeTable(twice)).toThrow("POST /api/twice because it must declare one role");
  const outside = app().get("/outside", role("VIEWER"), replies, (c) => c.text(""));
  expect(() => routeTable(outside)).toThrow("GET /outside because its path must begin with /api/");
});

test("a route that declares no reply, or two, stops the start with its name", () => {
  const bare = app().get("/api/bare", role("VIEWER"), (c) => c.text(""));
  expect(() => routeTable(app().route("/", bare))).toThrow("GET /api/bare because it must declare what it replies");
  const twice = app().get("/api/twice", role("VIEWER"), replies, replies, (c) => c.text(""));
  expect(() => routeTable(twice)).toThrow("GET /api/twice because it must declare what it replies");
});

test("what is no route of the API and stands behind its session is one endpoint for reading", () => {
  expect(GUARDED_ROUTES).toEqual([{ method: "POST", path: "/mcp", role: "VIEWER", name: "POST /mcp" }]);
});

test("the table survives nesting and base paths", () => {
  const inner = app().basePath("/api/things");
  inner.get("/:id", role("MEMBER"), replies, (c) => c.text(""));
  expect(routeTable(app().route("/", inner))).toEqual([{ method: "GET", path: "/api/things/:id", role: "MEMBER" }]);
});

const ACTS_ON_ONESELF = new Set(["POST /api/session/password", "PUT /api/runs/:runId/comments/read"]);

test("administration asks for ADMIN at the least, and a change of anything for MEMBER", () => {
  expect(APP_ROUTES.length).toBeGreaterThan(30);
  for (const { method, path, role: least, name } of APP_ROUTES) {
    // One's own password and marks are nobody else's matter; what takes the right to review is judged beside the role.
    if (ACTS_ON_ONESELF.has(name) || ACTS_OF_REVIEWERS.has(name)) continue;
    const floor = path.startsWith("/api/admin/") ? "ADMIN" : method === "GET" ? "VIEWER" : "MEMBER";
    expect(ROLES.indexOf(least), name).toBeGreaterThanOrEqual(ROLES.indexOf(floor));
  }
});
