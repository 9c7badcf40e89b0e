import type { Document } from "@assay/client";
import { isEvidence } from "./is-evidence.ts";

type Successor = Pick<Document, "replacesDocumentId" | "status" | "supersededById" | "retiredAt">;

/** What a row says of the new version that is to replace it, by the id of the document that it is of. */
export function describeSuccessors(documents: readonly Successor[]): ReadonlyMap<string, string> {
  return new Map(
    documents.flatMap((document): [string, string][] => {
      const { replacesDocumentId, status } = document;
      if (!replacesDocumentId || status === "READY" || !isEvidence(document)) return [];
      return [[replacesDocumentId, status === "FAILED" ? "New version not read" : "New version is being read"]];
    }),
  );
}
