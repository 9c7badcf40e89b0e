import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  type AuditEntry,
  auditListReply,
  auditVerifyReply,
  canonicalJson,
  checkpointListReply,
  overviewReply,
} from "@assay/contract";
import { auditHash } from "@assay/core/audit";
import { enqueueChainChecks } from "@assay/core/checkpoints";
import { createKeySigner, keysToText, makeSigningKeys, type SigningKeys } from "@assay/embedded/key-signer";
import { type S3Double, startS3Double } from "@assay/testing/doubles/s3/start-s3";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleBin } from "../support/command-line.ts";
import { policyText } from "../support/small-pack.ts";
import { type TestClient, until } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let folder: string;
let keys: SigningKeys;
let witness: ChildProcess;
let s3: S3Double;
let assay: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-left-"));
  keys = await makeSigningKeys();
  const keyFile = join(folder, "keys.json");
  await writeFile(keyFile, JSON.stringify({ keys: [keys.current] }));
  const state = join(folder, "witness");
  const options = ["witness", "--keys", keyFile, "--state", state, "--port", "0"];
  witness = spawn(process.execPath, [bundleBin(join(folder, "bin")), ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: witness.stdout! }), "line")) as [string];
  s3 = await startS3Double();
  execFileSync("git", ["init", "--bare", "--quiet", join(folder, "kept.git")]);
  assay = await testService({
    CHECKPOINT_SIGNING_KEY: keysToText(keys),
    CHECKPOINT_FOLDER: folder,
    CHECKPOINT_GIT_URL: `file://${join(folder, "kept.git")}`,
    CHECKPOINT_WITNESS_URL: /http:\S+?(?=,)/.exec(line)![0],
    CHECKPOINT_S3_ENDPOINT: s3.endpoint,
    CHECKPOINT_S3_BUCKET: s3.bucket,
    CHECKPOINT_S3_REGION: s3.region,
    CHECKPOINT_S3_ACCESS_KEY_ID: s3.accessKeyId,
    CHECKPOINT_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  });
});
afterAll(async () => {
  await assay?.close();
  await s3?.close();
  witness?.kill();
  await rm(folder, { recursive: true, force: true });
});

const verify = (admin: TestClient) => admin.get("/api/admin/audit-logs/verify", auditVerifyReply);
const checkpointsOf = async (admin: TestClient) =>
  (await admin.get("/api/admin/audit-logs/checkpoints", checkpointListReply)).checkpoints;
const PLACES = ["folder", "git", "s3", "witness"];

/** The checkpoint of a run, once it is in all places; one that the day brings may be there as well. */
const leftAfter = (admin: TestClient, runId: string) =>
  until(
    () => checkpointsOf(admin),
    (all) =>
      all.some((each) => each.runId === runId) &&
      all.every(({ departures }) => departures.filter(({ leftAt }) => leftAt !== null).length === PLACES.length),
  );

/** Rewrites the whole log, with the rights of the database's owner, and signs all of it again with the service's own key. */
async function rewriteAll(admin: TestClient, tenantId: string): Promise<void> {
  const entries: AuditEntry[] = (await admin.get("/api/admin/audit-logs?limit=200", auditListReply)).entries.reverse();
  const checkpoints = await checkpointsOf(admin);
  const signer = await createKeySigner(keys);
  const owner = await assay.database.asOwner();
  try {
    await owner.db.transaction(async (tx) => {
      for (const table of ["audit_entries", "audit_checkpoints"])
        await tx.execute(sql.raw(`alter table ${table} disable trigger ${table}_final`));
      const hashes = new Map<number, string>();
      let previousHash = "0".repeat(64);
      for (const { hash: _, ...entry } of entries) {
        const changed = {
          ...entry,
          actor: entry.action === "document.uploaded" ? "nobody" : entry.actor,
          previousHash,
        };
        const hash = await auditHash(changed);
        await tx.execute(sql`update audit_entries set actor = ${changed.actor}, previous_hash = ${previousHash},
          hash = ${hash} where id = ${entry.id}`);
        hashes.set(entry.sequence, hash);
        previousHash = hash;
      }
      await tx.execute(sql`update audit_heads set hash = ${previousHash} where tenant_id = ${tenantId}`);
      for (const { id, statement } of checkpoints) {
        const changed = { ...statement, hash: hashes.get(statement.sequence)! };
        const signature = await signer.sign(new TextEncoder().encode(canonicalJson(changed)));
        await tx.execute(sql`update audit_checkpoints set hash = ${changed.hash},
          signature = ${btoa(String.fromCharCode(...signature))} where id = ${id}`);
      }
      for (const table of ["audit_entries", "audit_checkpoints"])
        await tx.execute(sql.raw(`alter table ${table} enable always trigger ${table}_final`));
    });
  } finally {
    await owner.close();
  }
}

test("a log that was rewritten as a whole and signed again is not valid, by what left for each place", async () => {
  const { id: tenantId, as } = await assay.tenant();
  const admin = await as("ADMIN");
  await admin.settled((await admin.upload("policy.txt", policyText)).id);
  const { id: runId } = await admin.startRun();
  await admin.finished(runId);
  const signed = await leftAfter(admin, runId);
  for (const { departures } of signed) expect(departures.map(({ destination }) => destination)).toEqual(PLACES);
  const places = PLACES.map((destination) => ({ destination, checked: signed.length }));
  expect(await verify(admin)).toMatchObject({ valid: true, outside: places });

  await rewriteAll(admin, tenantId);
  expect(await verify(admin)).toMatchObject({
    valid: false,
    checkpoints: { checked: signed.length, problems: [] },
    outside: places.map((place) => ({
      ...place,
      problems: expect.arrayContaining([expect.objectContaining({ problem: "HASH_DIFFERS" })]),
      errorCode: null,
    })),
  });
  await enqueueChainChecks(assay.service.db, { everyMs: 0 });
  const { overview } = await until(
    () => admin.get("/api/admin/overview", overviewReply),
    (reply) => reply.overview.audit.broken !== null,
  );
  expect(overview.audit.broken).toMatchObject({ problem: "CHECKPOINT_DIFFERS" });
  const next = await admin.finished((await admin.startRun()).id);
  expect(next).toMatchObject({ status: "COMPLETED", snapshotStatus: "FAILED" });
  expect(await checkpointsOf(admin)).toHaveLength(signed.length);
});
