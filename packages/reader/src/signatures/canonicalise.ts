import { localName, namespaceOf, prefixOf, type XmlAttribute, type XmlElement, type XmlNode } from "./parse-xml.ts";

export interface Canonicalisation {
  readonly exclusive: boolean;
  readonly comments: boolean;
  /** Of an exclusive one: prefixes that are treated as by an inclusive one; "" is the default. */
  readonly inclusivePrefixes: ReadonlySet<string>;
}

const METHODS: Readonly<Record<string, Pick<Canonicalisation, "exclusive" | "comments">>> = {
  "http://www.w3.org/TR/2001/REC-xml-c14n-20010315": { exclusive: false, comments: false },
  "http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments": { exclusive: false, comments: true },
  "http://www.w3.org/2006/12/xml-c14n11": { exclusive: false, comments: false },
  "http://www.w3.org/2006/12/xml-c14n11#WithComments": { exclusive: false, comments: true },
  "http://www.w3.org/2001/10/xml-exc-c14n#": { exclusive: true, comments: false },
  "http://www.w3.org/2001/10/xml-exc-c14n#WithComments": { exclusive: true, comments: true },
};

export function canonicalisationOf(algorithm: string, prefixes = ""): Canonicalisation | null {
  const method = METHODS[algorithm];
  if (!method) return null;
  const listed = prefixes.split(/\s+/).filter(Boolean);
  return { ...method, inclusivePrefixes: new Set(listed.map((prefix) => (prefix === "#default" ? "" : prefix))) };
}

/** The canonical form of an element and what is in it, as XML signatures digest it. */
export function canonicalise(element: XmlElement, method: Canonicalisation): string {
  const out: string[] = [];
  write(element, method, new Map(), true, out);
  return out.join("");
}

function write(
  node: XmlNode,
  method: Canonicalisation,
  shown: ReadonlyMap<string, string>,
  apex: boolean,
  out: string[],
): void {
  if (node.kind === "text") out.push(escapeText(node.text));
  else if (node.kind === "comment") out.push(method.comments ? `<!--${node.text}-->` : "");
  else if (node.kind === "instruction") out.push(`<?${node.target}${node.text === "" ? "" : ` ${node.text}`}?>`);
  else {
    const namespaces = listNamespaces(node, method, shown);
    const now = new Map([...shown, ...namespaces]);
    const attributes = [...node.attributes, ...(apex && !method.exclusive ? inheritedXmlAttributes(node) : [])];
    out.push(`<${node.name}`);
    for (const [prefix, uri] of namespaces.toSorted(([a], [b]) => compare(a, b)))
      out.push(` xmlns${prefix === "" ? "" : `:${prefix}`}="${escapeAttribute(uri)}"`);
    for (const { name, value } of sortAttributes(node, attributes)) out.push(` ${name}="${escapeAttribute(value)}"`);
    out.push(">");
    for (const child of node.children) write(child, method, now, false, out);
    out.push(`</${node.name}>`);
  }
}

/** The declarations that this element must write: those in scope, or of an exclusive form those in use. */
function listNamespaces(
  element: XmlElement,
  { exclusive, inclusivePrefixes }: Canonicalisation,
  shown: ReadonlyMap<string, string>,
): [string, string][] {
  const prefixes = new Set<string>();
  if (exclusive) {
    prefixes.add(prefixOf(element));
    for (const attribute of element.attributes) if (attribute.name.includes(":")) prefixes.add(prefixOf(attribute));
  }
  for (let at: XmlElement | null = element; at; at = at.parent)
    for (const prefix of at.declared.keys()) if (!exclusive || inclusivePrefixes.has(prefix)) prefixes.add(prefix);
  prefixes.delete("xml");
  return [...prefixes].flatMap((prefix): [string, string][] => {
    const uri = namespaceOf(element, prefix);
    const before = shown.get(prefix);
    if (before === uri || (uri === "" && (prefix !== "" || before === undefined))) return [];
    return [[prefix, uri]];
  });
}

/** What `xml:lang` and `xml:space` above the apex say of it. */
function inheritedXmlAttributes(element: XmlElement): XmlAttribute[] {
  const inherited = new Map<string, XmlAttribute>();
  for (let at = element.parent; at; at = at.parent)
    for (const attribute of at.attributes)
      if (/^xml:(lang|space)$/.test(attribute.name) && !inherited.has(attribute.name))
        inherited.set(attribute.name, attribute);
  for (const { name } of element.attributes) inherited.delete(name);
  return [...inherited.values()];
}

function sortAttributes(element: XmlElement, attributes: readonly XmlAttribute[]): XmlAttribute[] {
  const key = (attribute: XmlAttribute) =>
    attribute.name.includes(":") ? namespaceOf(element, prefixOf(attribute)) : "";
  return attributes.toSorted((a, b) => compare(key(a), key(b)) || compare(localName(a), localName(b)));
}

// By code points, which for what is in names is the order of UTF-16.
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (letter) => TEXT_ESCAPES[letter] ?? letter);
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<"\t\n\r]/g, (letter) => ATTRIBUTE_ESCAPES[letter] ?? letter);
}

const TEXT_ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#xD;" };
const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  '"': "&quot;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};
