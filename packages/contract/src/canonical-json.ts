import canonicalize from "canonicalize";

/**
 * RFC 8785 canonical form of a JSON value.
 * Throws TypeError for what JSON cannot carry: undefined, NaN, Infinity, BigInt, lone surrogates.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("Cannot canonicalize because the value has no JSON form");
  return text;
}
