import { type KeyObject, X509Certificate } from "node:crypto";
import { BaseStringBlock, OctetString } from "asn1js";
import { type Asn1, childrenOf, idOf, rawOf, readAsn1, tagOf } from "./read-asn1.ts";

const COMMON_NAME = "2.5.4.3";
const ORGANISATION = "2.5.4.10";
const SUBJECT_KEY = "2.5.29.14";
const NAME_LENGTH_MAX = 200;

export interface Certificate {
  /** The common name of its subject, else the organisation. */
  readonly name: string | null;
  /** As they are, to be compared. */
  readonly issuer: Uint8Array;
  readonly serial: Uint8Array;
  readonly subjectKey: Uint8Array | null;
  /** Null for a key of a kind that is not known here. */
  readonly key: KeyObject | null;
}

/** Null for bytes that are no certificate. */
export function readCertificate(bytes: Uint8Array): Certificate | null {
  const [body] = childrenOf(readAsn1(bytes));
  const fields = childrenOf(body);
  const [serial, , issuer, , subject] = tagOf(fields[0]) === 0 ? fields.slice(1) : fields;
  if (!serial || !issuer || !subject) return null;
  const name = findName(subject, COMMON_NAME) ?? findName(subject, ORGANISATION);
  return { name, issuer: rawOf(issuer), serial: rawOf(serial), subjectKey: findSubjectKey(fields), key: keyOf(bytes) };
}

function keyOf(bytes: Uint8Array): KeyObject | null {
  try {
    return new X509Certificate(bytes).publicKey;
  } catch {
    return null;
  }
}

function findName(subject: Asn1, id: string): string | null {
  for (const relative of childrenOf(subject))
    for (const pair of childrenOf(relative)) {
      const [type, value] = childrenOf(pair);
      if (idOf(type) === id && value instanceof BaseStringBlock) return cleanName(value.getValue());
    }
  return null;
}

// Display text: no control, no mark that reorders, and not long.
function cleanName(name: string): string | null {
  const clean = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .trim();
  return clean === "" ? null : clean.slice(0, NAME_LENGTH_MAX).toWellFormed();
}

function findSubjectKey(fields: readonly Asn1[]): Uint8Array | null {
  const extensions = fields.find((field) => tagOf(field) === 3);
  for (const extension of childrenOf(childrenOf(extensions)[0])) {
    const parts = childrenOf(extension);
    const value = parts.at(-1);
    if (idOf(parts[0]) !== SUBJECT_KEY || !(value instanceof OctetString)) continue;
    const inner = readAsn1(new Uint8Array(value.getValue()));
    return inner instanceof OctetString ? new Uint8Array(inner.getValue()) : null;
  }
  return null;
}
