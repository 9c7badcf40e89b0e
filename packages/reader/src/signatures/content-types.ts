import type { Package } from "../office/open-package.ts";
import { attributeOf, childElements, localName, parseXml } from "./parse-xml.ts";

export interface ContentTypes {
  /** In lower case; null for a part that has none. */
  of(part: string): string | null;
}

/** What a package says of the types of its parts; null where it does not say. */
export function readContentTypes(parts: Package): ContentTypes | null {
  const bytes = parts.readBytes("[Content_Types].xml");
  if (!bytes) return null;
  const byName = new Map<string, string>();
  const byExtension = new Map<string, string>();
  for (const element of childElements(parseXml(new TextDecoder().decode(bytes)))) {
    const type = attributeOf(element, "ContentType")?.toLowerCase() ?? "";
    if (localName(element) === "Override")
      byName.set(
        decodeURIComponent(attributeOf(element, "PartName") ?? "")
          .replace(/^\//, "")
          .toLowerCase(),
        type,
      );
    else byExtension.set(attributeOf(element, "Extension")?.toLowerCase() ?? "", type);
  }
  return {
    of(part) {
      const name = part.toLowerCase();
      return byName.get(name) ?? byExtension.get(name.slice(name.lastIndexOf(".") + 1)) ?? null;
    },
  };
}
