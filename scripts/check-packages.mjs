// Every package says what it is, under which licence and on which Node; one that is published also what npm shows. Its
// AGENTS.md says in few lines how to work in it. What takes
// part of the service by itself installs no more than that part needs.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PACKAGES } from "./check-imports.mjs";
import { ROOT } from "./toolchain.mjs";

const OF_ALL = ["description", "license", "type", "engines"];
const LINES_MAX = 25;
/** A file or folder of the package itself, as its AGENTS.md names it. */
const OWN_PATH = /`((?:src|test|build|sets|dumps|weights|training|migrations|evidence)(?:\/[\w./-]*)?)`/g;
const OF_PUBLISHED = ["keywords", "exports", "files"];

/** Holds no program. */
const LANGUAGE_DATA = /^@tesseract\.js-data\//;

/** Runtime packages of others that one may have at most, and what neither it nor what it imports installs. */
const INSTALLS = {
  "packages/adapters": { othersMax: 13, never: ["@assay/reader", "@assay/models", "tesseract.js", "pdfjs-dist"] },
  "packages/reader": { othersMax: 20, never: ["@assay/core", "@assay/db", "@assay/models"] },
  "packages/language": { othersMax: 0, never: [] },
  "packages/confined": { othersMax: 0, never: [] },
  // The fifth checks what passkeys sign: formats of keys and signatures are not to be written by hand.
  "packages/identity": { othersMax: 5, never: ["@assay/reader", "@assay/models", "@assay/adapters"] },
};

export function checkPackages() {
  const folders = globSync("{apps,packages,tools}/*/package.json", { cwd: ROOT }).map(dirname);
  const packages = new Map(
    folders.map((folder) => [folder, JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"))]),
  );
  const problems = [...folders.flatMap(problemsOf), ...listInstalled(packages)];
  for (const problem of problems) console.error(problem);
  return { ok: problems.length === 0, looked: `what ${folders.length} packages say of themselves` };
}

function problemsOf(folder) {
  const fields = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
  const wanted = fields.private ? OF_ALL : [...OF_ALL, ...OF_PUBLISHED];
  const files = fields.private ? ["README.md"] : ["README.md", "LICENSE"];
  return [
    ...wanted.filter((name) => !fields[name]).map((name) => `${folder}/package.json has no '${name}': say it`),
    ...agentsProblems(folder),
    ...files.filter((name) => !existsSync(join(ROOT, folder, name))).map((name) => `${folder} has no ${name}: add one`),
  ];
}

/** `packages`: what each folder's package.json says. */
export function listInstalled(packages) {
  const named = new Map([...packages.values()].map((fields) => [fields.name, Object.keys(fields.dependencies ?? {})]));
  return Object.entries(INSTALLS).flatMap(([folder, { othersMax, never }]) => {
    const { name } = packages.get(folder);
    const others = named.get(name).filter((other) => !named.has(other) && !LANGUAGE_DATA.test(other));
    const reached = reachableFrom(name, named);
    return [
      ...(others.length > othersMax
        ? [
            `${folder} has ${others.length} packages of others, at most ${othersMax}: put what needs another one elsewhere`,
          ]
        : []),
      ...never
        .filter((one) => reached.has(one))
        .map((one) => `${folder} installs ${one}, by itself or by what it imports: pass in what needs it`),
    ];
  });
}

function reachableFrom(name, named) {
  const reached = new Set([name]);
  for (const one of reached) for (const other of named.get(one) ?? []) reached.add(other);
  return reached;
}

/** Its job, its shape, what may be imported (as check-imports holds it) and the command that checks it. */
function agentsProblems(folder) {
  const path = `${folder}/AGENTS.md`;
  if (!existsSync(join(ROOT, path)))
    return [`${folder} has no AGENTS.md: copy ${"packages/language/AGENTS.md"} and say its job`];
  const text = readFileSync(join(ROOT, path), "utf8");
  const names = PACKAGES[folder] ?? [];
  const may = `**May import**: ${names.length > 0 ? names.map((name) => `\`${name}\``).join(", ") : "no package of this repository"}.`;
  const gone = [...text.matchAll(OWN_PATH)].map(([, own]) => own).filter((own) => !existsSync(join(ROOT, folder, own)));
  return [
    ...(text.trimEnd().split("\n").length > LINES_MAX ? [`${path} has more than ${LINES_MAX} lines: shorten it`] : []),
    ...(text.includes(may) ? [] : [`${path} must say, as scripts/check-imports.mjs does: ${may}`]),
    ...(/^\*\*Check\*\*: `/m.test(text)
      ? []
      : [`${path} must end with the command that checks a change: **Check**: \`…\``]),
    ...gone.map((own) => `${path} names '${own}', which ${folder} does not have`),
  ];
}
