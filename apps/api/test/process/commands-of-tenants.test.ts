import { join } from "node:path";
import { sessionReply } from "@assay/contract";
import { createTenant } from "@assay/core/tenancy";
import { connectEmbedded } from "@assay/db/connect";
import { expect, test } from "vitest";
import { accept, OWN_PASSWORD, signInTo } from "../support/join-tenant.ts";
import { runCommand } from "../support/run-command.ts";
import { startServer, testFolder } from "../support/start-process.ts";
import { createTestClient } from "../support/test-client.ts";

const FIRST = "ada@second.example";

/** A service with the tenant Acme, which has an administrator, and the tenant Second, which has none. */
async function setUp() {
  const dataDir = await testFolder();
  const env = { ASSAY_DATA_DIR: dataDir };
  await runCommand("create-tenant", ["--name", "Acme", "--admin", "root@acme.example"], env);
  const { db, close } = await connectEmbedded({ dataDir: join(dataDir, "postgres") });
  const tenant = await createTenant(db, { name: "Second" });
  await close();
  const start = () => startServer("node", dataDir);
  const invite = (...options: string[]) => runCommand("invite-first-admin", options, env);
  const limit = (...options: string[]) => runCommand("set-tenant-limits", options, env);
  return { env, start, tenant, invite, limit };
}

test("the commands invite a tenant's first administrator and set its limits, and say of each error what to do", async () => {
  const { env, start, tenant, invite, limit } = await setUp();
  const server = await start();
  const second = ["--tenant", "Second"];
  const whileItRuns = await invite(...second, "--admin", FIRST);
  expect(whileItRuns).toMatchObject({ code: 1, stdout: "" });
  expect(whileItRuns.stderr).toMatch(/Cannot invite an administrator.*stop/s);
  await server.end("SIGTERM");

  const refusals: [Awaited<ReturnType<typeof invite>>, string][] = [
    [await invite(...second), "Both options are needed, with a valid e-mail\nUsage: npm run tenant:invite"],
    [await invite(...second, "--admin", "ada"), "with a valid e-mail"],
    [await invite(...second, "--mail", FIRST), "Unknown option '--mail'"],
    [await invite("--tenant", "Nobody", "--admin", FIRST), "'Nobody': give its id, or its whole name"],
    [await invite("--tenant", "Acme", "--admin", FIRST), "the tenant has an administrator, who invites others"],
    [await limit("--tenant", "Nobody", "--bytes", "1"), "'Nobody': give its id, or its whole name"],
    [await limit(...second), "a limit that is a whole number from 0 or 'default'\nUsage: npm run tenant:limits"],
    [await limit(...second, "--documents=-1"), "a whole number from 0 or 'default'"],
    [await limit(...second, "--documents", "1.5"), "a whole number from 0 or 'default'"],
    [await limit(...second, "--runs", "5"), "Unknown option '--runs'"],
  ];
  for (const [{ code, stdout, stderr }, mend] of refusals) {
    expect(stderr).toContain(mend);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  }
  expect((await runCommand("suspend-tenant", [...second, "--reason", "No"], env)).code).toBe(0);
  expect((await invite(...second, "--admin", FIRST)).stderr).toContain("it is INACTIVE, resume it first");
  expect((await runCommand("resume-tenant", second, env)).code).toBe(0);

  const lost = await invite(...second, "--admin", "adda@second.example");
  const invited = await invite("--tenant", tenant.id, "--admin", FIRST);
  expect(invited.stdout).toContain(`Invited ${FIRST} as the first administrator of 'Second' (${tenant.id}), until `);
  const limits = await limit(...second, "--documents", "5000", "--runs-per-day", "0");
  expect(limits).toMatchObject({ code: 0, stderr: "" });
  expect(limits.stdout).toBe(
    `Limits of 'Second' (${tenant.id}):\n  documents: 5000\n  bytes: default\n  runs-per-day: 0\n  tokens-per-month: default\n`,
  );
  expect((await limit(...second, "--documents", "default")).stdout).toContain("documents: default\n");

  const { url } = await start();
  const secretOf = ({ stdout }: { stdout: string }) => /\/cm\/invitation#(\S+)$/m.exec(stdout)![1]!;
  const client = createTestClient(url);
  const ended = await accept(client, { secret: secretOf(lost), password: OWN_PASSWORD });
  expect(ended.ok).toBe(false);
  const accepted = await accept(client, { secret: secretOf(invited), password: OWN_PASSWORD });
  expect(accepted.status, await accepted.clone().text()).toBe(200);
  const { access_token: token } = (await signInTo(client, FIRST))!;
  const { session } = await createTestClient(url, token).get("/api/session", sessionReply);
  expect(session).toMatchObject({ role: "ADMIN", tenant: { id: tenant.id } });
});
