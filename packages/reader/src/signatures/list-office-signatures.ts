import type { DocumentSignature } from "@assay/contract";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { openPackage, type Package } from "../office/open-package.ts";
import { canonicalisationOf, canonicalise } from "./canonicalise.ts";
import { type ContentTypes, readContentTypes } from "./content-types.ts";
import { attributeOf, findElements, parseXml, textIn, type XmlElement } from "./parse-xml.ts";
import { allHold, DSIG, isDigest, readXmlSignature, transformsOf } from "./read-xml-signature.ts";
import { isSignedRelationship, listRelationships, selectRelationships, writeRelationships } from "./relationships.ts";
import { toTimestamp } from "./to-timestamp.ts";

const SIGNATURES_MAX = 50;
const REFERENCES_MAX = 10_000;
const SIGNATURE_BYTES_MAX = 4 * 1024 * 1024;
const CANONICAL_BYTES_MAX = 8 * 1024 * 1024;
const PACKAGE_SIGNATURE = "http://schemas.openxmlformats.org/package/2006/digital-signature";
const RELATIONSHIP_TRANSFORM = "http://schemas.openxmlformats.org/package/2006/RelationshipTransform";

/** The signatures in an Office package, by the names of their parts. */
export function listOfficeSignatures(bytes: Uint8Array, progress: () => void): DocumentSignature[] {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (whole.indexOf("_xmlsignatures") < 0) return [];
  const parts = attempt(() => openPackage(bytes));
  if (!parts) return [];
  const types = attempt(() => readContentTypes(parts));
  return parts.names
    .filter((name) => /^_xmlsignatures\/[^/]+\.xml$/i.test(name))
    .toSorted()
    .slice(0, SIGNATURES_MAX)
    .map((name) => {
      progress();
      return attempt(() => readSignature(parts, types, name, progress)) ?? UNKNOWN;
    });
}

const UNKNOWN: DocumentSignature = {
  kind: "OFFICE",
  signer: null,
  signedAt: null,
  coversWholeDocument: false,
  bytesUnchanged: null,
};

/** Null where the file cannot be read: its text then says why. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    const isOfFile = error instanceof ExtractionFailure || error instanceof TypeError || error instanceof RangeError;
    if (isOfFile || error instanceof URIError) return null;
    throw error;
  }
}

function readSignature(
  parts: Package,
  types: ContentTypes | null,
  name: string,
  progress: () => void,
): DocumentSignature {
  const bytes = parts.readBytes(name);
  if (!bytes || bytes.length > SIGNATURE_BYTES_MAX) return UNKNOWN;
  const { signer, holds, signed } = readXmlSignature(parseXml(new TextDecoder().decode(bytes)));
  const references = signed.flatMap(listReferences).slice(0, REFERENCES_MAX);
  const covered = new Map<string, XmlElement>();
  const results = references.map((reference) => {
    progress();
    const { part, holds } = checkPart(parts, types, reference);
    if (part !== null && holds === true) covered.set(part, reference);
    return holds;
  });
  return {
    kind: "OFFICE",
    signer,
    signedAt: toTimestamp(findTime(signed)),
    coversWholeDocument: references.length > 0 && parts.names.every((part) => isCovered(parts, part, covered)),
    bytesUnchanged: allHold([holds, ...results]),
  };
}

/** What the manifests of a signed element list. */
function listReferences(element: XmlElement): XmlElement[] {
  return findElements(element, DSIG, "Manifest").flatMap((manifest) => findElements(manifest, DSIG, "Reference"));
}

/** Checks a part against what a manifest says of it. */
function checkPart(parts: Package, types: ContentTypes | null, reference: XmlElement) {
  const [path = "", query = ""] = (attributeOf(reference, "URI") ?? "").split("?", 2);
  const name = parts.find(decodeURIComponent(path));
  if (!path.startsWith("/") || name === undefined) return { part: null, holds: false };
  const stated = /^ContentType=(.*)$/.exec(query)?.[1];
  if (stated !== undefined && types && types.of(name) !== stated.toLowerCase()) return { part: name, holds: false };
  const bytes = parts.readBytes(name);
  if (!bytes) return { part: name, holds: false };
  const transformed = transform(bytes, reference);
  return { part: name, holds: transformed && isDigest(reference, transformed) };
}

/** The bytes that are digested; null for a way of making them that is not known. */
function transform(bytes: Uint8Array, reference: XmlElement): Uint8Array | null {
  const [first, second, ...more] = transformsOf(reference);
  if (!first) return bytes;
  if (more.length > 0 || bytes.length > CANONICAL_BYTES_MAX) return null;
  const relations = attributeOf(first, "Algorithm") === RELATIONSHIP_TRANSFORM ? first : null;
  const method = relations ? second : first;
  const canonical = method ? canonicalisationOf(attributeOf(method, "Algorithm") ?? "") : null;
  if (relations ? method !== undefined && !canonical : !canonical || second) return null;
  const root = parseXml(new TextDecoder().decode(bytes));
  if (relations) return Buffer.from(writeRelationships(selectRelationships(root, relations)));
  return canonical && Buffer.from(canonicalise(root, canonical));
}

/** Office signs neither the signatures nor the properties of a file, nor what leads to them. */
function isCovered(parts: Package, part: string, covered: ReadonlyMap<string, XmlElement>): boolean {
  if (/^(?:\[content_types\]\.xml$|_xmlsignatures\/|docprops\/)/i.test(part)) return true;
  const reference = covered.get(part);
  if (!/(?:^|\/)_rels\/[^/]*\.rels$/i.test(part)) return reference !== undefined;
  const bytes = parts.readBytes(part);
  const root = bytes && parseXml(new TextDecoder().decode(bytes));
  const transforms = reference ? transformsOf(reference) : [];
  if (!root || (reference && transforms.length === 0)) return reference !== undefined;
  const [first] = transforms;
  const selected = first ? selectRelationships(root, first) : [];
  return listRelationships(root).every((relation) => selected.includes(relation) || !isSignedRelationship(relation));
}

function findTime(signed: readonly XmlElement[]): Date | null {
  for (const element of signed) {
    const [stated] = [
      ...["http://uri.etsi.org/01903/v1.3.2#", "http://uri.etsi.org/01903/v1.1.1#"].flatMap((namespace) =>
        findElements(element, namespace, "SigningTime"),
      ),
      ...findElements(element, PACKAGE_SIGNATURE, "SignatureTime").flatMap((time) =>
        findElements(time, PACKAGE_SIGNATURE, "Value"),
      ),
    ];
    if (stated) return new Date(textIn(stated).trim());
  }
  return null;
}
