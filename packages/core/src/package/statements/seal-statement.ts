import { canonicalJson } from "@assay/contract";
import { signText } from "../../audit/sign-text.ts";
import { asBase64 } from "../../base64url.ts";
import type { Signer } from "../../ports/signer.ts";

const PAYLOAD_TYPE = "application/vnd.in-toto+json";

/** A line of canonical JSON: the statement in a DSSE envelope, signed over its pre-authentication encoding. */
export async function sealStatement(signer: Signer, statement: unknown): Promise<string> {
  const payload = canonicalJson(statement);
  const bytes = new TextEncoder().encode(payload);
  const signature = await signText(signer, `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${bytes.length} ${payload}`);
  const envelope = {
    payloadType: PAYLOAD_TYPE,
    payload: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")),
    signatures: [{ keyid: signer.keyId, sig: `${asBase64(signature)}==` }],
  };
  return `${canonicalJson(envelope)}\n`;
}
