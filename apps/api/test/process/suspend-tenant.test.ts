import { sessionReply } from "@assay/contract";
import { expect, test } from "vitest";
import { runCommand, shownPassword } from "../support/run-command.ts";
import { startServer, testFolder } from "../support/start-process.ts";
import { createTestClient, expectError } from "../support/test-client.ts";

const EMAIL = "ada@acme.example";

test("the commands suspend a tenant, which tells its people so, and resume it as it was", async () => {
  const dataDir = await testFolder();
  const env = { ASSAY_DATA_DIR: dataDir };
  const made = await runCommand("create-tenant", ["--name", "Acme", "--admin", EMAIL], env);
  const reason = ["--reason", "An open invoice"];
  expect((await runCommand("suspend-tenant", ["--tenant", "Nobody", ...reason], env)).stderr).toContain("Cannot find");
  expect((await runCommand("suspend-tenant", ["--tenant", "Acme"], env)).stderr).toContain(
    "Usage: npm run tenant:suspend",
  );
  expect((await runCommand("suspend-tenant", ["--tenant", "Acme", ...reason], env)).stdout).toContain(
    "Suspended 'Acme'",
  );
  expect((await runCommand("suspend-tenant", ["--tenant", "Acme", ...reason], env)).stdout).toContain(
    "nothing was changed",
  );

  const body = { email: EMAIL, password: shownPassword(made.stdout) };
  const signIn = async (url: string) => {
    const answer = await createTestClient(url).sendJson("POST", "/auth/v1/token?grant_type=password", body);
    return createTestClient(url, ((await answer.json()) as { access_token: string }).access_token);
  };
  const suspended = await startServer("node", dataDir);
  const refused = await (await signIn(suspended.url)).call("GET", "/api/session");
  expect((await expectError(refused, 403, "FORBIDDEN")).details).toEqual({ reason: "TENANT_SUSPENDED" });
  await suspended.end("SIGTERM");

  expect((await runCommand("resume-tenant", ["--tenant", "Acme"], env)).stdout).toContain("Resumed 'Acme'");
  expect((await runCommand("resume-tenant", ["--tenant", "Acme"], env)).stdout).toContain("nothing was changed");
  const resumed = await startServer("node", dataDir);
  const { session } = await (await signIn(resumed.url)).get("/api/session", sessionReply);
  expect(session.tenant.name).toBe("Acme");
});
