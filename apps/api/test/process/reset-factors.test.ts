import { auditListReply, sessionReply } from "@assay/contract";
import { authenticatorCode } from "@assay/testing/authenticator-code";
import { expect, test } from "vitest";
import { runCommand, shownPassword } from "../support/run-command.ts";
import { startServer, testFolder } from "../support/start-process.ts";
import { createTestClient, type TestClient } from "../support/test-client.ts";

const EMAIL = "ada@acme.example";
const OWN = "a password of my own";

test("the command removes a lost app: the password alone signs in again, and the audit log says so", async () => {
  const dataDir = await testFolder();
  const env = { ASSAY_DATA_DIR: dataDir };
  const reset = (email: string) => runCommand("reset-factors", ["--email", email], env);
  const made = await runCommand("create-tenant", ["--name", "Acme", "--admin", EMAIL], env);
  const service = await startServer("node", dataDir);
  const signIn = async (url: string, password: string) =>
    tokenOf(
      url,
      await createTestClient(url).sendJson("POST", "/auth/v1/token?grant_type=password", { email: EMAIL, password }),
    );
  const first = shownPassword(made.stdout);
  const admin = await signIn(service.url, first);
  await admin.sendJson("POST", "/api/session/password", { current: first, new: OWN });
  const enrolled = await admin.sendJson("POST", "/auth/v1/factors", { factor_type: "totp" });
  const { id, totp } = (await enrolled.json()) as { id: string; totp: { secret: string } };
  const challenge = await admin.sendJson("POST", `/auth/v1/factors/${id}/challenge`, {});
  const body = {
    challenge_id: ((await challenge.json()) as { id: string }).id,
    code: authenticatorCode(totp.secret, 0),
  };
  expect((await admin.sendJson("POST", `/auth/v1/factors/${id}/verify`, body)).status).toBe(200);
  const asked = await signIn(service.url, OWN);
  expect((await asked.get("/api/session", sessionReply)).session.secondFactor).toBe("ASKED");
  expect((await reset(EMAIL)).stderr).toContain("stop the service and run this again");
  await service.end("SIGTERM");

  expect(await reset("eve@acme.example")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("nobody has the e-mail"),
  });
  expect((await reset(EMAIL)).stdout).toContain(`Removed 1 of ${EMAIL}`);
  expect((await reset(EMAIL)).stdout).toContain("nothing was changed");
  const later = await startServer("node", dataDir);
  const again = await signIn(later.url, OWN);
  expect((await again.get("/api/session", sessionReply)).session.secondFactor).toBe("NONE");
  const { entries } = await again.get("/api/admin/audit-logs?limit=1", auditListReply);
  expect(entries).toMatchObject([{ action: "member.factors_reset", actor: "system" }]);
});

async function tokenOf(url: string, answer: Response): Promise<TestClient> {
  return createTestClient(url, ((await answer.json()) as { access_token: string }).access_token);
}

test("without an e-mail it prints the usage", async () => {
  const { code, stderr } = await runCommand("reset-factors", [], { ASSAY_DATA_DIR: "/nowhere/at/all" });
  expect(code).toBe(1);
  expect(stderr).toContain("npm run person:reset-factors -- --email <e-mail>");
});
