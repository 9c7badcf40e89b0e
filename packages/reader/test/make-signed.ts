import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { zipSync } from "fflate";
import { latin1 } from "./make-mail.ts";
import { makePdf, textAt } from "./make-pdf.ts";

export interface TestSigner {
  readonly certificate: Buffer;
  readonly key: KeyObject;
  readonly issuer: Buffer;
}

function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const hex = (digits: string) => Buffer.from(digits, "hex");
const sequence = (...contents: Uint8Array[]) => der(0x30, ...contents);
const SERIAL = hex("02021234");
const SHA256 = sequence(hex("0609608648016503040201"));
const RSA_SHA256 = sequence(hex("06092a864886f70d01010b"), hex("0500"));
const ECDSA_SHA256 = sequence(hex("06082a8648ce3d040302"));
const DATA = hex("06092a864886f70d010701");
const utcTime = (time: string) => der(0x17, Buffer.from(time));

/** Somebody with a key and a certificate that nobody vouches for. */
export function makeSigner(name: string, kind: "rsa" | "ec" = "rsa"): TestSigner {
  const pair =
    kind === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" });
  const issuer = sequence(der(0x31, sequence(hex("0603550403"), der(0x0c, Buffer.from(name)))));
  const algorithm = kind === "rsa" ? RSA_SHA256 : ECDSA_SHA256;
  const validity = sequence(utcTime("260101000000Z"), utcTime("360101000000Z"));
  const publicKey = pair.publicKey.export({ type: "spki", format: "der" });
  const body = sequence(der(0xa0, hex("020102")), SERIAL, algorithm, issuer, validity, issuer, publicKey);
  const signature = der(0x03, hex("00"), sign("sha256", body, pair.privateKey));
  return { certificate: sequence(body, algorithm, signature), key: pair.privateKey, issuer };
}

export function makeCms(
  { certificate, key, issuer }: TestSigner,
  covered: Uint8Array,
  { digestId = SHA256 }: { digestId?: Buffer } = {},
): Buffer {
  const attribute = (id: string, value: Buffer) => sequence(hex(id), der(0x31, value));
  const attributes = [
    attribute("06092a864886f70d010903", DATA),
    attribute("06092a864886f70d010904", der(0x04, createHash("sha256").update(covered).digest())),
    attribute("06092a864886f70d010905", utcTime("260302100000Z")),
  ];
  const signature = sign("sha256", der(0x31, ...attributes), key);
  const algorithm = key.asymmetricKeyType === "rsa" ? RSA_SHA256 : ECDSA_SHA256;
  const id = sequence(issuer, SERIAL);
  const info = sequence(hex("020101"), id, digestId, der(0xa0, ...attributes), algorithm, der(0x04, signature));
  const signed = sequence(hex("020101"), der(0x31, SHA256), sequence(DATA), der(0xa0, certificate), der(0x31, info));
  return sequence(hex("06092a864886f70d010702"), der(0xa0, signed));
}

const CONTENTS_DIGITS = 8000;

/** A PDF, or what was made of one, signed as a further revision. */
export function signPdf(
  signer: TestSigner,
  before: Uint8Array = makePdf([{ content: textAt(50, 700, "Access policy") }]),
  options?: Parameters<typeof makeCms>[2],
): Buffer {
  const range = (a: number, b: number, c: number) => `0 ${a} ${b} ${c}`.padEnd(40);
  const object = (written: string, digits: string) =>
    `\n90 0 obj\n<</FT/Sig/T(Name)/V 91 0 R>>\nendobj\n91 0 obj\n<</Type/Sig/Filter/Adobe.PPKLite` +
    `/SubFilter/adbe.pkcs7.detached/M(D:20260302090000Z)/ByteRange[${written}]/Contents<${digits}>>>\nendobj\n%%EOF\n`;
  const blank = object(range(0, 0, 0), "0".repeat(CONTENTS_DIGITS));
  const start = before.length + blank.indexOf("/Contents<") + "/Contents".length;
  const end = start + CONTENTS_DIGITS + 2;
  const rest = before.length + blank.length - end;
  const make = (digits: string) => Buffer.concat([before, latin1(object(range(start, end, rest), digits))]);
  const placed = make("0".repeat(CONTENTS_DIGITS));
  const cms = makeCms(signer, Buffer.concat([placed.subarray(0, start), placed.subarray(end)]), options);
  return make(cms.toString("hex").padEnd(CONTENTS_DIGITS, "0"));
}

