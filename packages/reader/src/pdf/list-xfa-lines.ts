import { boxOf, isPlaceholder, NOTHING_CHOSEN } from "../text/choices.ts";

/** An element of an XFA form, as pdf.js lays it out. */
export interface XfaNode {
  readonly name?: string;
  readonly value?: string | null;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly children?: readonly (XfaNode | null)[];
}

const DEPTH_MAX = 500;

/** The text of a page of an XFA form, a field and its caption in one line. */
export function listXfaLines(page: XfaNode): string[] {
  const lines: string[] = [];
  visit(page, lines, 0);
  return lines;
}

function visit(node: XfaNode, lines: string[], depth: number): void {
  if (depth > DEPTH_MAX) return;
  const classes = node.attributes?.class;
  if (Array.isArray(classes) && classes.includes("xfaField")) {
    const caption: string[] = [];
    const values: string[] = [];
    readField(node, { caption, values }, depth);
    const [label, value] = [caption.join(" ").trim(), values.join(", ").trim()];
    const isBox = /^[☐☒]$/u.test(value);
    const mark = label === "" || value === "" || isBox || /[:?.]$/.test(label) ? " " : ": ";
    const line = (isBox ? [value, label] : [label, value]).join(mark).trim();
    if (line !== "") lines.push(line);
    return;
  }
  const text = textOf(node)?.trim();
  if (text) lines.push(text);
  for (const child of node.children ?? []) if (child) visit(child, lines, depth + 1);
}

function textOf({ value, attributes }: XfaNode): string | null {
  const text = attributes?.textContent ?? value;
  return typeof text === "string" ? text : null;
}

function readField(node: XfaNode, into: { caption: string[]; values: string[] }, depth: number): void {
  if (depth > DEPTH_MAX) return;
  const { name, attributes = {} } = node;
  if (name === "input") {
    const isChoice = attributes.type === "checkbox" || attributes.type === "radio";
    const isOn = attributes.checked === true || attributes.checked === "checked";
    if (isChoice) into.values.push(boxOf(isOn));
    else if (typeof attributes.value === "string") into.values.push(attributes.value);
  } else if (name === "textarea") into.values.push(textOf(node) ?? String(attributes.value ?? ""));
  else if (name === "select") {
    const chosen = (node.children ?? [])
      .filter((child) => child?.attributes?.selected)
      .map((child) => child?.value ?? "");
    const named = chosen.filter((value) => !isPlaceholder(value));
    into.values.push(named.join(", ") || NOTHING_CHOSEN);
  } else if (name !== "button") {
    const text = textOf(node)?.trim();
    if (text) into.caption.push(text);
    for (const child of node.children ?? []) if (child) readField(child, into, depth + 1);
  }
}
