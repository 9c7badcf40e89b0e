import { canonicalisationOf, canonicalise } from "./canonicalise.ts";
import { attributeOf, childElements, findElements, localName, type XmlElement } from "./parse-xml.ts";

const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const PACKAGE_SIGNATURE = "http://schemas.openxmlformats.org/package/2006/digital-signature";
const EXEMPT =
  /\/(?:digital-signature\/(?:origin|signature|certificate)|metadata\/(?:core-properties|thumbnail)|(?:extended|custom)-?properties)$/i;

export function listRelationships(root: XmlElement): XmlElement[] {
  return childElements(root).filter((element) => localName(element) === "Relationship");
}

/** Whether Office signs a relationship of this type. */
export function isSignedRelationship(relation: XmlElement): boolean {
  return !EXEMPT.test(attributeOf(relation, "Type") ?? "");
}

/** The relationships that a transform names, by their Id or type. */
export function selectRelationships(root: XmlElement, transform: XmlElement): XmlElement[] {
  const named = (name: string, attribute: string) =>
    new Set(findElements(transform, PACKAGE_SIGNATURE, name).map((element) => attributeOf(element, attribute)));
  const ids = named("RelationshipReference", "SourceId");
  const types = named("RelationshipsGroupReference", "SourceType");
  return listRelationships(root).filter(
    (relation) => ids.has(attributeOf(relation, "Id")) || types.has(attributeOf(relation, "Type")),
  );
}

/** The canonical form that the transform of OPC makes: sorted by Id, with the target's mode always written. */
export function writeRelationships(relations: readonly XmlElement[]): string {
  const id = (relation: XmlElement) => attributeOf(relation, "Id") ?? "";
  const root: XmlElement = {
    kind: "element",
    name: "Relationships",
    attributes: [],
    declared: new Map([["", RELATIONSHIPS]]),
    parent: null,
    children: [],
  };
  for (const relation of relations.toSorted((a, b) => (id(a) < id(b) ? -1 : id(a) > id(b) ? 1 : 0))) {
    const internal = attributeOf(relation, "TargetMode") === null ? [{ name: "TargetMode", value: "Internal" }] : [];
    root.children.push({
      kind: "element",
      name: "Relationship",
      attributes: [...relation.attributes, ...internal],
      declared: new Map(),
      parent: root,
      children: [],
    });
  }
  return canonicalise(root, canonicalisationOf("http://www.w3.org/TR/2001/REC-xml-c14n-20010315")!);
}
