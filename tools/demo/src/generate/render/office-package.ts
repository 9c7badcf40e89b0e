export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A `.rels` part of an Office file; each entry is [relationship type, target], numbered rId1, rId2, … */
export function relationships(entries: readonly (readonly [type: string, target: string])[]): string {
  const items = entries.map(([type, target], index) => {
    const base = type.startsWith("metadata/") ? RELATIONSHIPS : OFFICE;
    return `<Relationship Id="rId${index + 1}" Type="${base}/${type}" Target="${target}"/>`;
  });
  return `${XML_HEAD}<Relationships xmlns="${RELATIONSHIPS}">${items.join("")}</Relationships>`;
}

/** `[Content_Types].xml` of an Office file; each entry is [part name, content type after "application/vnd.openxmlformats-"]. */
export function contentTypes(parts: readonly (readonly [part: string, type: string])[]): string {
  const overrides = parts.map(
    ([part, type]) => `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-${type}+xml"/>`,
  );
  return `${XML_HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`;
}

/** `docProps/core.xml`. */
export function coreProperties({ title, creator, date }: { title: string; creator: string; date: string }): string {
  const at = (name: string) => `<dcterms:${name} xsi:type="dcterms:W3CDTF">${date}T09:00:00Z</dcterms:${name}>`;
  return `${XML_HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(creator)}</dc:creator>${at("created")}${at("modified")}</cp:coreProperties>`;
}
