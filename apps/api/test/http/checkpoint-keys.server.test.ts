import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auditVerifyReply, checkpointListReply } from "@assay/contract";
import { putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { keysToText, makeSigningKeys, readKeysText } from "@assay/embedded/key-signer";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { checkKeys } from "../../src/doctor/check-keys.ts";
import { ROOT } from "../support/launch-process.ts";
import { until } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

// A deployment of a previous version kept its key in its data folder alone.
let database: TestDatabase;
let folder: string;
let tenantId: string;
let firstKey: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "assay-keys-"));
  const env = { ASSAY_DATA_DIR: folder };
  const assay = await testService(
    env,
    { limits: { checkpointEveryMs: 1000, sweepMs: 50 } },
    Promise.resolve({ ...database, close: async () => {} }),
  );
  // Its data folder is to stay when it is closed.
  const tenant = await assay.tenant();
  tenantId = tenant.id;
  const admin = await tenant.as("ADMIN");
  const { checkpoints } = await until(
    () => admin.get("/api/admin/audit-logs/checkpoints", checkpointListReply),
    (list) => list.checkpoints.length > 0,
  );
  firstKey = checkpoints[0]!.keyId;
  await assay.service.close();
  const owner = await database.asOwner();
  for (const statement of [
    "alter table checkpoint_keys disable trigger checkpoint_keys_never_emptied",
    "truncate checkpoint_keys",
    "alter table checkpoint_keys enable always trigger checkpoint_keys_never_emptied",
  ])
    await owner.db.execute(sql.raw(statement));
  await owner.close();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

function command(name: string, env: Readonly<Record<string, string>>, ...args: string[]) {
  const path = join(ROOT, "apps/api/src/commands", name);
  return spawnSync(process.execPath, [path, ...args], { encoding: "utf8", env: { PATH: process.env.PATH, ...env } });
}

async function isValid({ service, client }: TestService): Promise<boolean> {
  const userId = newId();
  await putMember(service.db, { tenantId, userId, email: `${userId}@example.test`, role: "ADMIN" });
  const admin = client(await service.identity.issueToken({ userId, tenantId, ttlSeconds: 600 }));
  return (await admin.get("/api/admin/audit-logs/verify", auditVerifyReply)).valid;
}

describe("the key that a data folder keeps", () => {
  test("is carried over as the setting, by a command", () => {
    const printed = command("export-checkpoint-key.ts", { ASSAY_DATA_DIR: folder });
    expect(printed.status, printed.stderr).toBe(0);
    const [, text] = /^CHECKPOINT_SIGNING_KEY=(\S+)\n$/.exec(printed.stdout)!;
    expect(readKeysText(text!)?.current.kid).toBe(firstKey);
    const none = command("export-checkpoint-key.ts", { ASSAY_DATA_DIR: join(folder, "none") });
    expect([none.status, none.stderr]).toEqual([1, expect.stringContaining("npm run checkpoint-key:create")]);
  });

  test("is named by doctor where another is active elsewhere, and a command makes what it signed valid again", async () => {
    const env = {
      DATABASE_URL: database.url!,
      CHECKPOINT_SIGNING_KEY: keysToText(await makeSigningKeys()),
      ASSAY_DATA_DIR: join(folder, "elsewhere"),
    };
    const wrong = async () => (await checkKeys(readConfig(env))).filter(({ ok }) => !ok).map(({ text }) => text);
    const assay = await testService(
      { ...env, DATABASE_URL: "" },
      {},
      Promise.resolve({ ...database, close: async () => {} }),
    );
    expect(await isValid(assay)).toBe(false);
    expect(await wrong()).toEqual([expect.stringMatching(`Key ${firstKey} signed \\d+ checkpoints and is not known`)]);
    const file = join(folder, "checkpoints/checkpoint-keys.json");
    const kept = command("keep-checkpoint-key.ts", env, file);
    expect(kept.stdout, kept.stderr).toContain(`Key ${firstKey} is now known`);
    expect(await isValid(assay)).toBe(true);
    expect(await wrong()).toEqual([]);
    await assay.service.close();
  });

  test("counts by itself where the data folder is still there", async () => {
    const keys = await makeSigningKeys();
    const env = { CHECKPOINT_SIGNING_KEY: keysToText(keys), ASSAY_DATA_DIR: folder };
    const findings = await checkKeys(readConfig({ ...env, DATABASE_URL: database.url! }));
    expect(findings).toEqual([
      { ok: true, text: expect.stringContaining(`signed with key ${keys.current.kid} of CHECKPOINT_SIGNING_KEY`) },
      { ok: true, text: expect.stringContaining(`The data folder keeps another key, ${firstKey}`) },
      ...findings.slice(2),
    ]);
    const assay = await testService(
      env,
      { limits: { checkpointEveryMs: 1000, sweepMs: 50 } },
      Promise.resolve({ ...database, close: async () => {} }),
    );
    expect(await isValid(assay)).toBe(true);
    await assay.service.close();
  });
});
