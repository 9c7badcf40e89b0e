import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../support/launch-process.ts";

const PAGES = [...globSync("*.md", { cwd: ROOT }), ...globSync("docs/*.md", { cwd: ROOT })];
const WORKFLOWS = globSync(".github/workflows/*.yml", { cwd: ROOT });
/** What commands make and git does not keep. */
const MADE = /\/(dist|screenshots)(\/|$)/;
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const scripts = (JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts;

test.each([...PAGES, ...WORKFLOWS])("%s names no command that is not there", (page) => {
  const named = [...read(page).matchAll(/\bnpm run (?:--?\w+ )?([a-z][\w:-]*)/g)].map(([, name]) => name!);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test.each([...PAGES, ...WORKFLOWS])("%s names no file of the repository that is not there", (page) => {
  const named = [
    ...read(page).matchAll(/(?<![\w./-])((?:apps|packages|tools|scripts|container|\.github)\/[\w./-]*\w)/g),
  ];
  const missing = named.map(([, path]) => path!).filter((path) => !MADE.test(path) && !existsSync(join(ROOT, path)));
  expect(missing).toEqual([]);
});

test("every command of the root is one that the launcher knows", () => {
  const launcher = read("scripts/commands.mjs");
  for (const name of Object.keys(scripts)) expect(launcher).toMatch(new RegExp(`^ {2}"?${name}"?: \\[`, "m"));
});

test("each package script that a workflow runs is there; `pack` is pnpm's own", () => {
  const calls = WORKFLOWS.flatMap((path) => [
    ...read(path).matchAll(/pnpm --filter @assay\/([\w-]+) (?:run )?([\w:-]+)/g),
  ]);
  expect(calls.length).toBeGreaterThan(0);
  for (const [call, name, script] of calls.filter(([, , script]) => script !== "pack")) {
    const path = globSync(`{apps,packages}/${name}/package.json`, { cwd: ROOT })[0]!;
    expect(JSON.parse(read(path)).scripts, call).toHaveProperty(script!);
  }
});
