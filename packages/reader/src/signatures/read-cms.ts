import { GeneralizedTime, Integer, UTCTime } from "asn1js";
import { checkSignature, computeDigest, digestOfId, type Scheme } from "./digests.ts";
import { type Asn1, childrenOf, idOf, octetsOf, rawOf, readAsn1, tagOf } from "./read-asn1.ts";
import { type Certificate, readCertificate } from "./read-certificate.ts";

const SIGNED_DATA = "1.2.840.113549.1.7.2";
const TIME_STAMP = "1.2.840.113549.1.9.16.1.4";
const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";
const SIGNING_TIME = "1.2.840.113549.1.9.5";
const SHA1_BYTES = 20;
const CERTIFICATES_MAX = 100;

export interface CmsFacts {
  readonly signer: string | null;
  readonly signedAt: Date | null;
  /** Whether the bytes are what was signed, and the certificate's key signed them; null where it cannot be told. */
  readonly unchanged: boolean | null;
}

interface SignedData {
  readonly contentType: string | null;
  /** Signed bytes within the structure; null where they are outside. */
  readonly content: Uint8Array | null;
  readonly certificates: readonly Certificate[];
  readonly signer: SignerInfo;
}

interface SignerInfo {
  readonly id: Asn1;
  readonly digest: string | null;
  /** As they are signed, and by their identifiers. */
  readonly attributes: { readonly signed: Uint8Array; readonly values: ReadonlyMap<string, Asn1> } | null;
  readonly algorithm: Asn1;
  readonly signature: Uint8Array;
}

/** What a CMS signature says of the bytes that it covers. Throws a TypeError where it is not one. */
export function readCms(bytes: Uint8Array, covered: readonly Uint8Array[]): CmsFacts {
  const data = readSignedData(bytes);
  const certificate = data.certificates.find((candidate) => isOf(candidate, data.signer.id)) ?? null;
  const time = timeOf(data.signer.attributes?.values.get(SIGNING_TIME)) ?? stampTime(data);
  return { signer: certificate?.name ?? null, signedAt: time, unchanged: check(data, certificate, covered) };
}

function readSignedData(bytes: Uint8Array): SignedData {
  const [type, wrapped] = childrenOf(readAsn1(bytes));
  if (idOf(type) !== SIGNED_DATA) throw new TypeError("Cannot read a signature that is not CMS signed data");
  const fields = childrenOf(childrenOf(wrapped)[0]);
  const [contentType, content] = childrenOf(fields[2]);
  const certificates = childrenOf(fields.find((field) => tagOf(field) === 0)).slice(0, CERTIFICATES_MAX);
  const [signer] = childrenOf(fields.at(-1));
  return {
    contentType: idOf(contentType),
    content: octetsOf(childrenOf(content)[0]),
    certificates: certificates.flatMap((certificate) => readCertificate(rawOf(certificate)) ?? []),
    signer: readSigner(signer),
  };
}

function readSigner(signer: Asn1 | undefined): SignerInfo {
  const [, id, digest, ...rest] = childrenOf(signer);
  const attributes = tagOf(rest[0]) === 0 ? rest.shift() : undefined;
  const [algorithm, signature] = rest;
  const value = octetsOf(signature);
  if (!id || !algorithm || !value) throw new TypeError("Cannot read the signer of a signature");
  const digestId = idOf(childrenOf(digest)[0]);
  return {
    id,
    digest: digestId && digestOfId(digestId),
    attributes: attributes ? readAttributes(attributes) : null,
    algorithm,
    signature: value,
  };
}

/** They are signed as a set, and stand in the structure under a tag of their own. */
function readAttributes(attributes: Asn1): NonNullable<SignerInfo["attributes"]> {
  const signed = Uint8Array.from(rawOf(attributes));
  signed[0] = 0x31;
  const values = new Map<string, Asn1>();
  for (const attribute of childrenOf(attributes)) {
    const [type, set] = childrenOf(attribute);
    const [value] = childrenOf(set);
    const id = idOf(type);
    if (id && value && !values.has(id)) values.set(id, value);
  }
  return { signed, values };
}

function isOf({ issuer, serial, subjectKey }: Certificate, id: Asn1): boolean {
  if (tagOf(id) === 0) {
    const key = octetsOf(id);
    return key !== null && subjectKey !== null && Buffer.compare(key, subjectKey) === 0;
  }
  const [named, number] = childrenOf(id);
  if (!named || !number) return false;
  return Buffer.compare(rawOf(named), issuer) === 0 && Buffer.compare(rawOf(number), serial) === 0;
}

