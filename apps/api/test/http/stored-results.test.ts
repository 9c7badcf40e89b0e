import { exportListReply } from "@assay/contract";
import { sql } from "drizzle-orm";
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

/** As whoever owns the database can. */
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
