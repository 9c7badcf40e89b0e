// The small faults that a source can be given: each is a place in it and what is written there instead.
import { parseSync } from "oxc-parser";

const SWAPPED = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "&&": ["||"],
  "||": ["&&"],
};
const OTHER_METHOD = { some: "every", every: "some", min: "max", max: "min", filter: null, toSorted: null, sort: null };
/** Of drizzle: what is dropped from them is dropped from a statement. */
const JOINING = new Set(["and", "or"]);
/** Statuses, codes and actions; words for people are no rule. */
const NAME_OF_A_SET = /^(?:[A-Z][A-Z0-9_]+|[a-z_]+\.[a-z_]+)$/;
const NOT_RUN = /^(?:TS|Import|Export(?:All)?Declaration$)/;

/** In the order of the source. */
export function listMutants(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`Cannot read ${file}: ${errors[0].message}`);
  const mutants = [];
  const put = (start, end, text, operator) => mutants.push({ start, end, text, operator });
  const textOf = (node) => source.slice(node.start, node.end);
  visit(program, undefined, undefined, { put, textOf, source });
  return mutants
    .filter(({ start, end, text }) => source.slice(start, end) !== text)
    .map((mutant) => ({ file, ...mutant, line: source.slice(0, mutant.start).split("\n").length }))
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

function visit(node, parent, key, tools) {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, parent, key, tools);
    return;
  }
  if (!node || typeof node.type !== "string") return;
  if (isTypeOnly(node)) return;
  mutate(node, parent, key, tools);
  for (const [name, child] of Object.entries(node))
    if (typeof child === "object" && child !== null) visit(child, node, name, tools);
}

/** Expressions with a type around them are run, types are not. */
function isTypeOnly({ type }) {
  if (["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"].includes(type)) return false;
  return type.startsWith("TS") || type === "ImportDeclaration" || type === "ExportAllDeclaration" || NOT_RUN.test(type);
}

function mutate(node, parent, key, tools) {
  const { put, source } = tools;
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression": {
      const from = node.left.end;
      const at = from + source.slice(from, node.right.start).lastIndexOf(node.operator);
      for (const other of SWAPPED[node.operator] ?? []) put(at, at + node.operator.length, other, "operator");
      if (node.operator === "??") put(node.left.end, node.end, "", "without a default");
      break;
    }
    case "IfStatement":
    case "ConditionalExpression":
      put(node.test.start, node.test.end, "true", "condition");
      put(node.test.start, node.test.end, "false", "condition");
      break;
    case "UnaryExpression":
      if (node.operator === "!") put(node.start, node.start + 1, "", "negation");
      break;
    case "Literal":
      mutateLiteral(node, parent, key, tools);
      break;
    case "ExpressionStatement":
      if (["CallExpression", "AwaitExpression", "AssignmentExpression"].includes(node.expression.type))
        put(node.start, node.end, ";", "statement left out");
      break;
    case "CallExpression":
      mutateCall(node, tools);
      break;
    case "ObjectExpression":
      for (const property of node.properties) put(property.start, property.end, "...{}", "property left out");
      break;
    case "ArrayExpression":
      if (node.elements.length > 1)
        for (const element of node.elements) if (element) put(element.start, element.end, "...[]", "element left out");
      break;
    case "ReturnStatement":
      if (node.argument && isGuard(parent)) put(node.start, node.end, ";", "early return left out");
      break;
    case "ThrowStatement":
      put(node.start, node.end, ";", "throw left out");
      break;
    default:
  }
  if (node.type === "ArrowFunctionExpression" && node.expression && node.params.length === 1)
    if (["BinaryExpression", "LogicalExpression"].includes(node.body.type))
      put(node.body.start, node.body.end, "true", "condition");
}

const isGuard = (parent) => parent?.type === "IfStatement";

function mutateLiteral(node, parent, key, { put }) {
  const isName = (parent?.type === "Property" && key === "key") || parent?.type === "MemberExpression";
  if (isName) return;
  if (typeof node.value === "number") put(node.start, node.end, String(node.value + 1), "number");
  if (typeof node.value === "boolean") put(node.start, node.end, String(!node.value), "boolean");
  if (typeof node.value === "string" && NAME_OF_A_SET.test(node.value)) put(node.start, node.end, '"OTHER"', "name");
}

function mutateCall({ callee, arguments: args, start, end }, { put, textOf }) {
  if (callee.type === "Identifier" && JOINING.has(callee.name) && args.length > 1)
    for (const argument of args) put(argument.start, argument.end, "undefined", "term left out");
  if (callee.type !== "MemberExpression" || callee.computed || !Object.hasOwn(OTHER_METHOD, callee.property.name))
    return;
  const other = OTHER_METHOD[callee.property.name];
  if (other) put(callee.property.start, callee.property.end, other, "method");
  else put(start, end, textOf(callee.object), "method left out");
}

/** So many of them, the same for the same seed, over all lines alike. */
export function drawMutants(mutants, { count, seed, isLeftOut }) {
  const random = seededRandom(seed);
  const drawn = mutants
    .map((mutant) => ({ mutant, at: random() }))
    .filter(({ mutant }) => !isLeftOut(mutant))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ mutant }) => mutant);
  return drawn.sort((a, b) => (a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1));
}

/** Mulberry32. */
function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
