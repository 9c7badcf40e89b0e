import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { authenticatorCode } from "@assay/testing/authenticator-code";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { COMMANDS } from "../../../../packages/client/src/cli/commands.ts";
import { runCommandLine } from "../../../../packages/client/src/cli/run-command-line.ts";
import { joinTenant, OWN_PASSWORD } from "../support/join-tenant.ts";
import { type TestService, testService } from "../support/test-service.ts";

const QUESTION = "Code of your authenticator app";

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** Somebody with an authenticator app and recovery codes; its first code is used up. */
async function withApp() {
  const tenant = await service.tenant({ pack: null });
  const { email, client } = await joinTenant(service, await tenant.as("ADMIN"));
  const post = async <T>(path: string, json: object): Promise<T> => {
    const reply = await client.sendJson("POST", `/auth/v1/factors${path}`, json);
    expect(reply.status, await reply.clone().text()).toBe(200);
    return (await reply.json()) as T;
  };
  const { id, totp } = await post<{ id: string; totp: { secret: string } }>("", { factor_type: "totp" });
  const { id: challenge } = await post<{ id: string }>(`/${id}/challenge`, {});
  const body = { challenge_id: challenge, code: authenticatorCode(totp.secret, 0) };
  const raised = await post<{ access_token: string }>(`/${id}/verify`, body);
  const made = await service.client(raised.access_token).sendJson("POST", "/auth/v1/factors/recovery-codes", {});
  const { codes } = (await made.json()) as { codes: string[] };
  return { email, secret: totp.secret, codes };
}

/** Runs `assay login`; `typed` answers what a terminal asks, `piped` is the standard input of a pipe. */
async function login(email: string, { typed = [], piped }: { typed?: string[]; piped?: string }) {
  const folder = await mkdtemp(join(tmpdir(), "assay-login-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const isTTY = piped === undefined;
  const stdin = Object.assign(new PassThrough(), { isTTY });
  if (piped !== undefined) stdin.end(piped);
  const written = { stdout: "", stderr: "" };
  const left = [...typed];
  const stream = (name: keyof typeof written) => ({
    isTTY,
    write(bytes: string | Uint8Array) {
      const text = String(bytes);
      written[name] += text;
      // Asked before it listens: the stream keeps what is written.
      if (name === "stderr" && text.endsWith(": ")) stdin.write(`${left.shift()}\n`);
    },
  });
  const argv = ["login", "--url", service.url, "--email", email, ...(isTTY ? [] : ["--password-stdin"])];
  const streams = { stdin, stdout: stream("stdout"), stderr: stream("stderr"), env: { ASSAY_CONFIG_DIR: folder } };
  const code = await runCommandLine(argv, streams, { commands: COMMANDS, signal: new AbortController().signal });
  const stored = await readFile(join(folder, "credentials.json"), "utf8").catch(() => "");
  return { code, stored, ...written };
}

test("a terminal asks for the code of an app, and stores a session that the code has raised", async () => {
  const { email, secret } = await withApp();
  const asked = await login(email, { typed: [OWN_PASSWORD, authenticatorCode(secret, 1)] });
  expect(asked, asked.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining(`as ${email}`) });
  expect(asked.stderr).toContain(QUESTION);
  const [profile] = Object.values<{ accessToken: string }>(JSON.parse(asked.stored).profiles);
  const reply = await service.client(profile!.accessToken).call("GET", "/api/session");
  expect(((await reply.json()) as { session: { secondFactor: string } }).session.secondFactor).toBe("PROVED");
});

test("a recovery code serves too, a pipe gives it as the second line, and each serves once", async () => {
  const { email, codes } = await withApp();
  const given = { piped: `${OWN_PASSWORD}\n${codes[0]}\n` };
  expect(await login(email, given)).toMatchObject({ code: 0 });
  expect(await login(email, given)).toMatchObject({
    code: 3,
    stored: "",
    stderr: expect.stringContaining("wrong, or was used already"),
  });
});

test("a wrong code, and a pipe without one, store nothing and say what to do", async () => {
  const { email } = await withApp();
  const wrong = await login(email, { typed: [OWN_PASSWORD, "000000"] });
  expect(wrong).toMatchObject({ code: 3, stored: "", stderr: expect.stringContaining("wrong, or was used already") });
  const without = await login(email, { piped: `${OWN_PASSWORD}\n` });
  expect(without).toMatchObject({
    code: 3,
    stored: "",
    stderr: expect.stringContaining("in a terminal, which asks for a code"),
  });
});
