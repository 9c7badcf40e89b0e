import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type DeletionStatement, deletionCertificate, erasureListReply, erasureReply } from "@assay/contract";
import { ERASED } from "@assay/core/erasure";
import { addSecretKey, secretKeysToText } from "@assay/embedded/secret-box";
import { type DatabaseHold, openDatabaseHold } from "@assay/testing/database-hold";
import { expect, onTestFinished, test } from "vitest";
import { type Env, entryOfCommand, ROOT } from "../support/launch-process.ts";
import { makeOperatorDatabase } from "../support/operator-database.ts";
import { runCommand, shownPassword } from "../support/run-command.ts";
import { type ServiceProcess, startProcess, startServer, testFolder } from "../support/start-process.ts";
import { createTestClient, type TestClient, until } from "../support/test-client.ts";
import { limitsEnv } from "../support/test-limits.ts";

const server = process.env.ASSAY_TEST_POSTGRES_URL!;
const PASSWORD = "a password of my own";
const TEXT = "Access rights are reviewed every quarter by the security officer.";
const MINUTES = 600_000;

const middle = Math.floor(ERASED.length / 2);
/** Of the erasure's row, what is about to be committed where a process is killed. */
const POINTS = {
  "its begin": "TG_OP = 'INSERT'",
  "files that were counted": "TG_OP = 'UPDATE' AND OLD.files_counted IS NULL AND NEW.files_counted IS NOT NULL",
  "files that were deleted": "TG_OP = 'UPDATE' AND OLD.files_after IS NULL AND NEW.files_after IS NOT NULL",
  "rows in the middle": `TG_OP = 'UPDATE' AND OLD.position = ${middle} AND NEW.position > ${middle}`,
  "rows of the last table": `TG_OP = 'UPDATE' AND OLD.position = ${ERASED.length - 2} AND NEW.position > OLD.position`,
  "its end": "TG_OP = 'UPDATE' AND NEW.finished_at IS NOT NULL",
} as const;

interface Tenant {
  readonly id: string;
  readonly client: TestClient;
}

async function makeTenant(env: Env, url: string, name: string, ...more: string[]): Promise<Tenant> {
  const email = `ada@${name.toLowerCase()}.example`;
  const pack = join(ROOT, "tools/demo/pack.json");
  const made = await runCommand("create-tenant", ["--name", name, "--admin", email, "--pack", pack, ...more], env);
  expect(made.code, made.stderr).toBe(0);
  const signIn = async (password: string) => {
    const body = { email, password };
    const reply = await createTestClient(url).sendJson("POST", "/auth/v1/token?grant_type=password", body);
    return createTestClient(url, ((await reply.json()) as { access_token: string }).access_token);
  };
  const first = shownPassword(made.stdout);
  const change = { current: first, new: PASSWORD };
  expect((await (await signIn(first)).sendJson("POST", "/api/session/password", change)).status).toBe(204);
  const client = await signIn(PASSWORD);
  for (const at of [1, 2, 3]) await client.settled((await client.upload(`policy-${at}.txt`, `${at}. ${TEXT}`)).id);
  const { id: runId } = await client.startRun();
  await client.finished(runId);
  const [, id] = /([0-9a-f-]{36})/.exec(made.stdout)!;
  return { id: id!, client };
}

interface Deployment {
  readonly env: Env;
  readonly hold: DatabaseHold;
  readonly service: ServiceProcess;
  readonly acme: Tenant;
  readonly other: Tenant;
}

async function deploy(): Promise<Deployment> {
  const made = await makeOperatorDatabase();
  // What a killed worker held is free after seconds.
  const limits = limitsEnv({ leaseMs: 1500, pollMs: 50, sweepMs: 500 });
  const env = { ...made, ...limits, FILES_KEY: secretKeysToText(addSecretKey()) };
  const service = await startServer("node", env.ASSAY_DATA_DIR, env);
  const acme = await makeTenant(env, service.url, "Acme");
  const other = await makeTenant(env, service.url, "Other", "--super-admin");
  const address = new URL(server);
  address.pathname = new URL(env.DATABASE_URL).pathname;
  const hold = await openDatabaseHold(address.href);
  onTestFinished(() => hold.close());
  return { env, hold, service, acme, other };
}

/** From now on who commits it waits within the transaction. */
async function standAt({ run }: DatabaseHold, point: string): Promise<void> {
  await run(`
    create or replace function test_hold.stand() returns trigger language plpgsql as $$
    begin
      if ${point} then perform test_hold.wait(); end if;
      return new;
    end $$;
    drop trigger if exists zz_stand on erasures;
    create trigger zz_stand before insert or update on erasures for each row execute function test_hold.stand()`);
}

const noLonger = ({ run }: DatabaseHold) => run("drop trigger zz_stand on erasures");

async function countRows({ query }: DatabaseHold, tenantId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name, owner } of ERASED) {
    const [n] = await query<number>(`select count(*)::int from ${name} where ${owner} = $1`, [tenantId]);
    if (n! > 0) counts[name] = n!;
  }
  return counts;
}

async function filesOf(env: Env, tenantId: string): Promise<string[]> {
  const paths = await readdir(env.FILES_DIR!, { recursive: true });
  return paths.filter((path) => path.includes(tenantId) && path.endsWith("/bytes")).toSorted();
}

