// Every package says what it is, under which licence and on which Node; one that is published also what npm shows.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./toolchain.mjs";

const OF_ALL = ["description", "license", "type", "engines"];
const OF_PUBLISHED = ["keywords", "exports", "files"];

export function checkPackages() {
  const folders = globSync("{apps,packages,tools}/*/package.json", { cwd: ROOT }).map(dirname);
  const problems = folders.flatMap(problemsOf);
  for (const problem of problems) console.error(problem);
  return { ok: problems.length === 0, looked: `what ${folders.length} packages say of themselves` };
}

function problemsOf(folder) {
  const fields = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
  const wanted = fields.private ? OF_ALL : [...OF_ALL, ...OF_PUBLISHED];
  const files = fields.private ? ["README.md"] : ["README.md", "LICENSE"];
  return [
    ...wanted.filter((name) => !fields[name]).map((name) => `${folder}/package.json has no '${name}': say it`),
    ...files.filter((name) => !existsSync(join(ROOT, folder, name))).map((name) => `${folder} has no ${name}: add one`),
  ];
}
