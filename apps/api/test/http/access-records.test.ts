import { accessRecordListReply, exportListReply } from "@assay/contract";
import { OPERATIONS } from "@assay/contract/operations";
import { sweep } from "@assay/core/maintenance";
import { inTenant } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLink } from "../support/open-link.ts";
import { makeKey } from "../support/settled-tenant.ts";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
let tenant: TestTenant;
let admin: TestClient;
let viewer: TestClient;
let documentId: string;
let runId: string;
beforeAll(async () => {
  assay = await testService();
  tenant = await assay.tenant();
  [admin, viewer] = [await tenant.as("ADMIN"), await tenant.as("VIEWER")];
  documentId = (await admin.settled((await admin.upload("policy.txt", policyText)).id)).id;
  runId = (await admin.startRun()).id;
  await admin.finished(runId);
});
afterAll(() => assay.close());

async function asOwner(query: SQL): Promise<void> {
  const owner = await assay.database.asOwner();
  try {
    await owner.db.execute(query);
  } finally {
    await owner.close();
  }
}

const list = (query = "") => admin.get(`/api/admin/access-records${query}`, accessRecordListReply);

test("each reading of an original, snapshot, export, report, package and replay is recorded, with who and what", async () => {
  const { exports } = await viewer.get(`/api/runs/${runId}/exports`, exportListReply);
  expect((await list()).accessRecords).toEqual([]);
  for (const path of [
    `/api/documents/${documentId}/original`,
    `/api/runs/${runId}/snapshot`,
    `/api/runs/${runId}/exports/${exports[0]!.id}`,
    `/api/runs/${runId}/report?format=csv`,
    `/api/runs/${runId}/package`,
  ])
    await (await viewer.call("GET", path)).arrayBuffer();
  await (await admin.call("GET", `/api/admin/runs/${runId}/replay`)).arrayBuffer();
  const { key } = await makeKey(admin, "MEMBER");
  await (await assay.client(key).call("GET", `/api/documents/${documentId}/original`)).arrayBuffer();
  const link = await openLink(assay, tenant, runId);
  await (await link.client.call("GET", `/api/documents/${documentId}/original`)).arrayBuffer();

  const { accessRecords, names } = await list();
  const [byLink, byKey, replay, ...byViewer] = accessRecords;
  expect(byLink).toMatchObject({ kind: "ORIGINAL", objectId: documentId, runId, actor: `link:${link.id}` });
  expect(byKey).toMatchObject({ kind: "ORIGINAL", objectId: documentId, runId: null });
  expect(byKey!.actor).toMatch(/^api-key:/);
  expect(replay).toMatchObject({ kind: "REPLAY", objectId: runId, runId });
  expect(byViewer.map(({ kind, objectId }) => [kind, objectId])).toEqual([
    ["PACKAGE", runId],
    ["REPORT", runId],
    ["EXPORT", exports[0]!.id],
    ["SNAPSHOT", runId],
    ["ORIGINAL", documentId],
  ]);
  expect(new Set(byViewer.map(({ actor }) => actor)).size).toBe(1);
  expect(names[byLink!.actor]).toBeTruthy();
  expect(names[documentId]).toBe("policy.txt");

  expect((await list(`?documentId=${documentId}`)).accessRecords).toHaveLength(3);
  expect((await list(`?runId=${runId}&kind=SNAPSHOT`)).accessRecords).toHaveLength(1);
  expect((await list(`?actor=${byKey!.actor}`)).accessRecords).toEqual([byKey]);
  expect((await list("?to=2020-01-01T00:00:00Z")).accessRecords).toEqual([]);
  expect((await list("?documentId=nothing")).accessRecords).toEqual([]);
});

