import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { auditVerifyReply, corpusIngestionReply, deployment } from "@assay/contract";
import { addSecretKey, secretKeysToText } from "@assay/embedded/secret-box";
import { openDatabaseHold } from "@assay/testing/database-hold";
import { runOnServer } from "@assay/testing/test-database-server";
import { describe, expect, onTestFinished, test } from "vitest";
import { UNFINISHED } from "../../src/backup/backup-set.ts";
import { createBackup } from "../../src/backup/create-backup.ts";
import { type Manifest, readManifest } from "../../src/backup/manifest.ts";
import { restoreBackup } from "../../src/backup/restore-backup.ts";
import { verifyBackup } from "../../src/backup/verify-backup.ts";
import type { Config } from "../../src/config.ts";
import { readProcessConfig } from "../../src/read-process-config.ts";
import { type Env, entryOfCommand, ROOT } from "../support/launch-process.ts";
import { makeOperatorDatabase } from "../support/operator-database.ts";
import { runCommand, shownPassword } from "../support/run-command.ts";
import { startProcess, startServer, testFolder } from "../support/start-process.ts";
import { createTestClient, type TestClient, until } from "../support/test-client.ts";

const server = process.env.ASSAY_TEST_POSTGRES_URL;
const EMAIL = "ada@acme.example";
const PASSWORD = "a password of my own";
const TEXT = "Access rights are reviewed every quarter by the security officer.";
const signal = new AbortController().signal;
/** Where the files of guidance are. */
const OF_NO_TENANT = "00000000-0000-0000-0000-000000000000";

interface Deployment {
  readonly env: Env;
  /** Settings of a place with nothing in it yet, for the same kind of database. */
  makeEmpty(): Promise<Env>;
  /** Where the bytes of originals are. */
  filesOf(env: Env): string;
}

async function embedded(): Promise<Deployment> {
  const keyFile = join(await testFolder(), "files-key");
  await writeFile(keyFile, secretKeysToText(addSecretKey()));
  const makeEmpty = async () => ({ ASSAY_DATA_DIR: join(await testFolder(), "data"), FILES_KEY_FILE: keyFile });
  return { env: await makeEmpty(), makeEmpty, filesOf: (env) => join(env.ASSAY_DATA_DIR!, "files") };
}

async function onServer(): Promise<Deployment> {
  const makeEmpty = async () => {
    const env = await makeOperatorDatabase();
    const address = new URL(server!);
    address.pathname = new URL(env.DATABASE_URL).pathname;
    return { ...env, DATABASE_BACKUP_URL: address.href };
  };
  return { env: await makeEmpty(), makeEmpty, filesOf: (env) => env.FILES_DIR! };
}

const KINDS = [["an embedded database", embedded] as const, ...(server ? [["a server", onServer] as const] : [])];
const isOnServer = (env: Env) => "DATABASE_URL" in env;

const backup = (env: Env, ...options: string[]) => runCommand("backup", options, env);
const maintenance = (env: Env, ...options: string[]) => runCommand("maintenance", options, env);
const setOf = (stdout: string) => /^Set: (.*)$/m.exec(stdout)![1]!;

async function signIn(url: string): Promise<TestClient> {
  const reply = await createTestClient(url).sendJson("POST", "/auth/v1/token?grant_type=password", {
    email: EMAIL,
    password: PASSWORD,
  });
  const { access_token: token } = (await reply.json()) as { access_token: string };
  return createTestClient(url, token);
}

/** A tenant with three documents and a finished run. */
async function fill(env: Env) {
  const options = ["--name", "Acme", "--admin", EMAIL, "--super-admin", "--pack", join(ROOT, "tools/demo/pack.json")];
  const made = await runCommand("create-tenant", options, env);
  expect(made.code, made.stderr).toBe(0);
  const service = await startServer("node", env.ASSAY_DATA_DIR!, env);
  const credentials = { email: EMAIL, password: shownPassword(made.stdout) };
  const first = await createTestClient(service.url).sendJson("POST", "/auth/v1/token?grant_type=password", credentials);
  const { access_token } = (await first.json()) as { access_token: string };
  const change = { current: credentials.password, new: PASSWORD };
  const changed = await createTestClient(service.url, access_token).sendJson("POST", "/api/session/password", change);
  expect(changed.status).toBe(204);
  const client = await signIn(service.url);
  const documents = [];
  for (const index of [1, 2, 3])
    documents.push(await client.settled((await client.upload(`policy-${index}.txt`, `${index}. ${TEXT}`)).id));
  const { id: runId } = await client.startRun();
  await client.finished(runId);
  return { service, client, runId, documentIds: documents.map(({ id }) => id) };
}

