import type { DocumentSignature } from "@assay/client";
import { formatDateTime } from "@assay/site/format";

/** `Signed by Ada King on 3 May 2026, 10:42; covers the whole document; bytes unchanged: yes.` */
export function describeSignature({
  signer,
  signedAt,
  coversWholeDocument,
  bytesUnchanged,
}: DocumentSignature): string {
  const when = signedAt ? ` on ${formatDateTime(signedAt)}` : ", at a time that it does not say";
  const covered = coversWholeDocument ? "covers the whole document" : "covers a part of the document only";
  const unchanged = bytesUnchanged === null ? "cannot be told" : bytesUnchanged ? "yes" : "no";
  return `Signed by ${signer ?? "somebody whom it does not name"}${when}; ${covered}; bytes unchanged: ${unchanged}.`;
}
