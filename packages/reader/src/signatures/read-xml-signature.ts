import { canonicalisationOf, canonicalise } from "./canonicalise.ts";
import { checkSignature, computeDigest } from "./digests.ts";
import {
  attributeOf,
  childElements,
  findElements,
  localName,
  namespaceOf,
  prefixOf,
  textIn,
  type XmlElement,
} from "./parse-xml.ts";
import { type Certificate, readCertificate } from "./read-certificate.ts";
import { xmlDigest, xmlScheme } from "./xml-algorithms.ts";

export const DSIG = "http://www.w3.org/2000/09/xmldsig#";
const CANONICAL_XML = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
const CERTIFICATES_MAX = 20;
const REFERENCES_MAX = 100;

export interface XmlSignature {
  readonly signer: string | null;
  /** Whether the certificate's key signed it, and the parts of the signature are as they were; null: cannot be told. */
  readonly holds: boolean | null;
  /** The elements that it covers. */
  readonly signed: readonly XmlElement[];
}

/** All that hold: true; one that does not: false; else null. */
export function allHold(results: readonly (boolean | null)[]): boolean | null {
  if (results.includes(false)) return false;
  return results.includes(null) ? null : true;
}

/** Reads an XML signature, and what it covers of its own file. Throws a TypeError where it is not one. */
export function readXmlSignature(root: XmlElement): XmlSignature {
  const signature = isDsig(root, "Signature") ? root : findElements(root, DSIG, "Signature")[0];
  const info = signature && child(signature, "SignedInfo");
  if (!signature || !info) throw new TypeError("Cannot find a signature in the XML");
  const elements = elementsById(root);
  const references = children(info, "Reference").slice(0, REFERENCES_MAX);
  const checked = references.map((reference) => checkReference(reference, elements));
  const certificates = findElements(signature, DSIG, "X509Certificate")
    .slice(0, CERTIFICATES_MAX)
    .flatMap((element) => readCertificate(Buffer.from(textIn(element), "base64")) ?? []);
  const keyed = checkKeys(signature, info, certificates);
  const results = [keyed.holds, ...checked.map(({ holds }) => holds)];
  return {
    signer: keyed.certificate?.name ?? null,
    holds: allHold(references.length === 0 ? [false] : results),
    signed: checked.flatMap(({ element, holds }) => (element && holds === true ? [element] : [])),
  };
}

/** The certificate whose key made the signature; of several that did not, the first. */
function checkKeys(signature: XmlElement, info: XmlElement, certificates: readonly Certificate[]) {
  const method = child(info, "CanonicalizationMethod");
  const canonical = method && canonicalisationOf(attributeOf(method, "Algorithm") ?? "", prefixesOf(method));
  const algorithm = child(info, "SignatureMethod");
  const scheme = xmlScheme(algorithm ? attributeOf(algorithm, "Algorithm") : null);
  const value = child(signature, "SignatureValue");
  const [first = null] = certificates;
  if (!canonical || !scheme || !value) return { certificate: first, holds: null };
  const signed = Buffer.from(canonicalise(info, canonical));
  const bytes = Buffer.from(textIn(value), "base64");
  const results = certificates.map(({ key }) => key && checkSignature(scheme, key, signed, bytes));
  const at = results.indexOf(true);
  if (at >= 0) return { certificate: certificates[at] ?? null, holds: true };
  return { certificate: first, holds: results[0] ?? null };
}

function checkReference(reference: XmlElement, elements: ReadonlyMap<string, XmlElement | null>) {
  const uri = attributeOf(reference, "URI") ?? "";
  const element = uri.startsWith("#") ? elements.get(decodeURIComponent(uri.slice(1))) : null;
  if (element === undefined) return { element: null, holds: false };
  if (element === null) return { element: null, holds: null };
  const [transform, ...more] = transformsOf(reference);
  const algorithm = transform ? (attributeOf(transform, "Algorithm") ?? "") : CANONICAL_XML;
  const canonical = canonicalisationOf(algorithm, transform && prefixesOf(transform));
  if (!canonical || more.length > 0) return { element: null, holds: null };
  return { element, holds: isDigest(reference, Buffer.from(canonicalise(element, canonical))) };
}

/** Whether the bytes have the digest that a reference states; null where it cannot be computed. */
export function isDigest(reference: XmlElement, bytes: Uint8Array): boolean | null {
  const method = child(reference, "DigestMethod");
  const value = child(reference, "DigestValue");
  const name = xmlDigest(method ? attributeOf(method, "Algorithm") : null);
  const digest = name && computeDigest(name, [bytes]);
  return digest && value ? Buffer.compare(digest, Buffer.from(textIn(value), "base64")) === 0 : null;
}

export function transformsOf(reference: XmlElement): XmlElement[] {
  const transforms = child(reference, "Transforms");
  return transforms ? children(transforms, "Transform") : [];
}

/** Of an exclusive canonicalisation. */
function prefixesOf(method: XmlElement): string {
  const [inclusive] = findElements(method, "http://www.w3.org/2001/10/xml-exc-c14n#", "InclusiveNamespaces");
  return (inclusive && attributeOf(inclusive, "PrefixList")) ?? "";
}

/** By their Id; null for one that several have, as it is not clear which is meant. */
function elementsById(root: XmlElement): Map<string, XmlElement | null> {
  const elements = new Map<string, XmlElement | null>();
  const visit = (element: XmlElement) => {
    const id = attributeOf(element, "Id") ?? attributeOf(element, "ID") ?? attributeOf(element, "id");
    if (id !== null) elements.set(id, elements.has(id) ? null : element);
    childElements(element).forEach(visit);
  };
  visit(root);
  return elements;
}

function isDsig(element: XmlElement, name: string): boolean {
  return localName(element) === name && namespaceOf(element, prefixOf(element)) === DSIG;
}

function child(element: XmlElement, name: string): XmlElement | undefined {
  return childElements(element).find((candidate) => isDsig(candidate, name));
}

function children(element: XmlElement, name: string): XmlElement[] {
  return childElements(element).filter((candidate) => isDsig(candidate, name));
}