function check(data: SignedData, certificate: Certificate | null, covered: readonly Uint8Array[]): boolean | null {
  const { signer } = data;
  const inside = data.content && data.content.length > 0 ? data.content : null;
  const holds = inside === null ? true : isDigestOf(data, inside, covered);
  if (holds !== true) return holds;
  const signed = inside === null ? covered : [inside];
  if (signer.digest === null) return null;
  if (signer.attributes) {
    const stated = octetsOf(signer.attributes.values.get(MESSAGE_DIGEST));
    const digest = computeDigest(signer.digest, signed);
    if (!digest) return null;
    if (!stated || Buffer.compare(stated, digest) !== 0) return false;
  }
  const scheme = schemeOf(signer);
  if (!certificate?.key || !scheme) return null;
  return checkSignature(scheme, certificate.key, signer.attributes?.signed ?? Buffer.concat(signed), signer.signature);
}

/** Whether the bytes that are inside the structure, or the digest of them, are the ones that are covered. */
function isDigestOf(data: SignedData, inside: Uint8Array, covered: readonly Uint8Array[]): boolean | null {
  const isStamp = data.contentType === TIME_STAMP;
  if (!isStamp && inside.length !== SHA1_BYTES) return Buffer.compare(inside, Buffer.concat(covered)) === 0;
  const stated = isStamp ? readImprint(inside) : { digest: "sha1", value: inside };
  if (!stated) return null;
  const digest = computeDigest(stated.digest, covered);
  return digest && Buffer.compare(digest, stated.value) === 0;
}

/** What a time stamp represents. */
function readImprint(stamp: Uint8Array): { digest: string; value: Uint8Array } | null {
  const [, , imprint] = childrenOf(readAsn1(stamp));
  const [algorithm, octets] = childrenOf(imprint);
  const digest = digestOfId(idOf(childrenOf(algorithm)[0]) ?? "");
  const value = octetsOf(octets);
  return digest && value ? { digest, value } : null;
}

function stampTime({ contentType, content }: SignedData): Date | null {
  if (contentType !== TIME_STAMP || !content) return null;
  return timeOf(childrenOf(readAsn1(content)).find((field) => field instanceof GeneralizedTime));
}

function timeOf(value: Asn1 | undefined): Date | null {
  return value instanceof UTCTime || value instanceof GeneralizedTime ? value.toDate() : null;
}

/** Algorithms that name their digest. */
const NAMED_DIGESTS: Readonly<Record<string, string>> = {
  "1.2.840.113549.1.1.4": "md5",
  "1.2.840.113549.1.1.5": "sha1",
  "1.2.840.113549.1.1.11": "sha256",
  "1.2.840.113549.1.1.12": "sha384",
  "1.2.840.113549.1.1.13": "sha512",
  "1.2.840.113549.1.1.14": "sha224",
  "1.2.840.10045.4.1": "sha1",
  "1.2.840.10045.4.3.1": "sha224",
  "1.2.840.10045.4.3.2": "sha256",
  "1.2.840.10045.4.3.3": "sha384",
  "1.2.840.10045.4.3.4": "sha512",
  "2.16.840.1.101.3.4.3.9": "sha3-224",
  "2.16.840.1.101.3.4.3.10": "sha3-256",
  "2.16.840.1.101.3.4.3.11": "sha3-384",
  "2.16.840.1.101.3.4.3.12": "sha3-512",
  "1.2.840.10040.4.3": "sha1",
  "2.16.840.1.101.3.4.3.2": "sha256",
};
/** Algorithms that take the digest of the signer: RSA, elliptic curves, DSA. */
const OPEN_DIGESTS = new Set(["1.2.840.113549.1.1.1", "1.2.840.10045.2.1", "1.2.840.10040.4.1"]);
const EDWARDS = new Set(["1.3.101.112", "1.3.101.113"]);
const PSS = "1.2.840.113549.1.1.10";

function schemeOf({ algorithm, digest }: SignerInfo): Scheme | null {
  const [type, parameters] = childrenOf(algorithm);
  const id = idOf(type) ?? "";
  if (EDWARDS.has(id)) return { kind: "KEY", digest: null };
  if (id === PSS) return readPss(parameters);
  const named = NAMED_DIGESTS[id] ?? (OPEN_DIGESTS.has(id) ? digest : null);
  return named ? { kind: "KEY", digest: named } : null;
}

function readPss(parameters: Asn1 | undefined): Scheme | null {
  const fields = childrenOf(parameters);
  const field = (tag: number) => childrenOf(fields.find((candidate) => tagOf(candidate) === tag))[0];
  const hash = field(0);
  const digest = hash ? digestOfId(idOf(childrenOf(hash)[0]) ?? "") : "sha1";
  const salt = field(2);
  const saltLength = salt instanceof Integer ? salt.valueBlock.valueDec : 20;
  return digest ? { kind: "PSS", digest, saltLength } : null;
}