const sha256Of = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");

/** What must be the same after a restore. */
async function readProofs(client: TestClient, { runId, documentIds }: { runId: string; documentIds: string[] }) {
  const bytes: Record<string, string> = {};
  for (const path of [`/api/runs/${runId}/snapshot`, ...documentIds.map((id) => `/api/documents/${id}/original`)]) {
    const response = await client.call("GET", path);
    expect(response.status, path).toBe(200);
    bytes[path] = sha256Of(Buffer.from(await response.arrayBuffer()));
  }
  const { valid, firstBroken } = await client.get("/api/admin/audit-logs/verify", auditVerifyReply);
  return { bytes, valid, firstBroken };
}

const originalPath = (root: string, { contents }: Manifest, documentId: string) =>
  join(root, contents.tenants[0]!.id, `${documentId}.file`, "bytes");

/** On a machine that is busy ten times over. */
const MINUTES = 600_000;

describe.each(KINDS)("of %s", (_, make) => {
  test(
    "maintenance mode is begun and ended next to the service; a backup is made, continued where it was cut off, verified without a trace, and restored with equal snapshots, originals and audit chain",
    async () => {
      const { env, makeEmpty, filesOf } = await make();
      const { service, client, ...ids } = await fill(env);
      await tryMaintenance(env, service.url, client, ids.runId);
      const before = await readProofs(client, ids);
      const to = await testFolder();
      if (!isOnServer(env)) {
        const refused = await backup(env, "create", "--to", to);
        expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("while a service uses it") });
        await service.end("SIGTERM");
        expect((await runCommand("doctor", [], env)).stdout).toContain("WARN  No backup is recorded");
      }
      const config = readProcessConfig(env);

      if (isOnServer(env)) await killWithin(env, to);
      const created = await backup(env, "create", "--to", to);
      expect(created.code, created.stderr).toBe(0);
      expect(created.stdout).toMatch(/Backed up 1 tenants and 3 originals/);
      const made = setOf(created.stdout);
      const manifest = await readManifest(made);
      expect(manifest.contents.tenants).toMatchObject([{ documents: 3, snapshots: { count: 1 } }]);
      expect((await stat(made)).mode & 0o077).toBe(0);
      const left = await leaveTrial(env);
      const verified = await backup(env, "verify", made);
      expect(verified.code, verified.stderr).toBe(0);
      expect(verified.stdout).toMatch(/whole: 1 tenants, 1 snapshots, \d+ audit entries, 3 originals/);
      if (left) {
        const trials = [left, `assay_verify_${manifest.id.replaceAll("-", "")}`];
        expect((await listDatabases()).filter((name) => trials.some((each) => name.startsWith(each)))).toEqual([]);
      }
      if (isOnServer(env)) {
        await restoreBackup(config, made, { replaces: true, signal }).then(
          () => expect.unreachable(),
          (error) => expect(error.message).toMatch(/stop (it|that one)/),
        );
        await service.end("SIGTERM");
      }
      const set = isOnServer(env) ? made : await tryCutOff(env, to, made, manifest);
      // A set that lacks originals is not recorded.
      const told = (await runCommand("doctor", [], env)).stdout;
      expect(told).toContain(`ok    The last backup is of ${manifest.takenAt}, verified at 20`);

      if (!isOnServer(env)) {
        await tryLinks(config, set);
        await tryWithoutKey(await makeEmpty(), set);
      }
      const place = await makeEmpty();
      const key = env.CHECKPOINT_SIGNING_KEY;
      const target: Env = key ? { ...place, CHECKPOINT_SIGNING_KEY: key } : place;
      const restored = await backup(target, "restore", set);
      expect(restored.code, restored.stderr).toBe(0);
      const kept = await Promise.all([join(set, "files"), filesOf(target)].map((root) => readStored(root)));
      expect(kept.map((texts) => texts.filter((text) => text.includes(TEXT)).length)).toEqual([
        3,
        isOnServer(env) ? 3 : 0,
      ]);
      expect(kept.map((texts) => texts.length)).toEqual([3, 3]);
      const again = await startServer("node", target.ASSAY_DATA_DIR!, target);
      const there = await signIn(again.url);
      expect(await readProofs(there, ids)).toEqual(before);
      await there.settled((await there.upload("later.txt", `4. ${TEXT}`)).id);
      await again.end("SIGTERM");
      // What holds something is not overwritten by itself.
      await expect(restoreBackup(readProcessConfig(target), set, { replaces: false, signal })).rejects.toThrow(
        /use an empty target, or --replace/,
      );
      const [damaged] = await findStored(filesOf(target), ids.documentIds[0]!);
      await spoil(damaged!);
      expect(await restoreBackup(readProcessConfig(target), set, { replaces: true, signal })).toMatchObject({
        problems: [],
        originals: { copied: 1, found: 2 },
      });

      await tryDamage(config, set, await readManifest(set), ids.documentIds[1]!);
      await expect(
        restoreBackup(readProcessConfig(await makeEmpty()), set, { replaces: false, signal }),
      ).rejects.toThrow(/Cannot restore a damaged backup/);
    },
    MINUTES,
  );
});