/** What must not change of a tenant that nobody erases. */
const readOther = async ({ env, hold, other }: Deployment) => ({
  rows: await countRows(hold, other.id),
  files: await filesOf(env, other.id),
});

function expectStatement(payload: string, rows: Readonly<Record<string, number>>): void {
  const { deleted } = JSON.parse(payload) as DeletionStatement;
  expect(deleted).toMatchObject({ rows: { ...rows, tenants: 1 }, files: 3, uploadParts: 0, documents: { count: 3 } });
  expect(deleted.fileKeys).toHaveLength(1);
  expect(deleted.rowsTotal).toBe(Object.values(rows).reduce((sum, n) => sum + n, 1));
}

test(
  "tenant:erase that is killed within each of its steps and repeated ends with a certificate of all that was there, and of nothing else",
  async () => {
    const deployment = await deploy();
    const { env, hold, service, acme } = deployment;
    await service.end("SIGTERM");
    expect((await runCommand("suspend-tenant", ["--tenant", "Acme", "--reason", "It ends"], env)).code).toBe(0);
    const before = await readOther(deployment);
    expect(await filesOf(env, acme.id)).toHaveLength(3);
    const certificate = join(await testFolder(), "acme-deletion.json");
    const args = ["--tenant", "Acme", "--confirm", "Acme", "--reason", "It ends", "--certificate", certificate];
    let rows: Record<string, number> = {};
    for (const [point, condition] of Object.entries(POINTS)) {
      await standAt(hold, condition);
      await hold.hold();
      const command = startProcess([process.execPath, entryOfCommand("erase-tenant"), ...args], env);
      await Promise.race([hold.reached(), command.ended.then(() => expect.unreachable(command.output().stderr))]);
      await command.end("SIGKILL");
      await hold.release();
      const begun = await hold.query("select id from erasures");
      expect({ point, begun: begun.length }).toEqual({ point, begun: point === "its begin" ? 0 : 1 });
      // The first that finds it begun: what was there then is what the certificate must say.
      if (point === "files that were counted") rows = await countRows(hold, acme.id);
      expect(existsSync(certificate)).toBe(false);
      expect(await readOther(deployment)).toEqual(before);
    }
    await noLonger(hold);
    const done = await runCommand("erase-tenant", args, env);
    expect(done.stdout, done.stderr).toContain("Erased");
    const { payload } = deletionCertificate.parse(JSON.parse(await readFile(certificate, "utf8")));
    expectStatement(payload, rows);
    expect(await countRows(hold, acme.id)).toEqual({});
    expect(await filesOf(env, acme.id)).toEqual([]);
    expect(await readOther(deployment)).toEqual(before);
    expect(await hold.query("select name from tenants")).toEqual(["Other"]);
  },
  MINUTES,
);

test(
  "a service that is killed within each step of an erasure ends it after its next start",
  async () => {
    const deployment = await deploy();
    const { env, hold, acme, other } = deployment;
    let { service } = deployment;
    const path = `/api/admin/tenants/${acme.id}`;
    expect((await other.client.sendJson("PATCH", path, { status: "INACTIVE" })).status).toBe(200);
    const { files } = await readOther(deployment);
    const begin = POINTS["its begin"];
    const later = [POINTS["files that were deleted"], POINTS["rows in the middle"], POINTS["its end"]];
    await standAt(hold, begin);
    await hold.hold();
    const asked = other.client.sendJson("POST", `${path}/erasure`, { name: "Acme", reason: "It ends" });
    asked.catch(() => {});
    await hold.reached();
    await service.end("SIGKILL");
    await hold.release();
    await expect(asked).rejects.toThrow();
    expect(await hold.query("select id from erasures")).toEqual([]);

    // On another port: the token is the deployment's.
    service = await startServer("node", env.ASSAY_DATA_DIR!, env);
    const again = () => createTestClient(service.url, other.client.token);
    let id = "";
    for (const condition of later) {
      await standAt(hold, condition);
      await hold.hold();
      if (!id) {
        const reply = await again().sendJson("POST", `${path}/erasure`, { name: "Acme", reason: "It ends" });
        id = erasureReply.parse(await reply.json()).erasure.id;
      }
      await hold.reached();
      await service.end("SIGKILL");
      await hold.release();
      service = await startServer("node", env.ASSAY_DATA_DIR!, env);
    }
    const isFinished = async () => {
      const { erasures } = await again().get("/api/admin/erasures", erasureListReply);
      return erasures.find((each) => each.id === id)!.finishedAt !== null;
    };
    await until(isFinished, (finished) => finished);
    const { payload } = await again().get(`/api/admin/erasures/${id}/certificate`, deletionCertificate);
    const { deleted } = JSON.parse(payload) as DeletionStatement;
    expect(deleted).toMatchObject({
      files: 3,
      uploadParts: 0,
      documents: { count: 3 },
      rows: { documents: 3, runs: 1 },
    });
    expect(deleted.rowsTotal).toBe(Object.values(deleted.rows).reduce((sum, n) => sum + n, 0));
    await service.end("SIGTERM");
    expect(await countRows(hold, acme.id)).toEqual({});
    expect(await filesOf(env, acme.id)).toEqual([]);
    const left = await readOther(deployment);
    expect(left.files).toEqual(files);
    expect(left.rows).toMatchObject({ documents: 3, runs: 1, snapshots: 1, memberships: 1, file_keys: 1 });
  },
  MINUTES,
);
