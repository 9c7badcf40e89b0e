interface Attributes {
  readonly [name: string]: string;
}

const NAMESPACE = /^urn:oasis:names:tc:opendocument:xmlns:([\w-]+):1\.0$/;
const USUAL: Readonly<Record<string, string>> = {
  drawing: "draw",
  "xsl-fo-compatible": "fo",
  "svg-compatible": "svg",
  datastyle: "number",
};

/** Gives the attributes of each element of a part, in order, under the prefixes that OpenDocument names them by. */
export function createOdfNames(): (attributes: Attributes) => Attributes {
  const renamed = new Map<string, string>();
  let isRoot = true;
  return (attributes) => {
    if (isRoot)
      for (const [name, value] of Object.entries(attributes)) {
        const [, prefix] = /^xmlns:(.+)$/.exec(name) ?? [];
        const [, namespace] = NAMESPACE.exec(value) ?? [];
        const usual = namespace && (USUAL[namespace] ?? namespace);
        if (prefix && usual && prefix !== usual) renamed.set(prefix, usual);
      }
    isRoot = false;
    if (renamed.size === 0) return attributes;
    const named = Object.entries(attributes).map(([name, value]) => {
      const colon = name.indexOf(":");
      const usual = renamed.get(name.slice(0, colon));
      return [usual === undefined ? name : usual + name.slice(colon), value] as const;
    });
    return Object.fromEntries(named);
  };
}