test("ranges of one file by one reader are one record; HEAD, a refusal and an unchanged answer are none", async () => {
  const count = async (id: string) => (await list(`?documentId=${id}`)).accessRecords.length;
  const { id } = await admin.settled((await admin.upload("other.txt", `${policyText} Other.`)).id);
  const path = `/api/documents/${id}/original`;
  await viewer.call("HEAD", path);
  await viewer.call("GET", path, { headers: { Range: "bytes=900000-" } });
  expect(await count(id)).toBe(0);
  for (const range of ["bytes=0-3", "bytes=4-9", "bytes=-1"])
    await (await viewer.call("GET", path, { headers: { Range: range } })).arrayBuffer();
  // Two where ten minutes end between them.
  expect([1, 2]).toContain(await count(id));
});

test("what cannot be recorded is not sent", async () => {
  await asOwner(sql`revoke insert on access_records from assay_tenant`);
  try {
    for (const path of [`/api/documents/${documentId}/original`, `/api/runs/${runId}/snapshot`])
      expect((await admin.call("GET", path)).status).toBe(500);
  } finally {
    await asOwner(sql`grant insert on access_records to assay_tenant`);
  }
  expect((await admin.call("GET", `/api/runs/${runId}/snapshot`)).status).toBe(200);
});

test("only an ADMIN sees them, as a list and as a file, and of the own tenant alone", async () => {
  for (const role of ["VIEWER", "MEMBER"] as const)
    for (const path of ["", "/export?format=csv"])
      await expectError(
        await (await tenant.as(role)).call("GET", `/api/admin/access-records${path}`),
        403,
        "FORBIDDEN",
      );
  const other = await (await assay.tenant()).as("ADMIN");
  expect((await other.get("/api/admin/access-records", accessRecordListReply)).accessRecords).toEqual([]);

  const { accessRecords } = await list("?limit=200");
  const text = async (format: string) =>
    (await admin.call("GET", `/api/admin/access-records/export?format=${format}`)).text();
  const lines = (await text("ndjson")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual(accessRecords);
  const [heading, ...rows] = (await text("csv")).trim().split("\r\n");
  expect(heading).toBe("createdAt,actor,kind,objectId,runId,id");
  expect(rows).toHaveLength(accessRecords.length);
});

test("they are final, and kept 13 months", async () => {
  const ctx = { db: assay.service.db, tenantId: tenant.id };
  const older = (
    months: number,
  ) => sql`insert into access_records (id, tenant_id, created_at, actor, kind, object_id, slot)
    values (${newId()}, ${tenant.id}, now() - make_interval(months => ${months}), 'old', 'REPORT', ${runId}, ${months})`;
  await inTenant(ctx, (tx) => tx.execute(older(12)));
  await inTenant(ctx, (tx) => tx.execute(older(14)));
  await expect(asOwner(sql`update access_records set actor = 'x'`)).rejects.toThrow();
  await expect(asOwner(sql`delete from access_records`)).rejects.toThrow();
  await sweepNow();
  expect((await list("?actor=old")).accessRecords).toHaveLength(1);
});

async function sweepNow(): Promise<void> {
  await sweep(assay.service.db, {
    stalledAfterMs: 9e8,
    waitMaxMs: 86_400_000,
    rehashEveryMs: 9e8,
    keepJobsMs: 9e8,
    keepSpansMs: 9e8,
    keepDeliveriesMs: 9e9,
    checkpointEveryMs: 9e8,
    quota: { quotas: {}, quotaWindowMs: 60_000, quotaArrivalMs: 5000, retryDelayMs: 2000 },
  });
}

test("what sends a file says whether its reading is recorded", () => {
  const files = OPERATIONS.filter(({ method, responses }) => {
    const content = responses[200];
    return method === "GET" && typeof content === "object" && content !== null && !("_zod" in content);
  });
  /** What is made for an ADMIN of records, and what holds no evidence. */
  const unrecorded = [
    "admin.audit.list",
    "admin.events.stream",
    "admin.traces.get",
    "admin.accessRecords.export",
    "runs.events",
    "sources.manifestFiles",
  ];
  const silent = files.filter(({ id, reads }) => !reads && !id.startsWith("service.")).map(({ id }) => id);
  expect(silent.sort()).toEqual(unrecorded.sort());
});
