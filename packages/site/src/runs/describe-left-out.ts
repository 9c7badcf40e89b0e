import type { RunDocumentReason } from "@assay/client";
import { adviseOnFailure } from "./document-failure-advice.ts";

/** Why a document is no evidence of a run. */
export function describeLeftOut(reason: RunDocumentReason): string {
  switch (reason) {
    case "NOT_READY":
      return "Still being read";
    case "ARCHIVE":
      return "An archive: its documents are assessed one by one";
    default:
      return adviseOnFailure(reason).title;
  }
}
