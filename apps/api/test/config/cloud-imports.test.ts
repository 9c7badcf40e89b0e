import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const VALUE_IMPORTS =
  /^(?:import|export)\s(?!type\b)(?:[^;"']*?\sfrom\s)?["']([^"'\s]+)["']|\bimport\(["']([^"'\s]+)["']\)/gm;
/** What needs files, processes or sockets. Deno has node:crypto, and workers with `nodejs_compat`. */
const NEEDS_NODE =
  /^(node:(?!crypto$).*|pg|prom-client|@electric-sql\/.*|@hono\/node-server.*|drizzle-orm\/(node-postgres|pglite))$/;

/** Everything outside the workspace that the module and what it imports import, types aside. */
function importedFrom(entry: string): Map<string, string> {
  const outside = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file) || file.endsWith(".json")) return;
    seen.add(file);
    for (const [, from, lazy] of readFileSync(file, "utf8").matchAll(VALUE_IMPORTS)) {
      const target = (from ?? lazy)!;
      const inside = resolveInside(file, target);
      if (inside) visit(inside);
      else outside.set(target, file.slice(ROOT.length));
    }
  };
  visit(join(ROOT, entry));
  return outside;
}

function resolveInside(file: string, target: string): string | undefined {
  if (target.startsWith(".")) return join(dirname(file), target);
  const [, name, path] = /^@assay\/([a-z-]+)(\/.+)?$/.exec(target) ?? [];
  if (!name) return undefined;
  const home = join(ROOT, "packages", name);
  const { exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
    exports: Record<string, string>;
  };
  const exact = exports[`.${path ?? ""}`];
  return join(home, exact ?? exports["./*"]!.replace("*", path!.slice(1)));
}

const needingNode = (entry: string) =>
  [...importedFrom(entry)].filter(([target]) => NEEDS_NODE.test(target)).map(([target, file]) => `${file}: ${target}`);

test("what runs on workers imports nothing that only Node has", () => {
  expect(importedFrom("apps/api/src/entry/worker.ts").has("hono")).toBe(true);
  expect(needingNode("apps/api/src/entry/worker.ts")).toEqual([]);
});

test("the same look finds what the service on Node imports", () => {
  expect(needingNode("apps/api/src/start-service.ts")).toContain("apps/api/src/data-folder.ts: node:sqlite");
});
