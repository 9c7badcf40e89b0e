const LEVELS_MAX = 100;
const NODES_MAX = 500_000;
const ATTRIBUTES_MAX = 500;

export interface XmlAttribute {
  /** As written, with its prefix. */
  readonly name: string;
  readonly value: string;
}

export interface XmlElement {
  readonly kind: "element";
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  /** Namespace declarations: prefix ("" for the default) to its URI. */
  readonly declared: ReadonlyMap<string, string>;
  readonly parent: XmlElement | null;
  readonly children: XmlNode[];
}

export type XmlNode =
  | XmlElement
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "comment"; readonly text: string }
  | { readonly kind: "instruction"; readonly target: string; readonly text: string };

/**
 * Parses XML so that its canonical form can be written: every character counts. Throws a TypeError for what is not well
 * formed, has a document type, or is too deep or too much.
 */
export function parseXml(source: string): XmlElement {
  const xml = source.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  let nodes = 0;
  let at = 0;
  const add = (node: XmlNode) => {
    nodes += 1;
    if (nodes > NODES_MAX) throw broken("it has too many nodes");
    open.at(-1)?.children.push(node);
  };
  const until = (mark: string, from: number) => {
    const end = xml.indexOf(mark, from);
    if (end < 0) throw broken(`'${mark}' is missing`);
    return end;
  };
  while (at < xml.length) {
    const tag = xml.indexOf("<", at);
    const textEnd = tag < 0 ? xml.length : tag;
    if (textEnd > at) {
      const text = xml.slice(at, textEnd);
      if (open.length > 0) add({ kind: "text", text: decodeReferences(text) });
      else if (text.trim() !== "") throw broken("there is text outside its root");
    }
    if (tag < 0) break;
    if (xml.startsWith("<!--", tag)) {
      const end = until("-->", tag + 4);
      add({ kind: "comment", text: xml.slice(tag + 4, end) });
      at = end + 3;
    } else if (xml.startsWith("<![CDATA[", tag)) {
      const end = until("]]>", tag + 9);
      add({ kind: "text", text: xml.slice(tag + 9, end) });
      at = end + 3;
    } else if (xml.startsWith("<?", tag)) {
      const end = until("?>", tag + 2);
      const [, target = "", text = ""] = /^(\S+)\s*(.*)$/s.exec(xml.slice(tag + 2, end)) ?? [];
      if (target.toLowerCase() !== "xml") add({ kind: "instruction", target, text });
      at = end + 2;
    } else if (xml.startsWith("<!", tag)) throw broken("it declares a document type");
    else if (xml.startsWith("</", tag)) {
      const end = until(">", tag + 2);
      if (open.pop()?.name !== xml.slice(tag + 2, end).trimEnd()) throw broken("its tags do not match");
      at = end + 1;
    } else {
      const parent: XmlElement | null = open.at(-1) ?? null;
      if (root && !parent) throw broken("it has two roots");
      const { element, end, closed } = parseTag(xml, tag, parent);
      root ??= element;
      add(element);
      if (!closed) open.push(element);
      if (open.length > LEVELS_MAX) throw broken("it is nested too deep");
      at = end;
    }
  }
  if (!root || open.length > 0) throw broken("it ends too early");
  return root;
}

const NAME = /[^\s<>/='"&]+/y;
const ATTRIBUTE = /\s+([^\s<>/='"&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const END = /\s*(\/?)>/y;

function parseTag(xml: string, tag: number, parent: XmlElement | null) {
  NAME.lastIndex = tag + 1;
  const name = NAME.exec(xml)?.[0];
  if (!name) throw broken("a tag has no name");
  const attributes: XmlAttribute[] = [];
  const declared = new Map<string, string>();
  let at = NAME.lastIndex;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(xml);
    if (!match) break;
    at = ATTRIBUTE.lastIndex;
    const [, key = "", double, single] = match;
    const value = decodeReferences((double ?? single ?? "").replace(/[\t\n]/g, " "));
    if (attributes.some((other) => other.name === key)) throw broken("an attribute stands twice");
    if (attributes.length + declared.size >= ATTRIBUTES_MAX) throw broken("a tag has too many attributes");
    if (key === "xmlns") declared.set("", value);
    else if (key.startsWith("xmlns:")) declared.set(key.slice(6), value);
    else attributes.push({ name: key, value });
  }
  END.lastIndex = at;
  const end = END.exec(xml);
  if (!end) throw broken("a tag does not end");
  const element: XmlElement = { kind: "element", name, attributes, declared, parent, children: [] };
  return { element, end: END.lastIndex, closed: end[1] === "/" };
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));|&/gi, (_, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    const letter = code === null ? ENTITIES[name ?? ""] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    if (letter === undefined) throw broken("it has an unknown entity");
    return letter;
  });
}

/** The namespace that a prefix represents at an element. */
export function namespaceOf(element: XmlElement, prefix: string): string {
  if (prefix === "xml") return "http://www.w3.org/XML/1998/namespace";
  for (let at: XmlElement | null = element; at; at = at.parent) {
    const uri = at.declared.get(prefix);
    if (uri !== undefined) return uri;
  }
  return "";
}

export function localName({ name }: { readonly name: string }): string {
  return name.slice(name.indexOf(":") + 1);
}

export function prefixOf({ name }: { readonly name: string }): string {
  return name.includes(":") ? name.slice(0, name.indexOf(":")) : "";
}

/** The elements below, of any depth, of this name and namespace. */
export function findElements(element: XmlElement, namespace: string, name: string): XmlElement[] {
  return childElements(element).flatMap((child) => [
    ...(localName(child) === name && namespaceOf(child, prefixOf(child)) === namespace ? [child] : []),
    ...findElements(child, namespace, name),
  ]);
}

export function childElements({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => child.kind === "element");
}

export function attributeOf({ attributes }: XmlElement, name: string): string | null {
  return attributes.find((attribute) => attribute.name === name)?.value ?? null;
}

export function textIn({ children }: XmlElement): string {
  return children
    .map((child) => (child.kind === "text" ? child.text : child.kind === "element" ? textIn(child) : ""))
    .join("");
}

function broken(reason: string): TypeError {
  return new TypeError(`Cannot parse XML because ${reason}`);
}
