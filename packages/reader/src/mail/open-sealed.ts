import { Constructed, fromBER, ObjectIdentifier, OctetString } from "asn1js";

const SIGNED_DATA = "1.2.840.113549.1.7.2";
const ENCRYPTED_DATA = new Set(["1.2.840.113549.1.7.3", "1.2.840.113549.1.7.6", "1.2.840.113549.1.9.16.1.23"]);

export interface Opened {
  /** The message that was signed. */
  readonly signed: Uint8Array | null;
  readonly encrypted: boolean;
}

/** Opens what S/MIME wraps a message in. `null` where it is not that. */
export function openSealed(bytes: Uint8Array): Opened | null {
  const limits = { maxDepth: 30, maxNodes: 200_000, maxContentLength: bytes.length };
  const { result } = fromBER(bytes, limits);
  const [type, wrapped] = childrenOf(result);
  if (!(type instanceof ObjectIdentifier)) return null;
  const name = type.valueBlock.toString();
  if (ENCRYPTED_DATA.has(name)) return { signed: null, encrypted: true };
  if (name !== SIGNED_DATA) return null;
  const [, , content] = childrenOf(childrenOf(wrapped)[0]);
  const [octets] = childrenOf(childrenOf(content)[1]);
  if (!(octets instanceof OctetString)) return null;
  return { signed: new Uint8Array(octets.getValue()), encrypted: false };
}

function childrenOf(value: unknown): readonly unknown[] {
  return value instanceof Constructed ? value.valueBlock.value : [];
}
