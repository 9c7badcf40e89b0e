import type { RunDocumentReason } from "@assay/client";
import { FAILURE_ADVICE } from "./document-failure-advice.ts";

/** Why a document is no evidence of a run. */
export function describeLeftOut(reason: RunDocumentReason): string {
  switch (reason) {
    case "NOT_READY":
      return "Still being read";
    case "ARCHIVE":
      return "An archive: its documents are judged one by one";
    default:
      return FAILURE_ADVICE[reason].title;
  }
}
