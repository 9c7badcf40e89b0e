import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findNode20 } from "../support/find-node-20.ts";
import { ROOT } from "../support/launch-process.ts";
import { policyText } from "../support/small-pack.ts";
import { type TestService, testService } from "../support/test-service.ts";

const CHROMIUM = process.env.ASSAY_TEST_CHROMIUM ?? "/usr/bin/chromium";
const { resolve } = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(resolve(`${name}/package.json`));
const dir = mkdtempSync(join(tmpdir(), "assay-packed-"));
const evidence = join(dir, "policy.txt");

/** One for all runtimes. */
let service: TestService;
beforeAll(async () => {
  install();
  service = await testService();
});
afterAll(async () => {
  await service.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Puts what npm would serve, and the program that uses it, into a folder outside the repository. */
function install(): void {
  for (const command of [["build"], ["pack", "--out", join(dir, "client.tgz")]])
    succeed("pnpm", ["--filter", "@assay/client", ...command], ROOT);
  succeed("tar", ["-xzf", "client.tgz"], dir);
  mkdirSync(join(dir, "node_modules/@assay"), { recursive: true });
  renameSync(join(dir, "package"), join(dir, "node_modules/@assay/client"));
  cpSync(join(import.meta.dirname, "client-program"), dir, { recursive: true });
  writeFileSync(join(dir, "package.json"), '{"type":"module","dependencies":{"@assay/client":"*"}}');
  writeFileSync(evidence, policyText);
}

function succeed(program: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  expect(status, `${program} ${args.join(" ")}: ${stdout}${stderr}`).toBe(0);
}

const EXPECTED = {
  uploaded: { duplicate: false, category: "Policy", status: "READY", state: "READY" },
  sentBytes: Buffer.byteLength(policyText),
  run: { status: "COMPLETED", assessed: 3, counted: 3 },
  results: [expect.stringMatching(/^1\.1 COMPLETE [1-9]/), expect.stringMatching(/^1\.2\.a /), "2.1 MISSING 0"],
  snapshotIsWhole: true,
  names: ["policy.txt"],
  errors: {
    missing: "NotFoundError 404 NOT_FOUND help request",
    ended: "InvalidStateError 409 INVALID_STATE help request",
    stranger: "UnauthorizedError 401 UNAUTHORIZED help request",
    nowhere: "AssayConnectionError",
    late: "AssayTimeoutError",
    left: "left",
  },
};

const PROGRAMS: readonly [string, () => readonly string[]][] = [
  ["Node 20", () => [findNode20()]],
  ["Node 24", () => [process.execPath]],
  ["Deno", () => [join(folderOf("deno"), "deno"), "run", "-A", "--node-modules-dir=manual"]],
  ["Bun", () => [join(folderOf("bun"), "bin/bun.exe")]],
];

test.concurrent.each(PROGRAMS)("the packed client uploads, runs and reads results on %s", async (_, program) => {
  const [file, ...args] = program();
  const token = await (await service.tenant()).token("MEMBER");
  const options = { cwd: dir, timeout: 60_000 };
  const { stdout, stderr } = await promisify(execFile)(
    file!,
    [...args, "main.mjs", service.url, token, evidence],
    options,
  );
  expect(JSON.parse(stdout)).toEqual(EXPECTED);
  expect(stderr).toBe("");
});

const BROWSERS = existsSync(CHROMIUM) || process.env.ASSAY_REQUIRE_ALL === "1" ? [CHROMIUM] : [];

test.concurrent.each(BROWSERS)("the packed client uploads, runs and reads results in %s", async (executablePath) => {
  const token = await (await service.tenant()).token("MEMBER");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    const files = `${service.url}/packed-client/`;
    await page.route(`${files}**`, (route) => {
      const path = route.request().url().slice(files.length);
      if (path === "") return route.fulfill({ contentType: "text/html", body: PAGE });
      return route.fulfill({ contentType: "text/javascript", body: readFileSync(join(dir, path)) });
    });
    await page.goto(files);
    const result = await page.evaluate(
      ([baseUrl, token, text]) =>
        (globalThis as unknown as { tryInPage: (...values: unknown[]) => unknown }).tryInPage(
          { baseUrl, token },
          new File([text!], "policy.txt"),
        ),
      [service.url, token, policyText],
    );
    expect(result).toEqual(EXPECTED);
  } finally {
    await browser.close();
  }
});

const PAGE = `<!doctype html>
<script type="importmap">
  { "imports": { "@assay/client": "/packed-client/node_modules/@assay/client/dist/index.js" } }
</script>
<script>
  globalThis.tryInPage = async (...values) => (await import("/packed-client/try-client.mjs")).tryClient(...values);
</script>`;
