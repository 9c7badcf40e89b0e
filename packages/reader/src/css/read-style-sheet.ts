import { type Block, type CssNode, generate, type List } from "css-tree";
import { compileList, compileSelector, type Selector } from "./compile-selector.ts";
import { type MediaQueryNode, readMediaQueries } from "./media.ts";
import { parseCss } from "./parse-css.ts";

export interface Declaration {
  readonly property: string;
  /** As written, without `!important`. */
  readonly value: string;
  readonly important: boolean;
}

/** What must hold for a rule to apply; `null` is a condition that only a browser can judge. */
export type Condition = readonly MediaQueryNode[] | null;

export interface StyleRule {
  readonly selector: Selector;
  readonly conditions: readonly Condition[];
  /** Place of its layer in the order of layers; rules outside layers come last. */
  readonly layer: number;
  readonly declarations: readonly Declaration[];
}

export interface StyleSheetReader {
  read(css: string, conditions?: readonly Condition[]): void;
  readonly rules: StyleRule[];
  /** Style sheets that are imported from elsewhere. */
  readonly imports: string[];
  /** Values of the last frame of each animation, by its name. */
  readonly lastFrames: Map<string, readonly Declaration[]>;
}

export const UNLAYERED = Number.MAX_SAFE_INTEGER;
const NESTING_MAX = 20;

interface Scope {
  readonly conditions: readonly Condition[];
  readonly layer: number;
  readonly layerName: string;
  /** Text of the selectors that the rule is in. */
  readonly parents: string | null;
  readonly depth: number;
}