/** Ends a backup by force while originals are copied. */
async function killWithin(env: Env, to: string): Promise<void> {
  const killed = startProcess([process.execPath, entryOfCommand("backup"), "create", "--to", to], env);
  await until(
    async () => existsSync(join(to, UNFINISHED, "originals.jsonl")),
    (isThere) => isThere,
  );
  await killed.end("SIGKILL");
}

/**
 * A set that was cut off is continued, and originals that the store has damaged or lost are named. Returns the whole set.
 */
async function tryCutOff(env: Env, to: string, first: string, manifest: Manifest): Promise<string> {
  const config = readProcessConfig(env);
  const tenantId = manifest.contents.tenants[0]!.id;
  const [one, other, third] = (await findStored(join(first, "files"), "")).sort();
  const inode = (await stat(one!)).ino;
  // As a kill late in it leaves it: no manifest, one original half-way, one of a document that is gone.
  const work = join(to, UNFINISHED);
  await rename(first, work);
  await rm(join(work, "manifest.json"));
  await rm(join(other!.replace(first, work), ".."), { recursive: true });
  await mkdir(join(work, "files", ".parts", "half"), { recursive: true });
  await cp(join(one!.replace(first, work), ".."), join(work, "files", "0", "abc.file"), { recursive: true });
  const { set: second } = await createBackup(config, to, { signal });
  expect((await stat(one!.replace(first, second))).ino).toBe(inode);
  expect(await readdir(join(second, "files", "0"))).toEqual([]);

  const files = join(env.ASSAY_DATA_DIR!, "files");
  const [damagedId, lostId] = [other!, third!].map((path) => basename(dirname(path), ".file"));
  const [[damaged], [lost]] = [await findStored(files, damagedId!), await findStored(files, lostId!)];
  await spoil(damaged!);
  await rename(join(lost!, ".."), `${damaged}.aside`);
  const named = await backup(env, "create", "--to", await testFolder());
  expect(named).toMatchObject({ code: 1, stderr: expect.stringContaining("2 originals are lost or damaged") });
  for (const id of [damagedId, lostId]) expect(named.stderr).toContain(`${tenantId}/${id}`);
  const { originals } = await readManifest(setOf(named.stdout));
  expect(originals.missing.toSorted()).toEqual([damagedId, lostId].map((id) => `${tenantId}/${id}`).toSorted());
  return second;
}

/** Where the bytes of a document are in a folder of originals, sealed or not; of each document for "". */
async function findStored(root: string, documentId: string): Promise<string[]> {
  const paths = await readdir(root, { recursive: true });
  return paths.filter((path) => path.endsWith(`${documentId}.file/bytes`)).map((path) => join(root, path));
}

