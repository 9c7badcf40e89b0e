import { assessmentListReply, assessmentOrDamageListReply, exportListReply } from "@assay/contract";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectError, type TestClient } from "../support/test-client.ts";
import { testRun } from "../support/test-run.ts";
import type { TestService } from "../support/test-service.ts";

let assay: TestService;
let admin: TestClient;
let runId: string;
beforeAll(async () => {
  ({ assay, admin, runId } = await testRun({}, { filename: "backup-policy.txt" }));
});
afterAll(() => assay.close());

/** As anyone who owns the database can. */
async function flipByte(table: string, column: string): Promise<void> {
  const owner = await assay.database.asOwner();
  try {
    await owner.db.transaction(async (tx) => {
      await tx.execute(sql.raw(`alter table ${table} disable trigger ${table}_final`));
      await tx.execute(
        sql.raw(`update ${table} set ${column} = set_byte(${column}, 9, get_byte(${column}, 9) # 1)
                 where run_id = '${runId}'`),
      );
      await tx.execute(sql.raw(`alter table ${table} enable always trigger ${table}_final`));
    });
  } finally {
    await owner.close();
  }
}

test("a changed byte of a snapshot, a replay or an export is never served: 500 INTEGRITY_ERROR, and a line in the log", async () => {
  const { exports } = await admin.get(`/api/runs/${runId}/exports`, exportListReply);
  const paths: [string, string, string][] = [
    ["snapshots", "bytes", `/api/runs/${runId}/snapshot`],
    ["snapshots", "replay_bytes", `/api/admin/runs/${runId}/replay`],
    ...exports.map(({ id }): [string, string, string] => ["exports", "bytes", `/api/runs/${runId}/exports/${id}`]),
  ];
  for (const [table, column, path] of paths) {
    const whole = await admin.call("GET", path);
    expect(whole.status, path).toBe(200);
    const bytes = await whole.arrayBuffer();
    await flipByte(table, column);
    const { message, requestId, details } = await expectError(await admin.call("GET", path), 500, "INTEGRITY_ERROR");
    expect(message).toContain("until an operator has restored the database from a backup");
    expect(details).toMatchObject({ runId, recordedHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const lines = assay.log.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);
    expect(lines).toContainEqual(expect.objectContaining({ level: "error", event: "integrity.failed", runId }));
    await flipByte(table, column);
    const again = await admin.call("GET", path);
    expect([again.status, await again.arrayBuffer()]).toEqual([200, bytes]);
  }
});

test("a verdict that is changed in the database is served by nothing that reads the run, and all others are", async () => {
  const path = `/api/runs/${runId}/assessments`;
  const { assessments } = await admin.get(path, assessmentListReply);
  const missing = assessments.find(({ status }) => status === "MISSING")!;
  await changeVerdict(missing.id, sql`status = 'COMPLETE', confidence = 0.97`);
  const listed = await admin.get(path, assessmentOrDamageListReply);
  expect(listed.assessments).toEqual(
    assessments.map((each) => (each === missing ? { id: missing.id, damaged: true } : each)),
  );
  const refused = [
    `/api/runs/${runId}/report?format=csv`,
    `/api/runs/${runId}/diff?against=${runId}`,
    `/api/runs/${runId}/review-queue`,
  ];
  for (const each of refused) {
    const { details } = await expectError(await admin.call("GET", each), 500, "INTEGRITY_ERROR");
    expect(details, each).toMatchObject({ runId, damaged: [missing.id] });
  }
  await changeVerdict(missing.id, sql`status = 'MISSING', confidence = ${missing.confidence}`);
  expect(await admin.get(path, assessmentListReply)).toEqual({ assessments, nextCursor: null });
});

async function changeVerdict(id: string, change: SQL): Promise<void> {
  const owner = await assay.database.asOwner();
  try {
    await owner.db.transaction(async (tx) => {
      await tx.execute(sql`alter table assessments disable trigger assessments_final`);
      await tx.execute(sql`update assessments set ${change} where id = ${id}`);
      await tx.execute(sql`alter table assessments enable always trigger assessments_final`);
    });
  } finally {
    await owner.close();
  }
}
