import type { Document } from "@assay/client";

/** READY and FAILED are what a document ends in. */
export function isSettled({ status }: Pick<Document, "status">): boolean {
  return status === "READY" || status === "FAILED";
}
