import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AssayError } from "@assay/contract";
import { sweep } from "@assay/core/maintenance";
import { newSpanId, newTraceId } from "@assay/core/telemetry";
import { idempotencyKeys, newId, spans } from "@assay/db";
import { connectServer } from "@assay/db/connect";
import { openTestDatabase } from "@assay/testing";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import type { ApiServices } from "../../src/services.ts";
import { expectRateLimit } from "../support/expect-rate-limit.ts";
import { openProxy } from "../support/open-proxy.ts";
import { expectError, until } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

const ORIGIN = "https://portal.example.test";

let assay: TestService;
/** Few requests a minute, few documents. */
let tight: TestService;
beforeAll(async () => {
  assay = await testService({ CORS_ORIGINS: `${ORIGIN}, http://localhost:4321` });
  tight = await testService({
    RATE_LIMIT_PER_MINUTE: "20",
    UPLOADS_PER_MINUTE: "4",
    DOCUMENTS_PER_TENANT_MAX: "2",
    BYTES_PER_TENANT_MAX: "100",
  });
});
afterAll(async () => {
  await assay.close();
  await tight.close();
});

describe("health", () => {
  test("is told without a token, and ready means database, storage and keys", async () => {
    const client = assay.client();
    const up = await client.call("GET", "/healthz");
    expect([up.status, await up.json()]).toEqual([200, { status: "up" }]);
    const ready = await client.call("GET", "/readyz");
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: "ready", parts: ["database", "storage", "keys"] },
    ]);
    for (const path of ["/healthz", "/readyz"])
      await expectError(await client.call("POST", path), 405, "METHOD_NOT_ALLOWED");
  });

  test("names the part that fails, with Retry-After and without internals, and fixes by itself", async () => {
    const broken = await testService();
    try {
      const root = join(broken.service.dataDir, "files");
      await rename(root, `${root}.aside`);
      await writeFile(root, "in the way");
      const response = await broken.client().call("GET", "/readyz");
      expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
      const body = await expectError(response, 503, "SERVICE_UNAVAILABLE");
      expect(body.details).toEqual({ failed: ["storage"] });
      expect(JSON.stringify(body)).not.toMatch(/ENO|in the way|files/);
      expect((await broken.client().call("GET", "/healthz")).status).toBe(200);
      await rm(root);
      await rename(`${root}.aside`, root);
      expect((await broken.client().call("GET", "/readyz")).status).toBe(200);
    } finally {
      await broken.close();
    }
  });

  test("asks the key set and the database, once for many who ask at once", async () => {
    let asked = 0;
    const lines: string[] = [];
    const down = async () => {
      asked++;
      throw new AssayError("SERVICE_UNAVAILABLE", "secret address");
    };
    const services = {
      db: { execute: down },
      files: { check: async () => {} },
      identity: { check: down },
      logger: { info: () => {}, error: (event: string) => void lines.push(event) },
      settings: { corsOrigins: [] },
    } as unknown as ApiServices;
    const app = createApp(services);
    const answers = await Promise.all(Array.from({ length: 5 }, async () => app.request("/readyz")));
    for (const response of answers) {
      const text = await response.text();
      expect(response.status).toBe(503);
      expect(JSON.parse(text)).toMatchObject({ details: { failed: ["database", "keys"] } });
      expect(text).not.toContain("secret");
    }
    expect(asked).toBe(2);
  });
});

// Only a server can be taken away: PGlite is this process.
if (inject("databaseTemplate").driver === "pg")
  describe("while the database is away", () => {
    test("/readyz names it, every request is told to come again, and both fix by themselves", async () => {
      const database = await openTestDatabase();
      const proxy = await openProxy(database.url!);
      const through = { ...database, ...connectServer(proxy.url) };
      const away = await testService({}, {}, Promise.resolve(through));
      try {
        const client = await (await away.tenant({ pack: null })).as("VIEWER");
        expect((await client.call("GET", "/readyz")).status).toBe(200);
        await proxy.stop();
        for (const [path, details] of [
          ["/readyz", { failed: ["database"] }],
          ["/api/runs", undefined],
        ] as const) {
          const response = await client.call("GET", path);
          expect(response.headers.get("Retry-After"), path).toMatch(/^\d+$/);
          const body = await expectError(response, 503, "SERVICE_UNAVAILABLE");
          expect(body.details).toEqual(details);
          expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|ECONN|postgres/i);
        }
        expect((await client.call("GET", "/healthz")).status).toBe(200);
        await proxy.start();
        await until(
          async () => (await client.call("GET", "/readyz")).status,
          (status) => status === 200,
        );
        expect((await client.call("GET", "/api/runs")).status).toBe(200);
      } finally {
        await away.close();
        await proxy.stop();
        await database.close();
      }
    });
  });

