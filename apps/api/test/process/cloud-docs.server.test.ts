import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assessmentListReply } from "@assay/contract";
import { type QstashDouble, startQstash } from "@assay/testing/doubles/qstash/start-qstash";
import { type SupabaseDouble, startSupabaseDouble } from "@assay/testing/doubles/supabase/start-supabase";
import { runOnServer } from "@assay/testing/test-database-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startGeminiDouble } from "../../../../packages/adapters/test/gemini/gemini-double.ts";
import type { ModelDouble } from "../../../../packages/adapters/test/model-doubles/index.ts";
import { copyRepository, listMade } from "../support/copy-repository.ts";
import { followCommands, readCommands, type Way } from "../support/follow-document.ts";
import { freePort } from "../support/free-port.ts";
import { openShell, type Shell } from "../support/open-shell.ts";
import { operatorEnv } from "../support/operator-env.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/own-postgres.ts";
import { policyText } from "../support/small-pack.ts";
import { createTestClient } from "../support/test-client.ts";

const NEEDS_ACCOUNT = "it deploys to an account at Cloudflare; test/runtimes/workerd.test.ts runs what is deployed";
const LEFT_OUT = {
  "deno serve -A --port 8787 apps/api/src/entry/deno.ts": "test/runtimes/deno.test.ts runs it, through Neon's driver",
  "npx wrangler secret bulk settings.json": NEEDS_ACCOUNT,
  "npx wrangler deploy": NEEDS_ACCOUNT,
};

let folder: string;
let copy: string;
let server: OwnPostgres;
let qstash: QstashDouble;
let supabase: SupabaseDouble;
let gemini: ModelDouble;
let shell: Shell;
let way: Way;
let assay: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-cloud-"));
  copy = join(folder, "assay");
  await mkdir(copy);
  server = await startOwnPostgres();
  // As Neon makes them.
  await runOnServer(
    `postgres://postgres@${server.host}/postgres`,
    "create role assay_owner login createrole bypassrls",
    "create database assay owner assay_owner",
  );
  // There a role without a superuser's rights may make this extension.
  await runOnServer(`postgres://postgres@${server.host}/assay`, "create extension vector");
  [qstash, supabase, gemini] = await Promise.all([
    startQstash({ secondMs: 10 }),
    startSupabaseDouble(),
    startGeminiDouble(),
  ]);
  await copyRepository(copy);
  const port = await freePort();
  assay = `http://127.0.0.1:${port}`;
  way = {
    values: new Map([
      ["<endpoint>.eu-central-1.aws.neon.tech/assay?sslmode=require", `${server.host}/assay`],
      ["<endpoint>-pooler.eu-central-1.aws.neon.tech/assay?sslmode=require", `${server.host}/assay`],
      ["<owner password>", "ownerpass1"],
      ["<app password>", "apppass1"],
      ["https://<project>.supabase.co", supabase.url],
      ["<secret key>", supabase.secretKey],
      ["<publishable key>", supabase.publishableKey],
      ["https://assay.example.com", assay],
      ["<token>", qstash.token],
      ["<current signing key>", qstash.keys.current],
      ["<next signing key>", qstash.keys.next],
      ["<Gemini key>", "key-of-the-double"],
    ]),
    learned: { "<first password>": /^First password of \S+, shown only here: (\S+)$/m },
    services: { "npm run serve": /"event":"service.started"/ },
    leftOut: LEFT_OUT,
  };
  const vendors = { QSTASH_URL: qstash.url, GEMINI_BASE_URL: gemini.url };
  shell = openShell(copy, { ...operatorEnv({ bin: server.bin, port }), ...vendors });
});
afterAll(async () => {
  await shell?.close();
  gemini?.stop();
  await Promise.all([qstash?.close(), supabase?.close(), server?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

async function signIn(password: string): Promise<string> {
  const signedIn = await fetch(`${supabase.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: supabase.publishableKey, "Content-Type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", password }),
  });
  return z.object({ access_token: z.string() }).parse(await signedIn.json()).access_token;
}

/** A dozen commands, each a process of its own. */
const TEST_MS = 300_000;

test("cloud.md leads from nothing to a service on the vendors that gives a first verdict", {
  timeout: TEST_MS,
}, async () => {
  const leftOut = await followCommands(shell, await readCommands("docs/operate/cloud.md"), way);
  expect(leftOut).toEqual(Object.keys(LEFT_OUT));
  expect([...qstash.schedules.values()].map(({ message }) => message.url)).toEqual([`${assay}/callbacks/sweep`]);

  const [current, own] = [way.values.get("<first password>")!, "A-password-of-my-0wn"];
  const first = createTestClient(assay, await signIn(current));
  expect((await first.sendJson("POST", "/api/session/password", { current, new: own })).status).toBe(204);
  const token = await signIn(own);
  const client = createTestClient(assay, token);
  expect(await client.settled((await client.upload("policy.txt", policyText)).id)).toMatchObject({ status: "READY" });
  const { id } = await client.startRun();
  expect(await client.finished(id)).toMatchObject({ status: "COMPLETED", snapshotStatus: "CAPTURED" });
  const { assessments } = await client.get(`/api/runs/${id}/assessments`, assessmentListReply);
  expect(assessments.length).toBeGreaterThan(0);
  expect(listMade(copy, { ignored: false })).toEqual([]);
});
