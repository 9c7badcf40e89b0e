import type { CssNode, List } from "css-tree";
import { parseCss } from "./parse-css.ts";

type SimpleNode = Exclude<CssNode, { type: "Combinator" }>;

/** Simple selectors that one element must meet, and how it is to the element of the compound before. */
export interface Compound {
  readonly simple: readonly SimpleNode[];
  readonly combinator: string | null;
}

/** Compounds from left to right; the last one is about the element itself. */
export interface Selector {
  readonly compounds: readonly Compound[];
  readonly specificity: number;
  /** Styles a part of the element's text only, such as its first line. */
  readonly partial: boolean;
}

const TEXT_PARTS = new Set(["first-line", "first-letter", "details-content"]);
const PSEUDO_ELEMENTS = new Set(["before", "after", "first-line", "first-letter"]);

/** `null` for a selector of something next to the element's own text, such as `::before`. */
export function compileSelector(node: CssNode): Selector | null {
  if (node.type !== "Selector") return null;
  const compounds: { simple: SimpleNode[]; combinator: string | null }[] = [];
  let next: { simple: SimpleNode[]; combinator: string | null } = { simple: [], combinator: null };
  let partial = false;
  for (const part of node.children) {
    if (part.type === "Combinator") {
      if (next.simple.length > 0 || compounds.length > 0 || next.combinator !== null) compounds.push(next);
      next = { simple: [], combinator: part.name };
    } else if (isPseudoElement(part)) {
      if (!TEXT_PARTS.has(part.name.toLowerCase())) return null;
      partial = true;
    } else next.simple.push(part);
  }
  compounds.push(next);
  return { compounds, specificity: specificityOf(node.children), partial };
}

function isPseudoElement(node: CssNode): node is CssNode & { name: string } {
  if (node.type === "PseudoElementSelector") return true;
  return node.type === "PseudoClassSelector" && PSEUDO_ELEMENTS.has(node.name.toLowerCase());
}

/** Selectors of a list that is inside a selector, as in `:not(a, b)`. */
export function compileArguments(children: List<CssNode> | null): Selector[] {
  const list = children?.first;
  if (list?.type === "Raw") return compileList(list.value);
  if (list?.type === "SelectorList") return list.children.toArray().flatMap((each) => compileSelector(each) ?? []);
  return list?.type === "Selector" ? [compileSelector(list) ?? []].flat() : [];
}

export function compileList(text: string): Selector[] {
  const list = parseCss(text, "selectorList");
  if (list?.type === "SelectorList") return list.children.toArray().flatMap((each) => compileSelector(each) ?? []);
  // A browser may read what this cannot: anyone who bears one of its names may be meant.
  const names = text.length > RAW_LENGTH_MAX ? null : text.match(/[.#][a-z_][\w-]*/gi);
  return names ? compileList(names.join()).map((each) => ({ ...each, partial: true })) : [];
}

const RAW_LENGTH_MAX = 1000;

const [OF_ID, OF_CLASS, OF_TYPE] = [1_000_000, 1000, 1];

function specificityOf(children: List<CssNode>): number {
  let total = 0;
  children.forEach((node) => {
    if (node.type === "IdSelector") total += OF_ID;
    else if (node.type === "ClassSelector" || node.type === "AttributeSelector") total += OF_CLASS;
    else if (node.type === "PseudoElementSelector" || (node.type === "TypeSelector" && node.name !== "*"))
      total += OF_TYPE;
    else if (node.type === "PseudoClassSelector") total += specificityOfClass(node.name.toLowerCase(), node.children);
  });
  return total;
}

function specificityOfClass(name: string, children: List<CssNode> | null): number {
  if (name === "where") return 0;
  if (!["is", "not", "has", "matches"].includes(name)) return OF_CLASS;
  return Math.max(0, ...compileArguments(children).map(({ specificity }) => specificity));
}
