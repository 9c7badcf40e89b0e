import type { AssessmentRequest } from "@assay/core/ports";

/** Tells the mark of a request. */
export type MarkRequest = (request: AssessmentRequest) => Promise<string>;

/**
 * Marks that nobody can know who writes a document: each is made, with a secret of this process, of all the evidence that
 * it frames, so that a passage which held its own mark would have another one. The same evidence has the same mark.
 */
export function createMarks(): MarkRequest {
  let secret: Promise<CryptoKey> | undefined;
  return async ({ passages, guidance }) => {
    secret ??= newSecret();
    const framed = JSON.stringify([passages, guidance]);
    const bytes = await crypto.subtle.sign("HMAC", await secret, new TextEncoder().encode(framed));
    const hex = Array.from(new Uint8Array(bytes, 0, 16), (byte) => byte.toString(16).padStart(2, "0"));
    return `#${hex.join("")}`;
  };
}

function newSecret(): Promise<CryptoKey> {
  const random = crypto.getRandomValues(new Uint8Array(32));
  return crypto.subtle.importKey("raw", random, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}
