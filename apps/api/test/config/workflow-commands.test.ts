import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../support/launch-process.ts";

// What the pages name, `npm run check` holds to the tree.
const WORKFLOWS = globSync(".github/workflows/*.yml", { cwd: ROOT });
/** What commands make and git does not keep. */
const MADE = /\/(dist|screenshots)(\/|$)/;
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const scripts = (JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts;

test.each(WORKFLOWS)("%s names no command that is not there", (page) => {
  const named = [...read(page).matchAll(/\bnpm run (?:--?\w+ )?([a-z][\w:-]*)/g)].map(([, name]) => name!);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test.each(WORKFLOWS)("%s names no file of the repository that is not there", (page) => {
  const named = [
    ...read(page).matchAll(/(?<![\w./-])((?:apps|packages|tools|scripts|container|\.github)\/[\w./-]*\w)/g),
  ];
  const missing = named.map(([, path]) => path!).filter((path) => !MADE.test(path) && !existsSync(join(ROOT, path)));
  expect(missing).toEqual([]);
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
