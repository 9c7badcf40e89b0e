import { join } from "node:path";
import { auditListReply, deployment, requirementListReply, sessionReply } from "@assay/contract";
import { expect, test } from "vitest";
import { ROOT } from "../support/launch-process.ts";
import { runCommand, shownPassword } from "../support/run-command.ts";
import { startServer, testFolder } from "../support/start-process.ts";
import { createTestClient, expectError } from "../support/test-client.ts";

const PACK = join(ROOT, "tools/demo/pack.json");
const EMAIL = "ada@acme.example";
const OPTIONS = ["--name", "Acme", "--admin", EMAIL, "--super-admin", "--pack", PACK];

test("an empty deployment names the command, which lets the first administrator in, once, while the service is stopped", async () => {
  const dataDir = await testFolder();
  const env = { ASSAY_DATA_DIR: dataDir };
  const createTenant = (...options: string[]) => runCommand("create-tenant", options, env);
  const advice = "nobody can sign in yet: create the first tenant with `npm run tenant:create";
  const empty = await startServer("node", dataDir);
  expect(empty.logged("service.empty")).toEqual([expect.objectContaining({ advice: expect.stringContaining(advice) })]);
  const fact = (url: string) => createTestClient(url).get("/.well-known/assay-deployment.json", deployment);
  expect(await fact(empty.url)).toEqual({ empty: true, maintenance: null });
  const refused = await createTenant(...OPTIONS);
  expect(refused).toMatchObject({ code: 1, stdout: expect.not.stringContaining("Made") });
  expect(refused.stderr).toContain("stop the service and run this again");
  await empty.end("SIGTERM");
  expect((await runCommand("doctor", [], env)).stdout).toContain(advice);

  const made = await createTenant(...OPTIONS);
  expect(made.code, made.stderr).toBe(0);
  const password = shownPassword(made.stdout);

  const service = await startServer("node", dataDir);
  expect(service.logged("service.empty")).toEqual([]);
  expect(await fact(service.url)).toEqual({ empty: false, maintenance: null });
  const signIn = await createTestClient(service.url).sendJson("POST", "/auth/v1/token?grant_type=password", {
    email: EMAIL,
    password,
  });
  const { access_token: token } = (await signIn.json()) as { access_token: string };
  const admin = createTestClient(service.url, token);
  const { details } = await expectError(await admin.call("GET", "/api/requirements"), 403, "FORBIDDEN");
  expect(details).toEqual({ reason: "PASSWORD_CHANGE_REQUIRED" });
  const change = { current: password, new: "a password of my own" };
  expect((await admin.sendJson("POST", "/api/session/password", change)).status).toBe(204);
  expect((await admin.get("/api/session", sessionReply)).session).toMatchObject({
    role: "SUPER_ADMIN",
    tenant: { name: "Acme" },
  });
  expect((await admin.get("/api/requirements", requirementListReply)).requirements.length).toBeGreaterThan(0);
  const { entries } = await admin.get("/api/admin/audit-logs", auditListReply);
  expect(entries.toReversed().map(({ action }) => action)).toEqual([
    "tenant.created",
    "member.invited",
    "criteria_version.published",
    "pack.bound",
    "member.password_changed",
  ]);
});

test("options that say nothing useful are refused before anything is opened", async () => {
  const env = { ASSAY_DATA_DIR: "/nowhere/at/all" };
  const stderrOf = async (...options: string[]) => {
    const { code, stderr } = await runCommand("create-tenant", options, env);
    expect(code).toBe(1);
    return stderr;
  };
  expect(await stderrOf("--name", "Acme", "--admin", "ada")).toContain("--admin must be an e-mail address");
  expect(await stderrOf("--name", "Acme", "--admin", EMAIL, "--pack", "pack.docx")).toContain("npm run pack:import");
});