async function readStored(root: string): Promise<string[]> {
  return Promise.all((await findStored(root, "")).map((path) => readFile(path, "latin1")));
}

async function addGuidance(client: TestClient, packId: string): Promise<string> {
  const form = new FormData();
  form.append("packId", packId);
  form.append("file", new Blob(["Backups are taken every day, says the regulator."]), "guidance.txt");
  const response = await client.call("POST", "/api/admin/corpus/ingestions", { body: form });
  const { ingestion } = corpusIngestionReply.parse(await response.json());
  await until(
    async () =>
      (await client.get(`/api/admin/corpus/ingestions/${ingestion.id}`, corpusIngestionReply)).ingestion.status,
    (status) => status === "COMPLETED",
  );
  return ingestion.id;
}

/** Changes one byte in the middle. */
async function spoil(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(path, bytes);
}

/** What a link leads to is in no set: neither is one made, nor taken for whole. */
async function tryLinks(config: Config, set: string): Promise<void> {
  const link = join(config.ASSAY_DATA_DIR, "keys-elsewhere");
  await symlink(await testFolder(), link);
  await expect(createBackup(config, await testFolder(), { signal })).rejects.toThrow(
    `Cannot back up '${link}' as it is a symbolic link`,
  );
  await rm(link);
  const listed = join(set, "folder", (await readManifest(set)).folder[0]!.path);
  const aside = join(await testFolder(), "aside");
  await rename(listed, aside);
  await symlink(aside, listed);
  expect((await verifyBackup(config, set, signal)).problems).toEqual([expect.stringContaining("is a symbolic link")]);
  await rm(listed);
  await rename(aside, listed);
}

/** Originals that were encrypted do not come back in plain. */
async function tryWithoutKey({ FILES_KEY_FILE: _, ...env }: Env, set: string): Promise<void> {
  await expect(restoreBackup(readProcessConfig(env), set, { replaces: false, signal })).rejects.toThrow(
    /Cannot restore without the key that encrypts originals/,
  );
  expect(existsSync(env.ASSAY_DATA_DIR!)).toBe(false);
}

async function tryMaintenance(env: Env, url: string, client: TestClient, runId: string): Promise<void> {
  const told = () => createTestClient(url).get("/.well-known/assay-deployment.json", deployment);
  expect(await told()).toEqual({ empty: false, maintenance: null });
  const began = await maintenance(env, "on", "--reason", "Backup until 22:00");
  expect(began.code, began.stderr).toBe(0);
  expect(await told()).toMatchObject({ maintenance: { reason: "Backup until 22:00" } });
  for (const refused of [
    await client.sendFile("more.txt", TEXT),
    await client.sendJson("POST", "/api/runs/start", {}),
    await createTestClient(url).sendJson("POST", "/api/resets/ask", { email: EMAIL }),
    await client.sendJson("PUT", "/auth/v1/user", { password: "another password of mine" }),
  ]) {
    expect(refused.status).toBe(503);
    expect(refused.headers.get("Retry-After")).toBe("30");
    expect(await refused.json()).toMatchObject({ error: "MAINTENANCE" });
  }
  const reader = await signIn(url);
  expect((await reader.call("GET", `/api/runs/${runId}/snapshot`)).status).toBe(200);
  expect((await maintenance(env, "off")).stdout).toContain("everything is served");
  expect(await told()).toMatchObject({ maintenance: null });
}

/** A database as a trial that was killed leaves it. Returns its name, where there can be one. */
async function leaveTrial(env: Env): Promise<string | undefined> {
  if (!isOnServer(env)) return undefined;
  const left = `assay_verify_${randomBytes(16).toString("hex")}`;
  await runOnServer(server!, `create database ${left}`);
  onTestFinished(() => runOnServer(server!, `drop database if exists ${left}`));
  return left;
}

