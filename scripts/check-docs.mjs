// What the documents name exists: files and folders, headings behind links, `npm run` commands. They are not too long.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { COMMANDS } from "./commands.mjs";
import { ROOT } from "./toolchain.mjs";

const DOCUMENTS = ["*.md", "docs/**/*.md", "{apps,packages,tools}/*/{README,AGENTS}.md"];
/** Of all pages of docs together, the specification of the package among them; a token with a letter or a digit is a word. Code and tables that a command writes do not count. */
const WORDS_MAX = 41_700;
const WRITTEN_BY_A_COMMAND = /^<!-- (?:tables|figures|durations|results)[\s\S]*?^<!-- (?:end of \w+|\/figures) -->/gm;
/** A history names what was. */
const NOT = new Set(["CHANGELOG.md"]);
const PATH = /(?<![\w./@-])(?:apps|packages|tools|docs|scripts|container|\.github|\.ci)\/[\w./*{},-]*[\w*}]/g;
/** What a command makes. */
const MADE = /\/(dist|screenshots|node_modules|test-results)(\/|$)|\/CHANGELOG\.md$/;
/** A block that the reader saves under this name. */
const WRITTEN = /^```\w+ title="([^"]+)"/gm;
const LINK = /\]\(([^)\s]+)\)/g;

export function checkDocs() {
  const problems = [];
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  for (const name of new Set([...Object.keys(scripts), ...Object.keys(COMMANDS)])) {
    const right = `node scripts/up.mjs ${name}`;
    if (!COMMANDS[name])
      problems.push(`package.json has the script '${name}', which scripts/commands.mjs lacks: add it there`);
    else if (scripts[name] !== right)
      problems.push(`package.json must say "${name}": "${right}", as scripts/commands.mjs has it`);
  }
  const files = globSync(DOCUMENTS, { cwd: ROOT }).filter((file) => !NOT.has(file));
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), "utf8");
    const report = (index, problem) => problems.push(`${file}:${text.slice(0, index).split("\n").length}: ${problem}`);
    for (const { 1: name, index } of text.matchAll(/\bnpm run (?:--\S+ )*([\w:-]+)/g))
      if (!scripts[name])
        report(index, `there is no 'npm run ${name}': commands are ${Object.keys(scripts).join(", ")}`);
    for (const { 1: name, 2: script, index } of text.matchAll(/\bpnpm --filter (@assay\/[\w-]+) (?!exec)([\w:-]+)/g))
      if (!scriptsOf(name)[script]) report(index, `the package '${name}' has no script '${script}'`);
    const written = new Set([...text.matchAll(WRITTEN)].map(([, path]) => path));
    for (const { 1: path, index } of text.matchAll(/\bnode ([\w./-]+\.(?:mjs|ts))\b/g))
      if (!existsSync(join(ROOT, path)) && !written.has(path)) report(index, `there is no file '${path}'`);
    for (const { 0: found, index } of text.matchAll(PATH)) {
      const beforeName = text.startsWith("-<", index + found.length);
      const path = beforeName ? dirname(found) : found;
      if (!exists(path)) report(index, `there is no '${path}'`);
    }
    for (const { 1: target, index } of text.matchAll(LINK)) {
      const problem = linkProblem(file, target);
      if (problem) report(index, problem);
    }
  }
  const { words, folders } = countWords();
  if (words > WORDS_MAX)
    problems.push(`docs has ${words} words (${folders}), at most ${WORDS_MAX} are allowed: say each fact once`);
  for (const problem of problems) console.error(problem);
  return {
    ok: problems.length === 0,
    looked: `paths, links and commands of ${files.length} documents; ${words} words`,
  };
}

function countWords() {
  const counts = {};
  for (const file of globSync("docs/**/*.md", { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, file), "utf8")
      .replace(/^```[\s\S]*?^```/gm, "")
      .replace(WRITTEN_BY_A_COMMAND, "");
    const folder = file.split(/[\\/]/)[1];
    counts[folder] = (counts[folder] ?? 0) + text.split(/\s+/).filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
  }
  const folders = Object.entries(counts).map(([folder, count]) => `${folder} ${count}`);
  return { words: Object.values(counts).reduce((sum, count) => sum + count, 0), folders: folders.sort().join(", ") };
}

function exists(path) {
  if (MADE.test(path)) return true;
  return /[*{]/.test(path) ? globSync(path, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, path));
}

function scriptsOf(name) {
  const manifest = ["apps", "packages", "tools"]
    .map((folder) => join(ROOT, folder, name.replace("@assay/", ""), "package.json"))
    .find((path) => existsSync(path));
  return manifest ? (JSON.parse(readFileSync(manifest, "utf8")).scripts ?? {}) : {};
}

function linkProblem(file, target) {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [path, heading] = target.split("#");
  const there = path === "" ? file : join(dirname(file), path);
  if (!existsSync(join(ROOT, there))) return `the link leads to '${there}', which does not exist`;
  if (heading && !headingsOf(there).has(heading)) return `'${there}' has no heading '#${heading}'`;
  return undefined;
}

/** As GitHub names them. */
function headingsOf(file) {
  const text = readFileSync(join(ROOT, file), "utf8").replace(/^```[\s\S]*?^```/gm, "");
  const names = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) =>
    title
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );
  const explicit = [...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, name]) => name);
  return new Set([...names, ...explicit]);
}