/** Collects the rules of a page's style sheets in their order. Throws RangeError for rules that are nested too deep. */
export function createStyleSheetReader(): StyleSheetReader {
  const rules: StyleRule[] = [];
  const imports: string[] = [];
  const lastFrames = new Map<string, readonly Declaration[]>();
  const layers = new Map<string, number>();

  const layerOf = (name: string): number => {
    const known = layers.get(name);
    if (known !== undefined) return known;
    layers.set(name, layers.size);
    return layers.size - 1;
  };
  const readText = (css: string, scope: Scope) => {
    if (scope.depth > NESTING_MAX)
      throw new RangeError("Cannot read the style sheet because its rules are nested too deep");
    const sheet = parseCss(css, "stylesheet");
    if (sheet?.type === "StyleSheet") readNodes(sheet.children, scope);
  };
  const readNodes = (nodes: List<CssNode>, scope: Scope) => {
    const own: Declaration[] = [];
    nodes.forEach((node) => {
      if (node.type === "Declaration") own.push(readDeclaration(node));
      else if (node.type === "Rule") readRule(node.prelude, node.block, scope);
      else if (node.type === "Atrule") readAtRule(node, scope);
      else if (node.type === "Raw" && scope.parents !== null) {
        if (node.value.includes("{")) readText(node.value, { ...scope, depth: scope.depth + 1 });
        else own.push(...readDeclarations(node.value));
      }
    });
    if (own.length > 0 && scope.parents !== null) addRules(compileList(scope.parents), own, scope);
  };
  const addRules = (selectors: readonly Selector[], declarations: readonly Declaration[], scope: Scope) => {
    for (const selector of selectors)
      rules.push({ selector, declarations, conditions: scope.conditions, layer: scope.layer });
  };
  const readRule = (prelude: CssNode, block: Block, scope: Scope) => {
    const text = textOf(prelude);
    if (scope.parents === null && !containsNested(block)) {
      const selectors =
        prelude.type === "SelectorList"
          ? prelude.children.toArray().flatMap((each) => compileSelector(each) ?? [])
          : compileList(text);
      const own = block.children
        .toArray()
        .flatMap((node) => (node.type === "Declaration" ? readDeclaration(node) : []));
      addRules(selectors, own, scope);
      return;
    }
    const parents = scope.parents === null ? text : nest(text, scope.parents);
    readNodes(block.children, { ...scope, parents, depth: scope.depth + 1 });
  };
  const readAtRule = ({ name, prelude, block }: CssNode & { type: "Atrule" }, scope: Scope) => {
    const within = (change: Partial<Scope>) => {
      if (scope.depth > NESTING_MAX) throw new RangeError("Cannot read the style sheet because it is nested too deep");
      if (block) readNodes(block.children, { ...scope, depth: scope.depth + 1, ...change });
    };
    const condition = (each: Condition) => [...scope.conditions, each];
    switch (name.toLowerCase().replace(/^-(?:webkit|moz|o|ms)-/, "")) {
      case "media":
        return within({ conditions: condition(readMediaQueries(prelude)) });
      case "supports":
      case "container":
      case "document":
      case "scope":
        return within({ conditions: condition(null) });
      case "layer": {
        const names = textOf(prelude)
          .split(",")
          .map((each) => each.trim());
        if (!block) {
          for (const each of names) layerOf(join(scope.layerName, each));
          return;
        }
        const layerName = join(scope.layerName, names[0] || `anonymous ${layers.size}`);
        return within({ layerName, layer: layerOf(layerName) });
      }
      case "import":
        return readImport(prelude, scope);
      case "keyframes":
        lastFrames.set(textOf(prelude).replace(/^["']|["']$/g, ""), readLastFrame(block));
        return;
    }
  };
  const readImport = (prelude: CssNode | null, scope: Scope) => {
    const target = prelude?.type === "AtrulePrelude" ? prelude.children.first : null;
    const url = target?.type === "Url" || target?.type === "String" ? target.value : textOf(prelude);
    const inline = decodeDataUrl(url);
    if (inline === null) imports.push(url);
    else readText(inline, { ...scope, depth: scope.depth + 1, conditions: [...scope.conditions, null] });
  };
  return {
    rules,
    imports,
    lastFrames,
    read(css, conditions = []) {
      readText(css, { conditions, layer: UNLAYERED, layerName: "", parents: null, depth: 0 });
    },
  };
}

/** Declarations of a `style` attribute. */
export function readDeclarations(text: string): Declaration[] {
  const list = parseCss(text, "declarationList");
  if (list?.type !== "DeclarationList") return [];
  return list.children.toArray().flatMap((node) => (node.type === "Declaration" ? readDeclaration(node) : []));
}

function readDeclaration({ property, value, important }: CssNode & { type: "Declaration" }): Declaration {
  const custom = property.startsWith("--");
  const text = value.type === "Raw" ? value.value.trim() : "";
  const mark = /!\s*important\s*$/i;
  return {
    property: custom ? property : property.toLowerCase(),
    value: text.replace(mark, "").trim(),
    important: important !== false || mark.test(text),
  };
}

function readLastFrame(block: Block | null): Declaration[] {
  const frames = block?.children.toArray() ?? [];
  return frames.flatMap((frame) => {
    if (frame.type !== "Rule" || !/(?:^|,)\s*(?:to|100%)\s*(?:,|$)/i.test(textOf(frame.prelude))) return [];
    return frame.block.children.toArray().flatMap((node) => (node.type === "Declaration" ? readDeclaration(node) : []));
  });
}

function containsNested(block: Block): boolean {
  return block.children.some(
    (node) => node.type !== "Declaration" && (node.type !== "Raw" || node.value.includes("{")),
  );
}

function nest(selectors: string, parents: string): string {
  return splitList(selectors)
    .map((each) => {
      const selector = each.trim();
      return selector.includes("&") ? selector.replaceAll("&", `:is(${parents})`) : `:is(${parents}) ${selector}`;
    })
    .join(",");
}

function splitList(text: string): string[] {
  let depth = 0;
  const parts = [""];
  for (const character of text) {
    if (character === "(" || character === "[") depth += 1;
    else if (character === ")" || character === "]") depth -= 1;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function join(outer: string, name: string): string {
  return outer === "" ? name : `${outer}.${name}`;
}

/** The text of a `data:` address; `null` for any other. */
export function decodeDataUrl(url: string): string | null {
  const [, base64, data] = /^\s*data:[^,]*?(;base64)?,(.*)$/is.exec(url) ?? [];
  if (data === undefined) return null;
  try {
    return base64 ? Buffer.from(data, "base64").toString() : decodeURIComponent(data);
  } catch {
    return data;
  }
}

function textOf(node: CssNode | null): string {
  if (node === null) return "";
  return node.type === "Raw" ? node.value : generate(node);
}
