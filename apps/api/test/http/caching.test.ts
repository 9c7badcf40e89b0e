import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { assessmentListReply, exportListReply } from "@assay/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError, type TestClient } from "../support/test-client.ts";
import { testRun } from "../support/test-run.ts";
import type { TestService } from "../support/test-service.ts";

let assay: TestService;
let client: TestClient;
let runId: string;
let exportPath: string;
let documentId: string;

beforeAll(async () => {
  ({ assay, admin: client, documentId, runId } = await testRun());
  const { exports } = await client.get(`/api/runs/${runId}/exports`, exportListReply);
  exportPath = `/api/runs/${runId}/exports/${exports.find(({ format }) => format === "json")!.id}`;
});
afterAll(() => assay.close());

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** As it travels: `fetch` would decompress it. */
function get(path: string, headers: Record<string, string> = {}, token = client.token): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const asked = request(`${assay.url}${path}`, { headers: { Authorization: `Bearer ${token}`, ...headers } });
    asked.once("error", reject);
    asked.once("response", (response) => {
      const { statusCode: status, headers } = response;
      response.toArray().then((pieces) => resolve({ status: status!, headers, body: Buffer.concat(pieces) }), reject);
    });
    asked.end();
  });
}

const GZIP = { "Accept-Encoding": "gzip, br" };
const immutable = () => [
  "/api/requirements",
  `/api/runs/${runId}/requirements`,
  `/api/runs/${runId}/assessments`,
  `/api/runs/${runId}/snapshot`,
  exportPath,
];

test("lists travel compressed to clients that accept it, and say what they vary by", async () => {
  const path = `/api/runs/${runId}/assessments`;
  const [plain, packed] = [await get(path), await get(path, GZIP)];
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.body.length).toBeLessThan(plain.body.length);
  expect(gunzipSync(packed.body)).toEqual(plain.body);
  assessmentListReply.parse(JSON.parse(plain.body.toString()));
  for (const { headers } of [plain, packed]) {
    expect(headers.vary).toContain("Accept-Encoding");
    expect(headers.vary).toContain("Authorization");
  }
  expect(plain.headers["content-encoding"]).toBeUndefined();
});

test("a snapshot, a replay, an export and an original travel as they are, under the hash of their bytes", async () => {
  for (const path of [
    `/api/runs/${runId}/snapshot`,
    `/api/admin/runs/${runId}/replay`,
    exportPath,
    `/api/documents/${documentId}/original`,
  ]) {
    const { status, headers } = await get(path, GZIP);
    expect([status, headers["content-encoding"]], path).toEqual([200, undefined]);
    expect(headers["cache-control"], path).toContain("no-transform");
    if (!path.endsWith("/replay")) expect(headers.etag, path).toMatch(/^"[0-9a-f]{64}"$/);
  }
});

test("the event stream is not compressed: an event would wait for the next", async () => {
  const { headers } = await get(`/api/runs/${runId}/events`, GZIP);
  expect(headers["content-type"]).toMatch(/^text\/event-stream/);
  expect(headers["content-encoding"]).toBeUndefined();
});

describe("If-None-Match", () => {
  test("is 304 without a body for what never changes", async () => {
    for (const path of immutable()) {
      const first = await get(path);
      const etag = String(first.headers.etag);
      expect(first.headers["cache-control"], path).toMatch(/^private, no-cache/);
      for (const known of [etag, `"other", ${etag}`, etag.replace(/^W\//, ""), "*"]) {
        const { status, body, headers } = await get(path, { "If-None-Match": known });
        expect([status, body.length, headers.etag], `${path} ${known}`).toEqual([304, 0, etag]);
      }
      expect((await get(path, { "If-None-Match": '"other"' })).body).toEqual(first.body);
    }
  });

  test("lets nobody in: without a token it is 401, for another tenant's 403", async () => {
    const stranger = await (await assay.tenant()).as("ADMIN");
    for (const path of immutable().slice(1)) {
      expect((await get(path, { "If-None-Match": "*" }, "none")).status, path).toBe(401);
      await expectError(
        await stranger.call("GET", path, { headers: { "If-None-Match": "*" } }),
        403,
        "CROSS_TENANT_ACCESS_DENIED",
      );
    }
  });

  test("of a run's assessments holds only once the run is finished", async () => {
    const own = await assay.tenant();
    const member = await own.as("MEMBER");
    const { id } = await member.startRun();
    const running = await get(`/api/runs/${id}/assessments`, { "If-None-Match": "*" }, member.token);
    // It may have finished by now: then, and only then, the tag is.
    const { status } = await member.finished(id);
    expect(status).toBe("COMPLETED");
    expect(running.status === 304).toBe(running.headers.etag !== undefined);
    expect((await get(`/api/runs/${id}/assessments`, { "If-None-Match": "*" }, member.token)).status).toBe(304);
  });

  test("of requirements ends with the binding's version", async () => {
    const own = await assay.tenant();
    const { token } = await own.as("VIEWER");
    const other = await (await assay.tenant()).as("VIEWER");
    const { headers } = await get("/api/requirements", {}, token);
    const elsewhere = await get("/api/requirements", { "If-None-Match": String(headers.etag) }, other.token);
    expect(elsewhere.status).toBe(200);
    expect(elsewhere.headers.etag).not.toBe(headers.etag);
  });
});
