import { runListReply } from "@assay/contract";
import { newId } from "@assay/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TUS_PATHS } from "../../src/upload/tus-headers.ts";
import { APP_ROUTES, fillPath } from "../support/app-routes.ts";
import { chunked, sendRaw } from "../support/raw-http.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const MEGABYTE = 1_048_576;
const JSON_TYPE = { "Content-Type": "application/json" };

let assay: TestService;
let tenant: TestTenant;
let client: TestClient;
beforeAll(async () => {
  assay = await testService();
  // Bound to no pack: a request that passes every other check ends with a 400 on packId and starts no run.
  tenant = await assay.tenant({ pack: null });
  client = await tenant.as("SUPER_ADMIN");
});
afterAll(() => assay.close());

const jsonRoutes = () => [
  { method: "POST", path: "/api/runs/start" },
  { method: "PATCH", path: `/api/tasks/${newId()}` },
  { method: "POST", path: "/api/admin/runs/import" },
];

describe("the order of refusals", () => {
  const start = (who: TestClient, query: string, init: RequestInit) =>
    who.call("POST", `/api/runs/start${query}`, init);
  const broken = { body: "{", headers: { "Content-Type": "text/plain" } };

  test("is 401, then the tenantId rule, then the role, then 415, then 400, then the resource", async () => {
    const viewer = await tenant.as("VIEWER");
    const foreign = `?tenantId=${newId()}`;
    await expectError(await start(assay.client(), foreign, broken), 401, "UNAUTHORIZED");
    await expectError(await start(viewer, foreign, broken), 403, "CROSS_TENANT_ACCESS_DENIED");
    await expectError(await start(viewer, "", broken), 403, "FORBIDDEN");
    await expectError(await start(client, "", broken), 415, "UNSUPPORTED_MEDIA_TYPE");
    await expectError(await start(client, "", { ...broken, headers: JSON_TYPE }), 400, "VALIDATION_ERROR");
    const task = `/api/tasks/${newId()}`;
    await expectError(await client.sendJson("PATCH", task, { status: "DONE" }), 400, "VALIDATION_ERROR");
    await expectError(await client.sendJson("PATCH", task, { status: "COMPLETED" }), 404, "NOT_FOUND");
    await expectError(await client.call("GET", `/api/documents/${newId()}/chunks?limit=0`), 400, "VALIDATION_ERROR");
  });

  test("a session without a tenant is refused before method, type and body are looked at", async () => {
    const token = await assay.service.identity.issueToken({ userId: newId(), tenantId: null, ttlSeconds: 60 });
    await expectError(await start(assay.client(token), "", broken), 403, "FORBIDDEN");
    await expectError(await assay.client(token).call("DELETE", "/api/runs"), 403, "FORBIDDEN");
    await expectError(await assay.client().call("DELETE", "/api/runs"), 401, "UNAUTHORIZED");
  });
});

describe("methods and paths", () => {
  const known = new Map<string, string[]>();
  for (const { method, path } of APP_ROUTES) known.set(path, [...(known.get(path) ?? []), method]);

  test("every path answers 405 with Allow to every method that it lacks", async () => {
    for (const [path, methods] of known) {
      const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].sort();
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "PROPFIND"]) {
        if (allowed.includes(method) || (method === "OPTIONS" && TUS_PATHS.includes(path))) continue;
        const response = await client.call(method, fillPath(path));
        expect(response.status, `${method} ${path}`).toBe(405);
        expect(response.headers.get("Allow")).toBe(allowed.join(", "));
        if (method === "HEAD") expect(await response.text()).toBe("");
        else await expectError(response, 405, "METHOD_NOT_ALLOWED");
      }
    }
  });

  test("TRACE and made-up methods are refused like the others", async () => {
    for (const method of ["TRACE", "QUERY", "LINK"]) {
      const headers = [["Authorization", `Bearer ${client.token}`]] as const;
      const answer = await sendRaw(assay.url, { method, path: "/api/runs", headers });
      expect(answer.status, method).toBe(405);
      expect(answer.headers.get("Allow")).toBe("GET, HEAD");
    }
  });

  test("a body may not override the method, the path or the host", async () => {
    const headers = {
      "X-HTTP-Method-Override": "DELETE",
      "X-Original-URL": "/api/admin/audit-logs",
      "X-Rewrite-URL": "/api/admin/audit-logs",
      "X-Forwarded-Host": "evil.example",
    };
    runListReply.parse(await (await client.call("GET", "/api/runs", { headers })).json());
  });

  test("HEAD answers like GET without a body", async () => {
    const { id } = await client.upload("head.txt", "Backups are taken every day by the operations team.");
    await client.settled(id);
    const paths = ["/api/documents", "/api/runs", "/api/tasks", "/api/requirements", "/api/admin/audit-logs"];
    for (const path of [
      ...paths,
      `/api/documents/${id}`,
      `/api/documents/${id}/chunks`,
      `/api/documents/${id}/original`,
    ]) {
      const [head, get] = [await client.call("HEAD", path), await client.call("GET", path)];
      expect([head.status, await head.text()], path).toEqual([200, ""]);
      for (const name of ["Content-Type", "Content-Disposition", "ETag"])
        expect(head.headers.get(name), path).toBe(get.headers.get(name));
      await get.body?.cancel();
    }
    expect((await client.call("HEAD", `/api/documents/${newId()}`)).status).toBe(404);
  });

  test("unknown paths answer 404, below /api after the session", async () => {
    const unknown = [
      "/api",
      "/api/",
      "/api/nothing",
      "/api/documents/",
      `/api/documents/${newId()}/x`,
      "/api/admin",
      "/api/v1/runs",
    ];
    for (const path of unknown) {
      await expectError(await client.call("GET", path), 404, "NOT_FOUND");
      if (path !== "/api") await expectError(await assay.client().call("GET", path), 401, "UNAUTHORIZED");
    }
    for (const path of ["/nothing", "/API/runs", "/..%2fapi%2fruns", "/%00", "/%zz"])
      await expectError(await assay.client().call("GET", path), 404, "NOT_FOUND");
  });

  test("a path is judged as it is routed, however it is encoded", async () => {
    await expectError(await client.call("GET", "/api/runs/%73tart"), 405, "METHOD_NOT_ALLOWED");
    await expectError(await assay.client().call("GET", "/%61pi/runs"), 401, "UNAUTHORIZED");
    await expectError(await assay.client().call("GET", "//api/runs"), 404, "NOT_FOUND");
  });
});

