import { execFileSync } from "node:child_process";
import { type FileHandle, open, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type S3Double, startS3Double } from "@assay/testing/doubles/s3/start-s3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Env, entryOfCommand, type TestProcess } from "../support/launch-process.ts";
import { makeOperatorDatabase } from "../support/operator-database.ts";
import { runCommand, shownPassword } from "../support/run-command.ts";
import { smallPack } from "../support/small-pack.ts";
import { startProcess, startServer, testFolder } from "../support/start-process.ts";
import { createTestClient, until } from "../support/test-client.ts";

const EMAIL = "ada@acme.example";
const TEXT = "Backups are taken every day by the operations team.";

let stores: { here: S3Double; there: S3Double };
beforeAll(async () => {
  stores = { here: await startS3Double(), there: await startS3Double() };
});
afterAll(async () => {
  await stores?.here.close();
  await stores?.there.close();
});

const inStore = ({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Double) => ({
  ...{ S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region },
  ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
});

async function deploy(store: S3Double) {
  const key = /^FILES_KEY=(.+)$/m.exec((await runCommand("create-files-key", [], {})).stdout)![1]!;
  const dir = await testFolder();
  const env: Env = { ASSAY_DATA_DIR: dir, FILES_KEY: key, ...inStore(store) };
  return { dir, env, command: (name: string, ...args: string[]) => runCommand(name, args, env) };
}

async function signIn(url: string, email: string, password: string) {
  const body = { email, password };
  const answer = await createTestClient(url).sendJson("POST", "/auth/v1/token?grant_type=password", body);
  const client = createTestClient(url, ((await answer.json()) as { access_token: string }).access_token);
  await client.sendJson("POST", "/api/session/password", { current: password, new: "a password of my own" });
  return client;
}

/** Kills a command while the store holds its request for the original of a document. */
async function killHeld(
  name: string,
  args: string[],
  at: { env: Env; store: S3Double; method: string; documentId: string },
) {
  const { store, method, documentId } = at;
  let isHeld = false;
  const match = (asked: { readonly method: string; readonly path: string }) => {
    const isIt = asked.method === method && asked.path.includes(documentId);
    isHeld ||= isIt;
    return isIt;
  };
  store.fail(match, { kind: "silence" });
  const command = startProcess([process.execPath, entryOfCommand(name), ...args], at.env);
  await until(
    async () => isHeld,
    (held) => held,
  );
  await command.end("SIGKILL");
  store.recover();
}

/** Waits until the command reads the pipe. Throws, with what it says, where it ends before. */
async function openPipe(pipe: string, command: TestProcess): Promise<FileHandle> {
  const ended = command.ended.then(async () => {
    await (await open(pipe, "r+")).close();
    throw new Error(`It did not read its archive again: ${command.output().stderr}`);
  });
  return Promise.race([open(pipe, "w"), ended]);
}

/**
 * Kills an import in a reading of the archive, when it has read as much of it as `given` and `ready` holds. Each reading is of
 * a pipe of its own, whose opening says that the reading has begun: to check all, to write rows, to store originals. An import
 * that goes on has written its rows.
 */
async function killReading(
  nth: 1 | 2 | 3,
  at: { bytes: Buffer; given: number; env: Env; args: string[]; ready?: () => Promise<boolean> },
) {
  const [folder, { bytes, given, ready = async () => true }] = [await testFolder(), at];
  const [pipe, next] = [join(folder, "acme.tar"), join(folder, "next")];
  execFileSync("mkfifo", [pipe]);
  const command = startProcess([process.execPath, entryOfCommand("import-tenant"), pipe, ...at.args], at.env);
  for (let reading = 1; ; reading++) {
    await using out = await openPipe(pipe, command);
    execFileSync("mkfifo", [next]);
    await rename(next, pipe);
    await out.writeFile(reading === nth ? bytes.subarray(0, given) : bytes);
    if (reading < nth) continue;
    await until(ready, (isReady) => isReady);
    return command.end("SIGKILL");
  }
}

/** The arguments of the two commands, as the page has them. */
async function argumentsOfPage(): Promise<[string[], string[]]> {
  const page = await readFile(new URL("../../../../docs/operate/tenants.md", import.meta.url), "utf8");
  return ["export", "import"].map((name) =>
    new RegExp(`^npm run tenant:${name} -- (.+)$`, "m").exec(page)![1]!.split(" "),
  ) as [string[], string[]];
}

test("a tenant moves by two commands to an encrypted deployment, whichever of them was killed before", {
  timeout: 900_000,
}, async () => {
  const [here, there] = [await deploy(stores.here), await deploy(stores.there)];
  const [folder, archives] = [await testFolder(), await testFolder()];
  const file = join(archives, "acme.tar");
  const page = await argumentsOfPage();
  // The other deployment is in use.
  await (await startServer("node", there.dir, there.env)).end("SIGTERM");
  const made = await here.command("create-tenant", "--name", "Acme", "--admin", EMAIL);
  const pack = join(folder, "pack.json");
  await writeFile(pack, JSON.stringify(smallPack));
  const tenantId = /'Acme' \(([0-9a-f-]{36})\)/.exec(made.stdout)![1]!;
  expect((await here.command("import-pack", pack, "--tenant", tenantId)).code).toBe(0);
  const service = await startServer("node", here.dir, here.env);
  const admin = await signIn(service.url, EMAIL, shownPassword(made.stdout));
  const { id: documentId } = await admin.upload("policy.txt", TEXT);
  await admin.settled(documentId);
  const { id: runId } = await admin.startRun();
  await admin.finished(runId);
  const snapshot = await (await admin.call("GET", `/api/runs/${runId}/snapshot`)).json();
  await service.end("SIGTERM");

  const exporting = page[0].map((arg) => (arg === "acme.tar" ? file : arg));
  expect((await here.command("export-tenant", ...exporting)).stderr).toContain("suspend it first");
  await here.command("suspend-tenant", "--tenant", "Acme", "--reason", "It moves");
  await killHeld("export-tenant", exporting, { env: here.env, store: stores.here, method: "GET", documentId });
  expect(await readdir(archives), "no archive that is not whole").toEqual(["acme.tar.part"]);
  const exported = await here.command("export-tenant", ...exporting);
  expect(exported).toMatchObject({ code: 0, stderr: "" });
  expect(exported.stdout).toContain("Originals and text are in it in clear");
  expect(await readdir(archives)).toEqual(["acme.tar"]);
  expect((await readFile(file)).includes(TEXT)).toBe(true);
  expect((await here.command("export-tenant", ...exporting)).stderr).toContain("it exists");

  const fingerprint = /--key-fingerprint ([\w-]{43})$/m.exec(exported.stdout)![1]!;
  const importing = page[1].map((arg) => (arg === "acme.tar" ? file : arg.startsWith("<") ? fingerprint : arg));
  expect((await there.command("import-tenant")).stderr).toContain("Usage: npm run tenant:import");
  const unconfirmed = await there.command("import-tenant", file);
  expect(unconfirmed.stderr).toContain(`the key '${fingerprint}' signed its archive`);
  expect(unconfirmed.code).toBe(1);
  const bytes = await readFile(file);
  const damaged = join(folder, "damaged.tar");
  bytes[bytes.lastIndexOf(TEXT)]! ^= 1;
  await writeFile(damaged, bytes);
  const refused = await there.command("import-tenant", damaged, ...importing.slice(1));
  expect(refused.stderr).toContain("is not what the manifest says");
  expect(stores.there.list().filter((name) => name.includes(documentId))).toEqual([]);

  const whole = await readFile(file);
  const args = importing.slice(1);
  const half = whole.length / 2;
  await killReading(1, { bytes: whole, given: half, env: there.env, args });
  await killReading(2, { bytes: whole, given: half, env: there.env, args });
  const nothing = await there.command("resume-tenant", "--tenant", "Acme");
  expect(nothing.stderr, "no rows without all of them").toContain("Cannot find");
  await killHeld("import-tenant", importing, { env: there.env, store: stores.there, method: "PUT", documentId });
  const unfinished = async () => {
    const resumed = await there.command("resume-tenant", "--tenant", "Acme");
    expect(resumed.stderr).toContain("its import is not finished");
  };
  await unfinished();
  const stored = async () => stores.there.list().some((name) => name.includes(documentId));
  expect(await stored()).toBe(false);
  await killReading(2, { bytes: whole, given: whole.length - 1024, env: there.env, args, ready: stored });
  await unfinished();
  const imported = await there.command("import-tenant", ...importing);
  expect(imported.stderr).toBe("");
  expect(imported.stdout).toMatch(/1 originals[\s\S]+encrypted with a key of its own[\s\S]+is intact/);
  expect((await there.command("import-tenant", ...importing)).stderr).toContain("in this deployment already");
  expect(stores.there.list().filter((name) => name.includes(documentId))).toHaveLength(
    stores.here.list().filter((name) => name.includes(documentId)).length,
  );

  expect((await there.command("resume-tenant", "--tenant", "Acme")).code).toBe(0);
  const joined = await there.command("create-tenant", "--name", "Acme", "--admin", "eve@acme.example");
  const moved = await startServer("node", there.dir, there.env);
  const eve = await signIn(moved.url, "eve@acme.example", shownPassword(joined.stdout));
  expect(await (await eve.call("GET", `/api/documents/${documentId}/original`)).text()).toBe(TEXT);
  expect(await (await eve.call("GET", `/api/runs/${runId}/snapshot`)).json()).toEqual(snapshot);
});

const server = process.env.ASSAY_TEST_POSTGRES_URL;

test.skipIf(!server)(
  "on a server, a full disk leaves no half archive, and only who owns the tables imports",
  { timeout: 300_000 },
  async () => {
    const [here, there] = [await makeOperatorDatabase(), await makeOperatorDatabase()];
    const made = await runCommand("create-tenant", ["--name", "Acme", "--admin", EMAIL], here);
    expect(made.stderr).toBe("");
    for (const env of [here, there]) await (await startServer("node", env.ASSAY_DATA_DIR, env)).end("SIGTERM");
    await runCommand("suspend-tenant", ["--tenant", "Acme", "--reason", "It moves"], here);
    const folder = await testFolder();
    const file = join(folder, "acme.tar");
    const exporting = ["--tenant", "Acme", "--file", file];
    // Of 512 bytes each: the archive is larger.
    const limited = [
      "-c",
      'ulimit -f 8 && exec "$@"',
      "sh",
      process.execPath,
      entryOfCommand("export-tenant"),
    ] as const;
    const full = startProcess(["/bin/sh", ...limited, ...exporting], here);
    expect((await full.ended).code).toBe(1);
    expect(full.output().stderr).toMatch(/^Cannot write the archive '.+acme\.tar': EFBIG/);
    expect(await readdir(folder)).toEqual([]);

    const exported = await runCommand("export-tenant", exporting, here);
    expect(exported.stderr).toBe("");
    const args = ["--key-fingerprint", /--key-fingerprint ([\w-]{43})$/m.exec(exported.stdout)![1]!];
    const { DATABASE_MIGRATE_URL: _, ...byService } = there;
    const refused = await runCommand("import-tenant", [file, ...args], byService);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("DATABASE_MIGRATE_URL") });
    const bytes = await readFile(file);
    await killReading(2, { bytes, given: bytes.length / 2, env: there, args });
    const imported = await runCommand("import-tenant", [file, ...args], there);
    expect(imported.stderr).toBe("");
    expect(imported.stdout).toContain("is intact");
    expect((await runCommand("resume-tenant", ["--tenant", "Acme"], there)).code).toBe(0);
  },
);
