// Pairs of functions of the source that say nearly the same: their syntax without the names of variables, literals and types,
// compared by runs of nodes. The allowed number only falls: end a pair rather than raise it.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "oxc-parser";
import { ROOT } from "./toolchain.mjs";

/** May only fall. */
const PAIRS_MAX = 16;
/** What is shorter says little, and is alike by chance. */
const NODES_MIN = 40;
const RUN = 4;
const SIMILARITY_MIN = 0.7;
/** A run in more functions than this is how everybody writes. */
const COMMON_MIN = 60;
const IGNORED = new Set(["typeAnnotation", "returnType", "typeParameters", "typeArguments", "type", "start", "end"]);
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** Each as `{ one, two, similarity }`, the nearest first. */
function findNearEqual(root = ROOT) {
  const functions = listSources(root).flatMap((file) => functionsOf(root, file));
  const byRun = new Map();
  for (const [at, { runs }] of functions.entries())
    for (const run of runs) byRun.get(run)?.push(at) ?? byRun.set(run, [at]);
  const shared = new Map();
  for (const those of byRun.values()) {
    if (those.length < 2 || those.length > COMMON_MIN) continue;
    for (let left = 0; left < those.length; left++)
      for (let right = left + 1; right < those.length; right++) {
        const key = those[left] * functions.length + those[right];
        shared.set(key, (shared.get(key) ?? 0) + 1);
      }
  }
  const pairs = [];
  for (const key of shared.keys()) {
    const [one, two] = [functions[Math.floor(key / functions.length)], functions[key % functions.length]];
    if (holds(one, two) || holds(two, one)) continue;
    const [small, large] = one.runs.size < two.runs.size ? [one.runs, two.runs] : [two.runs, one.runs];
    if (small.size / large.size < SIMILARITY_MIN) continue;
    let both = 0;
    for (const run of small) if (large.has(run)) both += 1;
    const similarity = both / (small.size + large.size - both);
    if (similarity >= SIMILARITY_MIN) pairs.push({ one, two, similarity });
  }
  // Of pairs within a pair, the outer one says it.
  const outermost = pairs.filter(
    (pair) =>
      !pairs.some(
        (outer) =>
          outer !== pair &&
          ((holds(outer.one, pair.one) && holds(outer.two, pair.two)) ||
            (holds(outer.one, pair.two) && holds(outer.two, pair.one))),
      ),
  );
  return outermost.sort((a, b) => b.similarity * b.one.size - a.similarity * a.one.size);
}

const describePair = ({ one, two, similarity }) =>
  `${Math.round(similarity * 100)} %  ${one.size} nodes  ${one.at} ${one.name}  =  ${two.at} ${two.name}`;

function holds(outer, inner) {
  return outer.file === inner.file && outer.start <= inner.start && inner.end <= outer.end && outer !== inner;
}

function listSources(root) {
  return ["apps", "packages", "tools"].flatMap((group) =>
    readdirSync(join(root, group), { withFileTypes: true }).flatMap((each) => {
      const src = join(root, group, each.name, "src");
      return each.isDirectory() ? listFiles(src) : [];
    }),
  );
}

function listFiles(folder) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((each) => {
    const path = join(folder, each.name);
    if (each.isDirectory()) return each.name === "generated" ? [] : listFiles(path);
    return /\.(ts|tsx)$/.test(each.name) && !each.name.endsWith(".d.ts") ? [path] : [];
  });
}

function functionsOf(root, path) {
  const file = relative(root, path);
  const text = readFileSync(path, "utf8");
  const { program } = parseSync(path, text);
  const found = [];
  walk(program, [], (node, words, name) => {
    if (words.length < NODES_MIN) return;
    const line = text.slice(0, node.start).split("\n").length;
    const runs = new Set();
    for (let at = 0; at + RUN <= words.length; at++) runs.add(words.slice(at, at + RUN).join(" "));
    found.push({ file, at: `${file}:${line}`, name, size: words.length, start: node.start, end: node.end, runs });
  });
  return found;
}

/** Adds the words of a node to `words`, and reports each function with its own. */
function walk(node, words, report, name = "") {
  const from = words.length;
  words.push(wordOf(node));
  for (const key in node) {
    const value = node[key];
    if (IGNORED.has(key) || value === null || typeof value !== "object") continue;
    const named = nameOf(node);
    for (const each of Array.isArray(value) ? value : [value])
      if (each && typeof each.type === "string") walk(each, words, report, named);
  }
  if (FUNCTIONS.has(node.type)) report(node, words.slice(from), node.id?.name ?? name);
}

function nameOf(node) {
  const key = node.id ?? node.key;
  return key?.name ?? (typeof key?.value === "string" ? key.value : "");
}

/** What is called and which member is taken stays: it is what a function does. */
function wordOf(node) {
  if (node.type === "MemberExpression" && !node.computed) return `.${node.property.name}`;
  if (node.type === "CallExpression" && node.callee.type === "Identifier") return `${node.callee.name}()`;
  if (node.type === "JSXOpeningElement" && node.name.type === "JSXIdentifier") return `<${node.name.name}`;
  if (node.type === "Property" && !node.computed && node.key.type === "Identifier") return `${node.key.name}:`;
  return node.operator ?? node.kind ?? node.type;
}

/** What `node scripts/check-near-equal.mjs [<checkout>]` prints whole. */
export function checkNearEqual() {
  const pairs = findNearEqual();
  const looked = `${pairs.length} pairs of near-equal functions; ${PAIRS_MAX} are allowed`;
  if (pairs.length < PAIRS_MAX) return { ok: true, looked: `${looked}: set PAIRS_MAX to ${pairs.length}` };
  if (pairs.length === PAIRS_MAX) return { ok: true, looked };
  console.error(`${pairs.map(describePair).join("\n")}\nMake one function of a pair`);
  return { ok: false, looked };
}

if (process.argv[1] === import.meta.filename) {
  const pairs = findNearEqual(process.argv[2]);
  for (const pair of pairs) console.log(describePair(pair));
  console.log(`${pairs.length} pairs`);
}
