import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { keysToText, makeSigningKeys } from "@assay/embedded/key-signer";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { bundleApi } from "../src/bundle-api.ts";

const DENO = join(dirname(createRequire(import.meta.url).resolve("deno/package.json")), "deno");
/** Complete, and of vendors that nobody reaches. */
const SETTINGS = {
  DATABASE_URL: "postgres://assay_app:secret@database.invalid/assay",
  DATABASE_WS_PROXY: "wss://database.invalid",
  API_URL: "https://pr-1.example.com",
  EXTRACTION_URL: "https://reader.example.com",
  QSTASH_TOKEN: "token",
  QSTASH_CURRENT_SIGNING_KEY: "sig_current",
  QSTASH_NEXT_SIGNING_KEY: "sig_next",
  SUPABASE_URL: "https://project.invalid",
  SUPABASE_SECRET_KEY: "sb_secret_key",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_key",
};

let dir: string;
let bundled: Readonly<Record<string, string>>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "assay-bundle-"));
  const files = Object.entries(await bundleApi());
  for (const [name, { content }] of files) await writeFile(join(dir, name), content);
  bundled = Object.fromEntries(files.map(([name, { content }]) => [name, content]));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test("what a start loads is at most 678 KiB, compressed, and all of it 1,023 KiB", () => {
  const kib = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + gzipSync(bundled[name]!).length, 0) / 1024;
  expect(kib(loadedWith("main.js"))).toBeLessThanOrEqual(678);
  expect(kib(Object.keys(bundled))).toBeLessThanOrEqual(1023);
});

/** The file and, of the others, those that it and they import with no condition. */
function loadedWith(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known;
  known.add(name);
  const imports = /\b(?:import|export)(?:[^;"'()]*?from)?\s*"\.\/([\w-]+\.js)"/g;
  for (const [, other] of bundled[name]!.matchAll(imports)) loadedWith(other!, known);
  return known;
}

/** The bundle alone, where there are no packages, as Deno Deploy starts it. */
function serve(env: Record<string, string>) {
  const args = ["serve", "-A", "--no-config", "--host=127.0.0.1", "--port=0", "main.js"];
  const server = spawn(DENO, args, { cwd: dir, env: { HOME: dir, NO_COLOR: "1", ...env } });
  onTestFinished(async () => {
    if (server.exitCode === null && server.kill("SIGKILL")) await once(server, "close");
  });
  return server;
}

test("the bundled API starts by itself, and is up while its vendors are not", async () => {
  const server = serve({ ...SETTINGS, CHECKPOINT_SIGNING_KEY: keysToText(await makeSigningKeys()) });
  let url: string | undefined;
  for await (const line of createInterface(server.stderr)) {
    url = /Listening on (http:\/\/\S+)/.exec(line)?.[1];
    if (url) break;
  }
  server.stderr.resume();
  expect(await (await fetch(new URL("/healthz", url))).json()).toEqual({ status: "up" });
  const unready = await fetch(new URL("/api/session", url));
  expect([unready.status, await unready.json()]).toMatchObject([503, { error: "SERVICE_UNAVAILABLE" }]);
});

test("without its settings it ends and names every one of them", async () => {
  const server = serve({});
  let said = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const [code] = await once(server, "close");
  expect(code).toBe(1);
  for (const name of ["DATABASE_URL", "QSTASH_TOKEN", "SUPABASE_URL", "CHECKPOINT_SIGNING_KEY", "EXTRACTION_URL"])
    expect(said).toContain(`${name} must be set`);
});
