import { canonicalJson } from "@assay/contract";
import type { Signer } from "../../ports/signer.ts";

const PAYLOAD_TYPE = "application/vnd.in-toto+json";

/** A line of canonical JSON: the statement in a DSSE envelope, signed over its pre-authentication encoding. */
export async function sealStatement(signer: Pick<Signer, "keyId" | "sign">, statement: unknown): Promise<string> {
  const encoder = new TextEncoder();
  const payload = canonicalJson(statement);
  const bytes = encoder.encode(payload);
  const signed = `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${bytes.length} ${payload}`;
  const envelope = {
    payloadType: PAYLOAD_TYPE,
    payload: toBase64(bytes),
    signatures: [{ keyid: signer.keyId, sig: toBase64(await signer.sign(encoder.encode(signed))) }],
  };
  return `${canonicalJson(envelope)}\n`;
}

/** With padding; of any length. */
function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
