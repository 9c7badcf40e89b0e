import { ROLES } from "@assay/contract";
import { OPERATIONS, type Operation } from "@assay/contract/operations";
import { expect, test } from "vitest";
import { operationOf } from "../../src/middleware/declare.ts";
import { routes } from "../../src/routes/index.ts";
import {
  ACTS_OF_MEMBERS,
  ACTS_OF_PERSONS,
  ACTS_OF_REVIEWERS,
  APP_ROUTES,
  CHANGES_BY_KEYS,
  GUARDED_ROUTES,
} from "../support/app-routes.ts";
import { documentedApp } from "../support/documented-app.ts";

test("the app serves every operation of the table once, in the place of its role, and no other", () => {
  const operations = documentedApp({ issuer: false }).routes.flatMap(({ method, path, handler }) => {
    const operation = operationOf(handler);
    if (operation) expect(`${method} ${path}`).toBe(`${operation.method} ${operation.path}`);
    return operation ?? [];
  });
  const idsOf = (list: readonly Operation[]) => list.map(({ id }) => id).sort();
  expect(idsOf(operations)).toEqual(idsOf(OPERATIONS));
  const guarded = routes.routes.flatMap(({ handler }) => operationOf(handler) ?? []);
  expect(idsOf(guarded)).toEqual(idsOf(OPERATIONS.filter(({ role }) => role !== null)));
});

test("what is no operation and is behind the session of the API is one endpoint for reading", () => {
  expect(GUARDED_ROUTES).toEqual([{ method: "POST", path: "/mcp", role: "VIEWER", name: "POST /mcp" }]);
});

const ACTS_ON_ONESELF = new Set([
  "POST /api/connections",
  "DELETE /api/connections/:connectionId",
  "POST /api/session/tenant",
  "POST /api/session/password",
  "DELETE /api/session/sessions/:sessionId",
  "DELETE /api/session/sessions",
  "PUT /api/runs/:runId/comments/read",
]);

test("administration asks for ADMIN at the least, and a change of anything for MEMBER", () => {
  expect(APP_ROUTES.length).toBeGreaterThan(30);
  for (const { method, path, role: least, name } of APP_ROUTES) {
    // One's own password and marks are nobody else's matter; what takes the right to review is judged next to the role.
    if (ACTS_ON_ONESELF.has(name) || ACTS_OF_REVIEWERS.has(name)) continue;
    const floor = path.startsWith("/api/admin/") ? "ADMIN" : method === "GET" ? "VIEWER" : "MEMBER";
    expect(ROLES.indexOf(least), name).toBeGreaterThanOrEqual(ROLES.indexOf(floor));
  }
});

test("who acts is said of every operation that changes something: a person, or a key too", () => {
  const named = (operations: readonly Operation[]) =>
    operations.flatMap(({ method, path, role }) => (role ? [`${method} ${path}`] : [])).sort();
  const ofMembers = OPERATIONS.filter(({ member, reviewer }) => member ?? reviewer);
  expect(named(ofMembers)).toEqual([...ACTS_OF_MEMBERS].sort());
  const ofPersons = OPERATIONS.filter(({ person, member, reviewer }) => person ?? member ?? reviewer);
  expect(named(ofPersons)).toEqual([...ACTS_OF_PERSONS].sort());
  // A key has no role above ADMIN.
  const ofAnyone = OPERATIONS.filter((each) => !ofPersons.includes(each));
  const changes = ofAnyone.filter(({ method, role }) => method !== "GET" && role !== "SUPER_ADMIN");
  expect(named(changes)).toEqual([...CHANGES_BY_KEYS].sort());
});
