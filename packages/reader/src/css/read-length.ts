import type { CssNode } from "css-tree";
import { parseCss } from "./parse-css.ts";

/** What relative lengths are measured by, in CSS pixels. */
export interface LengthScale {
  readonly em: number;
  /** What 100 % is. */
  readonly whole: number;
}

const ROOT_EM = 16;
const VIEWPORT = { width: 1280, height: 800 };

/** In CSS pixels; `null` for a unit that is none of length. */
export function toPixels(value: number, unit: string, em: number): number | null {
  switch (unit.toLowerCase()) {
    case "px":
      return value;
    case "em":
      return value * em;
    case "rem":
      return value * ROOT_EM;
    case "ex":
    case "ch":
      return (value * em) / 2;
    case "pt":
      return (value * 4) / 3;
    case "pc":
      return value * 16;
    case "in":
      return value * 96;
    case "cm":
      return (value * 96) / 2.54;
    case "mm":
      return (value * 96) / 25.4;
    case "q":
      return (value * 96) / 101.6;
    case "lh":
    case "rlh":
    case "cap":
    case "ic":
      return value * em;
    case "vw":
    case "svw":
    case "lvw":
    case "dvw":
    case "vi":
    case "vmax":
    case "cqw":
    case "cqi":
    case "cqmax":
      return (value * VIEWPORT.width) / 100;
    case "vh":
    case "svh":
    case "lvh":
    case "dvh":
    case "vb":
    case "vmin":
    case "cqh":
    case "cqb":
    case "cqmin":
      return (value * VIEWPORT.height) / 100;
    default:
      return null;
  }
}

/** The lengths of a value, separated by spaces or commas, in CSS pixels; `null` represents what is none. */
export function readLengths(value: string, scale: LengthScale): (number | null)[] {
  const nodes = parseValue(value);
  return nodes.flatMap((node) => (node.type === "Operator" ? [] : [measure(node, scale)]));
}

/** A value that is one length; undefined for any other. */
export function readLength(value: string, scale: LengthScale): number | undefined {
  const lengths = readLengths(value, scale);
  return lengths.length === 1 ? (lengths[0] ?? undefined) : undefined;
}

const known = new Map<string, readonly CssNode[]>();
const KNOWN_MAX = 5000;

export function parseValue(value: string): readonly CssNode[] {
  const before = known.get(value);
  if (before) return before;
  const parsed = parseCss(value, "value");
  const nodes = parsed?.type === "Value" ? parsed.children.toArray() : [];
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(value, nodes);
  return nodes;
}

/** Numbers represent themselves, as zero needs no unit and factors have none. */
export function measure(node: CssNode, scale: LengthScale): number | null {
  switch (node.type) {
    case "Number":
      return Number(node.value);
    case "Percentage":
      return (Number(node.value) * scale.whole) / 100;
    case "Dimension":
      return toPixels(Number(node.value), node.unit, scale.em);
    case "Parentheses":
      return calculate(node.children.toArray(), scale);
    case "Function":
      return measureFunction(node.name.toLowerCase(), node.children.toArray(), scale);
    default:
      return null;
  }
}

function measureFunction(name: string, children: CssNode[], scale: LengthScale): number | null {
  if (name === "calc" || name === "-webkit-calc" || name === "-moz-calc") return calculate(children, scale);
  if (name !== "min" && name !== "max" && name !== "clamp") return null;
  const values: number[] = [];
  for (const part of splitAt(children, ",")) {
    const value = calculate(part, scale);
    if (value === null) return null;
    values.push(value);
  }
  if (name === "min") return Math.min(...values);
  if (name === "max") return Math.max(...values);
  const [least = 0, preferred = 0, most = 0] = values;
  return Math.max(least, Math.min(preferred, most));
}

function calculate(nodes: readonly CssNode[], scale: LengthScale): number | null {
  let total = 0;
  let term: number | null = null;
  let sign = 1;
  let operator = "";
  for (const node of nodes) {
    if (node.type === "WhiteSpace") continue;
    if (node.type === "Operator") {
      const { value } = node;
      if ((value === "+" || value === "-") && term !== null) {
        total += sign * term;
        [term, sign] = [null, value === "-" ? -1 : 1];
      } else operator = value;
      continue;
    }
    const value = measure(node, scale);
    if (value === null) return null;
    if (term === null) term = value;
    else if (operator === "*") term *= value;
    else if (operator === "/") term /= value;
    else {
      // `a -b`: the sign belongs to the number.
      total += sign * term;
      [term, sign] = [value, 1];
    }
    operator = "";
  }
  return term === null ? null : total + sign * term;
}

function splitAt(nodes: readonly CssNode[], separator: string): CssNode[][] {
  const parts: CssNode[][] = [[]];
  for (const node of nodes) {
    if (node.type === "Operator" && node.value === separator) parts.push([]);
    else parts.at(-1)!.push(node);
  }
  return parts;
}
