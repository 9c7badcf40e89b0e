/** A property of our own namespace; `remarks` holds text that a value, which is one line, cannot. */
export interface OscalProp {
  readonly ns: string;
  readonly name: string;
  readonly value: string;
  readonly group?: string;
  readonly remarks?: string;
}

export const OSCAL_NS = "https://assay.example/ns/oscal";

/** One property, or none where there is nothing to say. */
export function prop(name: string, value: string | number | boolean | null | undefined, group?: string): OscalProp[] {
  const line = value === null || value === undefined ? "" : toLine(String(value), "");
  return line === "" ? [] : [{ ns: OSCAL_NS, name, value: line, ...(group === undefined ? {} : { group }) }];
}

/** A property whose text, of any length and with line breaks, is in its remarks, as it is. */
export function textProp(name: string, text: string | null | undefined, group?: string): OscalProp[] {
  if (text === null || text === undefined) return [];
  return prop(name, "in remarks", group).map((each) => (text === "" ? each : { ...each, remarks: text }));
}

/** One line for titles and values: white space shortened, never empty. */
export function toLine(text: string, otherwise = "(untitled)"): string {
  return text.replace(/\s+/g, " ").trim() || otherwise;
}

/** A list where there is something in it: OSCAL has no empty ones. */
export function listed<Name extends string, Item>(
  name: Name,
  items: readonly Item[],
): { readonly [Key in Name]?: readonly Item[] } {
  return (items.length === 0 ? {} : { [name]: items }) as { readonly [Key in Name]?: readonly Item[] };
}

const TOKEN = /^[\p{L}_][\p{L}\p{N}.\-_]*$/u;

/** OSCAL's ids of requirements, which must be tokens: the id itself where it is one; no two are the same. */
export function tokensOf(requirementIds: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(requirementIds.filter((id) => TOKEN.test(id)));
  return new Map(
    requirementIds.map((id) => {
      if (TOKEN.test(id)) return [id, id];
      const base = `req-${id.replace(/[^\p{L}\p{N}.\-_]/gu, "_")}`;
      let token = base;
      for (let count = 2; taken.has(token); count++) token = `${base}_${count}`;
      taken.add(token);
      return [id, token];
    }),
  );
}
