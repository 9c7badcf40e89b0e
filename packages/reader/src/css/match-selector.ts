import type { CssNode } from "css-tree";
import { type Compound, compileArguments, type Selector } from "./compile-selector.ts";
import type { StepBudget } from "./step-budget.ts";
import type { StyledElement } from "./styled-element.ts";

/** Whether an element meets a selector; MAYBE where only a browser, or the rest of the page, could tell. */
export const NO = 0;
export const MAYBE = 1;
const YES = 2;
export type Match = typeof NO | typeof MAYBE | typeof YES;

type Element = StyledElement | null;
const least = (a: Match, b: Match): Match => (a < b ? a : b);
const opposite = (match: Match): Match => (YES - match) as Match;
const matchIf = (met: boolean): Match => (met ? YES : NO);

/** Matches elements against selectors, under a budget for the whole page. */
export function createMatcher(budget: StepBudget) {
  const argumentsOf = new WeakMap<CssNode, Selector[]>();

  const matchSelector = (selector: Selector, element: StyledElement): Match =>
    matchFrom(selector.compounds, selector.compounds.length - 1, element);

  const matchFrom = (compounds: readonly Compound[], at: number, element: StyledElement): Match => {
    const compound = compounds[at]!;
    const met = matchCompound(compound, element);
    if (met === NO || at === 0) return met;
    let best: Match = NO;
    for (const other of candidates(compound.combinator ?? " ", element)) {
      best = Math.max(best, matchFrom(compounds, at - 1, other)) as Match;
      if (best === YES) break;
    }
    return least(met, best);
  };
  const matchCompound = ({ simple }: Compound, element: StyledElement): Match => {
    let met: Match = YES;
    for (const node of simple) {
      budget.spend(1);
      met = least(met, matchSimple(node, element));
      if (met === NO) return NO;
    }
    return met;
  };
  const matchAny = (node: CssNode & { children: Parameters<typeof compileArguments>[0] }, element: StyledElement) => {
    let selectors = argumentsOf.get(node);
    if (!selectors) {
      selectors = compileArguments(node.children);
      argumentsOf.set(node, selectors);
    }
    return selectors.reduce<Match>((best, each) => Math.max(best, matchSelector(each, element)) as Match, NO);
  };

  const matchSimple = (node: CssNode, element: StyledElement): Match => {
    switch (node.type) {
      case "TypeSelector": {
        const name = node.name.slice(node.name.indexOf("|") + 1).toLowerCase();
        return matchIf(name === "*" || name === element.tag);
      }
      case "IdSelector":
        return matchIf(element.attributes.id === unescapeName(node.name));
      case "ClassSelector":
        return matchIf(hasWord(element.attributes.class, unescapeName(node.name)));
      case "AttributeSelector":
        return matchAttribute(node, element);
      case "PseudoClassSelector":
        return matchClass(node, element);
      default:
        return MAYBE;
    }
  };

  const matchClass = (
    node: CssNode & { name: string; children: Parameters<typeof compileArguments>[0] },
    element: StyledElement,
  ): Match => {
    const name = node.name.toLowerCase().replace(/^-(?:webkit|moz)-(?=any$)/, "");
    const { attributes, previous } = element;
    switch (name) {
      case "is":
      case "where":
      case "matches":
      case "any":
        return matchAny(node, element);
      case "not":
        return opposite(matchAny(node, element));
      case "root":
      case "scope":
        return matchIf(element.parent === null);
      case "first-child":
        return matchIf(element.position === 1);
      case "nth-child":
        return matchNth(node.children?.first, element.position);
      case "first-of-type":
        return matchIf(positionOfType(previous, element.tag) === 1);
      case "nth-of-type":
        return matchNth(node.children?.first, positionOfType(previous, element.tag));
      case "link":
      case "any-link":
        return matchIf(element.tag === "a" && attributes.href !== undefined);
      case "checked":
        return matchIf(attributes.checked !== undefined || attributes.selected !== undefined);
      case "open":
        return matchIf(attributes.open !== undefined);
      case "defined":
        return YES;
      default:
        return STATES.test(name) ? NO : MAYBE;
    }
  };
  const positionOfType = (previous: Element, tag: string): number => {
    let position = 1;
    for (let sibling = previous; sibling; sibling = sibling.previous) {
      budget.spend(1);
      if (sibling.tag === tag) position += 1;
    }
    return position;
  };

  return { matchSelector };
}

/** What no element is while a page merely lies open. */
const STATES =
  /^(?:hover|active|focus(?:-.*)?|target(?:-.*)?|visited|local-link|fullscreen|modal|popover-open|autofill|playing|host.*|-.*(?:placeholder|focus|fullscreen|full-screen|autofill|scrollbar).*)$/;

function* candidates(combinator: string, element: StyledElement): Generator<StyledElement> {
  if (combinator === ">") {
    if (element.parent) yield element.parent;
  } else if (combinator === "+") {
    if (element.previous) yield element.previous;
  } else if (combinator === "~") {
    for (let sibling = element.previous; sibling; sibling = sibling.previous) yield sibling;
  } else for (let above = element.parent; above; above = above.parent) yield above;
}

function matchAttribute(node: CssNode & { type: "AttributeSelector" }, { attributes }: StyledElement): Match {
  const actual = attributes[node.name.name.slice(node.name.name.indexOf("|") + 1).toLowerCase()];
  if (actual === undefined) return NO;
  if (node.matcher === null || node.value === null) return YES;
  const given = node.value.type === "String" ? node.value.value : node.value.name;
  // Some attributes of HTML match in any case; folding may only match too much.
  const [value, wanted] = [actual.toLowerCase(), given.toLowerCase()];
  const exact = actual === given || /i/i.test(node.flags ?? "");
  const met = (found: boolean): Match => (found ? (exact || actual.includes(given) ? YES : MAYBE) : NO);
  switch (node.matcher) {
    case "=":
      return met(value === wanted);
    case "~=":
      return met(hasWord(value, wanted));
    case "|=":
      return met(value === wanted || value.startsWith(`${wanted}-`));
    case "^=":
      return met(wanted !== "" && value.startsWith(wanted));
    case "$=":
      return met(wanted !== "" && value.endsWith(wanted));
    case "*=":
      return met(wanted !== "" && value.includes(wanted));
    default:
      return MAYBE;
  }
}

function matchNth(node: CssNode | null | undefined, position: number): Match {
  if (node?.type !== "Nth" || node.selector) return MAYBE;
  if (node.nth.type === "Identifier") return matchIf((position % 2 === 1) === (node.nth.name.toLowerCase() === "odd"));
  if (node.nth.type !== "AnPlusB") return MAYBE;
  const [step, first] = [Number(node.nth.a ?? 0), Number(node.nth.b ?? 0)];
  if (Number.isNaN(step) || Number.isNaN(first)) return MAYBE;
  const steps = step === 0 ? 0 : (position - first) / step;
  return matchIf(step === 0 ? position === first : steps >= 0 && Number.isInteger(steps));
}

function hasWord(words: string | undefined, word: string): boolean {
  if (!words?.includes(word)) return false;
  return words === word || words.split(/\s+/).includes(word);
}

/** `sm\:hidden` → `sm:hidden` */
export function unescapeName(name: string): string {
  if (!name.includes("\\")) return name;
  return name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, hex: string | undefined, other: string) =>
    hex === undefined ? other : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  );
}
