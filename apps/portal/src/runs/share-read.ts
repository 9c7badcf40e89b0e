import type { AwaitedDocument, DocumentStatus } from "@assay/client";

/** In the order of reading; OCR is the larger part of the first stage. */
const SHARES: Readonly<Partial<Record<DocumentStatus, number>>> = {
  UPLOADED: 0,
  EXTRACTED: 0.4,
  PARSED: 0.6,
  INDEXED: 0.9,
};

/** How much of a document has been read, from 0 to 1. */
export function shareRead({ status, recognition }: Pick<AwaitedDocument, "status" | "recognition">): number {
  if (status === "UPLOADED" && recognition && recognition.total > 0)
    return (SHARES.EXTRACTED! * recognition.done) / recognition.total;
  return SHARES[status] ?? 1;
}
