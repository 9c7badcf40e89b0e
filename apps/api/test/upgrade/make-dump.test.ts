import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rowsOf } from "@assay/db";
import { keysToText, makeSigningKeys, rotateSigningKeys, type SigningKeys } from "@assay/embedded/key-signer";
import { addSecretKey, secretKeysToText } from "@assay/embedded/secret-box";
import { openTestDatabase } from "@assay/testing";
import { DUMP_SETTINGS, writeDump } from "@assay/testing/dump";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testService } from "../support/test-service.ts";
import { receiveWebhooks } from "../support/webhook-receiver.ts";
import { actInEachWay, startEvidence } from "./dumped-tenant.ts";
import { createTurningAssessor } from "./turning-assessor.ts";

/** Roles belong to the server, so a dump of one database leaves them out. */
const ROLES = `do $$
declare wanted text;
begin
  foreach wanted in array array['assay_tenant', 'assay_system', 'assay_catalog'] loop
    begin
      execute format('create role %I nologin nosuperuser nobypassrls nocreatedb nocreaterole', wanted);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;
`;

test("a database as this version leaves it, with one of everything, is written next to its stored files", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "assay-dump-"));
  const database = await openTestDatabase();
  const kept = Promise.resolve({ ...database, close: async () => {} });
  const receiver = await receiveWebhooks();
  const assessor = createTurningAssessor();
  const first = await makeSigningKeys();
  const secrets = secretKeysToText(addSecretKey());
  const open = (keys: SigningKeys) => {
    const settings = { CHECKPOINT_SIGNING_KEY: keysToText(keys), WEBHOOK_SECRET_KEY: secrets };
    return testService(
      { ...settings, ASSAY_DATA_DIR: dataDir },
      { assessor, webhookSender: receiver.sender, limits: { checkpointEveryMs: 1000, sweepMs: 200 } },
      kept,
    );
  };

  const before = await open(first);
  const started = await startEvidence(before);
  await before.service.close();
  // What was signed with the first key verifies by its public half alone from here on.
  const rotated = await rotateSigningKeys(first);
  const assay = await open(rotated);
  const expected = await actInEachWay(assay, started, assessor);
  await assay.service.close();

  const owner = await database.asOwner();
  // A dump outlives what is given out for days: the checks of later years use it too.
  for (const [table, trigger] of [
    ["run_links", "run_links_fixed"],
    ["api_keys", undefined],
  ] as const) {
    if (trigger) await owner.db.execute(sql.raw(`alter table ${table} disable trigger ${trigger}`));
    await owner.db.execute(sql.raw(`update ${table} set expires_at = '2100-01-01'`));
    if (table === "run_links")
      await owner.db.execute(
        sql`update run_links set session_expires_at = '2100-01-01' where session_hash is not null`,
      );
    if (trigger) await owner.db.execute(sql.raw(`alter table ${table} enable always trigger ${trigger}`));
  }
  const names = await rowsOf<{ name: string }>(owner.db, sql`select name from assay_migrations order by name`);
  await owner.close();

  const options = ["--inserts", "--rows-per-insert=200", "--no-owner", "--dbname", database.superuserUrl!];
  const dumped = spawnSync("pg_dump", options, { encoding: "utf8", maxBuffer: 1 << 28 });
  expect(dumped.stderr).toBe("");
  await writeDump(names.at(-1)!.name.replace(/\.sql$/, ""), {
    // psql's own commands, which nothing else reads.
    sql: ROLES + dumped.stdout.replace(/^\\(un)?restrict .*$/gm, ""),
    filesFrom: join(dataDir, "files"),
    expected: {
      ...expected,
      settings: { [DUMP_SETTINGS.signingKey]: keysToText(rotated), [DUMP_SETTINGS.secretKey]: secrets },
      migrations: names.map(({ name }) => name),
    },
  });
  await receiver.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});
