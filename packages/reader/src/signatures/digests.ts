import { constants, createHash, type KeyObject, publicDecrypt, verify } from "node:crypto";
import { ObjectIdentifier, OctetString, Sequence } from "asn1js";

/** Digests by their object identifier, as node:crypto names them. */
const DIGESTS: Readonly<Record<string, string>> = {
  "1.2.840.113549.2.5": "md5",
  "1.3.14.3.2.26": "sha1",
  "1.3.36.3.2.1": "ripemd160",
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
  "2.16.840.1.101.3.4.2.4": "sha224",
  "2.16.840.1.101.3.4.2.7": "sha3-224",
  "2.16.840.1.101.3.4.2.8": "sha3-256",
  "2.16.840.1.101.3.4.2.9": "sha3-384",
  "2.16.840.1.101.3.4.2.10": "sha3-512",
};

export function digestOfId(id: string): string | null {
  return DIGESTS[id] ?? null;
}

/** Null where this machine does not compute it. */
export function computeDigest(name: string, pieces: readonly Uint8Array[]): Buffer | null {
  try {
    const hash = createHash(name);
    for (const piece of pieces) hash.update(piece);
    return hash.digest();
  } catch {
    return null;
  }
}

export type Scheme =
  | { readonly kind: "KEY"; readonly digest: string | null }
  | { readonly kind: "ECDSA_RAW"; readonly digest: string }
  | { readonly kind: "PSS"; readonly digest: string; readonly saltLength: number };

/** Whether a key made the signature; null where it cannot be told. */
export function checkSignature(
  scheme: Scheme,
  key: KeyObject,
  signed: Uint8Array,
  signature: Uint8Array,
): boolean | null {
  try {
    if (scheme.kind === "PSS") {
      const { saltLength } = scheme;
      return verify(scheme.digest, signed, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, signature);
    }
    const dsaEncoding = scheme.kind === "ECDSA_RAW" ? "ieee-p1363" : "der";
    if (verify(scheme.digest, signed, { key, dsaEncoding }, signature)) return true;
    return (
      key.asymmetricKeyType === "rsa" && scheme.digest !== null && isShortForm(scheme.digest, key, signed, signature)
    );
  } catch {
    return null;
  }
}

/** Some programs omit the empty parameters of the digest's name: the same numbers are signed. */
function isShortForm(digest: string, key: KeyObject, signed: Uint8Array, signature: Uint8Array): boolean {
  const [id] = Object.entries(DIGESTS).find(([, name]) => name === digest) ?? [];
  const value = computeDigest(digest, [signed]);
  if (!id || !value) return false;
  const name = new Sequence({ value: [new ObjectIdentifier({ value: id })] });
  const expected = new Sequence({ value: [name, new OctetString({ valueHex: new Uint8Array(value).buffer })] });
  try {
    const shown = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature);
    return Buffer.compare(shown, new Uint8Array(expected.toBER())) === 0;
  } catch {
    return false;
  }
}
