import type { Scheme } from "./digests.ts";

const DIGESTS: Readonly<Record<string, string>> = {
  "http://www.w3.org/2000/09/xmldsig#sha1": "sha1",
  "http://www.w3.org/2001/04/xmlenc#sha256": "sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512": "sha512",
  "http://www.w3.org/2001/04/xmlenc#ripemd160": "ripemd160",
  "http://www.w3.org/2001/04/xmldsig-more#md5": "md5",
  "http://www.w3.org/2001/04/xmldsig-more#sha224": "sha224",
  "http://www.w3.org/2001/04/xmldsig-more#sha384": "sha384",
};

export function xmlDigest(algorithm: string | null): string | null {
  return DIGESTS[algorithm ?? ""] ?? null;
}

const SALTS: Readonly<Record<string, number>> = { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 };

/** How a signature method signs; null where it is not known. */
export function xmlScheme(algorithm: string | null): Scheme | null {
  const name = /^http:\/\/www\.w3\.org\/\d{4}\/\d\d\/xmldsig(?:-more)?#(.+)$/.exec(algorithm ?? "")?.[1] ?? "";
  const [, kind, digest = ""] = /^(rsa|ecdsa|dsa)-(sha1|sha224|sha256|sha384|sha512|md5)$/.exec(name) ?? [];
  if (kind === "rsa") return { kind: "KEY", digest };
  if (kind) return { kind: "ECDSA_RAW", digest };
  const pss = /^(sha1|sha224|sha256|sha384|sha512)-rsa-MGF1$/.exec(name)?.[1];
  return pss ? { kind: "PSS", digest: pss, saltLength: SALTS[pss] ?? 20 } : null;
}
