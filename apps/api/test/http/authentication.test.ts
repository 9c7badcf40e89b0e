import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROLES, runListReply } from "@assay/contract";
import { putMember } from "@assay/core/tenancy";
import { memberships, newId, tenants } from "@assay/db";
import { createLocalIdentity } from "@assay/identity";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACTS_OF_REVIEWERS, APP_ROUTES, fillPath, LEAST_ROLE, OF_LINKS } from "../support/app-routes.ts";
import { expectError } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
let tenant: TestTenant;
beforeAll(async () => {
  assay = await testService();
  tenant = await assay.tenant();
});
afterAll(() => assay.close());

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signed well, with our issuer's name and another key. */
async function foreignToken(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "assay-foreign-"));
  try {
    const other = await createLocalIdentity({ dir, issuer: "http://assay.local/auth/v1" });
    return await other.issueToken({ userId: newId(), tenantId: tenant.id, ttlSeconds: 600 });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

test("every route refuses a missing, broken, expired or foreign token with 401 and the exact error body", async () => {
  const good = await tenant.token("SUPER_ADMIN");
  const [header, payload, signature] = good.split(".") as [string, string, string];
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
  const authorizations: Record<string, string | undefined> = {
    missing: undefined,
    empty: "Bearer ",
    "without its scheme": good,
    "of another scheme": `Basic ${Buffer.from("user:password").toString("base64")}`,
    "no token at all": "Bearer nonsense",
    "two tokens": `Bearer ${good} ${good}`,
    "signature removed": `Bearer ${header}.${payload}.`,
    "signature changed": `Bearer ${header}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
    "claims changed": `Bearer ${header}.${encode({ ...claims, sub: newId() })}.${signature}`,
    "algorithm none": `Bearer ${encode({ alg: "none", typ: "JWT" })}.${payload}.`,
    "algorithm HS256": `Bearer ${encode({ alg: "HS256", typ: "JWT" })}.${payload}.${signature}`,
    expired: `Bearer ${await tenant.token("SUPER_ADMIN", { ttlSeconds: -60 })}`,
    foreign: `Bearer ${await foreignToken()}`,
  };
  for (const { method, path, name } of APP_ROUTES)
    for (const [what, authorization] of Object.entries(authorizations)) {
      const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
      const response = await assay.client().call(method, fillPath(path), { headers });
      expect(response.status, `${name} with a token ${what}`).toBe(401);
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
      const body = await expectError(response, 401, "UNAUTHORIZED");
      expect(body.details).toBeUndefined();
      expect(JSON.stringify(body)).not.toMatch(/stack|jose|signature|expired/i);
    }
});

test("a very long token and one that is not ASCII answer 401 too", async () => {
  const bearer = (token: string) =>
    assay.client().call("GET", "/api/runs", { headers: { Authorization: `Bearer ${token}` } });
  await expectError(await bearer(`${"a".repeat(4000)}.${"b".repeat(4000)}.${"c".repeat(4000)}`), 401, "UNAUTHORIZED");
  await expectError(await bearer("t\u00f6ken.a.b"), 401, "UNAUTHORIZED");
});

test("a token in the query string is ignored and never logged", async () => {
  const token = await tenant.token("SUPER_ADMIN");
  for (const name of ["access_token", "token", "authorization", "apikey", "jwt"])
    for (const path of ["/api/runs", "/api/documents", `/api/runs/${newId()}/events`])
      await expectError(await assay.client().call("GET", `${path}?${name}=${token}`), 401, "UNAUTHORIZED");
  expect(assay.log.join("\n")).not.toContain(token.slice(-40));
});

test("a scheme in any case and a good token are let in", async () => {
  const token = await tenant.token("VIEWER");
  for (const scheme of ["Bearer", "bearer", "BEARER"]) {
    const response = await assay
      .client()
      .call("GET", "/api/runs", { headers: { Authorization: `${scheme} ${token}` } });
    expect(response.status).toBe(200);
    runListReply.parse(await response.json());
  }
});

describe("a valid token without a membership", () => {
  const issue = (userId: string, tenantId: string | null) =>
    assay.service.identity.issueToken({ userId, tenantId, ttlSeconds: 600 });

  test("answers 403 FORBIDDEN on every route: no tenant, an unknown one, or no member of it", async () => {
    const tokens = [await issue(newId(), null), await issue(newId(), newId()), await issue(newId(), tenant.id)];
    for (const { method, path, name } of APP_ROUTES)
      for (const token of tokens) {
        const response = await assay.client(token).call(method, fillPath(path));
        expect(response.status, name).toBe(403);
        const body = await expectError(response, 403, "FORBIDDEN");
        expect(body.details).toBeUndefined();
      }
  });

  test("a membership that is revoked, or lowered, counts at once, whatever the token said", async () => {
    const userId = newId();
    const member = { tenantId: tenant.id, userId, email: "left@example.test" };
    await putMember(assay.service.db, { ...member, role: "SUPER_ADMIN" });
    const client = assay.client(await issue(userId, tenant.id));
    expect((await client.call("GET", "/api/admin/audit-logs")).status).toBe(200);

    await putMember(assay.service.db, { ...member, role: "VIEWER" });
    await expectError(await client.call("GET", "/api/admin/audit-logs"), 403, "FORBIDDEN");
    expect((await client.call("GET", "/api/runs")).status).toBe(200);

    const owner = await assay.database.asOwner();
    await owner.db
      .update(memberships)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(memberships.tenantId, tenant.id), eq(memberships.userId, userId)));
    await owner.close();
    await expectError(await client.call("GET", "/api/runs"), 403, "FORBIDDEN");
  });

  test("a tenant that is not active lets none of its members in", async () => {
    const closed = await assay.tenant();
    const client = await closed.as("SUPER_ADMIN");
    expect((await client.call("GET", "/api/runs")).status).toBe(200);
    const owner = await assay.database.asOwner();
    await owner.db.update(tenants).set({ status: "INACTIVE" }).where(eq(tenants.id, closed.id));
    await owner.close();
    await expectError(await client.call("GET", "/api/runs"), 403, "FORBIDDEN");
  });
});

test("every route lets in its least role and those above, and answers 403 FORBIDDEN to those below", async () => {
  const empty = await assay.tenant({ pack: null });
  for (const { method, path, name } of APP_ROUTES.filter((each) => !OF_LINKS.has(each.name)))
    for (const role of ROLES) {
      const response = await (await empty.as(role)).call(method, fillPath(path));
      const least = ACTS_OF_REVIEWERS.has(name) ? "MEMBER" : LEAST_ROLE[name]!;
      if (ROLES.indexOf(role) < ROLES.indexOf(least)) {
        const { message } = await expectError(response, 403, "FORBIDDEN");
        expect(message).toContain(least);
      } else {
        // A stream of events has no end.
        if (response.ok) await response.body?.cancel();
        const said = response.ok ? "" : await response.text();
        expect([401, 403, 405, 500, 503], `${name} as ${role}: ${said}`).not.toContain(response.status);
      }
    }
});

test("a token from the future is 401, and the log names the clock", async () => {
  const issuer = await createLocalIdentity({
    dir: join(assay.service.dataDir, "identity"),
    issuer: "http://assay.local/auth/v1",
    now: () => new Date(Date.now() + 3_600_000),
  });
  const token = await issuer.issueToken({ userId: newId(), tenantId: tenant.id, ttlSeconds: 600 });
  const { requestId } = await expectError(await assay.client(token).call("GET", "/api/runs"), 401, "UNAUTHORIZED");
  const [line, ...rest] = assay.log.filter((each) => each.includes("clock.behind_issuer"));
  expect(rest).toEqual([]);
  expect(JSON.parse(line!)).toMatchObject({ requestId, claim: expect.stringMatching(/^(iat|nbf)$/) });
  expect(JSON.parse(line!).aheadSeconds).toBeCloseTo(3600, -2);
});