/** Whatever is not as the manifest says is named. Leaves the set with a damaged database. */
async function tryDamage(config: Config, set: string, manifest: Manifest, documentId: string): Promise<void> {
  const problems = async () => (await verifyBackup(config, set, signal)).problems;
  const path = originalPath(join(set, "files"), manifest, documentId);
  const held = await readFile(path);
  await writeFile(path, Buffer.concat([held.subarray(1), Buffer.from("!")]));
  expect(await problems()).toEqual([expect.stringMatching(new RegExp(`${documentId}' has other bytes`))]);
  await rm(path);
  expect(await problems()).toEqual([expect.stringContaining(`${documentId}' is missing`)]);
  await writeFile(path, held);

  const [tenant] = manifest.contents.tenants;
  const lie = async (changed: Partial<NonNullable<typeof tenant>>) => {
    const contents = { ...manifest.contents, tenants: [{ ...tenant!, ...changed }] };
    await writeFile(join(set, "manifest.json"), JSON.stringify({ ...manifest, contents }));
    return problems();
  };
  const zeros = "0".repeat(64);
  const changed = { snapshots: { count: 1, digest: zeros }, documents: 4, audit: { ...tenant!.audit, hash: zeros } };
  expect(await lie(changed)).toEqual([
    expect.stringContaining(`Documents of tenant ${tenant!.id}: the manifest says 4, the database has 3`),
    expect.stringContaining(`SHA-256 of the snapshots of tenant ${tenant!.id}: the manifest says ${zeros}`),
    expect.stringContaining(`End of the audit chain of tenant ${tenant!.id}`),
    expect.stringContaining(`The audit chain of tenant ${tenant!.id} is broken`),
  ]);

  const list = await readFile(join(set, "originals.jsonl"), "utf8");
  const short = list.slice(list.indexOf("\n") + 1);
  await writeFile(join(set, "originals.jsonl"), short);
  const stated = { ...manifest.originals, count: manifest.originals.count - 1, sha256: sha256Of(short) };
  await writeFile(join(set, "manifest.json"), JSON.stringify({ ...manifest, originals: stated }));
  expect(await problems()).toEqual([expect.stringContaining("does not name the files that the database names")]);
  await writeFile(join(set, "originals.jsonl"), list);
  await writeFile(join(set, "manifest.json"), JSON.stringify(manifest));

  const database = manifest.database.kind === "server" ? "database.dump" : join("database", "PG_VERSION");
  await writeFile(join(set, database), Buffer.concat([await readFile(join(set, database)), Buffer.from("!")]));
  expect(await problems()).toEqual([expect.stringContaining("has other bytes")]);
}

test.skipIf(!server)(
  "documents and guidance that go while originals are copied are in neither the database nor the files of the set, and not lost",
  async () => {
    const { env } = await onServer();
    const { client, documentIds } = await fill(env);
    const database = await openDatabaseHold(env.DATABASE_BACKUP_URL!);
    onTestFinished(() => database.close());
    const guidanceId = await addGuidance(client, (await database.query<string>("select id from packs"))[0]!);
    const rounds: number[] = [];
    const to = await testFolder();
    const made = await createBackup(readProcessConfig(env), to, {
      signal,
      async onDatabase(round) {
        rounds.push(round);
        if (round > 1) return;
        expect((await client.call("DELETE", `/api/documents/${documentIds[0]}`)).status).toBe(204);
        // As guidance that comes to nothing.
        await database.run(`alter table corpus_ingestions disable trigger user;
          update corpus_ingestions set status = 'FAILED', failed_at = now(), failure_code = 'UNREADABLE_FILE',
            failure_message = 'x', completed_at = null where id = '${guidanceId}';
          alter table corpus_ingestions enable trigger user`);
        await rm(join(env.FILES_DIR!, OF_NO_TENANT, `${guidanceId}.file`), { recursive: true });
        // The file goes with a job.
        const tenant = (await readdir(env.FILES_DIR!)).find((name) => name.length === 36)!;
        await until(
          async () => existsSync(join(env.FILES_DIR!, tenant, `${documentIds[0]}.file`)),
          (isThere) => !isThere,
        );
      },
    });
    expect(rounds).toEqual([1, 2]);
    expect(made.newlyLost).toEqual([]);
    expect(made.manifest).toMatchObject({
      originals: { count: 2, missing: [] },
      contents: { tenants: [{ documents: 2 }] },
    });
    expect((await verifyBackup(readProcessConfig(env), made.set, signal)).problems).toEqual([]);
    // The next one takes originals from it.
    const { set: next } = await createBackup(readProcessConfig(env), to, { signal });
    const [kept, taken] = await Promise.all(
      [made.set, next].map((set) => findStored(join(set, "files"), documentIds[1]!)),
    );
    expect((await stat(taken![0]!)).ino).toBe((await stat(kept![0]!)).ino);
    expect((await verifyBackup(readProcessConfig(env), next, signal)).problems).toEqual([]);

    const asService = { ...env, DATABASE_BACKUP_URL: env.DATABASE_URL! };
    await expect(createBackup(readProcessConfig(asService), to, { signal })).rejects.toThrow(
      /must be of a superuser or of a login with BYPASSRLS/,
    );
    const { DATABASE_BACKUP_URL: _, ...without } = env;
    await expect(createBackup(readProcessConfig(without), to, { signal })).rejects.toThrow(
      /without DATABASE_BACKUP_URL/,
    );
    await expect(createBackup(readProcessConfig(env), join(env.ASSAY_DATA_DIR!, "sets"), { signal })).rejects.toThrow(
      /it is in the data folder/,
    );
  },
  MINUTES,
);

