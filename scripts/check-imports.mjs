// Data flows one way: each package and each module of core may import what is listed for it, and nothing else.
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "./toolchain.mjs";

/** Packages of the workspace that a package may import, tests aside. */
const PACKAGES = {
  "packages/contract": [],
  "packages/db": ["contract"],
  "packages/core": ["contract", "db"],
  "packages/adapters": ["contract", "core"],
  "packages/testing": ["contract", "core", "db"],
  "packages/bench": ["contract", "core", "db", "adapters", "testing"],
  "packages/quality": ["contract", "core", "db", "adapters", "testing", "api"],
  "apps/api": ["contract", "core", "db", "adapters"],
  "packages/client": [],
  "packages/ui": [],
  "packages/site": ["client", "contract", "ui"],
  "apps/admin": ["client", "contract", "site", "ui"],
  "apps/portal": ["client", "contract", "site", "ui"],
  "apps/docs": ["contract", "site", "ui"],
  "apps/preview": ["adapters"],
  "tools/generated-client": [],
  "tools/demo": ["contract", "core", "db"],
};

/** From below to above: a module of core may import those on lower lines and its neighbours named beside it. */
const CORE = [
  ["ports", "telemetry", "retrieval", "tenancy", "audit", "jobs"],
  ["retrieval-versions", "packs", "model-abilities", "identity-state", "webhooks"],
  ["documents", "files"],
  ["guidance"],
  ["assessments"],
  ["tasks", "search", "comments", "exceptions"],
  ["reviews"],
  ["sign-offs"],
  ["runs"],
  ["overview", "links", "reports"],
];
const CORE_PACKAGES = new Set(["@assay/contract", "@assay/db", "drizzle-orm", "@opentelemetry/api"]);

export function checkImports() {
  const problems = [];
  for (const file of globSync("{apps,packages,tools}/*/src/**/*.{ts,tsx}", { cwd: ROOT })) {
    const home = file.split("/").slice(0, 2).join("/");
    for (const target of importsOf(join(ROOT, file))) {
      const problem = target.startsWith(".") ? coreProblem(file, target) : packageProblem(home, target);
      if (problem) problems.push(`${file} imports ${target}: ${problem}`);
    }
  }
  for (const problem of problems) console.error(problem);
  return problems.length === 0;
}

function importsOf(path) {
  const source = readFileSync(path, "utf8");
  const statements = /^(?:import|export)\s(?:[^;"']*?\sfrom\s)?["']([^"'\s]+)["']|\bimport\(["']([^"'\s]+)["']\)/gm;
  return [...source.matchAll(statements)].map(([, target, lazy]) => target ?? lazy);
}

function packageProblem(home, target) {
  const own = /^@assay\/([a-z-]+)/.exec(target)?.[1];
  if (own && !PACKAGES[home]?.includes(own) && home !== `packages/${own}`)
    return `${home} may import ${PACKAGES[home]?.join(", ") || "no other package"}`;
  if (home !== "packages/core") return undefined;
  const name = target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
  return CORE_PACKAGES.has(name)
    ? undefined
    : `core imports only ${[...CORE_PACKAGES].join(", ")}: put what needs more behind a port`;
}

function coreProblem(file, target) {
  if (!file.startsWith("packages/core/src/")) return undefined;
  const moduleOf = (path) => relative("packages/core/src", path).split("/")[0];
  const levelOf = (name) => CORE.findIndex((level) => level.includes(name));
  const from = moduleOf(file);
  const to = moduleOf(join(file, "..", target));
  if (from.endsWith(".ts") || to.endsWith(".ts") || from === to || levelOf(to) <= levelOf(from)) return undefined;
  return `${to} stands above ${from}; move the shared part down`;
}
