/** A value of a file of records: words as written, a list, or named fields in their order. */
export type Value = string | readonly Value[] | Fields;

export interface Fields {
  readonly fields: readonly (readonly [name: string, value: Value])[];
}

export function isFields(value: Value | undefined): value is Fields {
  return typeof value === "object" && "fields" in value;
}

export function listOf(value: Value | undefined): readonly Value[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as Value];
}

/** The first value at a path of names; undefined where there is none. */
export function valueAt(value: Value | undefined, ...path: readonly string[]): Value | undefined {
  let at = value;
  for (const name of path) {
    if (!isFields(at)) return undefined;
    at = at.fields.find(([given]) => given === name)?.[1];
  }
  return at;
}

/** The words at a path of names, on one line; empty where there are none. */
export function wordsAt(value: Value | undefined, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found.replace(/\s+/g, " ").trim() : "";
}

const PAIR_NAMES = new Set(["name", "key", "VULN_ATTRIBUTE", "SID_NAME"]);
const PAIR_VALUES = new Set(["value", "text", "ATTRIBUTE_DATA", "SID_DATA"]);

/** A record that says only the name and the value of a field; the value may be absent. */
function asPair(value: Value): readonly [string, Value] | null {
  if (!isFields(value)) return null;
  const [name, content, more] = value.fields;
  if (!name || more || !PAIR_NAMES.has(name[0]) || typeof name[1] !== "string") return null;
  if (!content) return name[0].includes("_") ? [name[1], ""] : null;
  return PAIR_VALUES.has(content[0]) ? [name[1], content[1]] : null;
}

const join = (path: string, name: string) => (path === "" ? name : `${path}.${name}`);

/**
 * `Severity.Label: HIGH`: a line for each value that is not empty, with the names of the fields that it is in. Pairs of a
 * list are fields of the record that has it.
 */
export function* listLines(value: Value, path = "", parent = ""): Generator<string> {
  if (typeof value === "string") {
    const words = value.trim();
    if (words !== "") yield path === "" ? words : `${path}: ${words}`;
  } else if (isFields(value)) {
    for (const [name, content] of value.fields)
      yield* listLines(content, name === "text" && path !== "" ? path : join(path, name), path);
  } else if (value.length > 0 && value.every((item) => typeof item === "string")) {
    yield* listLines(value.filter((item) => item !== "").join(", "), path);
  } else {
    for (const [at, item] of value.entries()) {
      const pair = asPair(item);
      if (pair) yield* listLines(pair[1], join(parent, pair[0]), parent);
      else yield* listLines(item, value.length === 1 ? path : `${path}[${at + 1}]`, parent);
    }
  }
}
