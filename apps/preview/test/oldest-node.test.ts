import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
// @ts-expect-error a script without types
import { importsOf as read } from "../../../scripts/check-imports.mjs";

const importsOf = read as (source: string) => string[];
const START = join(import.meta.dirname, "../../../scripts/up.mjs");

/** What Node 20 lacks, of what a script might take: it runs until the pinned Node is there. */
const NEWER = [
  /\b(?:globSync|glob|registerHooks|enableCompileCache|findPackageJSON|stripTypeScriptTypes)\b/,
  /\b(?:Promise\.(?:withResolvers|try)|(?:Object|Map)\.groupBy|Array\.fromAsync|RegExp\.escape|Iterator\.from)\b/,
  /\bimport\.meta\.main\b|"node:sqlite"|^\s*(?:await )?using \w+ =|with \{ type:/m,
  /\.(?:isWellFormed|toWellFormed|union|intersection|difference|isSubsetOf)\(/,
];

function scriptsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const target of importsOf(readFileSync(file, "utf8")))
    if (target.startsWith(".")) scriptsOf(join(dirname(file), target), seen);
  return seen;
}

const findNewer = (source: string) => NEWER.flatMap((pattern) => pattern.exec(source)?.[0].trim() ?? []);

test("what gets the pinned Node takes nothing that Node 20 lacks, and no package", () => {
  const scripts = [...scriptsOf(START)];
  expect(scripts.map((file) => file.slice(dirname(START).length + 1)).toSorted()).toEqual(
    expect.arrayContaining(["build-sites.mjs", "commands.mjs", "toolchain.mjs", "up.mjs"]),
  );
  for (const file of scripts) {
    const source = readFileSync(file, "utf8");
    expect(findNewer(source), file).toEqual([]);
    expect(
      importsOf(source).filter((target) => !/^(?:node:|\.)/.test(target)),
      file,
    ).toEqual([]);
  }
});

test.each([
  'import { globSync } from "node:fs";',
  "const { promise } = Promise.withResolvers();",
  "  await using file = open();",
  "if (import.meta.main) run();",
])("%s is found", (source) => {
  expect(findNewer(source)).toHaveLength(1);
});
