import type { Document } from "@assay/client";
import { isContainer } from "@assay/contract/containers";
import { isEvidence } from "./is-evidence.ts";

type Replaced = Pick<Document, "fileType" | "parentDocumentId" | "supersededById" | "retiredAt">;

/** Whether a person can make a new version of it: evidence that is no archive and came out of none. */
export function isReplaceable(document: Replaced): boolean {
  return isEvidence(document) && !isContainer(document.fileType) && document.parentDocumentId === null;
}
