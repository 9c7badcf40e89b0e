import { isStorableText } from "@assay/contract";
import { refuse } from "./refuse.ts";

const LENGTH_MAX = 1000;
const CLAUSE = /^\s*([A-Za-z][\w.:$-]*(?:\[[^\]]*\](?:\.\w+)?)?)\s+eq\s+("(?:[^"\\]|\\.)*")\s*(and\s+|$)/i;

/**
 * Reads `attribute eq "value"`, or several joined by `and`, into the values by the names of `attributes`, whose keys are
 * what a directory may write, in lower case. Throws invalidFilter.
 */
export function readFilter<Name extends string>(
  text: string | null,
  attributes: Readonly<Record<string, Name>>,
): Partial<Record<Name, string>> {
  if (text === null) return {};
  const found: Partial<Record<Name, string>> = {};
  if (text.length > LENGTH_MAX) throw invalidFilter(attributes);
  for (let rest = text, joined = ""; rest !== "" || joined !== ""; ) {
    const clause = CLAUSE.exec(rest);
    const [all = "", path = "", value = "", and = ""] = clause ?? [];
    const name = attributes[path.toLowerCase().replace(/^urn:.*:(user|group):/, "")];
    if (!clause || name === undefined || name in found) throw invalidFilter(attributes);
    found[name] = unquote(value, attributes);
    [rest, joined] = [rest.slice(all.length), and];
  }
  if (Object.keys(found).length === 0) throw invalidFilter(attributes);
  return found;
}

function unquote(value: string, attributes: object): string {
  const text = parseText(value);
  if (text === undefined || !isStorableText(text)) throw invalidFilter(attributes);
  return text;
}

function parseText(value: string): string | undefined {
  try {
    return JSON.parse(value) as string;
  } catch {
    return undefined;
  }
}

function invalidFilter(attributes: object) {
  const names = Object.keys(attributes).join(", ");
  return refuse(
    "invalidFilter",
    `Cannot read the filter because it must be 'attribute eq "value"', joined by 'and', each attribute once: attributes are ${names}`,
  );
}