export type Parts = Record<string, string>;

const DSIG = "http://www.w3.org/2000/09/xmldsig#";
const C14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE_SIGNATURE = "http://schemas.openxmlformats.org/package/2006/digital-signature";
const XML = "application/xml";

const PARTS: Parts = {
  "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${XML}"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${RELATIONSHIPS}">\n <Relationship Target="word/document.xml" Id="rId1" Type="${OFFICE}/officeDocument"/>\n <Relationship Id="rId9" Type="${RELATIONSHIPS}/digital-signature/origin" Target="_xmlsignatures/origin.sigs"/></Relationships>`,
  "word/document.xml":
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Access policy</w:t></w:r></w:p></w:body></w:document>',
  "docProps/core.xml": "<core/>",
};
/** What the relationship transform makes of the one that is signed. */
const SIGNED_RELATIONS = `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Target="word/document.xml" TargetMode="Internal" Type="${OFFICE}/officeDocument"></Relationship></Relationships>`;

const digestOf = (text: string) => createHash("sha256").update(text).digest("base64");

/** The parts of a signed docx; each text of its signature is in canonical form. */
export function signDocx({ certificate, key }: TestSigner): Parts {
  const digest = (value: string) =>
    `<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></DigestMethod><DigestValue>${value}</DigestValue>`;
  const reference = (uri: string, value: string, transforms = "") =>
    `<Reference URI="${uri}">${transforms}${digest(value)}</Reference>`;
  const transforms =
    `<Transforms><Transform Algorithm="http://schemas.openxmlformats.org/package/2006/RelationshipTransform"><mdssi:RelationshipReference xmlns:mdssi="${PACKAGE_SIGNATURE}" SourceId="rId1"></mdssi:RelationshipReference></Transform>` +
    `<Transform Algorithm="${C14N}"></Transform></Transforms>`;
  const relations = "application/vnd.openxmlformats-package.relationships+xml";
  const object =
    `<Object xmlns="${DSIG}" Id="idPackageObject"><Manifest>` +
    reference(`/_rels/.rels?ContentType=${relations}`, digestOf(SIGNED_RELATIONS), transforms) +
    reference(`/word/document.xml?ContentType=${XML}`, digestOf(PARTS["word/document.xml"] ?? "")) +
    `</Manifest><SignatureProperties><SignatureProperty Id="t" Target="#s"><mdssi:SignatureTime xmlns:mdssi="${PACKAGE_SIGNATURE}"><mdssi:Value>2026-03-02T10:00:00Z</mdssi:Value></mdssi:SignatureTime></SignatureProperty></SignatureProperties></Object>`;
  const isRsa = key.asymmetricKeyType === "rsa";
  const method = `http://www.w3.org/2001/04/xmldsig-more#${isRsa ? "rsa" : "ecdsa"}-sha256`;
  const info =
    `<SignedInfo xmlns="${DSIG}"><CanonicalizationMethod Algorithm="${C14N}"></CanonicalizationMethod>` +
    `<SignatureMethod Algorithm="${method}"></SignatureMethod>${reference("#idPackageObject", digestOf(object))}</SignedInfo>`;
  const value = sign("sha256", Buffer.from(info), isRsa ? key : { key, dsaEncoding: "ieee-p1363" });
  const signature =
    `<?xml version="1.0" encoding="UTF-8"?>\r\n<Signature xmlns="${DSIG}" Id="s">${info}<SignatureValue>${value.toString("base64")}</SignatureValue>` +
    `<KeyInfo><X509Data><X509Certificate>${certificate.toString("base64")}</X509Certificate></X509Data></KeyInfo>${object}</Signature>`;
  return { ...PARTS, "_xmlsignatures/origin.sigs": "", "_xmlsignatures/sig1.xml": signature };
}

export function zipParts(parts: Parts): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, latin1(text)])));
}