describe("the log", () => {
  test("has a line for each request with its route and tenant, and none of what the address held", async () => {
    const tenant = await assay.tenant({ pack: null });
    const client = await tenant.as("VIEWER");
    const id = newId();
    const calls: [string, string, number, string | null, string | null][] = [
      ["GET", `/api/documents/${id}?q=canary-query`, 400, "/api/documents/:id", tenant.id],
      ["GET", "/api/runs?cursor=canary-query", 400, "/api/runs", tenant.id],
      ["GET", "/healthz", 200, "/healthz", null],
      ["GET", `/nowhere/canary-path`, 404, null, null],
      ["HEAD", "/api/runs", 200, "/api/runs", tenant.id],
    ];
    for (const [method, path, status, route, tenantId] of calls) {
      const response = await client.call(method, path);
      const requestId = response.headers.get("X-Request-Id");
      const lines = assay.log.map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(lines.filter((line) => line.event === "request.served" && line.requestId === requestId)).toEqual([
        {
          time: expect.any(String),
          level: "info",
          event: "request.served",
          requestId,
          method,
          route,
          status,
          ms: expect.any(Number),
          tenantId,
        },
      ]);
    }
    const refused = await assay.client().call("GET", "/api/runs");
    const line = assay.log.find((each) => each.includes(refused.headers.get("X-Request-Id")!));
    expect(JSON.parse(line!)).toMatchObject({ route: "/api/runs", status: 401, tenantId: null });
    expect(assay.log.join("\n")).not.toMatch(/canary/);
    expect(assay.log.join("\n")).not.toContain(id);
  });
});

