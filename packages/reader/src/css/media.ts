import { type CssNode, walk } from "css-tree";
import { parseCss } from "./parse-css.ts";
import { toPixels } from "./read-length.ts";

/** Where a page may be looked at. Conditions that nothing here speaks of hold as `unsure` says. */
export interface Environment {
  readonly print: boolean;
  readonly widthPx: number;
  readonly dark: boolean;
  readonly unsure: boolean;
}

const DESKTOP: Environment = { print: false, widthPx: 1280, dark: false, unsure: false };

export type MediaQueryNode = CssNode;
type Truth = boolean | null;

const not = (truth: Truth): Truth => (truth === null ? null : !truth);
const both = (a: Truth, b: Truth): Truth =>
  a === false || b === false ? false : a === null || b === null ? null : true;
const either = (a: Truth, b: Truth): Truth => not(both(not(a), not(b)));

export function readMediaQueries(prelude: CssNode | null): MediaQueryNode[] | null {
  if (prelude === null) return [];
  if (prelude.type === "Raw") return parseMedia(prelude.value);
  const list = prelude.type === "AtrulePrelude" ? prelude.children.first : null;
  return list?.type === "MediaQueryList" ? list.children.toArray() : null;
}

/** Of a `media` attribute. */
export function parseMedia(text: string): MediaQueryNode[] | null {
  if (text.trim() === "") return [];
  const list = parseCss(text, "mediaQueryList");
  return list?.type === "MediaQueryList" ? list.children.toArray() : null;
}

/** Whether one of the queries holds; `null` if that cannot be told. No query at all holds. */
export function judgeMedia(queries: readonly MediaQueryNode[] | null, environment: Environment): Truth {
  if (queries === null) return null;
  if (queries.length === 0) return true;
  return queries.reduce<Truth>((truth, query) => either(truth, judgeQuery(query, environment)), false);
}

function judgeQuery(query: MediaQueryNode, environment: Environment): Truth {
  if (query.type !== "MediaQuery") return null;
  const type = query.mediaType?.toLowerCase() ?? "all";
  const ofType = type === "all" || type === (environment.print ? "print" : "screen");
  const met = both(ofType, query.condition ? judgeCondition(query.condition, environment) : true);
  return query.modifier?.toLowerCase() === "not" ? not(met) : met;
}

function judgeCondition(node: CssNode, environment: Environment): Truth {
  if (node.type === "Feature") return judgeFeature(node.name.toLowerCase(), node.value, environment);
  if (node.type === "FeatureRange") return judgeRange(node, environment);
  if (node.type !== "Condition") return null;
  let truth: Truth | undefined;
  let operator = "and";
  let negated = false;
  for (const part of node.children) {
    if (part.type === "Identifier") {
      if (part.name.toLowerCase() === "not") negated = true;
      else operator = part.name.toLowerCase();
      continue;
    }
    const judged = judgeCondition(part, environment);
    const next = negated ? not(judged) : judged;
    negated = false;
    truth = truth === undefined ? next : operator === "or" ? either(truth, next) : both(truth, next);
  }
  return truth ?? null;
}

function judgeFeature(name: string, value: CssNode | null, { widthPx, dark }: Environment): Truth {
  if (name === "prefers-color-scheme" && value?.type === "Identifier") return (value.name === "dark") === dark;
  const length = lengthOf(value);
  if (length === null) return name === "width" && value === null ? true : null;
  if (/^min-(?:device-)?width$/.test(name)) return widthPx >= length;
  if (/^max-(?:device-)?width$/.test(name)) return widthPx <= length;
  return /^(?:device-)?width$/.test(name) ? widthPx === length : null;
}

function judgeRange(
  { left, leftComparison, middle, rightComparison, right }: CssNode & { type: "FeatureRange" },
  environment: Environment,
): Truth {
  const { widthPx } = environment;
  const side = (node: CssNode | null) =>
    node?.type === "Identifier" && node.name === "width" ? widthPx : lengthOf(node);
  const compare = (a: number | null, comparison: string | null, b: number | null): Truth => {
    if (a === null || b === null) return null;
    if (comparison === ">") return a > b;
    if (comparison === ">=") return a >= b;
    if (comparison === "<") return a < b;
    return comparison === "<=" ? a <= b : a === b;
  };
  const first = compare(side(left), leftComparison, side(middle));
  return right === null ? first : both(first, compare(side(middle), rightComparison, side(right)));
}

function lengthOf(node: CssNode | null): number | null {
  if (node?.type === "Number") return Number(node.value) === 0 ? 0 : null;
  return node?.type === "Dimension" ? toPixels(Number(node.value), node.unit, 16) : null;
}

const ENVIRONMENTS_MAX = 256;

/** Every way of looking that these conditions distinguish; `null` if there are too many of them. */
export function listEnvironments(conditions: readonly MediaQueryNode[][]): Environment[] | null {
  const lengths = new Set<number>();
  let features = "";
  for (const query of conditions.flat())
    walk(query, (node) => {
      if (node.type === "MediaQuery") features += ` ${node.mediaType ?? ""}`;
      if (node.type === "Feature") features += ` ${node.name}`;
      const length = node.type === "Dimension" ? lengthOf(node) : null;
      if (length !== null) lengths.add(length);
    });
  const widths = [...lengths].flatMap((at) => [at - 0.5, at, at + 0.5]);
  if (widths.length > ENVIRONMENTS_MAX) return null;
  const prints = /\w/.test(features) ? [false, true] : [false];
  const darkModes = features.includes("color-scheme") ? [false, true] : [false];
  const found = new Map<string, Environment>();
  for (const widthPx of [DESKTOP.widthPx, ...widths])
    for (const print of prints)
      for (const dark of darkModes)
        for (const unsure of [false, true]) {
          const environment = { print, widthPx, dark, unsure };
          const key = conditions.map((queries) => judgeMedia(queries, environment)).join() + dark + unsure;
          if (!found.has(key)) found.set(key, environment);
        }
  return found.size > ENVIRONMENTS_MAX ? null : [...found.values()];
}