/** Where a restore is killed: what the database is about to get, in a transaction that then never ends. */
const STEPS = {
  "the first table": "TG_TAG = 'CREATE TABLE'",
  "indexes, behind all rows": "TG_TAG = 'CREATE INDEX'",
} as const;

test.skipIf(!server)(
  "a restore that is killed in each of its steps leaves no half of a database, and is repeated",
  async () => {
    const { env, makeEmpty } = await onServer();
    const { service, client, ...ids } = await fill(env);
    const before = await readProofs(client, ids);
    const { set } = await createBackup(readProcessConfig(env), await testFolder(), { signal });
    await service.end("SIGTERM");
    const target: Env = { ...(await makeEmpty()), CHECKPOINT_SIGNING_KEY: env.CHECKPOINT_SIGNING_KEY! };
    const hold = await openDatabaseHold(target.DATABASE_BACKUP_URL!);
    onTestFinished(() => hold.close());
    for (const [step, condition] of Object.entries(STEPS)) {
      await hold.run(`
        create or replace function test_hold.stand() returns event_trigger language plpgsql as $$
        begin
          if ${condition} then perform test_hold.wait(); end if;
        end $$;
        drop event trigger if exists stand;
        create event trigger stand on ddl_command_start execute function test_hold.stand()`);
      await hold.hold();
      const restore = startProcess([process.execPath, entryOfCommand("backup"), "restore", set], target);
      await Promise.race([hold.reached(), restore.ended.then(() => expect.unreachable(restore.output().stderr))]);
      // With the program that restores, as whatever ends a container or a unit does.
      process.kill(-restore.pid, "SIGKILL");
      await restore.ended;
      await hold.release();
      const tables = await hold.query<number>(
        "select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
      );
      expect({ step, tables }).toEqual({ step, tables: [0] });
    }
    await hold.run("drop event trigger stand");
    const restored = await backup(target, "restore", set);
    expect(restored.code, restored.stderr).toBe(0);
    const again = await startServer("node", target.ASSAY_DATA_DIR!, target);
    expect(await readProofs(await signIn(again.url), ids)).toEqual(before);
    await again.end("SIGTERM");
  },
  MINUTES,
);

test.each([
  [[]],
  [["create"]],
  [["verify"]],
  [["create", "--to", "x", "--replace"]],
  [["verify", "x", "--to", "y"]],
  [["undo"]],
])("options that say nothing useful print the usage: %j", async (options) => {
  const { code, stderr } = await backup({ ASSAY_DATA_DIR: "/nowhere/at/all" }, ...options);
  expect([code, stderr]).toEqual([1, expect.stringContaining("npm run backup -- create --to <folder>")]);
});

async function listDatabases(): Promise<string[]> {
  const { connectServer } = await import("@assay/db/connect");
  const { sql } = await import("drizzle-orm");
  const connection = connectServer(server!, { poolSize: 1 });
  try {
    const { rows } = (await connection.db.execute(sql`select datname from pg_database`)) as unknown as {
      rows: { datname: string }[];
    };
    return rows.map(({ datname }) => datname);
  } finally {
    await connection.close();
  }
}
