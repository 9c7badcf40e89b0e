import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { auditListReply, documentStatusReply, residencyReply } from "@assay/contract";
import { expect, onTestFinished, test } from "vitest";
import { runCommand, shownPassword } from "../support/run-command.ts";
import { startServer, testFolder } from "../support/start-process.ts";
import { createTestClient } from "../support/test-client.ts";

const EMAIL = "ada@acme.example";
const ALL = "every provider that the deployment uses";

/** Embeds whatever it is given, and says how often it was asked. */
async function startModelServer() {
  let asked = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const bytes of request) body += bytes;
    if (request.method === "POST") asked += 1;
    const { input = [] } = (body === "" ? {} : JSON.parse(body)) as { input?: string[] };
    const vector = Array.from({ length: 768 }, (_, at) => (at === 0 ? 1 : 0));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data: input.map((_, index) => ({ index, embedding: vector })) }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked: () => asked };
}

test("the command says who may be given a tenant's text: what waits for a provider goes on once it is allowed", async () => {
  const dataDir = await testFolder();
  const models = await startModelServer();
  const env = {
    ASSAY_DATA_DIR: dataDir,
    MODEL_PROVIDER: "openai-compatible",
    OPENAI_COMPATIBLE_BASE_URL: models.url,
    OPENAI_COMPATIBLE_MODEL: "judge",
    OPENAI_COMPATIBLE_EMBEDDING_MODEL: "embed",
  };
  const made = await runCommand("create-tenant", ["--name", "Acme", "--admin", EMAIL], env);
  const providers = (...options: string[]) => runCommand("set-tenant-providers", options, env);
  const ofAcme = (...options: string[]) => providers("--tenant", "Acme", ...options);

  expect((await ofAcme()).stdout).toContain(`may be given to: ${ALL}`);
  expect((await ofAcme("--allow", "gemini, clamd")).stdout).toContain("may be given to: gemini, clamd");
  expect((await ofAcme("--allow", "none")).stdout).toContain("may be given to: nobody");
  for (const wrong of ["cloud", "gemini,gemini"]) {
    const refused = await ofAcme("--allow", wrong);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("Usage: npm run tenant:providers")]);
  }
  expect((await providers("--allow", "all")).stderr).toContain("A tenant is needed");
  expect((await providers("--tenant", "Nobody", "--allow", "all")).stderr).toContain("Cannot find");

  const body = { email: EMAIL, password: shownPassword(made.stdout) };
  const start = async () => {
    const server = await startServer("node", dataDir, env);
    const answer = await createTestClient(server.url).sendJson("POST", "/auth/v1/token?grant_type=password", body);
    const { access_token } = (await answer.json()) as { access_token: string };
    return { server, admin: createTestClient(server.url, access_token) };
  };
  const first = await start();
  const password = "a first password that is new";
  await first.admin.sendJson("POST", "/api/session/password", { current: body.password, new: password });
  body.password = password;
  await first.server.end("SIGTERM");

  const refusing = await start();
  expect((await refusing.admin.get("/api/admin/residency", residencyReply)).residency.allowedProviders).toEqual([]);
  const { id } = await refusing.admin.upload("policy.txt", "Backups are taken every day.");
  const statusBy = ({ admin }: typeof first) => admin.get(`/api/documents/${id}/status`, documentStatusReply);
  await expect
    .poll(() => statusBy(refusing), { timeout: 60_000 })
    .toMatchObject({ waiting: { reason: "PROVIDER_NOT_ALLOWED", provider: "openai-compatible" } });
  expect(models.asked()).toBe(0);
  await refusing.server.end("SIGTERM");

  expect((await ofAcme("--allow", "all")).stdout).toContain(`may be given to: ${ALL}`);
  const allowing = await start();
  await expect.poll(() => statusBy(allowing), { timeout: 60_000 }).toMatchObject({ status: "READY" });
  expect(models.asked()).toBeGreaterThan(0);
  const { entries } = await allowing.admin.get("/api/admin/audit-logs?limit=50", auditListReply);
  const changes = entries.filter(({ action }) => action === "tenant.allowed_providers_changed");
  expect(changes.map(({ details, actor }) => [details?.allowedProviders, actor])).toEqual([
    [null, "system"],
    [[], "system"],
    [["gemini", "clamd"], "system"],
  ]);
});