describe("limits of a tenant", () => {
  test("answer 429 with Retry-After beyond its requests of a minute, and leave other tenants alone", async () => {
    const [busy, quiet] = [await tight.tenant({ pack: null }), await tight.tenant({ pack: null })];
    const [first, second] = [await busy.as("VIEWER"), await busy.as("ADMIN")];
    await expectRateLimit(20, (served) => (served < 20 ? first : second).call("GET", "/api/runs"));
    expect((await (await quiet.as("VIEWER")).call("GET", "/api/runs")).status).toBe(200);
    expect((await tight.client().call("GET", "/healthz")).status).toBe(200);
  });

  test("count uploads apart", async () => {
    const tenant = await tight.tenant({ pack: null });
    const member = await tenant.as("MEMBER");
    await expectRateLimit(4, () => member.sendFile("same.txt", "The same."));
    expect((await member.call("GET", "/api/runs")).status).toBe(200);
  });

  test("are shown with what is left of each, also where they refuse", async () => {
    const member = await (await tight.tenant({ pack: null })).as("MEMBER");
    const read = await member.call("GET", "/api/runs");
    expect(read.headers.get("RateLimit-Policy")).toBe('"requests";q=20;w=60');
    expect(read.headers.get("RateLimit")).toMatch(/^"requests";r=19;t=\d+$/);
    const uploaded = await member.sendFile("same.txt", "The same.");
    expect(uploaded.headers.get("RateLimit-Policy")).toBe('"requests";q=20;w=60, "uploads";q=4;w=60');
    const original = await member.call("GET", "/api/documents/none");
    expect(original.headers.get("RateLimit")).toMatch(/^"requests";r=\d+;t=\d+$/);
    for (let at = 0; at < 4; at++) await member.sendFile("same.txt", "The same.");
    const refused = await member.sendFile("same.txt", "The same.");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("RateLimit")).toMatch(/"uploads";r=0;t=\d+$/);
  });

  test("keep the number of documents to its quota, two at once included, and let known bytes be sent again", async () => {
    const member = await (await tight.tenant({ pack: null })).as("MEMBER");
    const { id } = await member.upload("1.txt", "First.");
    const answers = await Promise.all([member.sendFile("2.txt", "Second."), member.sendFile("3.txt", "Third.")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    const { details } = await expectError(refused, 409, "TENANT_LIMIT_EXCEEDED");
    expect(details).toEqual({ name: "documentsMax", limit: 2, value: 3 });
    expect((await member.upload("1.txt", "First.")).id).toBe(id);
  });

  test("keep the bytes to its quota, and a deletion makes room", async () => {
    const member = await (await tight.tenant({ pack: null })).as("MEMBER");
    const { id } = await member.upload("60.txt", "a".repeat(60));
    const refused = await expectError(await member.sendFile("50.txt", "b".repeat(50)), 409, "TENANT_LIMIT_EXCEEDED");
    expect(refused.details).toEqual({ name: "bytesMax", limit: 100, value: 110 });
    expect((await member.call("DELETE", `/api/documents/${id}`)).status).toBe(204);
    await member.upload("50.txt", "b".repeat(50));
  });
});

describe("pages of other origins", () => {
  const preflight = (origin: string, path = "/api/runs/start") =>
    assay.client().call("OPTIONS", path, {
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type,idempotency-key",
      },
    });

  test("may ask and read when they are listed exactly, without credentials", async () => {
    for (const path of ["/api/runs/start", "/auth/v1/token"]) {
      const asked = await preflight(ORIGIN, path);
      expect(asked.status).toBe(204);
      expect(asked.headers.get("Access-Control-Allow-Origin")).toBe(ORIGIN);
      expect(asked.headers.get("Access-Control-Allow-Headers")!.toLowerCase()).toContain("idempotency-key");
      expect(asked.headers.get("Access-Control-Allow-Methods")).toContain("PATCH");
      expect(asked.headers.get("Access-Control-Allow-Credentials")).toBeNull();
      expect(asked.headers.get("Vary")).toContain("Origin");
    }
    const client = await (await assay.tenant({ pack: null })).as("VIEWER");
    for (const [path, status] of [
      ["/api/runs", 200],
      ["/api/runs/nonsense", 404],
    ] as const) {
      const response = await client.call("GET", path, { headers: { Origin: ORIGIN } });
      expect(response.status).toBe(status);
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe(ORIGIN);
      expect(response.headers.get("Access-Control-Expose-Headers")).toContain("X-Request-Id");
      expect(response.headers.get("Access-Control-Allow-Credentials")).toBeNull();
      expect(response.headers.get("Vary")).toContain("Origin");
    }
  });

  test("are told nothing when they are not: other ports, schemes, suffixes, null and lookalikes", async () => {
    const others = [
      `${ORIGIN}:8443`,
      ORIGIN.replace("https", "http"),
      `${ORIGIN}.evil.test`,
      "https://evil-portal.example.test",
      "https://portal.example.testing",
      "http://localhost",
      "null",
      "*",
    ];
    for (const origin of others) {
      expect((await preflight(origin)).headers.get("Access-Control-Allow-Origin"), origin).toBeNull();
      const response = await assay.client().call("GET", "/healthz", { headers: { Origin: origin } });
      expect(response.headers.get("Access-Control-Allow-Origin"), origin).toBeNull();
      expect(response.headers.get("Vary")).toContain("Origin");
    }
  });

  test("are no reason to answer an OPTIONS that is no preflight", async () => {
    const client = await (await assay.tenant({ pack: null })).as("VIEWER");
    await expectError(await client.call("OPTIONS", "/api/runs"), 405, "METHOD_NOT_ALLOWED");
  });

  test("may read what uploads in parts can do, without a token", async () => {
    const asked = (origin: string) =>
      assay.client().call("OPTIONS", "/api/documents/uploads", { headers: { Origin: origin } });
    const shown = await asked(ORIGIN);
    expect([shown.status, shown.headers.get("Tus-Version")]).toEqual([204, "1.0.0"]);
    expect(shown.headers.get("Tus-Extension")).toBe("creation,termination,expiration");
    expect(Number(shown.headers.get("Tus-Max-Size"))).toBeGreaterThan(0);
    expect(shown.headers.get("Access-Control-Allow-Origin")).toBe(ORIGIN);
    expect(shown.headers.get("Access-Control-Expose-Headers")).toContain("Tus-Max-Size");
    expect((await asked("https://elsewhere.example")).headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  test("must be listed as exact origins, or the service does not start", () => {
    expect(readConfig({ CORS_ORIGINS: "https://a.test,http://b.test:81" }).CORS_ORIGINS).toHaveLength(2);
    for (const CORS_ORIGINS of [
      "*",
      "a.test",
      "https://a.test/",
      "https://A.test",
      "ftp://a.test",
      "https://*.a.test/x",
    ])
      expect(() => readConfig({ CORS_ORIGINS }), CORS_ORIGINS).toThrow("CORS_ORIGINS must be exact origins");
  });
});

test("the sweep removes old spans and expired idempotency keys, and leaves the others", async () => {
  const tenant = await assay.tenant({ pack: null });
  const owner = await assay.database.asOwner();
  const span = (ageMs: number) => {
    const at = new Date(Date.now() - ageMs);
    const ids = { tenantId: tenant.id, traceId: newTraceId(), spanId: newSpanId() };
    return { ...ids, name: "run", kind: 0, statusCode: 1, startedAt: at, endedAt: at, attributes: {} };
  };
  const [old, recent] = [span(3_600_000), span(60_000)];
  await owner.db.insert(spans).values([old, recent]);
  const key = (name: string, expiresAt: ReturnType<typeof sql>) => ({
    tenantId: tenant.id,
    key: name,
    claimId: newId(),
    state: "DONE" as const,
    claimedUntil: sql`now()`,
    expiresAt,
  });
  await owner.db
    .insert(idempotencyKeys)
    .values([key("old", sql`now() - interval '1 s'`), key("new", sql`now() + interval '1 h'`)]);
  const DAY_MS = 86_400_000;
  await sweep(assay.service.db, {
    stalledAfterMs: DAY_MS,
    waitMaxMs: DAY_MS,
    rehashEveryMs: DAY_MS,
    keepJobsMs: DAY_MS,
    keepSpansMs: 1_800_000,
    keepDeliveriesMs: 9e9,
    checkpointEveryMs: DAY_MS,
    quota: { quotas: {}, quotaWindowMs: 60_000, quotaArrivalMs: 5000, retryDelayMs: 2000 },
  });
  const left = await owner.db.select().from(spans).where(eq(spans.tenantId, tenant.id));
  expect(left.map(({ spanId }) => spanId)).toEqual([recent.spanId]);
  const keys = await owner.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.tenantId, tenant.id));
  expect(keys.map((each) => each.key)).toEqual(["new"]);
  await owner.close();
});
