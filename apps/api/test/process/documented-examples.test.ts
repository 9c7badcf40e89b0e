import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ENTRIES, launchProcess, ROOT, startedUrl, type TestProcess } from "../support/launch-process.ts";
import { matchesJson, matchesText } from "../support/matches-output.ts";
import { openShell, type Shell } from "../support/open-shell.ts";
import { operatorEnv } from "../support/operator-env.ts";
import { type Example, readExamples } from "../support/read-examples.ts";
import { limitsEnv } from "../support/test-limits.ts";

/** In the order in which a reader meets them; each may build on what the ones before it made. */
const PAGES = [
  "docs/use/quick-start.md",
  "docs/use/guides/upload-evidence.md",
  "docs/use/guides/read-verdicts.md",
  "docs/integrate/guides/follow-a-run.md",
  "docs/integrate/guides/gate-a-pipeline.md",
  "docs/use/guides/periods.md",
  "docs/integrate/guides/handle-errors.md",
  "docs/use/guides/verify-a-snapshot.md",
  "docs/use/what-a-snapshot-proves.md",
  "docs/use/guides/keys-and-people.md",
  "docs/use/exceptions.md",
  "docs/use/auditors-link.md",
  "docs/use/guides/import-a-pack.md",
];
const GATE = "docs/integrate/guides/gate-a-pipeline.md";
const INTEGRATORS = PAGES.filter((page) => page.startsWith("docs/integrate/guides/"));
/** Blocks that are not run as they are. */
const NOT_HERE: Readonly<Record<string, string>> = {
  "npm start\n": "the service of this suite runs; start.test.ts runs it",
  "npm install @assay/client\n": "the suites of the client install its package",
};

/** What changes something is tried once, where its page shows it. */
const CHANGES = /\b(uploadAndWait|startAndWait|start|propose|create|invite|publish)\(/;
const runFile = promisify(execFile);

let folder: string;
let service: TestProcess;
let shell: Shell;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-examples-"));
  const dataDir = join(folder, ".assay");
  await cp(inject("seededData"), dataDir, { recursive: true });
  service = launchProcess([process.execPath, ENTRIES.seeded], {
    PORT: "0",
    ASSAY_DATA_DIR: dataDir,
    ...limitsEnv({ pollMs: 50, progressPollMs: 50 }),
  });
  await mkdir(join(folder, "node_modules/@assay"), { recursive: true });
  await symlink(join(ROOT, "packages/client"), join(folder, "node_modules/@assay/client"));
  await symlink(join(ROOT, "tools"), join(folder, "tools"));
  url = await startedUrl(service);
  shell = openShell(folder, { ...operatorEnv({ bin: join(ROOT, "node_modules/.bin"), port: 0 }), NO_COLOR: "1" });
  // A command that fails ends the shell, and with it the test.
  await shell.run("set -e");
});
afterAll(async () => {
  await shell?.close();
  await service?.end("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

test("every guide is tried", () => {
  const guides = globSync("docs/*/guides/*.md", { cwd: ROOT });
  expect(guides.filter((guide) => !PAGES.includes(guide))).toEqual([]);
});

test("every program that reads works on a fresh demo, without a run", expectReadingPrograms);

test("every program that reads works with one run, which a gate has started and judged", async () => {
  const gate = (await readExamples(GATE)).find((each) => each.act === "write" && each.file === "gate.ts");
  await writeExample(gate as Extract<Example, { act: "write" }>);
  // The tenant has no evidence yet: the gate ends with 1.
  const closed = await runFile(process.execPath, ["gate.ts"], { cwd: folder, env: await memberEnv() }).catch(
    (error: { stdout: string }) => error,
  );
  expect(closed.stdout).toContain("The gate is closed: the run is COMPLETED");
  await expectReadingPrograms();
});

test.each(PAGES)("every example of %s does what the page says", followPage);

test("every program that reads works where the tenant uses two packs", expectReadingPrograms);

test.each(INTEGRATORS)("every example of %s does so where the tenant uses two packs", followPage);

async function followPage(page: string): Promise<void> {
  const examples = await readExamples(page);
  expect(examples.length).toBeGreaterThan(1);
  let printed = "";
  for (const example of examples) {
    if (example.act === "run" && NOT_HERE[example.text]) continue;
    if (example.act === "run") printed = await shell.run(here(example.text));
    else if (example.act === "write") await writeExample(example);
    else expectOutput(example, printed);
  }
}

/** Programs of the pages, in an own folder: the address and the token are all that they are given. */
async function expectReadingPrograms(): Promise<void> {
  const env = await memberEnv();
  const examples = (await Promise.all(PAGES.map(readExamples))).flat();
  const programs = examples.filter((each) => each.act === "write").filter(readsOnly);
  expect(programs.map(({ file }) => file)).toEqual(
    expect.arrayContaining(["occurrences.ts", "changes.ts", "count.ts", "download.ts"]),
  );
  const own = await mkdtemp(join(folder, "reads-"));
  for (const { file, text, place } of programs) {
    await writeFile(join(own, file), text);
    const failed = await runFile(process.execPath, [file], { cwd: own, env }).catch((error) => error.stderr);
    // A gate may be closed; nothing may be thrown.
    expect(String(failed.stderr ?? failed), place).not.toMatch(/^Node\.js v/m);
  }
}

async function memberEnv(): Promise<NodeJS.ProcessEnv> {
  const { tenants } = JSON.parse(await readFile(join(folder, ".assay/demo.json"), "utf8"));
  const { token } = tenants[0].users.find(({ role }: { role: string }) => role === "MEMBER");
  return { ...process.env, ASSAY_URL: url, ASSAY_API_KEY: token };
}

function readsOnly({ file, text }: Extract<Example, { act: "write" }>): boolean {
  return (
    /^[\w-]+\.ts$/.test(file) &&
    !CHANGES.test(text) &&
    !text.includes("process.argv") &&
    !text.includes("snapshot.json")
  );
}

/** What is in the pages for the published package and the default address. */
function here(text: string): string {
  return text
    .replaceAll("http://localhost:8787", url)
    .replaceAll("npx -y @assay/client", `node ${join(ROOT, "packages/client/src/cli/assay.ts")}`);
}

async function writeExample({ file, text }: Extract<Example, { act: "write" }>): Promise<void> {
  await mkdir(join(folder, file, ".."), { recursive: true });
  await writeFile(join(folder, file), here(text));
}

function expectOutput({ json, text, place }: Extract<Example, { act: "expect" }>, printed: string): void {
  // Notes of the command line come before what it replies.
  const reply = () => JSON.parse(printed.slice(printed.search(/^[[{]/m)));
  const matches = json ? matchesJson(reply(), JSON.parse(text)) : matchesText(printed, text);
  expect(matches, `${place} says\n${text}\nand the commands above it printed\n${printed}`).toBe(true);
}
