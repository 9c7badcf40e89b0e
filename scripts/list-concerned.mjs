// Which packages a change concerns: those that it touches, those that use them, and all where it touches what all use.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./toolchain.mjs";

const MANIFESTS = "{apps,packages,tools}/*/package.json";
/** Documents, of which the sites are made and whose commands the service's suites run. */
const READ_BY = {
  docs: ["apps/docs", "apps/api"],
  action: ["apps/api"],
  container: ["apps/api"],
  ".github": ["apps/preview"],
};
const READ_FILES = {
  "action.yml": ["apps/api"],
  "README.md": ["packages/contract", "apps/docs"],
  "SECURITY.md": [],
  LICENSE: [],
};

export function listConcerned(since) {
  const diff = spawnSync("git", ["diff", "--name-only", "--no-renames", "-z", `${since}...HEAD`], {
    cwd: ROOT,
    encoding: "utf8",
  });
  if (diff.status !== 0) throw new Error(`Cannot compare with '${since}': ${diff.stderr}`);
  return concernedBy(diff.stdout.split("\0").filter(Boolean), readPackages());
}

/** `packages`: folder → folders that it uses. */
export function concernedBy(files, packages) {
  const concerned = new Set();
  for (const file of files) {
    const own = Object.keys(packages).find((folder) => file.startsWith(`${folder}/`));
    const readers = own ? [own] : (READ_FILES[file] ?? READ_BY[file.split("/")[0]] ?? Object.keys(packages));
    for (const folder of readers) concerned.add(folder);
  }
  // A set takes what is added while it is walked.
  for (const folder of concerned)
    for (const [user, uses] of Object.entries(packages)) if (uses.includes(folder)) concerned.add(user);
  return [...concerned].toSorted();
}

function readPackages() {
  const manifests = globSync(MANIFESTS, { cwd: ROOT }).map((path) => [
    dirname(path),
    JSON.parse(readFileSync(join(ROOT, path), "utf8")),
  ]);
  const folderOf = Object.fromEntries(manifests.map(([folder, { name }]) => [name, folder]));
  return Object.fromEntries(
    manifests.map(([folder, { dependencies, devDependencies }]) => [
      folder,
      Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => folderOf[name] ?? []),
    ]),
  );
}
