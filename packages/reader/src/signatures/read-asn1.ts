import { type AsnType, Constructed, fromBER, ObjectIdentifier, OctetString, Primitive } from "asn1js";

const LEVELS_MAX = 60;
const NODES_MAX = 100_000;

export type Asn1 = AsnType;

/** Throws a TypeError for bytes that are not a BER value; what follows it is left alone. */
export function readAsn1(bytes: Uint8Array): Asn1 {
  const limits = { maxDepth: LEVELS_MAX, maxNodes: NODES_MAX, maxContentLength: bytes.length };
  const { offset, result } = fromBER(bytes, limits);
  if (offset === -1) throw new TypeError(`Cannot read an ASN.1 value: ${result.error}`);
  return result;
}

export function childrenOf(value: Asn1 | undefined): readonly Asn1[] {
  return value instanceof Constructed ? (value.valueBlock.value as Asn1[]) : [];
}

/** The number of a context-specific tag, such as 0 for `[0]`. */
export function tagOf(value: Asn1 | undefined): number | null {
  return value?.idBlock.tagClass === 3 ? value.idBlock.tagNumber : null;
}

export function idOf(value: Asn1 | undefined): string | null {
  return value instanceof ObjectIdentifier ? value.valueBlock.toString() : null;
}

/** The bytes of the whole value as they are, its tag and length with it. */
export function rawOf(value: Asn1): Uint8Array {
  return value.valueBeforeDecodeView;
}

export function octetsOf(value: Asn1 | undefined): Uint8Array | null {
  if (value instanceof OctetString) return new Uint8Array(value.getValue());
  return value instanceof Primitive ? value.valueBlock.valueHexView : null;
}
