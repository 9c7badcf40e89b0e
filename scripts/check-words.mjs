// One word for one thing: words that this repository gave up do not come back, in names, prose or documents.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./toolchain.mjs";

const WORDS = [
  { found: /work[ _-]?items?/gi, use: "job" },
  {
    found: /\bwak(?:er|e-?ups?|es|en)\b|\bwoken\b|[wW]aker|[wW]akeUp|WAKER|WAKE_UP|wake_up/g,
    use: "dispatcher, dispatch",
  },
  { found: /(?<![.\w])slices?\b(?!\()|\b[a-z]+Slices?\b|\bslice[A-Z]\w*|\bSlices?\b|SLICE/g, use: "attempt" },
  { found: /(?<=\/\*\* |^\s*\* |^\s*\/\/ )(?:Answers|Returns the answer of)\b/gm, use: "Returns" },
  { found: /\b(?:findDanger|find-danger)\b/g, use: "findUrlProblem" },
  { found: /\bWISH_REFUSED\b/g, use: "a name that says which statuses they are" },
  { found: /\bspokenAt\b/g, use: "a name that says what was sent at that time" },
  { found: /\bstillIn\b/g, use: "a name that says what is still true" },
  { found: /\batHome\b/g, use: "a name that says in which tenant" },
  { found: /\bcreateLookPace\b|\bLookPace\b/g, use: "a name that says what happens at that interval" },
  { found: /\bhasten\w*/gi, use: "a name that says what happens sooner" },
];

/** In comments, titles of tests and documents: evidence and messages may say what they want. */
const PROSE = [
  { found: /\bwhoever\b/gi, use: "anyone who, no matter who" },
  { found: /\banew\b/gi, use: "again" },
  { found: /\bin force\b/gi, use: "active" },
  { found: /\bfor good\b/gi, use: "permanently" },
  { found: /\bbeside\b/gi, use: "next to, with" },
  { found: /\bleft out\b/gi, use: "omitted, skipped, excluded" },
  { found: /\bweighty\b/gi, use: "main" },
  { found: /\bupkeep\b/gi, use: "maintenance" },
  { found: /\bfurnish\w*/gi, use: "seed" },
  { found: /\bparcels?\b/gi, use: "batch" },
  { found: /\bvouchers?\b/gi, use: "token" },
  { found: /\breseal\w*/gi, use: "re-encrypt" },
  { found: /\bmend(?:s|ed|ing)?\b/gi, use: "fix" },
];

/** Names that stay everywhere. */
const KEPT = [
  // The physical name of the table of jobs: migrations only add, and a rename would break a rolling update.
  /\bwork_items(?:_[a-z_]+)?\b/g,
];

/** Lines that keep an earlier name working for one release. */
const COMPATIBLE = [
  {
    file: "apps/api/src/callbacks/callback-routes.ts",
    line: /workItemId/,
    why: "messages that the release before has published",
  },
  {
    file: "packages/adapters/src/qstash/create-qstash-dispatcher.ts",
    line: /workItemId/,
    why: "processes of the release before read it",
  },
  {
    file: "packages/adapters/test/qstash/dispatcher.test.ts",
    line: /workItemId/,
    why: "holds the dispatcher to what the release before reads",
  },
  {
    file: "apps/api/src/settings/removed-settings.ts",
    line: /\bSLICE_(LIMIT_)?MS\b/,
    why: "settings of the release before, which a start names as gone",
  },
  {
    file: "apps/api/test/queue/callbacks.test.ts",
    line: /workItemId/,
    why: "holds the callback to messages of the release before",
  },
  { file: "apps/api/src/parts/qstash.ts", line: /"wake_up\.failed"/, why: "the event's name of the release before" },
];

/** Migrations and the changelog tell what was; fixtures, evidence and models are of others. */
const NOT =
  /(^|\/)(migrations|fixtures|evidence|weights)\/|(^|\/)CHANGELOG\.md$|^pnpm-lock\.yaml$|^scripts\/check-words\.mjs$/;
const TEXT = /\.(astro|css|html|js|json|jsonc|md|mjs|sh|sql|ts|tsx|txt|yaml|yml)$|^[^.]*$/;

export function checkWords() {
  const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 << 20,
  });
  if (listed.status !== 0) return { ok: true, looked: "nothing: no list of files from git" };
  const files = [...new Set(listed.stdout.split("\0"))].filter((file) => file && TEXT.test(file) && !NOT.test(file));
  const unused = new Set(COMPATIBLE);
  const problems = files.flatMap((file) => problemsOf(file, unused));
  for (const { file, line } of unused)
    problems.push(`${file} has no line with ${line} any more: remove it from scripts/check-words.mjs`);
  for (const problem of problems) console.error(problem);
  return { ok: problems.length === 0, looked: `${files.length} files` };
}

function problemsOf(file, unused) {
  const text = readText(file);
  if (text === undefined) return [];
  const judged = KEPT.reduce((rest, kept) => rest.replace(kept, (name) => "_".repeat(name.length)), text);
  const prose = proseOf(file, judged);
  const looked = [...WORDS.map((word) => [word, judged]), ...PROSE.map((word) => [word, prose])];
  return looked.flatMap(([{ found, use }, said]) =>
    [...said.matchAll(found)].flatMap(({ 0: word, index }) => {
      const line = text.slice(text.lastIndexOf("\n", index) + 1, text.indexOf("\n", index) >>> 0);
      const compatible = COMPATIBLE.find((each) => each.file === file && each.line.test(line));
      if (compatible) {
        unused.delete(compatible);
        return [];
      }
      return [`${file}:${text.slice(0, index).split("\n").length}: '${word}': say ${use}`];
    }),
  );
}

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/(?=[ A-Z]).*/g;
const TITLES = /(?<![\w.])(?:test|it|describe)(?:\.\w+)*(?:\([^()\n]*\))?\(\s*(["`])(?:(?!\1).)+\1/g;
const NO_PROSE = /```[\s\S]*?```|`[^`\n]*`/g;

/** The text with all that is no prose left blank, so that places stay. */
function proseOf(file, text) {
  const blank = (code) => code.replace(/[^\n]/g, " ");
  if (/(^|\/)(README|CONTRIBUTING|AGENTS|SECURITY)\.md$|^docs\//.test(file)) return text.replace(NO_PROSE, blank);
  if (!/\.(tsx?|mjs|js|astro|css)$/.test(file) || file.includes("/sets/")) return "";
  const kept = [...text.matchAll(COMMENTS), ...text.matchAll(TITLES)].toSorted((a, b) => a.index - b.index);
  let prose = "";
  for (const { 0: said, index } of kept)
    if (index >= prose.length) prose += blank(text.slice(prose.length, index)) + said.replace(NO_PROSE, blank);
  return prose;
}

/** Returns undefined for a file that is deleted and not yet committed. */
function readText(file) {
  try {
    return readFileSync(join(ROOT, file), "utf8");
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "EISDIR") return undefined;
    throw error;
  }
}
