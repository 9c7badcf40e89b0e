import { assessmentListReply, exportListReply, packImportReply, packReply, sessionReply } from "@assay/contract";
import { newId, rowsOf } from "@assay/db";
import { signDelivery } from "@assay/testing/doubles/qstash/sign-delivery";
import { startSupabaseDouble } from "@assay/testing/doubles/supabase/start-supabase";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiDocument } from "../../src/openapi/api-document.ts";
import { documentedApp } from "../support/documented-app.ts";
import { makeTextPdf } from "../support/make-evidence.ts";
import type { TestTenant } from "../support/make-tenant.ts";
import { LEASE_MS, type RuntimeService, runtimeService } from "../support/runtime-service.ts";
import type { Runtime } from "../support/runtimes.ts";
import { policyText, smallPack } from "../support/small-pack.ts";
import { expectError, type TestClient, until } from "../support/test-client.ts";

/** What the service promises wherever it runs. */
export function describeRuntime(runtime: Runtime): void {
  let assay: RuntimeService;
  let tenant: TestTenant;
  beforeAll(async () => {
    assay = await runtimeService(runtime);
    tenant = await assay.tenant();
  });
  afterAll(() => assay?.close());

  /** As much as is wanted of a file that begins as a PDF does. */
  const largePdf = (bytes: number) => {
    const file = new Uint8Array(bytes);
    file.set(new TextEncoder().encode("%PDF-1.7\n"));
    return file;
  };

  test("it says that it is up and that every part answers", async () => {
    expect(await (await assay.client().call("GET", "/healthz")).json()).toEqual({ status: "up" });
    expect(await (await assay.client().call("GET", "/readyz")).json()).toMatchObject({ status: "ready" });
  });

  test("it sends the API document of its routes, without those of an issuer that it has not", async () => {
    const reply = await assay.client().call("GET", "/api/openapi.json");
    const { openapi, paths } = (await reply.json()) as { openapi: string; paths: object };
    expect({ status: reply.status, openapi }).toEqual({ status: 200, openapi: "3.1.0" });
    const issuer = (path: string) => path.startsWith("/auth/");
    const described = apiDocument(documentedApp({ issuer: false })) as { paths: object };
    expect(Object.keys(paths).sort()).toEqual(Object.keys(described.paths).sort());
    expect(Object.keys(paths).filter(issuer)).toEqual([]);
    const etag = reply.headers.get("ETag")!;
    const again = await assay.client().call("GET", "/api/openapi.json", { headers: { "If-None-Match": etag } });
    expect(again.status).toBe(304);
  });

  describe("tokens", () => {
    test("a member's token opens its tenant", async () => {
      const { session } = await (await tenant.as("VIEWER")).get("/api/session", sessionReply);
      expect(session).toMatchObject({ role: "VIEWER", tenant: { id: tenant.id } });
    });

    test("none, an expired one, one of another project and one that was changed are refused", async () => {
      const other = await startSupabaseDouble();
      const user = { id: newId(), tenantId: tenant.id };
      const good = await tenant.token("ADMIN");
      const refused = [
        undefined,
        await tenant.token("ADMIN", { ttlSeconds: -3600 }),
        await other.auth.issueToken(user),
        `${good.slice(0, -6)}AAAAAA`,
        "not-a-token",
      ];
      await other.close();
      for (const token of refused)
        await expectError(await assay.client(token).call("GET", "/api/session"), 401, "UNAUTHORIZED");
    });
  });

  test("evidence becomes READY, a run COMPLETED, and its replay is the same bytes each time", async () => {
    const [member, admin] = [await tenant.as("MEMBER"), await tenant.as("ADMIN")];
    const pdf = await makeTextPdf(3);
    const uploaded = await Promise.all([member.upload("policy.txt", policyText), member.upload("handbook.pdf", pdf)]);
    for (const { id } of uploaded) expect(await member.settled(id)).toMatchObject({ status: "READY", failure: null });
    const stored = await member.call("GET", `/api/documents/${uploaded[1].id}/original`);
    expect(Buffer.from(await stored.arrayBuffer()).equals(pdf)).toBe(true);

    const { id } = await member.startRun();
    const events = await (await member.call("GET", `/api/runs/${id}/events`)).text();
    expect(events).toMatch(/event: end\n/);
    expect(await member.finished(id)).toMatchObject({
      status: "COMPLETED",
      snapshotStatus: "CAPTURED",
      completeCount: 1,
      partialCount: runtime.checksMeaning ? 0 : 1,
      missingCount: runtime.checksMeaning ? 2 : 1,
    });
    const { assessments } = await member.get(`/api/runs/${id}/assessments`, assessmentListReply);
    const quotes = assessments.flatMap(({ citations }) => citations.map(({ text }) => text));
    expect(quotes.length).toBeGreaterThan(0);
    for (const quote of quotes) expect(policyText).toContain(quote);
    const { exports } = await member.get(`/api/runs/${id}/exports`, exportListReply);
    expect(exports.map(({ format }) => format)).toEqual(["csv", "json", "oscal", "xlsx"]);

    const replay = async () =>
      Buffer.from(await (await admin.call("GET", `/api/admin/runs/${id}/replay`)).arrayBuffer());
    const first = await replay();
    expect(JSON.parse(first.toString())).toMatchObject({ source: "snapshot", data: { assessments } });
    expect((await replay()).equals(first)).toBe(true);
    expect(assay.vendors.gemini.requests.map(({ path }) => path.split(":").at(-1))).toContain("generateContent");
    expect(assay.output()).not.toContain('"work.failed"');

    const packed = async (client: TestClient) =>
      Buffer.from(await (await client.call("GET", `/api/runs/${id}/package?originals=cited`)).arrayBuffer());
    const ours = await packed(member);
    expect(ours.subarray(0, 2).toString()).toBe("PK");
    const other = await assay.onNode(await tenant.token("VIEWER"));
    expect((await packed(other)).equals(ours), "a package made by a process on Node is the same bytes").toBe(true);
  });

  test("an assistant's message is answered in JSON, and evidence is found by words and meaning", async () => {
    const member = await tenant.as("MEMBER");
    const call = (method: string, params: object) =>
      member.sendJson(
        "POST",
        "/mcp",
        { jsonrpc: "2.0", id: 1, method, params },
        { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18" },
      );
    const listed = (await (await call("tools/list", {})).json()) as { result: { tools: object[] } };
    expect(listed.result.tools).toHaveLength(6);
    const found = await call("tools/call", { name: "search_evidence", arguments: { query: "backups" } });
    expect(await found.json()).toMatchObject({ result: { structuredContent: { degraded: null } } });
  });

  test("work that takes longer than a lease is not lost: its lease is renewed meanwhile", async () => {
    const { id: tenantId, as } = await assay.tenant();
    const member = await as("MEMBER");
    await member.settled((await member.upload("policy.txt", policyText)).id);
    const owner = await assay.vendors.database.asOwner();
    const lease = async () => {
      const [row] = await rowsOf<{ id: string; until: number }>(
        owner.db,
        sql`select id, extract(epoch from lease_until)::float8 as until from work_items
            where tenant_id = ${tenantId} and kind = 'assessment' and state = 'RUNNING' order by id limit 1`,
      );
      return row;
    };
    let renewed = 0;
    assay.vendors.beforeAnswer = async (path) => {
      if (!path.endsWith(":generateContent")) return;
      const first = await lease();
      await until(lease, (now) => now?.id !== first?.id || now!.until > first!.until + (2 * LEASE_MS) / 1000);
      renewed += 1;
    };
    const { id } = await member.startRun();
    expect(await member.finished(id)).toMatchObject({ status: "COMPLETED" });
    assay.vendors.beforeAnswer = async () => {};
    expect(renewed).toBeGreaterThan(0);
    const lost = await rowsOf(owner.db, sql`select id from work_items where tenant_id = ${tenantId} and losses > 0`);
    expect(lost).toEqual([]);
    await owner.close();
  });

  describe("an upload", () => {
    test(`of ${runtime.uploadBytesMax / 1_048_576} MB is taken whole`, async () => {
      const member = await tenant.as("MEMBER");
      const { id, sizeBytes } = await member.upload("large.pdf", largePdf(runtime.uploadBytesMax));
      expect(sizeBytes).toBe(runtime.uploadBytesMax);
      expect((await member.call("DELETE", `/api/documents/${id}`)).status).toBe(204);
    });

    test("of one byte more is refused, and so is what is no evidence", async () => {
      const member = await tenant.as("MEMBER");
      const send = (name: string, bytes: Uint8Array) => member.sendFile(name, bytes);
      await expectError(await send("larger.pdf", largePdf(runtime.uploadBytesMax + 1)), 413, "FILE_TOO_LARGE");
      await expectError(await send("tool.exe", new Uint8Array([77, 90, 0, 0])), 415, "UNSUPPORTED_FILE_TYPE");
    });
  });

  describe("errors have their documented shape", () => {
    test("403 for a role, another tenant's document and a foreign tenant", async () => {
      const [viewer, stranger] = [await tenant.as("VIEWER"), await (await assay.tenant()).as("ADMIN")];
      const { id } = await (await tenant.as("MEMBER")).upload("ours.txt", policyText);
      await expectError(await viewer.sendJson("POST", "/api/runs/start", {}), 403, "FORBIDDEN");
      await expectError(await stranger.call("GET", `/api/documents/${id}/status`), 403, "CROSS_TENANT_ACCESS_DENIED");
      const foreign = `/api/runs?tenantId=${tenant.id}`;
      await expectError(await stranger.call("GET", foreign), 403, "CROSS_TENANT_ACCESS_DENIED");
    });

    test("404, 405, 413 and 415", async () => {
      const admin = await tenant.as("ADMIN");
      await expectError(await admin.call("GET", `/api/documents/${newId()}`), 404, "NOT_FOUND");
      await expectError(await admin.call("GET", "/nowhere"), 404, "NOT_FOUND");
      const wrong = await admin.call("PUT", "/api/runs");
      expect(wrong.headers.get("Allow")).toBe("GET, HEAD");
      await expectError(wrong, 405, "METHOD_NOT_ALLOWED");
      const long = { note: "x".repeat(3_000_000) };
      await expectError(await admin.sendJson("POST", "/api/runs/start", long), 413, "PAYLOAD_TOO_LARGE");
      const text = { headers: { "Content-Type": "text/plain" }, body: "x" };
      await expectError(await admin.call("POST", "/api/runs/start", text), 415, "UNSUPPORTED_MEDIA_TYPE");
    });
  });

  describe("a callback", () => {
    const deliver = async (sent: {
      key?: string;
      path?: string;
      signedPath?: string;
      body?: string;
      signed?: string;
    }) => {
      const { path = "/callbacks/work", body = JSON.stringify({ jobId: newId() }) } = sent;
      const signature = await signDelivery({
        key: sent.key ?? assay.vendors.qstash.keys.current,
        url: `${assay.url}${sent.signedPath ?? path}`,
        body: sent.signed ?? body,
        id: "1",
      });
      return assay.client().call("POST", path, { headers: { "Upstash-Signature": signature }, body });
    };

    test("that QStash has not signed, or not for this, is refused", async () => {
      for (const sent of [
        { key: "sig_someone_elses_key" },
        { signedPath: "/callbacks/sweep" },
        { signed: "{}" },
        { path: "/callbacks/sweep", body: "", key: "sig_someone_elses_key" },
      ])
        await expectError(await deliver(sent), 401, "UNAUTHORIZED");
      await expectError(await assay.client().sendJson("POST", "/callbacks/work", {}), 401, "UNAUTHORIZED");
    });

    test("that it has signed is served", async () => {
      expect(await (await deliver({})).json()).toEqual({ result: "nothing" });
      expect(await (await deliver({ path: "/callbacks/sweep", body: "" })).json()).toEqual({ result: "swept" });
    });
  });

  test(`a pack file is ${runtime.readsFiles ? "read" : "refused with the address that reads it"}`, async () => {
    const root = await tenant.as("SUPER_ADMIN");
    const made = packReply.parse(await (await root.sendJson("POST", "/api/admin/packs", { name: "Imported" })).json());
    const sent = () => root.sendJson("POST", `/api/admin/packs/${made.pack.id}/versions?format=assay-json`, smallPack);
    if (runtime.readsFiles) {
      const response = await sent();
      expect(response.status, await response.clone().text()).toBe(201);
      expect(packImportReply.parse(await response.json())).toMatchObject({ requirementCount: 3 });
      return;
    }
    const { message } = await expectError(await sent(), 503, "SERVICE_UNAVAILABLE");
    expect(message).toContain("EXTRACTION_URL");
  });
}
