import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, matchesGlob } from "node:path";
import { auditVerifyReply, checkpointListReply, personExport } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyRepository, listMade } from "../support/copy-repository.ts";
import { followCommands, readCommands, type Way } from "../support/follow-document.ts";
import { freePort } from "../support/free-port.ts";
import { ROOT } from "../support/launch-process.ts";
import { openShell, type Shell } from "../support/open-shell.ts";
import { operatorEnv } from "../support/operator-env.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/own-postgres.ts";
import { createTestClient, until } from "../support/test-client.ts";

const SELF_HOSTING = "docs/operate/self-hosting.md";
const NO_CONTAINERS = "containers are not run by the suites; test/process/container.test.ts holds their files";

const POLICY = `Access control policy
Access to production systems is granted by role and approved by the owner of the system. Every quarter the security
officer reviews all access rights and removes those that are no longer needed. Multi-factor authentication is required.
`;
const CATALOG = {
  catalog: {
    uuid: "6b1c1a0e-52a1-4f43-9a8c-111111111111",
    metadata: { title: "Checks", "last-modified": "2026-01-01T00:00:00Z", version: "1", "oscal-version": "1.1.2" },
    groups: [
      {
        id: "ac",
        title: "Access Control",
        controls: [
          {
            id: "ac-1",
            title: "Review of access rights",
            parts: [
              { id: "ac-1_obj", name: "assessment-objective", prose: "Access rights are reviewed every quarter." },
            ],
          },
        ],
      },
    ],
  },
};