test("every answer carries a request id of ours and the security headers, whatever it is", async () => {
  const asked = { "X-Request-Id": "mine" };
  const answers = [
    await client.call("GET", "/api/runs", { headers: asked }),
    await client.call("GET", "/api/runs", { headers: asked }),
    await assay.client().call("GET", "/api/runs", { headers: asked }),
    await client.call("PUT", "/api/runs", { headers: asked }),
    await client.call("HEAD", "/api/nothing", { headers: asked }),
    await client.call("POST", "/api/runs/start", { headers: { ...asked, "Content-Type": "text/html" }, body: "x" }),
    await assay.client().call("GET", "/nothing", { headers: { ...asked, Accept: "text/html" } }),
  ];
  expect(new Set(answers.map(({ headers }) => headers.get("X-Request-Id"))).size).toBe(answers.length);
  for (const response of answers) {
    expect(response.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "strict-transport-security": expect.stringContaining("max-age="),
    });
    expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
    expect(response.headers.get("X-Powered-By")).toBeNull();
  }
});

describe("a JSON body", () => {
  test("of another type, encoding or character set answers 415", async () => {
    const types = ["text/plain", "application/xml", "application/x-www-form-urlencoded", "application/json-patch+json"];
    const more = ["application/json; charset=utf-16", "multipart/form-data; boundary=x", "", "application/jsonx"];
    for (const { method, path } of jsonRoutes()) {
      for (const type of [...types, ...more]) {
        const response = await client.call(method, path, { body: "{}", headers: { "Content-Type": type } });
        await expectError(response, 415, "UNSUPPORTED_MEDIA_TYPE");
      }
      const gzipped = await client.call(method, path, {
        body: "{}",
        headers: { ...JSON_TYPE, "Content-Encoding": "gzip" },
      });
      await expectError(gzipped, 415, "UNSUPPORTED_MEDIA_TYPE");
      const untyped = await client.call(method, path, { body: new Uint8Array([123, 125]) });
      await expectError(untyped, 415, "UNSUPPORTED_MEDIA_TYPE");
    }
  });

  const bad: Record<string, string | Uint8Array> = {
    null: "null",
    "an array": "[]",
    "a string": '"x"',
    "a number": "1",
    "cut off": '{"a":',
    "a trailing comma": '{"a":1,}',
    "single quotes": "{'a':1}",
    NaN: '{"a":NaN}',
    "a comment": "{}/* */",
    "a byte order mark": "\ufeff{]",
    "not UTF-8": new Uint8Array([123, 34, 255, 34, 58, 49, 125]),
    NUL: '{"status":"COMPLETED","x":"\\u0000"}',
    "NUL in a key": '{"status":"COMPLETED","\\u0000":1}',
    "a lone surrogate": '{"status":"COMPLETED","x":["\\ud800"]}',
    "a lone surrogate in a deep key": '{"status":"COMPLETED","x":{"y":{"\\udc00z":1}}}',
  };
  test.each(Object.entries(bad))("that is %s answers 400 with the field", async (_, body) => {
    for (const { method, path } of jsonRoutes()) {
      const response = await client.call(method, path, { body: body as BodyInit, headers: JSON_TYPE });
      const { details } = await expectError(response, 400, "VALIDATION_ERROR");
      expect(details).toEqual({
        issues: expect.arrayContaining([{ field: expect.any(String), issue: expect.any(String) }]),
      });
    }
  });

  test("with wrong types names each bad field", async () => {
    const wrong = {
      packId: 1,
      criteriaVersionId: ["x"],
      corpusActivationId: {},
      retrievalVersionId: null,
      reuse: "true",
    };
    const { details } = await expectError(
      await client.sendJson("POST", "/api/runs/start", wrong),
      400,
      "VALIDATION_ERROR",
    );
    const fields = ((details?.issues ?? []) as { field: string }[]).map(({ field }) => field);
    expect(fields.sort()).toEqual(Object.keys(wrong).sort());
  });

  test("with prototype keys or deep nesting is read like any other and pollutes nothing", async () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    const wide = `{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":${at}`).join(",")}}`;
    const proto = '{"__proto__":{"packId":1,"status":1},"constructor":{"prototype":{"reuse":1}}}';
    for (const text of [proto, `{"x":${deep}}`, wide, '{"__proto__":null}']) {
      const response = await client.call("POST", "/api/runs/start", { body: text, headers: JSON_TYPE });
      const { details } = await expectError(response, 400, "VALIDATION_ERROR");
      expect((details as { issues: unknown[] }).issues.length).toBeLessThanOrEqual(20);
    }
    expect(({} as Record<string, unknown>).packId).toBeUndefined();
  });

  test("of exactly 1 MB is read and one byte more answers 413, with an honest length, in chunks, on every route", async () => {
    const sized = (bytes: number) => `{"x":"${"a".repeat(bytes - 8)}"}`;
    const exact = await client.call("POST", "/api/runs/start", { body: sized(MEGABYTE), headers: JSON_TYPE });
    expect((await expectError(exact, 400, "VALIDATION_ERROR")).details).toMatchObject({
      issues: [{ field: "x" }],
    });
    for (const { method, path } of jsonRoutes()) {
      const honest = await client.call(method, path, { body: sized(MEGABYTE + 1), headers: JSON_TYPE });
      expect((await expectError(honest, 413, "PAYLOAD_TOO_LARGE")).details).toEqual({ limitBytes: MEGABYTE });
      const headers = [
        ["Authorization", `Bearer ${client.token}`],
        ["Content-Type", "application/json"],
        ["Transfer-Encoding", "chunked"],
      ] as const;
      const answer = await sendRaw(assay.url, { method, path, headers }, chunked([sized(MEGABYTE + 1)]));
      expect(answer.status).toBe(413);
      expect(JSON.parse(answer.body)).toMatchObject({
        error: "PAYLOAD_TOO_LARGE",
        requestId: answer.headers.get("X-Request-Id"),
      });
    }
  });

  test("whose length lies is never served", async () => {
    const body = `{"x":"${"a".repeat(MEGABYTE)}"}`;
    const lies = [["5"], ["abc"], ["-1"], ["1e9"], ["5", "6"], ["0x10"]];
    for (const lengths of lies) {
      const headers = [
        ["Authorization", `Bearer ${client.token}`],
        ["Content-Type", "application/json"],
      ] as [string, string][];
      for (const length of lengths) headers.push(["Content-Length", length]);
      const answer = await sendRaw(assay.url, { path: "/api/runs/start", headers }, [body]);
      expect([0, 400, 413], `Content-Length ${lengths.join(", ")}`).toContain(answer.status);
    }
    const both = [
      ["Authorization", `Bearer ${client.token}`],
      ["Content-Length", "2"],
      ["Transfer-Encoding", "chunked"],
    ] as const;
    expect([0, 400]).toContain((await sendRaw(assay.url, { path: "/api/runs/start", headers: both }, ["{}"])).status);
    runListReply.parse(await (await client.call("GET", "/api/runs")).json());
  });

  test("cannot claim what the service decides", async () => {
    const bound = await assay.tenant();
    const member = await bound.as("MEMBER");
    const claimed = {
      id: newId(),
      tenantId: tenant.id,
      status: "COMPLETED",
      snapshotStatus: "CAPTURED",
      role: "SUPER_ADMIN",
      snapshotHash: "0".repeat(64),
    };
    await expectError(await member.sendJson("POST", "/api/runs/start", claimed), 400, "VALIDATION_ERROR");
    expect(await (await member.call("GET", "/api/runs")).json()).toMatchObject({ runs: [] });
    const fields = { ...claimed, sha256Hash: "0".repeat(64), originalFilename: "x.exe", parentDocumentId: newId() };
    const uploaded = await member.sendFile("mine.txt", "Backups are taken.", { fields });
    await expectError(uploaded, 400, "VALIDATION_ERROR");
    expect(await (await member.call("GET", "/api/documents")).json()).toMatchObject({ documents: [] });
  });
});
