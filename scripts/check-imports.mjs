// Data flows one way: each package and each module of core may import what is listed for it, and nothing else; no files import
// each other.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { findCycles } from "./find-cycles.mjs";
import { ROOT } from "./toolchain.mjs";

const SOURCES = [
  "{apps,packages,tools}/*/{src,test,build}/**/*.{ts,tsx,mjs,js,astro}",
  "{apps,packages,tools}/*/*.{ts,mjs}",
  "{scripts,container,action}/**/*.{mjs,js}",
  "*.{mjs,js}",
];

/** Packages of the workspace that a package may import, tests aside; its AGENTS.md says the same. */
export const PACKAGES = {
  "packages/contract": [],
  "packages/db": ["contract"],
  "packages/language": [],
  "packages/core": ["contract", "db", "language"],
  "packages/confined": [],
  "packages/reader": ["contract", "confined", "language"],
  "packages/models": ["contract", "core", "confined"],
  "packages/embedded": ["contract", "core", "confined"],
  "packages/identity": ["contract", "core", "embedded"],
  "packages/offline": ["contract", "core", "language"],
  "packages/adapters": ["contract", "core", "identity"],
  "packages/testing": ["contract", "core", "db"],
  "packages/bench": ["contract", "core", "db", "embedded", "models", "offline", "reader", "testing"],
  "packages/quality": [
    "contract",
    "core",
    "db",
    "adapters",
    "embedded",
    "language",
    "models",
    "offline",
    "reader",
    "testing",
    "api",
  ],
  "apps/api": ["contract", "core", "db", "adapters", "embedded", "identity", "models", "offline", "reader"],
  "packages/client": [],
  "packages/ui": [],
  "packages/site": ["client", "contract", "ui"],
  "apps/admin": ["client", "contract", "site", "ui"],
  "apps/portal": ["client", "contract", "site", "ui"],
  "apps/docs": ["contract", "site", "ui"],
  "apps/preview": ["adapters", "embedded"],
  "tools/generated-client": [],
  "tools/demo": ["contract", "core", "db"],
};

/** From below to above: a module of core may import those on lower lines and its neighbours named next to it. */
const CORE = [
  ["ports", "egress", "telemetry", "retrieval", "tenancy", "audit", "records", "jobs", "deployment-log"],
  [
    "retrieval-versions",
    "residency",
    "packs",
    "model-abilities",
    "backups",
    "maintenance-mode",
    "file-keys",
    "identity-state",
    "webhooks",
    "single-sign-on",
    "scim",
    "mail",
    "invitations",
    "resets",
    "persons",
    "sealed",
    "checkpoints",
    "notices",
    "audit-out",
  ],
  ["documents", "files"],
  ["guidance", "sources"],
  ["assessments"],
  ["tasks", "search", "comments", "exceptions", "oscal"],
  ["reviews"],
  ["sign-offs"],
  ["runs"],
  [
    "forecasts",
    "overview",
    "deployment",
    "links",
    "connections",
    "reports",
    "access-records",
    "package",
    "erasure",
    "retention",
  ],
  ["tenant-archive"],
];
/** Where a package may import these alone, Node's own modules not among them. */
const ONLY = {
  "packages/core": ["@assay/contract", "@assay/db", "@assay/language", "drizzle-orm", "@opentelemetry/api", "diff"],
  "packages/language": [],
};
/** What to do instead. */
const INSTEAD = {
  "packages/contract": "pass it in, or put it where it is used",
  "packages/language": "pass it in, as it reads text and knows nothing else",
  "packages/core": "put it behind a port in packages/core/src/ports",
  "packages/reader": "define the shape in packages/reader/src/extraction.ts, which core's port has as well",
  "packages/confined": "pass it in, as it knows processes and not what they do",
  "packages/models": "pass it in, or put what the service decides into apps/api/src/parts",
  "packages/offline":
    "put what a text says into packages/language, and what the service decides into apps/api/src/parts",
  "packages/adapters": "put what needs no vendor into packages/embedded, and let apps/api/src/parts combine them",
};

export function checkImports() {
  const imports = new Map(
    globSync(SOURCES, { cwd: ROOT }).map((file) => [file, importsOf(readFileSync(join(ROOT, file), "utf8"))]),
  );
  const problems = [...imports].flatMap(([file, targets]) => placeProblems(file, targets));
  for (const cycle of findCycles(toGraph(imports)))
    problems.push(`Files import each other, move the shared part to a file of its own:\n  ${cycle.join("\n  → ")}`);
  for (const problem of problems) console.error(problem);
  return problems.length === 0;
}

function placeProblems(file, targets) {
  if (!/^(apps|packages|tools)\/[^/]+\/src\/.*\.tsx?$/.test(file)) return [];
  const home = file.split("/").slice(0, 2).join("/");
  return targets.flatMap((target) => {
    const problem = target.startsWith(".") ? coreProblem(file, target) : packageProblem(home, target);
    return problem ? [`${file} imports ${target}: ${problem}`] : [];
  });
}

export function importsOf(source) {
  const statements = /^(?:import|export)\s(?:[^;"']*?\sfrom\s)?["']([^"'\s]+)["']|\bimport\(["']([^"'\s]+)["']\)/gm;
  return [...source.matchAll(statements)].map(([, target, lazy]) => target ?? lazy);
}

/** Only files of the repository; what a package of it exports represents its file. */
function toGraph(imports) {
  const exported = readExports();
  const find = (file, target) => {
    const path = target.startsWith(".") ? join(dirname(file), target.replace(/\?\w+$/, "")) : exported(target);
    return imports.has(path) ? [path] : [];
  };
  return new Map([...imports].map(([file, targets]) => [file, targets.flatMap((target) => find(file, target))]));
}

function readExports() {
  const manifests = globSync("{apps,packages,tools}/*/package.json", { cwd: ROOT }).map((path) => {
    const { name, exports } = JSON.parse(readFileSync(join(ROOT, path), "utf8"));
    return [name, { folder: dirname(path), exports: typeof exports === "string" ? { ".": exports } : (exports ?? {}) }];
  });
  const packages = new Map(manifests);
  return (target) => {
    const [, name, rest] = /^(@assay\/[\w-]+)(.*)$/.exec(target) ?? [];
    const { folder, exports } = packages.get(name) ?? {};
    if (!folder) return undefined;
    for (const [pattern, to] of Object.entries(exports)) {
      const [start, end] = pattern.split("*");
      const key = `.${rest}`;
      const matches = end === undefined ? key === pattern : key.startsWith(start) && key.endsWith(end);
      const star = end === undefined ? "" : key.slice(start.length, key.length - end.length);
      if (matches) return join(folder, String(to).replace("*", star));
    }
    return undefined;
  };
}

export function packageProblem(home, target) {
  const own = /^@assay\/([a-z-]+)/.exec(target)?.[1];
  if (home === `packages/${own}`) return undefined;
  const instead = INSTEAD[home] ? `: ${INSTEAD[home]}` : "";
  if (own && !PACKAGES[home]?.includes(own))
    return `${home} may import ${PACKAGES[home]?.join(", ") || "no other package"}${instead}`;
  const only = ONLY[home];
  if (!only) return undefined;
  const name = target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
  return only.includes(name) ? undefined : `${home} imports ${only.join(", ") || "nothing"} alone${instead}`;
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