let folder: string;
let copy: string;
let server: OwnPostgres;
let second: OwnPostgres;
let shell: Shell;
let way: Way;
let assay: string;
let before: Proofs;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-operator-"));
  copy = join(folder, "assay");
  await mkdir(copy);
  [server, second] = [await startOwnPostgres(), await startOwnPostgres()];
  await copyRepository(copy);
  const port = await freePort();
  assay = `http://127.0.0.1:${port}`;
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  way = {
    values: new Map([
      ["db.example:5432", server.host],
      ["new.example:5432", second.host],
      ["http://127.0.0.1:8787", assay],
      ["<owner password>", "ownerpass1"],
      ["<app password>", "apppass1"],
      ["<database password>", "superpass1"],
      ["<your password>", "a password of my own"],
      ["<your file>", await write("policy.txt", POLICY)],
      ["my-pack.json", "tools/demo/pack.json"],
      ["catalog.json", await write("catalog.json", JSON.stringify(CATALOG))],
    ]),
    learned: {
      "<first password>": /^First password of \S+, shown only here: (\S+)$/m,
      "<tenant id>": /^Created the tenant '[^']+' \(([0-9a-f-]{36})\)/m,
      "<pack id>": /of pack ([0-9a-f-]{36})/,
      "<set>": /^Set: (\S+)$/m,
    },
    services: { "npm run serve": /"event":"service.started"/ },
    leftOut: {
      "docker compose -f container/compose.yaml build": NO_CONTAINERS,
      'docker compose -f container/compose.yaml run --rm service node apps/api/src/commands/create-tenant.ts --name "Acme" --admin ada@example.com --super-admin':
        NO_CONTAINERS,
      "docker compose -f container/compose.yaml up": NO_CONTAINERS,
    },
  };
  shell = openShell(copy, operatorEnv({ bin: server.bin, port }));
});
afterAll(async () => {
  await shell?.close();
  await Promise.all([server?.stop(), second?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

test("self-hosting.md leads from an empty server to the first verdict, and every command of it runs", {
  timeout: 600_000,
}, async () => {
  const commands = await readCommands(SELF_HOSTING);
  expect(commands.length).toBeGreaterThan(15);
  const leftOut = await followCommands(shell, commands, way);
  expect(leftOut).toEqual(Object.keys(way.leftOut));
  const verdicts = JSON.parse(
    await shell.run(`curl -sS "$ASSAY/api/runs/$RUN/assessments" -H "Authorization: Bearer $TOKEN"`),
  );
  expect(verdicts.assessments.some(({ citations }: { citations: unknown[] }) => citations.length > 0)).toBe(true);
});

test("personal-data.md exports and erases somebody who has left a name", async () => {
  // The commands of people ask for a data folder that nobody uses.
  await shell.stop();
  await shell.run(
    `node apps/api/src/commands/create-tenant.ts --name "Beta" --admin ben@example.com && node apps/api/src/commands/create-tenant.ts --name "Beta" --admin cleo@example.com`,
  );
  const commands = await readCommands("docs/operate/personal-data.md");
  expect(commands).toHaveLength(2);
  await followCommands(shell, commands, way);
  const { persons } = JSON.parse(await readFile(join(copy, "person.json"), "utf8"));
  expect(personExport.parse(persons[0])).toMatchObject({
    account: { email: "ben@example.com" },
    tenants: [{ tenantName: "Beta", membership: { email: "ben@example.com" } }],
  });
  const again = await shell.run("! npm run --silent person:export -- --person ben@example.com 2>&1");
  expect(again).toContain("Cannot find a person 'ben@example.com'");
  const erased = await shell.run(`npm run --silent person:export -- --person ${persons[0].userId}`);
  expect(erased).toContain(`"email": "erased-${persons[0].userId.slice(-12)}"`);
  expect(erased).not.toContain("ben@example.com");
});

test("encryption.md encrypts the originals that are there, and the service reads them with the key", async () => {
  const documentId = (await shell.run("echo $DOCUMENT")).trim();
  await shell.stop();
  const plain = await shell.run("find .assay/files -name bytes | xargs grep -l 'Every quarter the security'");
  expect(plain).toContain(documentId);
  const commands = await readCommands("docs/operate/encryption.md");
  await followCommands(
    shell,
    commands.filter(({ section }) => section === "Turn it on"),
    way,
  );
  const found = await shell.run("npm run --silent doctor || true");
  expect(found).toMatch(/ok +Originals are encrypted, with keys of tenants that '[0-9a-f]{16}' seals/);
  expect(found).not.toContain("may be stored as they were uploaded");
  expect(await shell.run("! grep -rl 'Every quarter the security' .assay/files")).toBe("");
});

test("operations.md makes a backup while the service runs", async () => {
  const [runId, documentId] = [await shell.run("echo $RUN"), await shell.run("echo $DOCUMENT")].map((id) => id.trim());
  const admin = createTestClient(assay, (await shell.run("echo $TOKEN")).trim());
  await until(
    () => admin.get("/api/admin/audit-logs/checkpoints", checkpointListReply),
    ({ checkpoints }) => checkpoints.length > 0,
  );
  await followCommands(shell, await operations("Maintenance mode"), way);
  await followCommands(shell, await operations("Backups"), way);
  before = await readProofs(admin.token!, runId!, documentId!);
  expect(before.audit).toMatchObject({ valid: true });
  await shell.stop();
  await rename(join(copy, ".assay"), join(folder, "old-data-folder"));
  await server.stop();
});

test.each([
  ["db:migrate", "apps/api/src/commands/migrate.ts"],
  ["doctor", "apps/api/src/commands/doctor.ts"],
  ["serve", "apps/api/src/entry/node.ts"],
])("a dump that was restored without the roles is named by %s, with what mends it", async (_, path) => {
  await halfRestore();
  const at = (login: string) => `postgres://${login}@${second.host}/half`;
  const said = await shell.run(
    `! env DATABASE_MIGRATE_URL=${at("assay_owner")} DATABASE_URL=${at("assay_app")} ASSAY_DATA_DIR=${folder}/half node ${path}`,
  );
  expect(said).toMatch(
    /Policies are missing, of assay_tenant on access_records, .* run container\/roles.sql, then restore/,
  );
  expect(said).not.toMatch(/"stack"| {4}at /);
});

test("operations.md leads to another server: snapshots, replays, files, audit chain and sign-ins are as before", async () => {
  await shell.run(`dropdb --if-exists --maintenance-db=postgres://postgres@${second.host}/postgres half`);
  await followCommands(shell, await operations("Restore"), way);
  const signIn = (await readCommands(SELF_HOSTING)).filter(({ text }) => text.startsWith("TOKEN="));
  expect(signIn).toHaveLength(1);
  await followCommands(shell, signIn, way);
  const [token, runId, documentId] = (await shell.run("echo $TOKEN $RUN $DOCUMENT")).trim().split(" ");
  expect(await readProofs(token!, runId!, documentId!)).toEqual(before);
});

const operations = async (section: string) => {
  const commands = (await readCommands("docs/operate/operations.md")).filter((command) => command.section === section);
  expect(commands.length).toBeGreaterThan(1);
  return commands;
};

/** As on a server that has the two logins alone. What cannot be restored there is omitted, and the rest continues. */
async function halfRestore(): Promise<void> {
  const at = `postgres://postgres@${second.host}`;
  if ((await shell.run(`psql -At ${at}/postgres -c "select 1 from pg_database where datname = 'half'"`)).trim()) return;
  await shell.run(
    `psql -q ${at}/postgres -c 'create role assay_owner login createrole' -c 'create role assay_app login noinherit'`,
  );
  await shell.run(`createdb --maintenance-db=${at}/postgres half`);
  expect(await shell.run(`! pg_restore --dbname=${at}/half ../assay-backups/2*/database.dump`)).toContain(
    "errors ignored on restore",
  );
  // The roles may come later, which does not bring back what named them.
  await shell.run(`psql -q ${at}/half -v owner_password=ownerpass1 -v app_password=apppass1 -f container/roles.sql`);
}

interface Proofs {
  readonly bytes: Readonly<Record<string, string>>;
  readonly audit: { readonly valid: boolean; readonly entries: number; readonly checked: number };
}

/** What must be the same on another server. */
async function readProofs(token: string, runId: string, documentId: string): Promise<Proofs> {
  const client = createTestClient(assay, token);
  const bytes: Record<string, string> = {};
  for (const path of [
    `/api/runs/${runId}/snapshot`,
    `/api/admin/runs/${runId}/replay`,
    `/api/runs/${runId}/assessments`,
    `/api/documents/${documentId}/original`,
    "/.well-known/assay-checkpoint-keys.json",
  ]) {
    const response = await client.call("GET", path);
    expect(response.status, path).toBe(200);
    const body = Buffer.from(await response.arrayBuffer());
    const hash = response.headers.get("X-Snapshot-Hash") ?? "";
    bytes[path] = `${createHash("sha256").update(body).digest("hex")} ${hash}`;
  }
  const { valid, entries, checkpoints } = await client.get("/api/admin/audit-logs/verify", auditVerifyReply);
  return { bytes, audit: { valid, entries, checked: checkpoints.checked } };
}

test("what these pages have an operator make goes neither into the repository nor into an image", async () => {
  const made = listMade(copy, { ignored: true });
  expect(made).toEqual(expect.arrayContaining([".assay/"]));
  expect(listMade(copy, { ignored: false })).toEqual([]);
  const patterns = (await readFile(join(ROOT, ".dockerignore"), "utf8")).split("\n").filter(Boolean);
  const isLeftOut = (path: string) =>
    path.split("/").some((_, depth, parts) => {
      const part = parts.slice(0, depth + 1).join("/");
      return patterns.some((pattern) => matchesGlob(part, pattern));
    });
  expect(made.filter((path) => !isLeftOut(path))).toEqual([]);
});
