import { createMatcher, MAYBE, NO, unescapeName } from "./match-selector.ts";
import { readPresentation } from "./presentation.ts";
import { type Condition, type Declaration, readDeclarations, type StyleRule, UNLAYERED } from "./read-style-sheet.ts";
import { isRelevant, mayHide } from "./relevant-properties.ts";
import type { StepBudget } from "./step-budget.ts";
import type { StyledElement } from "./styled-element.ts";

/** A declaration that may apply to an element. */
export interface Candidate {
  readonly property: string;
  readonly value: string;
  readonly conditions: readonly Condition[];
  /** Only a browser could tell whether it applies; then only what hides counts. */
  readonly unsure: boolean;
}

interface Ranked extends Candidate {
  readonly rank: readonly number[];
}

export interface Cascade {
  /** The declarations for an element, the one that wins first. */
  listCandidates(element: StyledElement): readonly Candidate[];
}

const NONE: readonly Candidate[] = [];

/** Collects declarations by specificity, layer, order and `!important`, as browsers do. */
export function createCascade(rules: readonly StyleRule[], budget: StepBudget): Cascade {
  const { matchSelector } = createMatcher(budget);
  const index = indexRules(rules);

  const listMatching = function* (element: StyledElement): Generator<[Indexed, boolean]> {
    for (const each of index.find(element)) {
      budget.spend(1);
      const match = matchSelector(each.rule.selector, element);
      if (match !== NO) yield [each, match === MAYBE || each.rule.selector.partial];
    }
  };
  return {
    listCandidates(element) {
      const ranked: Ranked[] = [];
      const add = (declaration: Declaration, rule: StyleRule | null, order: readonly number[], unsure: boolean) => {
        const { property, value, important } = declaration;
        if (unsure && !mayHide(property, value)) return;
        const layer = rule?.layer ?? UNLAYERED;
        const rank = [important ? 1 : 0, important ? -layer : layer, ...order];
        ranked.push({ property, value, unsure, conditions: rule?.conditions ?? [], rank });
      };
      for (const [{ rule, declarations, order }, unsure] of listMatching(element))
        for (const [at, each] of declarations.entries())
          add(each, rule, [0, rule.selector.specificity, order, at], unsure);
      if (element.attributes.style !== undefined)
        for (const [at, each] of readDeclarations(element.attributes.style).entries())
          if (isRelevant(each.property)) add(each, null, [1, 0, 0, at], false);
      const presentation = readPresentation(element).map(
        (each): Candidate => ({ ...each, conditions: [], unsure: false }),
      );
      if (ranked.length === 0) return presentation.length === 0 ? NONE : presentation;
      budget.spend(ranked.length);
      return [...ranked.sort((a, b) => compareRanks(b.rank, a.rank)), ...presentation];
    },
  };
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) if (value !== b[at]) return value - b[at]!;
  return 0;
}

interface Indexed {
  readonly rule: StyleRule;
  /** Those of the rule that matter here. */
  readonly declarations: readonly Declaration[];
  readonly order: number;
}

/** Finds rules by the id, class or name that an element must have to meet them. */
function indexRules(rules: readonly StyleRule[]) {
  const byKey = new Map<string, Indexed[]>();
  for (const [order, rule] of rules.entries()) {
    const declarations = rule.declarations.filter(({ property }) => isRelevant(property));
    if (declarations.length === 0) continue;
    const key = keyOf(rule);
    const list = byKey.get(key);
    if (list) list.push({ rule, declarations, order });
    else byKey.set(key, [{ rule, declarations, order }]);
  }
  return {
    *find({ tag, attributes }: StyledElement): Generator<Indexed> {
      const classes = new Set(attributes.class?.split(/\s+/));
      const keys = [
        "*",
        tag,
        ...(attributes.id ? [`#${attributes.id}`] : []),
        ...[...classes].map((name) => `.${name}`),
      ];
      for (const key of keys) yield* byKey.get(key) ?? [];
    },
  };
}

function keyOf({ selector }: StyleRule): string {
  let key = "*";
  for (const node of selector.compounds.at(-1)?.simple ?? []) {
    if (node.type === "IdSelector") return `#${unescapeName(node.name)}`;
    if (node.type === "ClassSelector") key = `.${unescapeName(node.name)}`;
    else if (node.type === "TypeSelector" && key === "*" && node.name !== "*")
      key = node.name.slice(node.name.indexOf("|") + 1).toLowerCase();
  }
  return key;
}
