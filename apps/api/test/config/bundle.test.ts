import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, matchesGlob, relative } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Bundled, bundleService } from "../../build/bundle-service.ts";
import { CHILDREN, PROGRAMS } from "../../build/programs.ts";
import { removeOldParts } from "../../build/remove-old-parts.ts";
import { ROOT } from "../support/launch-process.ts";

const API = join(ROOT, "apps/api");

let dir: string;
let bundled: Bundled;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "assay-bundle-"));
  bundled = await bundleService(PROGRAMS, dir);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test("a change of any source of the bundle has it built again", async () => {
  const { tasks } = JSON.parse(await readFile(join(API, "turbo.json"), "utf8")) as {
    tasks: { build: { inputs: string[] } };
  };
  const inputs = tasks.build.inputs.map((input) =>
    input.startsWith("$TURBO_ROOT$/") ? input.slice("$TURBO_ROOT$/".length) : `apps/api/${input}`,
  );
  const sources = bundled.sources.map((path) => relative(ROOT, path));
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((source) => !inputs.some((input) => matchesGlob(source, input)))).toEqual([]);
});

test("what a program starts next to itself starts from the bundle", async () => {
  const programs = bundled.made.filter((path) => path.endsWith(".mjs"));
  expect(programs.map((path) => relative(dir, path))).toEqual(
    expect.arrayContaining(Object.keys(CHILDREN).map((child) => `${child}.mjs`)),
  );
  const texts = await Promise.all(programs.map((path) => readFile(path, "utf8")));
  for (const [child, source] of Object.entries(CHILDREN)) {
    expect(texts.filter((text) => text.includes(`new URL("./${child}.mjs",import.meta.url)`))).toHaveLength(1);
    expect(texts.filter((text) => text.includes(relative(dir, source)))).toEqual([]);
  }
});

test("what finds files by its own place is left outside of the bundle", async () => {
  const finding: string[] = [];
  for (const path of bundled.packages.filter((path) => /\.[cm]?js$/.test(path)))
    if (/import\.meta\.|__dirname|__filename/.test(await readFile(path, "utf8"))) finding.push(relative(ROOT, path));
  expect(bundled.packages.length).toBeGreaterThan(100);
  expect(finding).toEqual([]);
});

test("a stack trace names the source and its line", async () => {
  const dir = await folder();
  const source = join(dir, "failing.ts");
  await writeFile(
    source,
    `interface Unused {\n  a: 1;\n}\n\nexport const fail = () => {\n  throw new Error("no");\n};\nfail();\n`,
  );
  await bundleService({ failing: source }, join(dir, "out"));
  const { COMMANDS } = await import(join(ROOT, "scripts/commands.mjs"));
  const { stderr } = spawnSync(process.execPath, [...COMMANDS.serve.slice(0, -1), join(dir, "out/failing.mjs")], {
    encoding: "utf8",
  });
  expect(stderr).toContain("failing.ts:6:");
});

test("a service that runs finds its parts after others were built, until the fifth build", async () => {
  const dir = await folder();
  const builds = ["a", "b", "c", "d", "e", "f"].map((part) => ["service.mjs", `chunk-${part}.mjs`]);
  for (const made of builds) {
    for (const file of made) await writeFile(join(dir, file), "");
    await removeOldParts(dir, made);
  }
  const left = (await readdir(dir)).filter((file) => file.endsWith(".mjs"));
  expect(left.toSorted()).toEqual([...["b", "c", "d", "e", "f"].map((part) => `chunk-${part}.mjs`), "service.mjs"]);
});

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "assay-bundle-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}
